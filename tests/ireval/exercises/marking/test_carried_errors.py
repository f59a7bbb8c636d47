"""Errors carried forward: what follows from a wrong cell is right, unless nobody needed to calculate it."""

from __future__ import annotations

from typing import Any

import pytest

from ireval.exercises import Credit, Marked, Question, RankedList, mark
from ireval.numbers.expression import fixed
from tests.ireval.exercises.sample_questions import Cell, Student, one

TABLES = ("AP", "nDCG@5", "Bpref", "alpha_nDCG@5")
#: DCG[1..5] = 2, 2, 3.893, 3.893, 5.185; IDCG = 3, 6, 7.262, 8.262, 8.693.
GAINS = RankedList("20303", "321")


def gains(**more: Any) -> Question:
    return one("table", "nDCG", list=GAINS, columns=("DCG", "IDCG", "NDCG"), **more)


def after(question: Question, own: dict[Cell, float], exact: bool = True) -> Marked:
    """The table as a student fills it who has ``own`` cells and makes no other mistake."""
    student = Student(question.tables[0], float if exact else lambda x: round(x, 3), own)
    answers = {p.id: fixed(student.cell(*p.at) if p.at else student.score(), p.places) for p in question.parts}
    return mark(question, answers)


def outcomes(marked: Marked) -> dict[str, str]:
    return {part.part.label: part.outcome for part in marked.parts}


def test_what_follows_from_a_wrong_cell_is_right() -> None:
    question = gains()
    marked = after(question, {("DCG", 1): 3.3})
    found = outcomes(marked)
    assert found["DCG[2]"] not in {"right", "carried-forward"}
    assert [found[f"DCG[{i}]"] for i in (1, 3, 4, 5)] == ["right", *["carried-forward"] * 3]
    assert [found[f"nDCG[{i}]"] for i in (1, 2, 3, 4, 5)] == ["right", *["carried-forward"] * 4]
    assert marked.points == pytest.approx(12 - marked.part("DCG-2").part.points)
    message = marked.part("DCG-3").message
    assert message.key == "carried-forward"
    assert message.values == {
        "number": "5.193",
        "cells": ["DCG[2] = 3.300"],
        "calculation": "DCG[3] = 3/log2(3) + 2 = 3.893",
    }


def test_its_share_is_set() -> None:
    marked = after(gains(credit=Credit(carried=0.5)), {("DCG", 1): 3.3})
    assert marked.part("DCG-3").points == pytest.approx(marked.part("DCG-3").part.points / 2)


@pytest.mark.parametrize("measure", TABLES)
@pytest.mark.parametrize("exact", [True, False])
def test_one_wrong_cell_costs_one_cell(measure: str, exact: bool) -> None:
    for seed in range(2):
        question = one("table", measure, seed=seed)
        table = question.tables[0]
        wrong = next(p for p in question.parts if p.at and p.value > 0.2 and p.places and p.value != 1)
        marked = after(question, {wrong.at or ("", 0): wrong.value * 1.3 + 0.017}, exact)
        assert table.value is not None
        bad = [p.part.id for p in marked.parts if p.outcome not in {"right", "within-rounding", "carried-forward"}]
        assert bad == [wrong.id]


def test_a_second_mistake_costs_again() -> None:
    question = gains()
    marked = after(question, {("DCG", 1): 3.3, ("DCG", 3): 6.0})
    found = outcomes(marked)
    assert found["DCG[3]"] == "carried-forward"
    assert found["DCG[4]"] not in {"right", "carried-forward"}
    assert found["DCG[5]"] == "carried-forward"


@pytest.mark.parametrize("first", [0.0, 100.0, 0.1, -2.0])
def test_a_first_cell_that_makes_the_rest_easy_starts_nothing(first: float) -> None:
    found = outcomes(after(gains(), {("DCG", 0): first}))
    assert [found[name] for name in ("DCG[1]", "DCG[2]", "nDCG[1]", "nDCG[2]")].count("carried-forward") == 0
    assert first < 100 or "carried-forward" not in found.values()


def test_a_quotient_of_the_same_wrong_number_earns_nothing() -> None:
    question = gains()
    answers = {p.id: "4" if p.label in {"DCG[3]", "IDCG[3]"} else "1.000" for p in question.parts}
    assert outcomes(mark(question, answers))["nDCG[3]"] != "carried-forward"


def test_the_same_number_everywhere_earns_nothing() -> None:
    question = gains()
    for number in ("0", "1", "1.000", "2", "10"):
        marked = mark(question, dict.fromkeys((part.id for part in question.parts), number))
        gained = [p.part.label for p in marked.parts if p.outcome == "carried-forward"]
        assert gained == [], number


def test_a_blank_is_no_start() -> None:
    question = gains()
    answers = {p.id: p.right for p in question.parts} | {"DCG-2": "", "DCG-3": "4.893"}
    found = outcomes(mark(question, answers))
    assert found["DCG[2]"] == "blank"
    assert found["DCG[3]"] != "carried-forward"
    assert found["DCG[4]"] == "right"


def test_a_number_that_follows_from_no_wrong_cell_is_wrong() -> None:
    question = gains()
    answers = {p.id: p.right for p in question.parts} | {"NDCG-3": "0.777"}
    assert outcomes(mark(question, answers))["nDCG[3]"] == "wrong"


def test_the_score_follows_from_the_cells() -> None:
    question = one("table", "AP", list=RankedList("101003000200003", "32211"), columns=("P", "term"))
    student = Student(question.tables[0], float, {("P", 2): 0.5})
    answers = {p.id: fixed(student.cell(*p.at) if p.at else student.score(), 3) for p in question.parts}
    found = mark(question, answers)
    assert found.part("term-3").outcome == "carried-forward"
    assert found.part("score").outcome == "carried-forward"
    assert found.part("score").given == "0.273"
