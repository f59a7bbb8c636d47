"""The step table of a measure on one list: cells as text, calculations with the numbers put in."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ireval.explanation.table_text import TextTable, as_folded, as_html, as_text
from ireval.measure import Column, Computed, Measure
from ireval.measure.scores import by_convention, why_undefined
from ireval.measure.spelling import Spec
from ireval.numbers.expression import Expr, spell

PLACES = 3  #: decimals shown unless asked otherwise


@dataclass(frozen=True, repr=False)
class StepTable:
    """One measure's table on one list, ready to be shown with ``places`` decimals."""

    spec: Spec
    computed: Computed
    places: int

    @property
    def measure(self) -> Measure:
        """The measure."""
        return self.computed.measure

    @cached_property
    def value(self) -> float | None:
        """The score, None where it is not defined."""
        score = float(self.computed.score)
        return None if score != score else score

    @property
    def remark(self) -> str:
        """Why there is no score, why only a convention gives it one, or what else belongs to it."""
        if self.value is None:
            return why_undefined(self.computed)
        caution, beside = by_convention(self.computed), self.measure.companion_column
        if caution or not beside or not self.score_row:
            return caution
        return f"{self.measure.column(beside).title} {self.cells[beside][self.score_row - 1]}"

    @property
    def score_row(self) -> int:
        """The row that the score is read at, from 1; 0 for none."""
        return int(self.computed.score_rank)

    @property
    def row_labels(self) -> list[str]:
        """What a row is called: its rank, or its recall level."""
        if self.measure.axis == "rank":
            return [str(i + 1) for i in range(self.rows)]
        names = self.measure.columns[0]
        return [names.write(x, 1) for x in self.computed.columns[names.key].tolist()]

    @property
    def shown_columns(self) -> tuple[Column, ...]:
        """The columns beside the one that names the rows."""
        return self.measure.columns if self.measure.axis == "rank" else self.measure.columns[1:]

    @property
    def rows(self) -> int:
        """How many rows the table has."""
        return int(self.computed.columns[self.measure.score].shape[-1])

    @cached_property
    def cells(self) -> Mapping[str, list[str]]:
        """Every column's cells as text; empty where a cell is not defined."""
        return {c.key: self._texts(c) for c in self.measure.columns}

    def lines(self) -> Iterator[str]:
        """The table as lines of plain text."""
        return as_text(f"{self.spec}: {self.measure.title}", self._text_table, self.final)

    def html(self) -> str:
        """The table as an HTML table, its last line in the caption."""
        return as_html(self._text_table, self.final)

    def folded_html(self) -> str:
        """The score in one line of HTML that unfolds to the table."""
        return as_folded(f"{self.spec} = {self.result}", self.html())

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    _repr_html_ = html

    def calculation(self, column: Column, index: int) -> str:
        """The calculation of one cell with the numbers put in, as plain text; empty where there is none."""
        expr = self.expression(column, index)
        value = self.computed.columns[column.key][index]
        return "" if expr is None else spell(expr, float(value), self.shown_places(column))

    def calculations(self, column: Column, rows: Container[int] | None = None) -> list[str]:
        """The calculations of a column, at least in these ``rows``; a running sum has none where nothing was added."""
        values = self.computed.columns[column.key].tolist()

        def silent(i: int) -> bool:
            return (rows is not None and i not in rows) or (column.rounded and i > 0 and values[i] == values[i - 1])

        return ["" if silent(i) else self.calculation(column, i) for i in range(self.rows)]

    @cached_property
    def result(self) -> str:
        """The score as text; ``not defined`` where it is not."""
        if self.value is None:
            return "not defined"
        return self.measure.column(self.measure.score).write(self.value, self.score_places)

    @property
    def final(self) -> str:
        """The last line: the score's calculation with the numbers put in, as plain text."""
        expr = self.computed.calculation
        shown = equation(spell(expr, self.value or 0.0, self.score_places), self.result) if expr else self.result
        return f"{self.spec} = {shown}" + (f" ({self.remark})" if self.remark else "")

    @property
    def final_latex(self) -> str:
        """The last line as LaTeX; empty where the score is not defined."""
        expr = self.computed.calculation
        if expr is None:
            return ""
        inside = spell(expr, self.value or 0.0, self.score_places, latex=True)
        return rf"\mathrm{{{latex_name(self.spec)}}} = {equation(inside, self.result)}"

    @property
    def score_places(self) -> int:
        """To how many decimals a score is shown, the right one or a wrong one: rounded ones have no more."""
        return self.shown_places(self.measure.column(self.measure.score))

    def expression(self, column: Column, index: int) -> Expr | None:
        """The calculation of one cell; None where there is none."""
        return self.computed.step(column.key, index)

    def shown_places(self, column: Column) -> int:
        """To how many decimals a column's cells are shown."""
        kept = column.places_kept(self.computed.table.p.rounding)
        return self.places if kept is None else kept  # cells that are rounded are shown as they are

    def _texts(self, column: Column) -> list[str]:
        places = self.shown_places(column)
        return [column.write(v, places) for v in self.computed.columns[column.key].tolist()]

    @property
    def _text_table(self) -> TextTable:
        heads: list[str] = [self.measure.axis]
        columns: list[list[str]] = [self.row_labels]
        if self.computed.condensed_from is not None and self.measure.axis == "rank":
            heads.append("place")  # in the ranking, unjudged documents counted
            columns.append([str(i + 1) if i >= 0 else "" for i in self.computed.positions.tolist()])
        for c in self.shown_columns:
            if c.spelled:
                heads.append("calculation")
                columns.append(self.calculations(c))
            heads.append(c.key)
            columns.append(self.cells[c.key])
        n = int(self.computed.table.length.max(initial=0))
        if self.measure.axis == "rank" and self.rows > n:
            heads.append("")
            columns.append(["" if i < n else "not retrieved" for i in range(self.rows)])
        return TextTable(heads, columns)


def equation(calculation: str, shown: str) -> str:
    """A calculation with its result; the result alone where there is nothing but a number.

    >>> equation("0 + 1", "1.000"), equation("1", "1.000")
    ('0 + 1 = 1.000', '1.000')
    """
    try:
        alone = float(calculation) == float(shown)
    except ValueError:
        alone = False
    return shown if alone else f"{calculation} = {shown}"


def latex_name(name: str | Spec) -> str:
    """A measure's or a column's name as it stands in LaTeX's upright letters."""
    return str(name).replace("_", r"\_").replace("'", "").replace(" ", r"\ ")
