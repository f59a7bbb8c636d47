"""JSON within bounds: what Python's own reader lets through, or fails at, is refused with its reason."""

from __future__ import annotations

import pytest

from ireval.stdlib.strict_json import DEEPEST, JsonError, read_json


def nested(depth: int) -> str:
    return "[" * (depth + 1) + "]" * (depth + 1)


@pytest.mark.parametrize(
    ("text", "reason", "where"),
    [
        ("{", "syntax", ""),
        (nested(DEEPEST + 1), "depth", ""),
        (nested(900), "depth", ""),
        (nested(100_000), "depth", ""),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "twice", ""),
        ("NaN", "number", ""),
        ("[-Infinity]", "number", ""),
        ("[1, -1e999]", "number", ""),
        ("9" * 400, "number", ""),
        ("9" * 5_000, "number", ""),
        ('"\\ud800"', "character", ""),
        ('{"a": [1, {"b": "x\\udfff"}]}', "character", "a[1].b"),
        ('{"a": {"\\ud83d": 1}}', "character", "a"),
        ('["\ud800"]', "character", "[0]"),
    ],
)
def test_what_is_out_of_bounds_is_refused(text: str, reason: str, where: str) -> None:
    with pytest.raises(JsonError) as refused:
        read_json(text)
    assert (refused.value.reason, refused.value.where) == (reason, where)
    assert len(str(refused.value)) < 10_000
    str(refused.value).encode()


def test_what_is_within_bounds_is_read() -> None:
    assert read_json(nested(DEEPEST))
    assert read_json('["\\ud83d\\ude00", "\\\\ud800", 1e-999, -0, 12345678901234567890]') == [
        "😀",
        "\\ud800",
        0.0,
        0,
        12345678901234567890.0,
    ]
    assert read_json("[1.50, 7]", as_written=True) == ["1.50", "7"]
