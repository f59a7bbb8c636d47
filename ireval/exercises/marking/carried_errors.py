"""Errors carried forward: a number that follows correctly from a student's own wrong cell counts as correct.

Later cells may start from a wrong cell only if a calculation remains:

- where the correct number is not 0, the student's is between a tenth of it and ten times as large;
- where the correct number is 0, the student's is no larger than the largest correct number of its column;
- a column with the same number in all of its cells does not count if the correct numbers differ
  (``copied_numbers``);
- for an empty answer, or text that is not a number, the correct number is used.

The result must not be 0, nor 1 if it is a quotient, unless that is correct, and must not be copied from another column:
such numbers need no calculation. So a wrong 0, a huge number, or the same number everywhere earns nothing further down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ireval.exercises.marking.copied_numbers import copied_cells, fits, is_monotonous
from ireval.exercises.question.question import NUMBER, Part, Question
from ireval.exercises.question.reach import Cell, Interval, Reach
from ireval.explanation.step_table import StepTable
from ireval.messages.message import Message
from ireval.numbers.expression import Binary, Expr
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import Typed, typed_or_none

_FEWEST, _MOST = 0.1, 10.0


@dataclass(frozen=True)
class OwnCells:
    """The student's own wrong cells of one table: as intervals, and as typed.

    ``idle`` has, for each cell that needed no calculation, the reason why it earns nothing.
    """

    cells: Mapping[Cell, Interval]
    typed: Mapping[Cell, str]
    idle: Mapping[Cell, Message]


def own_cells(question: Question, answers: Mapping[str, str], index: int) -> OwnCells:
    """The wrong cells of the question's table number ``index`` that later cells may start from."""
    table = question.tables[index]
    asked = {part.at: part for part in question.parts if part.kind == NUMBER and part.table == index and part.at}
    typed = {at: number for at, part in asked.items() if (number := typed_or_none(answers.get(part.id, "")))}
    same = {key for key in {key for key, _ in typed} if is_monotonous(key, asked, typed)}
    own = {
        at: number
        for at, number in typed.items()
        if at[0] not in same
        and not fits(number.value, asked[at])
        and leaves_calculation(asked[at], number.value, table)
    }
    around = {at: Interval(x.value - x.unit / 2, x.value + x.unit / 2) for at, x in own.items()}
    idle = dict.fromkeys(copied_cells(question, asked, typed), Message("copied-from-column")) | {
        at: Message("same-number-in-column") for at in typed if at[0] in same
    }
    return OwnCells(around, {at: number.text for at, number in own.items()}, idle)


def own_numbers(question: Question, answers: Mapping[str, str]) -> dict[str, float]:
    """Return the student's numbers by the id of their part, if calculations from them remain."""
    parts = [part for part in question.parts if part.kind == NUMBER]
    typed = [(part, number) for part in parts if (number := typed_or_none(answers.get(part.id, "")))]
    return {
        part.id: number.value
        for part, number in typed
        if leaves_calculation(part, number.value, None if part.free else question.tables[part.table])
    }


def leaves_calculation(part: Part, value: float, table: StepTable | None) -> bool:
    """Whether calculations from a wrong number remain (see the module); a number outside of tables must not be 0."""
    if abs(part.value) > SAME:
        return _FEWEST <= value / part.value <= _MOST
    if table is None:
        return False
    column = table.computed.columns[part.at[0]] if part.at else np.array([0.0])
    return 0 <= value <= float(np.nanmax(column)) + SAME


def is_carried_forward(question: Question, part: Part, own: OwnCells, number: Typed) -> bool:
    """Whether ``number`` follows correctly from the student's own cells."""
    others = {at: x for at, x in own.cells.items() if at != part.at}
    if not others or part.at in own.idle:
        return False
    reach = Reach(question.tables[part.table], question.decimals, others)
    if not (reach.follows(part.at) if part.at else reach.score_follows()):
        return False
    found = reach.cell(part.at) if part.at else reach.score()
    enough = number.places is None or number.places >= part.places
    return found is not None and enough and found.holds(number.value) and not _trivial(question, part, number.value)


def source_cells(question: Question, part: Part, own: OwnCells) -> list[str]:
    """Return the student's own cells that the calculation uses directly, as ``DCG[2] = 1.3``; may be empty."""
    table, expr = question.tables[part.table], _calculation(question, part)
    cells = dict.fromkeys(n.cell for n in expr.numbers() if n.cell) if expr else ()
    return [f"{table.cell_name(*c)} = {own.typed[c]}" for c in cells if c in own.typed and c != part.at]


def _trivial(question: Question, part: Part, value: float) -> bool:
    """Whether ``value`` needs no calculation although the correct number does."""
    unit, expr = 10.0**-part.places / 2, _calculation(question, part)
    plain = (0.0, 1.0) if isinstance(expr, Binary) and expr.sign == "/" else (0.0,)
    return any(abs(value - x) <= unit < abs(part.value - x) for x in plain)


def _calculation(question: Question, part: Part) -> Expr | None:
    table, at = question.tables[part.table], part.at
    return table.expression(table.measure.column(at[0]), at[1]) if at else table.computed.calculation
