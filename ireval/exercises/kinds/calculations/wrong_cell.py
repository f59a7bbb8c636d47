"""Find the wrong cell: a completed table in which one cell was calculated wrongly; the error may be carried forward."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ireval.exercises.generator.acceptance import CLEAR, REFUSED
from ireval.exercises.kinds.answer_grid import answer_grid, row_count, shown_columns
from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import ON_A_LIST, Kind
from ireval.exercises.kinds.layout import cell_part, given_to, notes, shown, titled
from ireval.exercises.kinds.weights import CORRECT_VALUE, WRONG_CELL, in_proportion, order_free
from ireval.exercises.question.question import CHOICE, Option, Part, Question
from ireval.exercises.question.reach import Cell, Interval, Reach
from ireval.explanation.calculation import of_cell, of_step
from ireval.explanation.step_table import StepTable
from ireval.messages import Message, say
from ireval.numbers.expression import MOST_PLACES, Binary, Call, Expr, Num, decimal, fixed
from ireval.numbers.rounding import is_simple

_FIRST_ROWS = 2
#: In one of this many variants, the wrong cell may be one whose number does not depend on the order of the list.
_SELDOM = 4


@dataclass(frozen=True)
class Slip:
    """A wrong calculation of one cell: ``what`` says what went wrong, as the end of a sentence."""

    what: Message
    expr: Expr


def slips_of(expr: Expr, above: Cell) -> Iterator[Slip]:
    """Wrong versions of a calculation; ``above`` is the cell above, from which a running sum starts."""
    term = expr
    if isinstance(expr, Binary) and expr.sign == "+":
        parts = [x for x in (expr.left, expr.right) if not (isinstance(x, Num) and x.cell == above)]
        if len(parts) == 1:
            term, rest = parts[0], expr.right if parts[0] is expr.left else expr.left
            yield Slip(Message("slip-sum-left-out"), term)
            yield from (replace(slip, expr=slip.expr + rest) for slip in _of_term(term))
            return
    yield from _of_term(term)


def _of_term(term: Expr) -> Iterator[Slip]:
    if not isinstance(term, Binary):
        return
    left, right = term.left, term.right
    if term.sign == "/":
        yield Slip(Message("slip-not-divided"), left)
        if isinstance(right, Num) and right.cell is None and right.number.is_integer():
            what = Message("slip-one-too-many", wrong=right.number + 1, right=right.number)
            yield Slip(what, left / Num(right.number + 1))
        if isinstance(right, Call) and right.name.startswith("log"):
            yield Slip(Message("slip-no-logarithm"), left / right.arguments[0])
        else:
            yield Slip(Message("slip-upside-down"), right / left)
    if term.sign == "-":
        yield Slip(Message("slip-not-taken-away"), right)


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    """A table with one wrong cell: the question asks for the cell and its correct value."""
    stream, ranked = draw.stream, draw.ranked_list
    table = draw.table(ranked)
    cells = _cells(table)
    goes_on = bool(stream.below(2))
    # the first rows have few possible numbers, as an ideal ranking has in all rows
    lower = stream.shuffled([at for at in cells if at[1] >= _FIRST_ROWS])
    if stream.below(_SELDOM):
        lower.sort(key=order_free(table).__contains__)
    slips = [(at, slip) for at in lower for slip in stream.shuffled(_visible(table, at))]
    if not slips:
        return draw.question("", "", ()), REFUSED
    at, slip = _least_odd(table, slips, goes_on=goes_on)
    wrong = slip.expr.value(MOST_PLACES)
    values = {at: wrong} | (dict(_following(table, at, wrong)) if goes_on else {})
    texts = {cell: _text(table, cell, value) for cell, value in values.items()}
    found, corrected = in_proportion(draw.exercise.points, (WRONG_CELL, CORRECT_VALUE))
    label = say(Message("correct-value-label"))
    right = replace(cell_part(table, *at, corrected), id="value", label=label, stands=texts[at])
    options = tuple(_option(table, cell, at, slip, texts) for cell in cells)
    where = wrong_cell_part(table, at, found, options)
    others = Message("others-carried-forward" if goes_on else "others-correct")
    prompt = Message("wrong-cell-task", measure=str(draw.spec), others=others, precision=given_to([right]))
    every = [column.key for column in shown_columns(table.measure)]
    question = draw.question(
        titled(KIND.title, draw.spec),
        prompt,
        (where, right),
        lists=(shown(ranked),),
        grid=answer_grid(table, ranked, {}, rows=row_count(table), texts=texts, keys=every),
        notes=notes(table),
        solution=(_slip_text(table, at, slip), correct_cell(table, at)),
        tables=(table,),
    )
    return question, CLEAR


def wrong_cell_part(table: StepTable, at: Cell, points: float, options: tuple[Option, ...]) -> Part:
    """The gap for the name of the wrong cell; the first of the ``options`` is an example of one."""
    label, hint = say(Message("wrong-cell-label")), say(Message("type-cell", cell=options[0].key))
    step = say(Message("wrong-cell-step", axis=table.measure.axis, row=table.row_labels[at[1]]))
    return Part("cell", label, CHOICE, table.cell_name(*at), points, hint, options=options, step=step)


def correct_cell(table: StepTable, at: Cell) -> str:
    """The calculation of the cell that should be there, as a sentence of the solution."""
    return say(Message("cell-should-be", calculation=of_cell(table, *at).text))


def _cells(table: StepTable) -> list[Cell]:
    """The cells that are calculated, row by row."""
    columns = [
        c for c in table.shown_columns if c.key in table.computed.calculations and not c.whole and not c.optional
    ]
    return [
        (c.key, row)
        for row in range(row_count(table))
        for c in columns
        if not math.isnan(table.computed.columns[c.key][row])
    ]


def _visible(table: StepTable, at: Cell) -> list[Slip]:
    """The slips whose number differs by more than two units, and is a number that the column may have."""
    key, row = at
    column = table.measure.column(key)
    expr, right = table.expression(column, row), float(table.computed.columns[key][row])
    if expr is None or is_simple(right):  # easily guessed, or copied from a neighbouring cell
        return []
    cells = table.computed.columns[key]
    most = 1.0 if np.nanmax(cells) <= 1 else 100.0
    unit = 10.0 ** -table.shown_places(column)
    wrong = ((slip, slip.expr.value(MOST_PLACES)) for slip in slips_of(expr, (key, row - 1)))
    return [slip for slip, value in wrong if 0 <= value <= most and abs(value - right) > 2 * unit]


def _least_odd(table: StepTable, slips: Sequence[tuple[Cell, Slip]], *, goes_on: bool) -> tuple[Cell, Slip]:
    """The first of the slips that are least easy to spot."""
    odd: list[tuple[bool, bool]] = []
    for at, slip in slips:
        odd.append(_oddness(table, at, slip, goes_on=goes_on))
        if not any(odd[-1]):
            break
    return slips[odd.index(min(odd))]


def _oddness(table: StepTable, at: Cell, slip: Slip, *, goes_on: bool) -> tuple[bool, bool]:
    """The disadvantages of a slip: whether no cell depends on it although one should, and whether it is obvious."""
    wrong, right = slip.expr.value(MOST_PLACES), float(table.computed.columns[at[0]][at[1]])
    plain = wrong in {0.0, 1.0} or not right / 5 <= wrong <= 5 * right
    return goes_on and not any(_following(table, at, wrong)), plain


def _following(table: StepTable, at: Cell, wrong: float) -> Iterator[tuple[Cell, float]]:
    """The cells that depend on a wrong cell, with the numbers that follow from it."""
    reach = Reach(table, None, {at: Interval(wrong, wrong)})
    for cell in _cells(table):
        found = reach.cell(cell) if cell != at and reach.follows(cell) else None
        if found:
            yield cell, found.low


def _text(table: StepTable, at: Cell, value: float) -> str:
    column = table.measure.column(at[0])
    return (decimal if column.whole else fixed)(value, table.shown_places(column))


def _option(table: StepTable, cell: Cell, wrong: Cell, slip: Slip, texts: Mapping[Cell, str]) -> Option:
    name = table.cell_name(*cell)
    if cell == wrong:
        return Option(name, name, _slip_text(table, cell, slip))
    if cell in texts:
        return Option(name, name, say(Message("cell-carried-forward", cell=name)))
    return Option(name, name, say(Message("cell-correct", calculation=of_cell(table, *cell).text)))


def _slip_text(table: StepTable, at: Cell, slip: Slip) -> str:
    """How the wrong number was calculated, as a sentence."""
    places = table.shown_places(table.measure.column(at[0]))
    calculation = of_step(table.cell_name(*at), slip.expr, slip.expr.value(MOST_PLACES), places).text
    return say(Message("slip-in-words", calculation=calculation, slip=slip.what))


KIND = Kind(
    "wrong-cell",
    "Find the wrong cell",
    "A completed table has one wrong cell. Find it and correct it.",
    make_question,
    ON_A_LIST,
    ("nDCG@5", "AP", "Bpref", "alpha_nDCG@5"),
    points=2,
    lab_place=3,
    shows_table=True,
    draws_on_list=True,
    seed_place=4,
)
