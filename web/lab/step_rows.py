"""The rows of the open measure's step table, next to the ranked list."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from markupsafe import Markup

from ireval.measure import Column
from ireval.messages.writing import with_comma
from web.formulas.mathml import calculation, with_decimal_sign
from web.lab.controls import Controls
from web.lab.covers import Covers, number_of
from web.lab.measure_notes import MeasureNotes
from web.lab.partials import guess
from web.state.lab_state import State

#: How many rows after the end of the list are shown.
TAIL = 10


class Head(NamedTuple):
    """The head of a column; ``kind`` is its class in the style sheet, ``column`` the key of the column below it."""

    key: str
    title: str
    kind: str = ""
    column: str = ""

    @property
    def id(self) -> str:
        """The name of what explains the column, which a calculation shares only its beginning with."""
        return f"{self.kind}-{self.column}" if self.kind == "calc" else self.column or self.key


#: Cells as their class in the style sheet, empty for most, and their text.
Cells = tuple[tuple[str, Markup | str], ...]


class Row(NamedTuple):
    """A row of the step table; ``controls`` set the label of its document, None after the end of the list.

    They are empty if the visitor's page already has the same controls, which the script then leaves alone.
    """

    rank: int
    name: str
    controls: Markup | None
    cells: Cells
    classes: str


class Steps:
    """The table of the measure that ``state`` has open."""

    def __init__(self, state: State, controls: Controls) -> None:
        self.state = state
        self.table = state.explanation.table(state.show, state.places)
        self.notes = MeasureNotes(state.preset, self.table)
        self.covers = Covers(state, self.table, self.row_of)
        self._label_controls = controls.label

    @property
    def contingency(self) -> dict[str, str] | None:
        """The cells of the contingency table at the row of the score, if the open measure has them."""
        t = self.table
        counts = t.measure.contingency
        if not t.score_row or not counts or self.covers.among((c, t.score_row - 1) for c in counts):
            return None
        return {key: t.cells[key][t.score_row - 1] or "?" for key in counts}

    @property
    def by_rank(self) -> bool:
        """Whether the open table has a row for each rank, so that it is shown next to the list."""
        return self.table.measure.axis == "rank"

    @cached_property
    def heads(self) -> list[Head]:
        """The heads of the open table's columns."""
        heads: list[Head] = []
        if self._condensed:
            heads.append(Head("judged", "rank among the judged documents; unjudged documents are skipped"))
        for c in self.table.shown_columns:
            if c.spelled:
                heads.append(Head("calculation", f"how {c.key} is computed at this rank", "calc", c.key))
            heads.append(Head(c.key, c.title, "score" if c.key == self.table.measure.score else "", c.key))
        return heads

    @cached_property
    def rows(self) -> list[Row]:
        """The ranked list with the open table's cells, and the rows after its end that the table needs."""
        s, n = self.state, len(self.state.grades)
        rel = s.conventions["rel"]
        skipped: Cells = tuple((h.kind, "") for h in self.heads) if self.by_rank else ()
        step = self.step if self.by_rank else 0
        rows = []
        for i, j in self._lines:
            cells = skipped if j is None else self._cells[j]
            read = " read" if j is not None and j + 1 == self.table.score_row else ""
            if step and i + 1 >= step:
                read += " now" if i + 1 == step else " ahead"
            if i < n:
                kind = "rel" if s.grades[i] >= rel else ""
                rows.append(Row(i + 1, s.name(i), self._label_controls(i), cells, kind + read))
            else:
                rows.append(Row(i + 1, "", None, cells, "absent" + read))
        return rows

    @property
    def width(self) -> int:
        """How many columns the table of the ranked list has."""
        return 3 + (len(self.heads) if self.by_rank else 0)

    @property
    def left_out(self) -> int:
        """How many rows after the end of the list are not shown."""
        shown = sum(j is not None for _, j in self._lines)
        return self.table.rows - shown if self.by_rank and self.state.grades else 0

    @property
    def level_rows(self) -> list[tuple[str, Cells, str]]:
        """The rows of a table that is not by rank: head, cells, classes."""
        step = self.step
        classes = ["now" if i == step else "ahead" if step and i > step else "" for i in range(1, self.table.rows + 1)]
        labels = [with_decimal_sign(label, self.state.comma) for label in self.table.row_labels]
        return list(zip(labels, self._cells, classes, strict=True))

    @cached_property
    def row_of(self) -> dict[int, str]:
        """The id of the page's row that shows each row of the table, counted from 0."""
        if not self.by_rank:
            return {j: f"level-{j + 1}" for j in range(self.table.rows)}
        return {j: f"rank-{i + 1}" for i, j in self._lines if j is not None}

    @cached_property
    def index_of(self) -> dict[str, int]:
        """The row of the table, counted from 0, that each row of the page shows."""
        return {row: index for index, row in self.row_of.items()}

    @property
    def last_step(self) -> int:
        """How many rows can be shown one by one."""
        return len(self._lines) if self.by_rank else self.table.rows

    @cached_property
    def step(self) -> int:
        """The row of the stepper, at most the last one; 0 for the whole table."""
        return min(self.state.step, self.last_step)

    @property
    def stopped_at(self) -> str:
        """The id of that row; empty if the whole table is shown."""
        return f"{'rank' if self.by_rank else 'level'}-{self.step}" if self.step else ""

    @property
    def stop(self) -> str:
        """The position of the stepper in words."""
        return f"{self.table.measure.axis} {self.step} of {self.last_step}" if self.step else "whole table"

    @property
    def read_row(self) -> str:
        """The id of the page's row with the score; empty if there is none."""
        return self.row_of.get(self.table.score_row - 1, "")

    @property
    def result_ahead(self) -> bool:
        """Whether the stepper has not reached the row with the score."""
        return bool(self.state.step) and number_of(self.read_row) > self.state.step

    @property
    def guess_result(self) -> Markup:
        """The field for a prediction of the score."""
        return guess(self.state.show, f"Your value for {self.state.show}")

    def _covered(self, key: str, cells: list[str]) -> list[Markup | str]:
        """The cells of a column, with fields in place of the covered ones."""
        shown: list[Markup | str] = []
        for j, cell in enumerate(cells):
            row = self.row_of.get(j, "")
            rank = number_of(row)
            if cell and rank and self.covers.cell(key, rank):
                shown.append(guess(f"{key}.{rank}", f"Your value for {key} at {self.covers.where(rank)}", j + 1))
            else:
                shown.append(cell)
        return shown

    @cached_property
    def _cells(self) -> list[Cells]:
        columns: list[list[Any]] = []
        if self._condensed:
            columns.append([("", label) for label in self.table.row_labels])
        comma = bool(self.state.comma)
        for c in self.table.shown_columns:
            cells: list[Any] = self.table.cells[c.key]
            if comma:
                cells = [with_comma(cell) for cell in cells]
            if self.covers:
                cells = self._covered(c.key, cells)
            if c.spelled:
                spelled = [calculation(text, comma=comma) for text in self._spelled(c)]
                columns.append(
                    [("calc", "" if self.covers.revealed_by(c, j) else text) for j, text in enumerate(spelled)]
                )
            kind = "score" if c.key == self.table.measure.score else ""
            columns.append([("covered " + kind if isinstance(x, Markup) else kind, x) for x in cells])
        return list(zip(*columns, strict=True))

    def _spelled(self, column: Column) -> list[str]:
        shown = {j for _, j in self._lines if j is not None} if self.by_rank else set(range(self.table.rows))
        return self.table.calculations(column, shown)

    @property
    def _condensed(self) -> bool:
        """Whether the table skips unjudged documents, so that its rows differ from the rows of the list."""
        return self.by_rank and self.table.computed.condensed_from is not None

    @cached_property
    def _lines(self) -> list[tuple[int, int | None]]:
        """The rows to show: each place of the list, counted from 0, and the row of the table with its cells, if any."""
        n = len(self.state.grades)
        if not n or not self.by_rank:
            return [(i, None) for i in range(n)]
        documents = [i for i in self.table.computed.positions.tolist() if i >= 0]
        row_of = {i: j for j, i in enumerate(documents)}
        after, read = range(len(documents), self.table.rows), self.table.score_row - 1
        tail = [*after[:TAIL], *([read] if read in after[TAIL:] else [])]
        return [(i, row_of.get(i)) for i in range(n)] + [(n + j - len(documents), j) for j in tail]
