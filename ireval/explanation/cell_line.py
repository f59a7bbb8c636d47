r"""One cell of a step table as a line: ``DCG[6] = 3/log2(6) + 1.631 = 2.791``, and which cells its numbers are.

>>> from ireval import explain
>>> table = explain("101003", conventions="lillis").table("nDCG")
>>> shown = line(table, table.measure.column("DCG"), 5)
>>> shown.latex
'\\mathrm{DCG}[6] = \\frac{3}{\\log_{2}(6)} + 1.6309 = 2.791'
>>> shown.numbers
(None, ('G', 5), None, None, ('DCG', 4), ('DCG', 5))
"""

from __future__ import annotations

from dataclasses import dataclass

from ireval.explanation.step_table import StepTable, equated, latex_name
from ireval.measure import Column
from ireval.numbers.expression import digits_needed


@dataclass(frozen=True)
class Line:
    """A calculation with its result.

    ``numbers`` tells for each number printed in ``latex``, in order, which cell it is as (column, row from 0), or None.
    """

    text: str
    latex: str
    numbers: tuple[tuple[str, int] | None, ...]


def line(table: StepTable, column: Column, index: int) -> Line | None:
    """The line of one cell, ``index`` counted from 0; None where the cell is not defined."""
    cell = table.cells[column.key][index]
    if not cell:
        return None
    label = table.row_labels[index]
    head = rf"\mathrm{{{latex_name(column.key)}}}[{label}] = "
    expr = table.expression(column, index)
    own = (column.key, index)
    text = table.calculation(column, index)
    if expr is None or text == cell:
        return Line(f"{column.key}[{label}] = {cell}", f"{head}{cell}", (None, own))
    digits = digits_needed(expr, float(table.computed.columns[column.key][index]), table.shown_places(column))
    numbers = (None, *(number.cell for number in expr.numbers()), own)
    return Line(f"{column.key}[{label}] = {equated(text, cell)}", f"{head}{expr.latex(digits)} = {cell}", numbers)


def final_line(table: StepTable) -> Line | None:
    """The last line, the score; None where it is not defined. The name in front has no number of its own."""
    latex = table.final_latex
    if not latex:
        return None
    expr = table.computed.calculation
    score = (table.measure.score, table.score_row - 1)
    alone = expr is None or latex.count(" = ") == 1
    inside = () if expr is None or alone else tuple(number.cell for number in expr.numbers())
    return Line(table.final, latex, (*inside, score))
