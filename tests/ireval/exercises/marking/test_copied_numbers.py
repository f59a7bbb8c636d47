"""Numbers that nobody needed to calculate earn nothing."""

from __future__ import annotations

from typing import Any

import pytest

from ireval.exercises import Marked, Question, RankedList, mark
from ireval.exercises.marking.carried_errors import own_cells
from ireval.exercises.marking.copied_numbers import fits
from tests.ireval.exercises.sample_questions import one


def test_one_number_for_a_whole_column_earns_next_to_nothing() -> None:
    """Wherever it is not right, it is what some other column has, or some other convention gives."""
    question = one("table", "nDCG@5", seed=3)
    for number in ("0", "1", "0.5", "2", "3", "3.000", "0.333"):
        marked = mark(question, dict.fromkeys((part.id for part in question.parts), number))
        assert {part.outcome for part in marked.parts if part.points} <= {"right"}, number
        assert marked.points < 0.05 * question.points, number


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
    # nobody evades it by a cell that is something else, nor by copying the labels that stand there
    some = rights(question, "CG")
    assert sum(points for _, points in of_column(filled(question, DCG=[*some[:-1], "7"]), "DCG")) == sum(
        points for outcome, points in column
    )
    labels = [row.label for row in question.lists[0].rows]
    marked = filled(question, CG=labels)
    assert {outcome for outcome, points in of_column(marked, "CG") if points} == {"right"}


def test_the_number_of_another_cell_is_named_and_earns_nothing() -> None:
    question = cumulated()
    cg, dcg = rights(question, "CG"), rights(question, "DCG")
    once = filled(question, CG=[*cg[:4], dcg[4], *cg[5:]])
    part = once.part("CG-5")
    assert (part.outcome, part.cause, part.points) == ("mistake", "other-column=DCG", 0)
    swapped = filled(question, CG=dcg, DCG=cg)
    assert {outcome for outcome, points in of_column(swapped, "DCG") if points} == {"right"}


def test_what_is_the_same_in_two_columns_anyway_is_not_copied() -> None:
    """CG and DCG go together down to rank 2, also from a wrong gain."""
    question = one("table", "nDCG@4", columns=("G", "CG", "DCG"), list=RankedList("2103", "32"))
    wrong = {"G": "3103", "CG": "3447"}
    cells = {f"{key}-{i}": text for key, column in wrong.items() for i, text in enumerate(column, start=1)}
    marked = mark(question, cells | {"DCG-1": "3.000", "DCG-2": "4.000", "DCG-3": "4.000", "DCG-4": "5.500"})
    assert [marked.part(f"DCG-{i}").outcome for i in (1, 2, 3, 4)] == ["carried-forward"] * 4


#: DCG[1..5] = 2, 2, 3.893, 3.893, 5.185; IDCG = 3, 6, 7.893, 8.893, 9.754.
GAINS = one("table", "nDCG", list=RankedList("20303", "321"), columns=("DCG", "IDCG"))


@pytest.mark.parametrize(
    ("answers", "idle", "own"),
    [
        ({"DCG-2": "3.3", "DCG-3": "3.3"}, {("DCG", 1), ("DCG", 2)}, set()),
        ({"DCG-3": "3.3", "DCG-4": "3.3"}, set(), {("DCG", 2), ("DCG", 3)}),  # the correct numbers are the same
        ({"DCG-2": "3.3", "DCG-3": "3.4"}, set(), {("DCG", 1), ("DCG", 2)}),
        ({"DCG-2": "3.3"}, set(), {("DCG", 1)}),
        ({"DCG-2": "3.3", "DCG-3": "3.3", "IDCG-2": "5"}, {("DCG", 1), ("DCG", 2)}, {("IDCG", 1)}),
    ],
)
def test_the_same_number_in_cells_that_differ_starts_nothing(
    answers: dict[str, str], idle: set[tuple[str, int]], own: set[tuple[str, int]]
) -> None:
    found = own_cells(GAINS, answers, 0)
    assert set(found.idle) == idle and {x.key for x in found.idle.values()} <= {"same-number-in-column"}
    assert set(found.cells) == own == set(found.typed)


@pytest.mark.parametrize(
    ("rows", "copied"),
    [
        ("2 3", "2 3"),
        ("2", ""),  # once may be chance
        ("2 3 4 5", "2 3 4 5"),
        ("2 3 -4 -5", "2 3"),  # half of the cells
        ("2 3 -1 -4 -5", ""),  # two of five
    ],
)
def test_numbers_of_another_column_are_copied_if_half_of_them_are_the_same(rows: str, copied: str) -> None:
    """DCG is filled with the ideal values, or with other wrong numbers where there is a minus."""
    ideal = {1: "3.000", 2: "6.000", 3: "7.893", 4: "8.893", 5: "9.754"}
    answers = {f"IDCG-{row}": text for row, text in ideal.items()}
    answers |= {f"DCG-{abs(row)}": ideal[row] if row > 0 else f"1.{-row}7" for row in map(int, rows.split())}
    found = own_cells(GAINS, answers, 0).idle
    wrong = {at for at, message in found.items() if at[0] == "DCG" and message.key == "copied-from-column"}
    assert wrong == {("DCG", int(row) - 1) for row in copied.split()}


def test_a_number_fits_within_half_a_unit() -> None:
    part = next(part for part in GAINS.parts if part.id == "DCG-3")
    assert [fits(x, part) for x in (3.8922, 3.8924, 3.8927, 3.8932, 3.8934)] == [False, True, True, True, False]
