"""Answers outside of tables: a mean of two numbers, an owner's number and a text; all marks by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.exercises import Credit, MarkedPart, Question, RankedList, mark
from ireval.exercises.marking.free_numbers import mark_number, mark_text
from ireval.exercises.marking.wrong_answers import wrong_answers
from ireval.exercises.question.question import NUMBER, TEXT, FreeNumber, KnownNumber, Part
from ireval.messages import Message
from tests.ireval.exercises.sample_questions import one

BASE = one("number", "P@5", list=RankedList("10100", "1"), credit=Credit(carried=0.75, mistake=0.5, few=0.25))


def given(name: str, value: float) -> Part:
    return Part(name, name, NUMBER, f"{value:.3f}", 4, value=value, places=3, free=FreeNumber(value, value))


def mean(low: float = 0.375, high: float = 0.375) -> Question:
    """The mean of 0.25 and 0.5, for 8 points."""
    known = (
        KnownNumber(0.5, "median", Message("guess"), easy=True),
        KnownNumber(0.75, "not-divided", Message("guess")),
        KnownNumber(0.5004, "hard", Message("guess")),
    )
    free = FreeNumber(low, high, ("a", "b"), lambda xs: sum(xs) / 2, "(0.250 + 0.500)/2", known)
    return replace(
        BASE,
        parts=(given("a", 0.25), given("b", 0.5), Part("m", "m", NUMBER, "0.375", 8, value=0.375, places=3, free=free)),
    )


def marked(typed: str, own: dict[str, float] | None = None, question: Question | None = None) -> MarkedPart:
    made = question or mean()
    part = made.part("m")
    assert part.free
    return mark_number(made, part, part.free, typed, own or {})


@pytest.mark.parametrize(
    ("typed", "outcome", "points"),
    [
        ("0.375", "right", 8),
        ("0.3754", "right", 8),
        ("0.3746", "right", 8),
        ("3/8", "right", 8),
        ("37.5 %", "right", 8),
        ("0.376", "wrong", 0),
        ("0.38", "few-decimals", 2),
        ("0.4", "few-decimals", 0),
        ("0", "wrong", 0),  # and not said to be correct
        ("0.750", "mistake", 4),
        ("0.7504", "wrong", 0),  # with four decimals, it is another number
        ("0.500", "mistake", 4),  # two causes: the one with points comes first
        ("0.123", "wrong", 0),
    ],
)
def test_each_mark_of_a_mean(typed: str, outcome: str, points: float) -> None:
    found = marked(typed)
    assert (found.outcome, found.points) == (outcome, points)


def test_fewer_decimals_are_correct_only_for_the_exact_number() -> None:
    made = mean()
    tenth = replace(made.part("m"), value=0.4, right="0.400")
    assert tenth.free
    assert mark_number(made, tenth, tenth.free, "0.4", {}).outcome == "right"
    assert mark_number(made, replace(tenth, value=0.4003), tenth.free, "0.4", {}).outcome == "few-decimals"


def test_rounded_numbers_on_the_way_are_accepted() -> None:
    between = mean(0.374, 0.376)
    assert [marked(x, question=between).outcome for x in ("0.373", "0.374", "0.376", "0.377")] == [
        "wrong",
        "within-rounding",
        "within-rounding",
        "wrong",
    ]
    found = marked("0.376", question=between)
    assert (found.points, found.interval, found.message.key) == (8, (0.374, 0.376), "within-rounding")
    assert {name: found.message.values[name] for name in ("low", "high", "correct")} == {
        "low": "0.374",
        "high": "0.376",
        "correct": "0.375",
    }
    single = marked("0.376", question=mean(0.3755, 0.3764))
    assert (single.outcome, single.message.key) == ("within-rounding", "within-rounding-one-value")
    assert marked("0.37", question=between).outcome != "within-rounding", "too few decimals"


def test_the_mean_of_ones_own_numbers_is_carried_forward() -> None:
    """(0.35 + 0.5)/2 = 0.425, within one unit of the last decimal; a missing number is the correct one."""
    for own in ({"a": 0.35}, {"a": 0.35, "b": 0.5}):
        assert [marked(x, own).outcome for x in ("0.423", "0.424", "0.425", "0.426", "0.427")] == [
            "wrong",
            *["carried-forward"] * 3,
            "wrong",
        ]
    found = marked("0.425", {"a": 0.35})
    assert found.points == 6
    assert found.message.values == {"number": "0.425", "calculation": "m = (0.250 + 0.500)/2"}
    assert marked("0.43", {"a": 0.35}).outcome == "wrong", "too few decimals"
    assert marked("0.425", {"c": 0.35}).outcome == "wrong", "the mean does not depend on it"
    assert marked("0.376", {"a": 0.25, "b": 0.5}).outcome == "wrong", "these numbers are correct"
    assert marked("0", {"a": -0.5}).outcome == "wrong", "0 needs no calculation"


def test_causes_in_files_earn_as_much_as_here() -> None:
    """0.5 is listed once, with the points of the better cause; what is near the correct number is not listed."""
    made = mean()
    assert [(x.cause, x.value, x.share) for x in wrong_answers(made, made.part("m"))] == [
        ("not-divided", 0.75, 0.5),
        ("hard", 0.5004, 0.5),
    ]
    part = made.part("m")
    assert part.free
    near = (KnownNumber(0.3759, "near", Message("guess")), KnownNumber(0.377, "other", Message("guess"), easy=True))
    for free, causes in (
        (replace(part.free, known=near), [("other", 0)]),
        (replace(part.free, known=near, high=0.377), []),
    ):
        found = wrong_answers(made, replace(part, free=free))
        assert [(x.cause, x.share) for x in found] == causes


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        ("0.825", "right"),
        ("0.835", "right"),
        ("0.83", "right"),
        ("0.8249", "wrong"),
        ("0.8351", "wrong"),
        ("x", "unreadable"),
    ],
)
def test_an_own_number_is_correct_within_its_tolerance(typed: str, outcome: str) -> None:
    part = Part("a", "a", NUMBER, "0.83", 4, value=0.83, places=2, free=FreeNumber(0.825, 0.835))
    found = mark(replace(BASE, parts=(part,)), {"a": typed}).part("a")
    assert (found.outcome, found.points) == (outcome, 4 if outcome == "right" else 0)


def test_a_text_is_the_model_answer_or_marked_by_hand() -> None:
    part = Part("a", "a", TEXT, "Missed documents count.", 4)
    for typed in ("Missed documents count.", "  missed  DOCUMENTS\ncount. "):
        assert (mark_text(part, typed).outcome, mark_text(part, typed).points) == ("right", 4)
    other = mark_text(part, "Missed documents do not count.")
    assert (other.outcome, other.points) == ("by-hand", 0)
