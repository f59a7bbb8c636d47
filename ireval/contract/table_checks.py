"""Checks of one step table: every printed calculation gives its cell, and the last line gives the score."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ireval.contract.finding import Finding
from ireval.contract.printed_calculation import evaluate_printed, is_mathematics, shows
from ireval.explanation.step_table import StepTable
from ireval.measure.computation import score_by_rule

_FIX = "Where compute uses t.apply, let both of its functions calculate the same."
_READABLE = "Write it with numbers, + - * / and the functions of ireval.numbers.expression; powers by numbers.powers."
#: Python's texts for undefined numbers.
UNPRINTABLE = frozenset({"nan", "inf", "-inf", "None", "-0", "-0.000"})


def check_table(table: StepTable, where: str) -> Iterator[Finding]:
    """Check the rules for a table of any list; ``where`` names the list and the conventions."""
    yield from check_shape(table, where)
    yield from check_calculations(table, where)
    yield from check_last_line(table, where)
    yield from check_text(table, where)


def check_shape(table: StepTable, where: str) -> Iterator[Finding]:
    """Check that every column has a cell for every row."""
    computed = table.computed
    for key, column in computed.columns.items():
        if np.shape(column) != (table.rows,):
            wrong = f"It has the shape {np.shape(column)} with {table.rows} rows, {where}."
            yield Finding("column-shape", f"column {key}", wrong, "Give it one number a row.")


def check_calculations(table: StepTable, where: str) -> Iterator[Finding]:
    """Check that every calculation printed for a cell gives the number in the cell."""
    for column in table.columns:
        for i, cell in enumerate(table.cells[column.key]):
            calculation = table.calculation(column, i)
            if not calculation:
                continue
            at = f"In row {i + 1}, {where},"
            if not cell:
                wrong = f"{at} the cell is empty but calculated as {calculation}."
                yield Finding("calculation", f"column {column.key}", wrong, _FIX)
            elif not shows(cell, evaluate_printed(calculation)):
                wrong = f"{at} {calculation} is printed for {cell}."
                yield Finding("calculation", f"column {column.key}", wrong, _FIX)
            elif not is_mathematics(calculation):
                wrong = f"{at} {calculation} is printed, which nobody can type as an answer."
                yield Finding("calculation-unread", f"column {column.key}", wrong, _READABLE)


def check_last_line(table: StepTable, where: str) -> Iterator[Finding]:
    """Check that the last line's calculation gives the score, and that the score is the cell from which it is read."""
    spec, computed = table.spec, table.computed
    middle = table.final.removeprefix(f"{spec} = ").removesuffix(f" ({table.remark})").split(" = ")
    score = float(computed.score)
    if math.isnan(score):
        if not table.remark:
            fix = "Let undefined say why."
            yield Finding("undefined", "score", f"It is not defined, and nobody says why, {where}.", fix)
        return
    if not math.isfinite(score) or (score < 0 and not computed.measure.signed):
        fix = "Scores are numbers of at least 0. Correct it, or declare signed=True."
        yield Finding("score", "score", f"It is {score}, {where}.", fix)
        return
    if table.final_latex and not table.final_latex.endswith(f"= {table.result}"):
        yield Finding("calculation", "score", f"The formula {table.final_latex} has another result, {where}.", _FIX)
    for calculation in middle[:-1]:
        if not is_mathematics(calculation):
            wrong = f"The last line prints {calculation}, which nobody can type as an answer, {where}."
            yield Finding("calculation-unread", "score", wrong, _READABLE)
        if not shows(table.result, evaluate_printed(calculation)):
            wrong = f"The last line prints {table.final}, {where}."
            yield Finding("calculation", "score", wrong, _FIX)
    if table.score_row > table.rows:
        wrong = f"It is read in row {table.score_row} of {table.rows}, {where}."
        yield Finding("score-row", "score_rank", wrong, "Let rows give at least as many rows as score_rank.")
        return
    cell = float(computed.columns[spec.measure.score][table.score_row - 1]) if table.score_row else math.nan
    if math.isnan(cell):
        if not np.array_equal(score_by_rule(spec.measure, computed.table)[..., 0], score):
            wrong = f"The score is {score}, but its cell is empty, {where}."
            fix = "Let has_no_relevant say when a convention gives the score, and has_nothing when the list scores 0."
            yield Finding("score-row", "score_rank", wrong, fix)
    elif score != cell or table.cells[spec.measure.score][table.score_row - 1] != table.result:
        wrong = f"The score is {score}, its cell {cell}, {where}."
        yield Finding("score-row", "score_rank", wrong, "Read the score from the cell that shows it.")


def check_text(table: StepTable, where: str) -> Iterator[Finding]:
    """Check that no cell shows Python's text for an undefined number."""
    for key, cells in table.cells.items():
        for i, cell in enumerate(cells):
            if cell in UNPRINTABLE:
                wrong = f"Row {i + 1} shows “{cell}”, {where}."
                yield Finding(
                    "cell-text", f"column {key}", wrong, "Give NaN where a cell is not defined, and 0 for -0."
                )
