"""The weights of the gaps of a question: copied cells weigh least, then counts, steps, main steps, and the score most.

A cell is copied if its number is 0, 1/2 or 1, or is already in its row or directly above it: a running sum that does
not change, a gain that is the label, a term that is the precision. A fraction with a small divisor is easily guessed,
and weighs as much as a count; so does a cell that is the same in any order of the list, because its column has few
numbers. The points of a question are divided in proportion, so that a learning platform, which marks every gap on its
own, gives only few points for zeros.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

import numpy as np

from ireval.exercises.question.question import ranking_of
from ireval.exercises.question.reach import Cell
from ireval.explanation.step_table import StepTable
from ireval.measure import run
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME, is_simple
from ireval.ranking.judgements import Ranking

COPIED, COUNT, STEP, MAIN_STEP, SCORE = 1, 8, 30, 60, 120
#: The weight of saying which of two scores is higher is small: half of all guesses are correct.
COMPARISON, COMPARED = 1, 10
#: The weights of the wrong cell, which is one of a dozen, and of its correct value, which is one of a thousand.
WRONG_CELL, CORRECT_VALUE = 1, 5


def cell_weight(table: StepTable, ranking: Ranking, free: Container[Cell], at: Cell) -> int:
    """Return the weight of a cell; ``free`` are the cells with the same number in any order of the list."""
    key, row = at
    if _is_copied(table, ranking, key, row):
        return COPIED
    column, value = table.measure.column(key), float(table.computed.columns[key][row])
    if key == table.measure.score and row == table.score_row - 1:
        return score_weight(table)
    if column.whole or is_simple(value) or (key, row) in free:
        return COUNT
    if key == table.measure.score:
        return MAIN_STEP
    return MAIN_STEP if column.main_step or column.spelled else STEP


def order_free(table: StepTable) -> frozenset[Cell]:
    """Return the cells with the same number if the list is reversed, such as those of an ideal ranking."""
    own = ranking_of(table)
    topics = own.subtopics if own.subtopics is None else own.subtopics[::-1]
    turned = replace(own, grades=own.grades[::-1], subtopics=topics)
    there = run(table.measure, turned, table.computed.table.p).columns
    same = {
        key: np.abs(some - there[key]) <= SAME
        for key, some in table.computed.columns.items()
        if some.shape == there[key].shape
    }
    return frozenset((key, int(row)) for key, some in same.items() for row in np.flatnonzero(some))


def score_weight(table: StepTable) -> int:
    """Return the weight of the score if it is not a cell of the table."""
    if table.value in {None, 0, 0.5, 1}:
        return COPIED
    return COUNT if is_simple(table.value or 0.0) else SCORE


def in_proportion(points: float, weights: Sequence[int]) -> list[float]:
    """The points, divided in proportion to the weights."""
    whole = sum(weights)
    return [points * weight / whole for weight in weights]


def _is_copied(table: StepTable, ranking: Ranking, key: str, row: int) -> bool:
    columns, places = table.computed.columns, table.shown_places(table.measure.column(key))
    number = fixed(float(columns[key][row]), places)
    beside = [float(columns[c.key][row]) for c in table.shown_columns if c.key != key]
    above = [float(columns[key][row - 1])] if row else []
    label = _label(table, ranking, row)
    known = [0.0, 0.5, 1.0, *beside, *above, *label]
    return any(x == x and fixed(x, places) == number for x in known)


def _label(table: StepTable, ranking: Ranking, row: int) -> list[float]:
    """The grade of the document in a row; empty if there is no document or it is unjudged."""
    if table.measure.axis != "rank" or row >= table.computed.positions.shape[-1]:
        return []
    place = int(table.computed.positions[row])
    return (
        [float(ranking.grades[place])] if 0 <= place < ranking.grades.shape[-1] and ranking.grades[place] >= 0 else []
    )
