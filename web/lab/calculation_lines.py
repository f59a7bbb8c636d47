"""The calculations of the open table as lines, tied to the cells that contain their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from ireval.explanation.calculation import Calculation, of_cell, of_score
from ireval.measure import Column
from ireval.messages.writing import with_comma
from web.formulas.differences import equations
from web.formulas.mathml import Place, mathml, symbolic, tied
from web.lab.step_rows import Steps


class Lines:
    """The lines of one open table."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._table = steps.table
        self._comma = bool(steps.state.comma)

    @property
    def formula(self) -> Markup:
        """The formula of the open measure under the chosen conventions, each of its equations on its own."""
        measure = self._table.measure
        latex = measure.formula(self._table.computed.table.p)
        columns = tuple((c.symbol or c.key, c.key) for c in self._table.shown_columns)
        return Markup("").join(symbolic(equation, columns) for equation in equations(latex, comma=self._comma))

    @property
    def final(self) -> Markup | None:
        """The calculation of the score with its numbers; None if it would show something that is covered."""
        shown = of_score(self._table)
        covered = self._steps.covers.among(shown.numbers)
        return self._markup(shown, block=True) if shown.latex and not covered else None

    def of_row(self, row: str) -> list[tuple[str, Markup]]:
        """The lines of the row with this id, as (column, line): those with a calculation, or all if there is none.

        Lines that would show something covered are left out.
        """
        index = self._steps.index_of.get(row)
        if index is None:
            return []
        lines = [(c, shown) for c, shown in self._of_index(index) if not self._steps.covers.among(shown.numbers)]
        calculated = [(c, shown) for c, shown in lines if c.key in self._table.computed.calculations] or lines
        return [(c.key, self._markup(shown)) for c, shown in calculated]

    def payload(self, rows: Sequence[str]) -> dict[str, Any]:
        """For a script, by row and column: the line, its text, the cells it uses, and whether it is a calculation."""
        found: dict[str, Any] = {}
        for row in rows:
            index = self._steps.index_of.get(row)
            if index is None:
                continue
            found[row] = {}
            for column, shown in self._of_index(index):
                used = [self._place(number) for number in shown.numbers[:-1]]
                found[row][column.key] = [
                    str(self._markup(shown)),
                    with_comma(shown.text) if self._comma else shown.text,
                    list(dict.fromkeys(place for place in used if place)),
                    column.key in self._table.computed.calculations,
                ]
        return found

    def _of_index(self, index: int) -> list[tuple[Column, Calculation]]:
        """The calculations of a row of the table; empty cells have none."""
        filled = [c for c in self._table.shown_columns if self._table.cells[c.key][index]]
        return [(c, of_cell(self._table, c.key, index, in_full=True)) for c in filled]

    def _markup(self, shown: Calculation, *, block: bool = False) -> Markup:
        places = [self._place(number) for number in shown.numbers]
        return tied(mathml(shown.latex, block=block, comma=self._comma), places)

    def _place(self, number: tuple[str, int] | None) -> Place | None:
        if number is None:
            return None
        row = self._steps.row_of.get(number[1])
        return (row, number[0]) if row else None
