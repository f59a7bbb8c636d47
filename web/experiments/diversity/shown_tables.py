"""The step table of a measure as a page shows it: heads, and cells with their calculations, row by row."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from ireval.explanation.rank_series import gains
from ireval.explanation.step_table import StepTable
from ireval.measure import Column, GainCurves
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.formulas.mathml import calculation, with_decimal_sign
from web.state.lab_state import State

#: The most rows of a table below the matrix, besides the row with the score.
MOST_ROWS = 20
#: Rows after these have no calculation, except the row with the score; the matrix has no more rows.
MOST_CALCULATED = 60


class StepHead(NamedTuple):
    """The head of a column: what it means, and its class in the style sheet."""

    text: str
    title: str
    kind: str


class StepCell(NamedTuple):
    """A cell: its text or its calculation, and its class in the style sheet."""

    text: str | Markup
    kind: str


class ShownTable:
    """The table of one measure on the list of a state."""

    def __init__(self, state: State, label: str, spec: Spec) -> None:
        self.state, self.label, self.spec = state, label, spec
        self.table: StepTable = state.explanation.table(spec, state.places)
        self.title = self.table.measure.title
        self.bare = self.table.measure.name
        self.sentence = self.table.measure.sentence
        self.axis = self.table.measure.axis
        self.remark = self.table.remark
        self.id = "".join(c if c.isalnum() else "-" for c in self.table.measure.name)

    @property
    def result(self) -> str:
        """The score, or the words that it is not defined."""
        return with_decimal_sign(self.table.result, self.state.comma)

    @property
    def query(self) -> str:
        """The query of the lab with this measure open."""
        return self.state.having(show=str(self.spec)).query()

    @property
    def heads(self) -> list[StepHead]:
        """The heads of the columns that the matrix does not show; calculations have a column of their own."""
        heads = []
        for column in self._columns:
            if self._prints(column):
                heads.append(StepHead("calculation", f"how {column.printed} is computed", "calc"))
            heads.append(StepHead(column.printed, column.title, self._kind(column)))
            if column.key == self._discounted:
                heads.append(StepHead("discount", say(Message("discount-of-the-rank")), ""))
        return heads

    @lazy_attribute
    def rows(self) -> list[tuple[str, list[StepCell], bool]]:
        """Each row with the label at its start, its cells, and whether the score is read there."""
        by_column: list[list[StepCell]] = []
        for column in self._columns:
            if self._prints(column):
                texts = self.table.calculations(column, {*range(MOST_CALCULATED), self.table.score_row - 1})
                by_column.append([StepCell(calculation(t, comma=bool(self.state.comma)), "calc") for t in texts])
            cells = [with_decimal_sign(text, self.state.comma) for text in self.table.cells[column.key]]
            by_column.append([StepCell(text, self._kind(column)) for text in cells])
            if column.key == self._discounted:
                by_column.append([StepCell(text, "") for text in self._discounts])
        rows = zip(self.table.row_labels, zip(*by_column, strict=True), strict=True)
        return [(label, list(cells), i == self.table.score_row) for i, (label, cells) in enumerate(rows, start=1)]

    @property
    def first_rows(self) -> list[tuple[str, list[StepCell], bool]]:
        """The first rows, and the row with the score."""
        return [row for i, row in enumerate(self.rows) if i < MOST_ROWS or row[2]]

    @property
    def left_out(self) -> int:
        """The number of rows that are not among the first rows."""
        return len(self.rows) - len(self.first_rows)

    @property
    def _columns(self) -> list[Column]:
        return [column for column in self.table.shown_columns if not column.of_subtopics]

    @property
    def _discounted(self) -> str:
        """The column of the gains that the measure discounts; empty if it has none."""
        drawing = self.table.measure.drawing
        return drawing.gain if isinstance(drawing, GainCurves) else ""

    @property
    def _discounts(self) -> list[str]:
        """The discount of each row."""
        shown, rows = gains(self.state.explanation, self.spec), self.table.rows
        texts = [fixed(1 / weight, self.state.places) for weight in shown.weight[:rows]] if shown else []
        return [with_decimal_sign(text, self.state.comma) for text in texts] + [""] * (rows - len(texts))

    def _prints(self, column: Column) -> bool:
        return column.spelled or column.main_step

    def _kind(self, column: Column) -> str:
        return "score" if column.key == self.table.measure.score else ""
