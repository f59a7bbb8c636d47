"""How single numbers come about, in one line: a cell of a step table, or a wrong step beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ireval.explanation.step_table import StepTable, equated, latex_name
from ireval.numbers.expression import Expr, Num, decimal, spell


@dataclass(frozen=True)
class Calculation:
    """How a number comes about, as plain text and as LaTeX, down to its value; LaTeX is empty where it has none.

    ``formula`` is the measure's as LaTeX, where another one stands beside it.
    """

    text: str
    latex: str = ""
    formula: str = ""


def of_step(name: str, expr: Expr | None, value: float, places: int) -> Calculation:
    """A calculation that is not in any table, with the numbers put in where there is one; ``name`` may be any."""
    shown, latex = decimal(value, places), rf"\mathrm{{{latex_name(name)}}}"
    if expr is None or isinstance(expr, Num):  # nothing is calculated: not 1 = 1.000
        return Calculation(f"{name} = {shown}", f"{latex} = {shown}")
    text, inside = spell(expr, value, places), spell(expr, value, places, latex=True)
    return Calculation(f"{name} = {equated(text, shown)}", f"{latex} = {equated(inside, shown)}")


def of_cell(table: StepTable, key: str, row: int) -> Calculation:
    """The calculation of a cell."""
    column, shown = table.measure.column(key), table.cells[key][row]
    name, latex = f"{key}[{table.row_labels[row]}]", _latex(key, table, row)
    text, expr = table.calculation(column, row), expression_of(table, key, row)
    if expr is None or isinstance(expr, Num):
        return Calculation(f"{name} = {shown or 'empty'}", f"{latex} = {shown}" if shown else "")
    inside = spell(expr, float(table.computed.columns[key][row]), places_of(table, key), latex=True)
    return Calculation(f"{name} = {equated(text, shown)}", f"{latex} = {equated(inside, shown)}")


def expression_of(table: StepTable, key: str, row: int) -> Expr | None:
    """The calculation of a cell; None where there is none."""
    cell, value = table.measure.column(key).cell, table.computed.columns[key][row]
    return None if cell is None or np.isnan(value) else cell(table.computed.cell(row))


def places_of(table: StepTable, key: str) -> int:
    """To how many decimals a column is shown: cells that are rounded have no more."""
    kept = table.measure.column(key).places_kept(table.computed.table.p.rounding)
    return table.places if kept is None else kept


def _latex(key: str, table: StepTable, row: int) -> str:
    return rf"\mathrm{{{latex_name(key)}}}[{table.row_labels[row]}]"
