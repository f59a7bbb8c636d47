r"""The calculation of a single number on one line: the score of a step table, one of its cells, or a wrong step.

>>> from ireval import explain
>>> shown = of_cell(explain("101003", conventions="lillis").table("nDCG"), "DCG", 5)
>>> shown.text
'DCG[6] = 3/log2(6) + 1.6309 = 2.791'
>>> shown.latex
'\\mathrm{DCG}[6] = \\frac{3}{\\log_{2}(6)} + 1.6309 = 2.791'
>>> shown.numbers
(None, ('G', 5), None, None, ('DCG', 4), ('DCG', 5))
"""

from __future__ import annotations

from dataclasses import dataclass

from ireval.explanation.step_table import StepTable, equation, latex_name
from ireval.numbers.expression import Expr, Num, decimal, digits_needed

#: A cell of a step table: its column and its row, counted from 0.
Place = tuple[str, int]


@dataclass(frozen=True)
class Calculation:
    """The calculation of a number with its result, as plain text and as LaTeX; LaTeX may be empty.

    ``formula`` is the formula of the measure as LaTeX, if the calculation is compared with another formula. ``numbers``
    has the cell, or None, of each number printed in ``latex``, in order; it is empty for a calculation outside of
    tables. ``longer`` has the numbers that are printed with more decimals than their cells, as pairs of both texts.
    ``bare`` and ``bare_latex`` are the calculation without the name of its result.
    """

    text: str
    latex: str = ""
    formula: str = ""
    numbers: tuple[Place | None, ...] = ()
    longer: tuple[tuple[str, str], ...] = ()
    bare: str = ""
    bare_latex: str = ""


def of_step(name: str, expr: Expr | None, value: float, places: int) -> Calculation:
    """A calculation outside of tables, with its numbers filled in; ``name`` is the name of the result."""
    shown, latex = decimal(value, places), rf"\mathrm{{{latex_name(name)}}}"
    if expr is None or isinstance(expr, Num):  # otherwise 1 = 1.000 would be printed
        return Calculation(f"{name} = {shown}", f"{latex} = {shown}", bare=shown, bare_latex=shown)
    digits = digits_needed(expr, value, places)
    text, inside = equation(expr.text(digits), shown), equation(expr.latex(digits), shown)
    return Calculation(f"{name} = {text}", f"{latex} = {inside}", bare=text, bare_latex=inside)


def of_cell(table: StepTable, key: str, row: int, *, in_full: bool = False) -> Calculation:
    """The calculation of a cell; with ``in_full`` even if it only repeats another cell, as an unchanged sum does."""
    column, shown = table.measure.column(key), table.cells[key][row]
    name = table.cell_name(key, row)
    latex = rf"\mathrm{{{latex_name(column.printed)}}}[{table.row_labels[row]}]"
    expr, text = table.expression(column, row), table.calculation(column, row)
    alone = expr is None or text == shown or (not in_full and equation(text, shown) == shown)
    if expr is None or alone:
        return Calculation(
            f"{name} = {shown or 'empty'}", f"{latex} = {shown}" if shown else "", numbers=(None, (key, row))
        )
    value = float(table.computed.columns[key][row])
    digits = digits_needed(expr, value, table.shown_places(column))
    numbers = (None, *(number.cell for number in expr.numbers()), (key, row))
    inside, longer = expr.latex(digits), _longer(table, expr, digits)
    return Calculation(f"{name} = {equation(text, shown)}", f"{latex} = {inside} = {shown}", "", numbers, longer)


def of_terms(table: StepTable, key: str) -> dict[int, Calculation]:
    """What a running sum adds in each row down to the score's, with its numbers filled in; rows that add 0 have none.

    >>> from ireval import explain
    >>> terms = of_terms(explain("1003").table("nDCG"), "DCG")
    >>> [(row, shown.bare) for row, shown in terms.items()]
    [(0, '1/log2(1 + 1)'), (3, '3/log2(4 + 1)')]
    """
    column, found = table.measure.column(key), dict[int, Calculation]()
    values: list[float] = table.computed.columns[key].tolist()[: table.score_row or None]
    for row, value in enumerate(values):
        more = value - (values[row - 1] if row else 0.0)
        expr = table.computed.added(key, row) if more else None
        if expr is not None:
            digits = digits_needed(expr, more, table.shown_places(column))
            numbers = tuple(number.cell for number in expr.numbers())
            text, latex = expr.text(digits), expr.latex(digits)
            found[row] = Calculation(text, latex, numbers=numbers, bare=text, bare_latex=latex)
    return found


def of_score(table: StepTable) -> Calculation:
    """The calculation of the score, which is the last line of the table; without LaTeX if the score is undefined."""
    expr, latex = table.computed.calculation, table.final_latex
    alone = expr is None or latex.count(" = ") == 1
    inside = () if expr is None or alone else tuple(number.cell for number in expr.numbers())
    numbers = (*inside, (table.measure.score, table.score_row - 1))
    longer = () if expr is None or alone else _longer(table, expr, table.score_digits)
    return Calculation(table.final, latex, "", numbers, longer)


def _longer(table: StepTable, expr: Expr, digits: int) -> tuple[tuple[str, str], ...]:
    """The numbers of a calculation with ``digits`` that have more decimals than their cells, as its result needs."""
    texts = ((n.text(digits), table.cells[n.cell[0]][n.cell[1]]) for n in expr.numbers() if n.cell)
    return tuple(dict.fromkeys((text, cell) for text, cell in texts if _decimals(text) > _decimals(cell)))


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])
