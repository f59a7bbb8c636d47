"""Errors carried forward down a table, and what keeps them from being worth something for nothing."""

from __future__ import annotations

from typing import Any

import pytest

from ireval.exercises import Credit, Marked, Question, RankedList, mark
from ireval.numbers.expression import fixed
from tests.exercises.making import Cell, Student, one

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
    assert [found[f"NDCG[{i}]"] for i in (1, 2, 3, 4, 5)] == ["right", *["carried-forward"] * 4]
    assert marked.points == pytest.approx(12 * 14 / 15)
    told = marked.part("DCG-3").text
    assert told.startswith("5.193 follows rightly from your DCG[2] = 3.300.")
    assert told.endswith("From the right values it is: DCG[3] = 3/log2(3) + 2 = 3.893.")


def test_its_share_is_set() -> None:
    marked = after(gains(credit=Credit(carried=0.5)), {("DCG", 1): 3.3})
    assert marked.part("DCG-3").points == pytest.approx(12 / 15 / 2)


@pytest.mark.parametrize("measure", TABLES)
@pytest.mark.parametrize("exact", [True, False])
def test_one_wrong_cell_costs_one_cell(measure: str, exact: bool) -> None:
    for seed in range(4):
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
    assert [found[name] for name in ("DCG[1]", "DCG[2]", "NDCG[1]", "NDCG[2]")].count("carried-forward") == 0
    assert first < 100 or "carried-forward" not in found.values()


def test_a_quotient_of_the_same_wrong_number_earns_nothing() -> None:
    question = gains()
    answers = {p.id: "4" if p.label in {"DCG[3]", "IDCG[3]"} else "1.000" for p in question.parts}
    assert outcomes(mark(question, answers))["NDCG[3]"] != "carried-forward"


def test_the_same_number_everywhere_earns_nothing() -> None:
    question = gains()
    for number in ("0", "1", "1.000", "2", "10"):
        marked = mark(question, dict.fromkeys((part.id for part in question.parts), number))
        gained = [p.part.label for p in marked.parts if p.outcome == "carried-forward"]
        assert gained == [], number


def test_one_number_for_a_whole_column_is_no_mistake_worth_points() -> None:
    """Wherever it is not right, it is what some other column has, or some other convention gives."""
    question = one("table", "nDCG@5", seed=3)
    marked = mark(question, dict.fromkeys((part.id for part in question.parts), "3.000"))
    named = [part for part in marked.parts if part.outcome == "mistake"]
    assert len(named) > 10 and not any(part.points for part in named)
    assert all(part.text.endswith("One number for a whole column earns nothing.") for part in named)
    assert marked.points == pytest.approx(sum(part.points for part in marked.parts if part.outcome == "right"))
    alone = mark(question, {named[0].part.id: "3.000"}).part(named[0].part.id)
    assert alone.points == named[0].part.points / 2


CUMULATED = ("CG", "DCG", "NDCG")


def cumulated(**more: Any) -> Question:
    return one("table", "nDCG@10", columns=CUMULATED, list=RankedList("1020301020", "32"), **more)


def rights(question: Question, column: str) -> list[str]:
    return [part.right for part in question.parts if part.at and part.at[0] == column]


def filled(question: Question, **columns: list[str]) -> Marked:
    """Every column right, but for these."""
    cells = {key: columns.get(key, rights(question, key)) for key in CUMULATED}
    return mark(question, {f"{key}-{i}": text for key in CUMULATED for i, text in enumerate(cells[key], start=1)})


def of_column(marked: Marked, column: str) -> list[tuple[str, float]]:
    return [(p.outcome, p.points) for p in marked.parts if p.part.at and p.part.at[0] == column]


def test_a_column_copied_from_another_earns_nothing() -> None:
    """CG in place of DCG: neither as a mistake with a name, nor as what follows where a gain is 0."""
    question = cumulated()
    marked = filled(question, DCG=rights(question, "CG"))
    column = of_column(marked, "DCG")
    assert {outcome for outcome, points in column if points} == {"right"} and len(column) == 10
    named = [p for p in marked.parts if p.outcome == "mistake" and p.part.at and p.part.at[0] == "DCG"]
    assert named and all(p.text.endswith("Numbers copied from another column earn nothing.") for p in named)
    # nobody evades it by a cell that is something else, nor by copying the labels that stand there
    some = rights(question, "CG")
    assert sum(points for _, points in of_column(filled(question, DCG=[*some[:-1], "7"]), "DCG")) == sum(
        points for outcome, points in column
    )
    labels = [row.label for row in question.lists[0].rows]
    marked = filled(question, CG=labels)
    assert {outcome for outcome, points in of_column(marked, "CG") if points} == {"right"}


def test_what_is_mixed_up_is_not_copied() -> None:
    """A slip in one cell, and two columns filled the wrong way round, keep the share of a mistake."""
    question = cumulated()
    cg, dcg = rights(question, "CG"), rights(question, "DCG")
    once = filled(question, DCG=[*dcg[:4], cg[4], *dcg[5:]])
    assert once.part("DCG-5").outcome == "mistake"
    assert once.part("DCG-5").points == pytest.approx(question.points / len(question.parts) / 2)
    swapped = filled(question, CG=dcg, DCG=cg)
    assert any(outcome == "mistake" and points for outcome, points in of_column(swapped, "DCG"))


def test_what_is_the_same_in_two_columns_anyway_is_not_copied() -> None:
    """CG and DCG go together down to rank 2, also from a wrong gain."""
    question = one("table", "nDCG@4", columns=("G", "CG", "DCG"), list=RankedList("2103", "32"))
    wrong = {"G": "3103", "CG": "3447"}
    cells = {f"{key}-{i}": text for key, column in wrong.items() for i, text in enumerate(column, start=1)}
    marked = mark(question, cells | {"DCG-1": "3.000", "DCG-2": "4.000", "DCG-3": "4.000", "DCG-4": "5.500"})
    assert [marked.part(f"DCG-{i}").outcome for i in (1, 2, 3, 4)] == ["carried-forward"] * 4


def test_a_blank_is_no_start() -> None:
    question = gains()
    answers = {p.id: p.right for p in question.parts} | {"DCG-2": "", "DCG-3": "4.893"}
    found = outcomes(mark(question, answers))
    assert found["DCG[2]"] == "blank"
    assert found["DCG[3]"] != "carried-forward"
    assert found["DCG[4]"] == "right"


def test_what_follows_from_nothing_wrong_is_just_wrong() -> None:
    question = gains()
    answers = {p.id: p.right for p in question.parts} | {"NDCG-3": "0.777"}
    assert outcomes(mark(question, answers))["NDCG[3]"] == "wrong"


def test_the_score_follows_from_the_cells() -> None:
    question = one("table", "AP", list=RankedList("101003000200003", "32211"), columns=("P", "term"))
    student = Student(question.tables[0], float, {("P", 2): 0.5})
    answers = {p.id: fixed(student.cell(*p.at) if p.at else student.score(), 3) for p in question.parts}
    found = mark(question, answers)
    assert found.part("term-3").outcome == "carried-forward"
    assert found.part("score").outcome == "carried-forward"
    assert found.part("score").given == "0.273"


def test_a_verdict_follows_from_the_values() -> None:
    question = one("better", "AP", list=RankedList("10100", "1"), second=RankedList("01100", "1"))
    assert [part.right for part in question.parts] == ["0.556", "0.389", "A"]
    wrong = {"score-A": "0.300", "score-B": "0.389", "better": "B"}
    marked = mark(question, wrong).part("better")
    assert (marked.outcome, marked.points) == ("carried-forward", 4)
    for values in ({}, {"score-A": "0", "score-B": "0.389"}, {"score-A": "0.556", "score-B": "0.389"}):
        assert mark(question, {**values, "better": "B"}).part("better").outcome == "wrong"
