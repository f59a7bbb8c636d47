"""The calculations of the open table as lines, tied to the cells that contain their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from ireval.explanation.calculation import Calculation, of_cell, of_score
from ireval.measure import Column
from ireval.messages import Figures, Message, say
from ireval.messages.writing import with_comma
from web.formulas.differences import equations
from web.formulas.mathml import Place, link_numbers, link_symbols, mathml
from web.lab.step_rows import Steps

#: At most this many numbers with more decimals than their cells are named.
MOST_NAMED = 2


class Lines:
    """The lines of one open table."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._table = steps.table
        self._comma = bool(steps.state.comma)

    @property
    def formula(self) -> Markup:
        """The formula of the open measure under the chosen conventions, with each equation on its own line."""
        measure = self._table.measure
        latex = measure.formula(self._table.computed.table.p)
        columns = tuple((c.in_formulas, c.key) for c in self._table.shown_columns)
        return Markup("").join(link_symbols(equation, columns) for equation in equations(latex, comma=self._comma))

    @property
    def final(self) -> Markup | None:
        """The calculation of the score with its numbers; None if it would show something that is covered."""
        shown = of_score(self._table)
        return self._markup(shown, block=True) if shown.latex and not self._is_covered(shown) else None

    def of_row(self, row: str) -> list[tuple[str, Markup]]:
        """Return the lines of the row with this id as (column, line): those with a calculation, or all if none has one.

        Lines that would show something covered are left out.
        """
        index = self._steps.index_of.get(row)
        if index is None:
            return []
        lines = [(c, shown) for c, shown in self._of_index(index) if not self._is_covered(shown)]
        calculated = [(c, shown) for c, shown in lines if c.key in self._table.computed.calculations] or lines
        return [(c.key, self._markup(shown)) for c, shown in calculated]

    def payload(self, rows: Sequence[str]) -> dict[str, list[Any]]:
        """Return the lines of each row for a script, in the order of calculation.

        A line has its column, its markup, its text, the cells that it uses, and whether it is a calculation. If it
        would show something covered, it has only its column.
        """
        indexes = {row: index for row in rows if (index := self._steps.index_of.get(row)) is not None}
        return {row: [self._part(c, shown) for c, shown in self._of_index(i)] for row, i in indexes.items()}

    def _part(self, column: Column, shown: Calculation) -> list[Any]:
        if self._is_covered(shown):
            return [column.key]
        used = [self._place(number) for number in shown.numbers[:-1]]
        return [
            column.key,
            str(self._markup(shown)),
            with_comma(shown.text) if self._comma else shown.text,
            list(dict.fromkeys(place for place in used if place)),
            column.key in self._table.computed.calculations,
        ]

    def _is_covered(self, shown: Calculation) -> bool:
        return self._steps.covers.among(shown.numbers)

    def _of_index(self, index: int) -> list[tuple[Column, Calculation]]:
        """The calculations of a row of the table, each after those that it uses; empty cells have none."""
        filled = [c for c in self._table.shown_columns if self._table.cells[c.key][index]]
        lines = [(c, of_cell(self._table, c.key, index, in_full=True)) for c in filled]
        return _in_order(lines, index)

    def _markup(self, shown: Calculation, *, block: bool = False) -> Markup:
        places = [self._place(number) for number in shown.numbers]
        return link_numbers(mathml(shown.latex, block=block, comma=self._comma), places) + self._digits(shown)

    def _digits(self, shown: Calculation) -> Markup:
        """A note on why numbers of a calculation have more decimals than their cells; empty if none has."""
        if not shown.longer:
            return Markup("")
        values = {"result": Figures(shown.latex.rpartition(" = ")[2])}
        if len(shown.longer) > MOST_NAMED:
            message = Message("more-decimals", values)
        else:
            long, short = (Figures(" and ".join(texts)) for texts in zip(*shown.longer, strict=True))
            message = Message("more-decimals-of-some", values, long=long, short=short)
        return Markup(' <small class="digits">{}</small>').format(say(message, comma=self._comma))

    def _place(self, number: tuple[str, int] | None) -> Place | None:
        if number is None:
            return None
        row = self._steps.row_of.get(number[1])
        return (row, number[0]) if row else None


def _in_order(lines: list[tuple[Column, Calculation]], row: int) -> list[tuple[Column, Calculation]]:
    """The lines of a row, each after the lines of the cells that it uses, otherwise in the order of the columns."""
    waiting = list(lines)
    ordered: list[tuple[Column, Calculation]] = []
    while waiting:
        keys = {column.key for column, _ in waiting}
        ready = (line for line in waiting if not keys & {c[0] for c in line[1].numbers[:-1] if c and c[1] == row})
        ordered.append(next(ready, waiting[0]))
        waiting.remove(ordered[-1])
    return ordered
