"""A table with a wrong cell: one slip, and the cells that depend on it."""

from __future__ import annotations

import pytest

from ireval.diagnosis.inquiry import inquiry_of_cell
from ireval.exercises import mark, wrong_answers
from ireval.exercises.question.question import ranking_of
from ireval.numbers.expression import fixed
from ireval.numbers.typed_number import read_typed
from tests.ireval.exercises.sample_questions import Student, one
from tests.sentences import sentence

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("measure", ["AP", "nDCG@5", "Bpref", "alpha_nDCG@5", "F", "RBP"])
def test_one_cell_is_wrong_and_the_others_follow_or_are_right(measure: str) -> None:
    alone = 0
    for seed in range(12):
        question = one("wrong-cell", measure, seed=seed)
        table, grid = question.tables[0], question.grid
        where, value = question.parts
        assert grid is not None and value.at is not None
        shown = {
            f"{head}[{row[0].text}]": cell.text
            for row in grid.rows
            for head, cell in zip(grid.heads, row, strict=True)
            if head in table.cells
        }
        assert shown[where.right] != value.right
        wrong = float(shown[where.right])
        goes_on = sentence("others-carried-forward") in question.prompt
        alone += not goes_on
        exact = next(o.why for o in where.options if o.key == where.right)
        assert exact
        student = Student(table, float, {value.at: wrong} if goes_on else {})
        for key, texts in table.cells.items():
            for row in range(len(grid.rows)):
                name = f"{key}[{table.row_labels[row]}]"
                if name in shown and texts[row] and name != where.right:
                    assert float(shown[name]) == pytest.approx(student.cell(key, row), abs=0.0031), name
        assert mark(question, {"cell": where.right.lower(), "value": value.right}).points == 12
        other = next(o.key for o in where.options if o.key != where.right)
        assert mark(question, {"cell": other}).part("cell").points == 0
    assert 0 < alone < 12


def test_a_copy_of_the_wrong_number_earns_nothing() -> None:
    """Some of these numbers are also a typical mistake, which is worth half the points elsewhere."""
    known = 0
    for seed in range(30):
        question = one("wrong-cell", "alpha_nDCG@5", seed=seed)
        assert question.grid is not None
        column, _, row = question.parts[0].right.removesuffix("]").partition("[")
        (stands,) = [cells for cells in question.grid.rows if cells[0].text == row]
        copied = stands[question.grid.heads.index(column)].text
        marked = mark(question, {"cell": question.parts[0].right, "value": copied})
        assert (marked.part("value").outcome, marked.part("value").cause) == ("wrong", "copied")
        assert marked.points == marked.part("cell").part.points
        assert [w.share for w in wrong_answers(question, question.parts[1]) if fixed(w.value, 3) == copied] == [0]
        table = question.tables[0]
        cell = question.parts[1].at or ("", 0)
        known += bool(
            inquiry_of_cell(table.spec, ranking_of(table), question.conventions, *cell)
            .diagnose(read_typed(copied))
            .causes
        )
    assert known
