"""What the store accepts at each limit and just beyond it; the numbers are those in the documentation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ireval.errors import InputError
from ireval.messages import Message
from web.store import bounds

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
TITLE = "title", Message("stored-title")
SECOND, MINUTE, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(days=1)


def problem(check: Callable[..., Any], *values: Any) -> str:
    """The key of the error, or nothing."""
    try:
        check(*values)
    except InputError as error:
        return error.key
    return ""


@pytest.mark.parametrize(
    ("check", "fits", "too_much", "key"),
    [
        (bounds.answer, ["x" * 2_000], ["x" * 2_001], "stored-text-too-long"),
        (bounds.body, ["€" * 66_666 + "xx"], ["€" * 66_666 + "xxx"], "stored-sheet-too-large"),
        (bounds.body, ["x" * 200_000], ["x" * 200_001], "stored-sheet-too-large"),
        (bounds.summary, ["x" * 200_000], ["x" * 200_001], "stored-text-too-long"),
        (bounds.part_name, ["é" * 1_000], ["é" * 1_000 + "x"], "stored-part-name-too-long"),
        (bounds.line, [*TITLE, "x" * 200, 200], [*TITLE, "x" * 201, 200], "stored-text-too-long"),
        (bounds.days, [3_650 * DAY], [3_650 * DAY + SECOND], "lifetime-out-of-range"),
        (bounds.days, [SECOND], [timedelta()], "lifetime-out-of-range"),
        (bounds.answers, [500, 0], [501, 0], "too-many-answers"),
        (bounds.answers, [1, 50_000], [1, 50_001], "answers-too-long"),
        (bounds.students, [2_000, 2_000], [2_001, 2_000], "too-many-students"),
        (bounds.stagger, [NOON, None, 240, 0], [NOON, None, 241, 0], "spread-out-of-range"),
        (bounds.stagger, [None, None, 0, 0], [None, None, -1, 0], "spread-out-of-range"),
        (bounds.stagger, [NOON, None, 1, 14_400], [NOON, None, 1, 14_401], "minutes-out-of-range"),
        (bounds.stagger, [NOON, None, 1, 0], [NOON, None, 1, -1], "minutes-out-of-range"),
        (bounds.stagger, [NOON, None, 1, 0], [None, None, 1, 0], "staggered-start-needs-opening"),
        (bounds.stagger, [NOON, None, 1, 1], [NOON, None, 0, 1], "minutes-need-staggered-start"),
        (bounds.stagger, [NOON, None, 1, 1], [NOON, NOON + DAY, 1, 1], "two-deadlines"),
    ],
)
def test_a_limit_is_still_accepted(check: Callable[..., Any], fits: list[Any], too_much: list[Any], key: str) -> None:
    assert problem(check, *fits) == ""
    assert problem(check, *too_much) == key


def test_the_last_students_of_a_staggered_start_have_time() -> None:
    last = NOON + 30 * MINUTE
    assert problem(bounds.stagger, NOON, last, 30, 0) == "deadline-before-last-start"
    assert problem(bounds.stagger, NOON, last + SECOND, 30, 0) == ""


def test_a_deadline_is_after_the_opening_and_not_after_the_end() -> None:
    expires = NOON + DAY
    assert problem(bounds.times, NOON, NOON, expires, "deadline") == "deadline-before-opening"
    assert problem(bounds.times, NOON, NOON + SECOND, expires, "deadline") == ""
    assert problem(bounds.times, None, expires, expires, "deadline") == ""
    assert problem(bounds.times, None, expires + SECOND, expires, "deadline") == "deadline-after-expiry"
    assert problem(bounds.times, expires + SECOND, None, expires, "opens") == "deadline-after-expiry"


@pytest.mark.parametrize("code", [0, 8, 11, 12, 13, 27, 31, 127, 0xD800, 0xDFFF])
def test_control_characters_are_refused_where_they_stand(code: int) -> None:
    with pytest.raises(InputError) as raised:
        bounds.summary(f"ab{chr(code)}c")
    assert (raised.value.key, raised.value.values["position"]) == ("stored-text-not-plain", 3)


def test_tabs_new_lines_and_all_letters_are_kept() -> None:
    assert bounds.answer(" a\tb\r\nc\rd\ue000€𝒢 ~\x80 ") == "a\tb\nc\nd\ue000€𝒢 ~\x80".strip()
    assert bounds.line(*TITLE, "  a \n b ", 200) == "a b"
    assert problem(bounds.line, *TITLE, " \n ", 200) == "stored-text-missing"
