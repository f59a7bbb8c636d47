"""The step table of a measure on one list: cells as text, and calculations with their numbers filled in."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field

from ireval.explanation.table_text import TextTable, as_folded, as_html, as_text
from ireval.measure import Column, Computed, Measure
from ireval.measure.scores import score_remark
from ireval.measure.spelling import Spec
from ireval.messages import Figures, Message, say
from ireval.messages.writing import with_comma
from ireval.numbers.expression import Expr, digits_needed, spell
from ireval.stdlib.lazy_attribute import lazy_attribute

PLACES = 3  #: decimals shown by default


@dataclass(repr=False)
class StepTable:
    """The table of one measure on one list, shown with ``places`` decimals.

    ``value`` is the score, None if it is undefined. ``score_row`` is the row of the score, counted from 1; 0 if the
    score is not in a row.
    """

    spec: Spec
    computed: Computed
    places: int
    measure: Measure = field(init=False)
    value: float | None = field(init=False)
    score_row: int = field(init=False)

    def __post_init__(self) -> None:
        score = float(self.computed.score)
        self.measure = self.computed.measure
        self.value = None if score != score else score
        self.score_row = int(self.computed.score_rank)

    @property
    def reason(self) -> Message | None:
        """A clause: why there is no score, why only a convention defines it, or a value that belongs to it; or None."""
        reason, companion = score_remark(self.computed), self.measure.companion_column
        if reason or not companion or not self.score_row:
            return reason
        value = Figures(self.cells[companion][self.score_row - 1])
        return Message("companion-value", title=self.measure.column(companion).title, value=value)

    @property
    def remark(self) -> str:
        """``reason`` in words; empty if there is none."""
        reason = self.reason
        return say(reason) if reason else ""

    @property
    def row_labels(self) -> list[str]:
        """The label of each row: its rank, recall level or subtopic."""
        if self.measure.axis == "rank":
            return [str(i + 1) for i in range(self.rows)]
        names = self.measure.columns[0]
        return [names.write(x, 1) for x in self.computed.columns[names.key].tolist()]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the measure, without optional columns that the conventions leave out."""
        return tuple(c for c in self.measure.columns if c.key in self.computed.columns)

    @property
    def shown_columns(self) -> tuple[Column, ...]:
        """The columns without the one that labels the rows."""
        return self.columns if self.measure.axis == "rank" else self.columns[1:]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.computed.columns[self.measure.score].shape[-1])

    @lazy_attribute
    def cells(self) -> Mapping[str, list[str]]:
        """The cells of every column as text; empty if a cell is undefined."""
        return {c.key: self._texts(c) for c in self.columns}

    def lines(self) -> Iterator[str]:
        """The table as lines of plain text."""
        return as_text(f"{self.spec}: {self.measure.title}", self._text_table, self.final)

    def html(self) -> str:
        """The table as an HTML table, with its last line as the caption."""
        return as_html(self._text_table, self.final)

    def folded_html(self) -> str:
        """The score as a line of HTML that expands to the table."""
        return as_folded(f"{self.spec} = {self.result}", self.html())

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    _repr_html_ = html

    def calculation(self, column: Column, index: int) -> str:
        """The calculation of one cell with its numbers filled in, as plain text; empty if there is none."""
        expr = self.expression(column, index)
        value = self.computed.columns[column.key][index]
        return "" if expr is None else spell(expr, float(value), self.shown_places(column))

    def calculations(self, column: Column, rows: Container[int] | None = None) -> list[str]:
        """The calculations of a column in ``rows``, or in all rows; empty if a running sum does not change."""
        values: list[float] = self.computed.columns[column.key].tolist()
        texts, worked = [""] * len(values), self.computed.calculations.get(column.key)
        if worked is None:
            return texts
        wanted = [i for i, x in enumerate(values) if x == x and (rows is None or i in rows)]
        if column.rounded:
            wanted = [i for i in wanted if not i or values[i] != values[i - 1]]
        results = [values[i] for i in wanted]
        for i, text in zip(wanted, worked.spell(wanted, results, self.shown_places(column)), strict=True):
            texts[i] = text
        return texts

    @property
    def result(self) -> str:
        """The score as text; "not defined" in words if it is undefined."""
        if self.value is None:
            return say(Message("score-not-defined"))
        column = self.measure.score_column
        return column.write(self.value, self.shown_places(column))

    @property
    def final(self) -> str:
        """The last line: the calculation of the score with its numbers filled in, as plain text."""
        return self.final_line()

    def final_line(self, *, comma: bool = False) -> str:
        """The last line; with ``comma``, its numbers, but not the measure's name, have a decimal comma."""
        expr = self.computed.calculation
        shown = equation(expr.text(self.score_digits), self.result) if expr else self.result
        line = f"{self.spec} = {with_comma(shown) if comma else shown}"
        if not self.reason:
            return line
        return say(Message("line-with-reason", line=line, reason=self.reason), comma=comma)

    @property
    def final_latex(self) -> str:
        """The last line as LaTeX; empty if the score is undefined."""
        expr = self.computed.calculation
        if expr is None:
            return ""
        return rf"\mathrm{{{latex_name(self.spec)}}} = {equation(expr.latex(self.score_digits), self.result)}"

    @lazy_attribute
    def score_digits(self) -> int:
        """The number of decimals that the score's calculation needs to give the score; 0 without a calculation."""
        expr = self.computed.calculation
        return 0 if expr is None else digits_needed(expr, self.value or 0.0, self.score_places)

    @property
    def score_places(self) -> int:
        """The number of decimals of a score, correct or wrong; not more than the decimals that it is rounded to."""
        return self.shown_places(self.measure.score_column)

    def expression(self, column: Column, index: int) -> Expr | None:
        """The calculation of one cell; None if there is none."""
        return self.computed.step(column.key, index)

    def cell_name(self, key: str, row: int) -> str:
        """The name of a cell for people, such as ``P[3]``."""
        return f"{self.measure.column(key).printed}[{self.row_labels[row]}]"

    def shown_places(self, column: Column) -> int:
        """The number of decimals of a column's cells."""
        rounding = self.computed.table.p.rounding
        kept = None if rounding.mode == "exact" else self.measure.places_kept(column.key, rounding)
        return self.places if kept is None else kept  # a rounded cell is shown with the decimals it is rounded to

    def _texts(self, column: Column) -> list[str]:
        return column.write_all(self.computed.columns[column.key].tolist(), self.shown_places(column))

    @property
    def _text_table(self) -> TextTable:
        heads: list[str] = [self.measure.axis]
        columns: list[list[str]] = [self.row_labels]
        if self.computed.condensed_from is not None and self.measure.axis == "rank":
            heads.append("place")  # in the ranking, including unjudged documents
            columns.append([str(i + 1) if i >= 0 else "" for i in self.computed.positions.tolist()])
        for c in self.shown_columns:
            if c.spelled:
                heads.append("calculation")
                columns.append(self.calculations(c))
            heads.append(c.printed)
            columns.append(self.cells[c.key])
        n = int(self.computed.table.length.max(initial=0))
        if self.measure.axis == "rank" and self.rows > n:
            heads.append("")
            columns.append(["" if i < n else "not retrieved" for i in range(self.rows)])
        return TextTable(heads, columns)


def equation(calculation: str, shown: str) -> str:
    """A calculation with its result; the result alone if the calculation is only a number.

    >>> equation("0 + 1", "1.000"), equation("1", "1.000")
    ('0 + 1 = 1.000', '1.000')
    """
    try:
        alone = float(calculation) == float(shown)
    except ValueError:
        alone = False
    return shown if alone else f"{calculation} = {shown}"


def latex_name(name: str | Spec) -> str:
    r"""The name of a measure or column, for use in LaTeX's ``\mathrm``."""
    return str(name).replace("_", r"\_").replace("'", "").replace(" ", r"\ ")
