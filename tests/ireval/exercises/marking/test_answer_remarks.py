"""Remarks on how an answer is written; none says whether it is correct."""

from __future__ import annotations

import pytest

from ireval.exercises import Question, RankedList
from ireval.exercises.marking.answer_remarks import remark_on
from ireval.messages import say
from tests.ireval.exercises.sample_questions import one

AP = one("number", "AP", list=RankedList("10100", "1"))
TABLE = one("table", "nDCG", list=RankedList("20303", "321"), columns=("CG", "DCG", "NDCG"))


def remark(question: Question, name: str, given: str) -> str:
    part = next(part for part in question.parts if part.id == name)
    found = remark_on(question, part, given)
    return say(found) if found else ""


@pytest.mark.parametrize("given", ["", "  ", "0.556", "1", "1.000", "0.3", "55 %", "150 %", "100.5", "5/3", "-2"])
def test_most_answers_need_no_remark(given: str) -> None:
    """A number above 100 is no percentage, and a fraction was calculated."""
    assert remark(AP, "score", given) == ""


@pytest.mark.parametrize(
    ("given", "percentage", "value"),
    [("55", "55 %", "0.55"), ("55.6", "55.6 %", "0.556"), ("1.01", "1.01 %", "0.0101"), ("100", "100 %", "1.00")],
)
def test_a_number_above_1_may_be_a_percentage(given: str, percentage: str, value: str) -> None:
    assert remark(AP, "score", given) == f"AP lies between 0 and 1. Did you mean {percentage} = {value}?"


def test_only_shares_are_percentages() -> None:
    """DCG may be larger than 1, and CG is a count of gains; nDCG is a share."""
    assert remark(TABLE, "DCG-3", "3") == remark(TABLE, "CG-3", "5") == ""
    assert remark(TABLE, "NDCG-3", "49") == "nDCG[3] lies between 0 and 1. Did you mean 49 % = 0.49?"


def test_what_cannot_be_read_is_named() -> None:
    assert "“abc”" in remark(AP, "score", "abc")
    choice = one("choose")
    (part,) = choice.parts
    assert remark(choice, part.id, part.options[0].key) == ""
    assert remark(choice, part.id, "what?") != ""
    inverse = one("inverse", "P@5")
    (part,) = inverse.parts
    assert remark(inverse, part.id, "what?") != ""
    assert remark(inverse, part.id, part.right) == ""
