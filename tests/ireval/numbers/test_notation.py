"""Numbers typed into forms: the limits, and what is said beyond them."""

from __future__ import annotations

from typing import Any

import pytest

from ireval.messages import Message
from ireval.numbers.notation import read_number, value_of_digits
from tests.ireval.random_lists import refusal


def read(text: str, *, whole: bool = True, least: float = 1, most: float = 9) -> Any:
    return read_number(text, "k", "Cutoff", whole=whole, least=least, most=most)


def test_a_number_within_its_limits_is_read() -> None:
    assert [read(text) for text in ("1", "9", " 4 ", "4.0")] == [1, 9, 4, 4]
    assert isinstance(read("4.0"), int)
    assert [read(text, whole=False) for text in ("1", "1.5", "1,5", "9")] == [1, 1.5, 1.5, 9]


@pytest.mark.parametrize(
    ("text", "whole", "key"),
    [
        ("0", True, "out-of-range"),
        ("10", True, "out-of-range"),
        ("0.9", False, "out-of-range"),
        ("9.1", False, "out-of-range"),
        ("nan", False, "out-of-range"),
        ("1e999", True, "out-of-range"),
        ("4.5", True, "not-a-whole-number"),
        ("4,0", True, "not-a-number"),
        ("ten", True, "not-a-number"),
        ("", False, "not-a-number"),
    ],
)
def test_other_numbers_are_refused_with_the_limits(text: str, whole: bool, key: str) -> None:
    error = refusal(lambda given: read(given, whole=whole), text)
    assert error
    assert (error.field, error.key) == ("k", key)
    expected = {"title": "Cutoff", "text": text, "least": 1, "most": 9}
    assert expected.items() <= error.values.items()
    assert error.values["kind"] == Message("a-whole-number" if whole else "a-number")


def test_digits_of_any_length_are_a_number() -> None:
    assert value_of_digits("0") == value_of_digits("000") == 0
    assert value_of_digits("0042") == 42
    assert value_of_digits("9" * 18) == 999_999_999_999_999_999
    assert value_of_digits("1" + "0" * 18) == value_of_digits("9" * 19) == value_of_digits("9" * 5000) == 10**18
    assert value_of_digits("0" * 30 + "7") == 7
