"""The rows of the open measure's step table, next to the ranked list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import starmap
from typing import NamedTuple

from markupsafe import Markup

from ireval.explanation.step_table import StepTable
from ireval.measure import Column
from ireval.messages.writing import with_comma
from ireval.ranking.labels import write_numbers
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.formulas.mathml import calculations, with_decimal_sign
from web.lab.controls import Controls
from web.lab.covers import Covers, cell_of_score, number_of
from web.lab.measure_notes import MeasureNotes
from web.lab.partials import Row, cell, guess
from web.state.lab_state import State
from web.state.step_position import StepPosition

#: The most rows that are shown after the end of the list.
TAIL = 10


class Head(NamedTuple):
    """The head of a column: its ``text``, its class ``kind`` in the style sheet, the key of the ``column`` below it."""

    text: str
    title: str
    kind: str = ""
    column: str = ""

    @property
    def id(self) -> str:
        """The id of the note that explains the column; ids of calculations only begin with it."""
        return f"{self.kind}-{self.column}" if self.kind == "calc" else self.column or self.text


class Steps:
    """The table of the measure that ``state`` has open."""

    def __init__(self, state: State, controls: Controls, revealed: Iterable[str] = ()) -> None:
        self.state = state
        self.table = state.explanation.table(state.show, state.places)
        self.notes = MeasureNotes(state.preset, self.table)
        self.covers = Covers(state, self.table, self.row_of, revealed)
        self._label_controls = controls.labels

    def hides(self, numbers: Iterable[tuple[str, int] | None]) -> bool:
        """Whether one of the cells from which numbers come is covered, or in a row that is not shown yet."""
        cells = [cell for cell in numbers if cell]
        ahead = any(self.position.hides(number_of(self.row_of.get(row, ""))) for _, row in cells)
        return ahead or self.covers.among(cells)

    @property
    def remark(self) -> str:
        """A further sentence about the score; empty if it would show something that is covered."""
        companion, row = self.table.measure.companion_column, self.table.score_row - 1
        is_hidden = self.covers.among([(companion, row)] if companion else []) or self.covers.in_text(self.table.remark)
        return "" if is_hidden else self.table.remark

    @property
    def by_rank(self) -> bool:
        """Whether the open table has a row for each rank, so that it is shown next to the list."""
        return self.table.measure.axis == "rank"

    @lazy_attribute
    def heads(self) -> list[Head]:
        """The heads of the open table's columns."""
        heads: list[Head] = []
        if self._condensed:
            heads.append(Head("judged", "rank among the judged documents; unjudged documents are skipped"))
        for c in self.table.shown_columns:
            if self._prints(c):
                heads.append(
                    Head(
                        "calculation",
                        f"how {c.printed} is computed at this rank; with more decimals if the result needs them",
                        "calc",
                        c.key,
                    )
                )
            heads.append(Head(c.printed, c.title, "score" if c.key == self.table.measure.score else "", c.key))
        return heads

    @lazy_attribute
    def rows(self) -> list[Row]:
        """The ranked list with the open table's cells, and the rows after its end that the table needs."""
        s, lines, position, controls = self.state, self._lines, self.position, self._label_controls()
        rel, read, after = s.conventions["rel"], self.table.score_row - 1, len(lines) - len(s.grades)
        classes = ["rel" if grade >= rel else "" for grade in s.grades] + ["absent"] * after
        if self.by_rank:
            all_cells = self._cells
            cells = [self._skipped if j is None else all_cells[j] for _, j in lines]
            classes = [f"{kind} read" if j == read else kind for kind, (_, j) in zip(classes, lines, strict=True)]
            if position.step is not None:
                steps = [position.row(i + 1) for i, _ in lines]
                classes = [f"{kind} {step}" if step else kind for kind, step in zip(classes, steps, strict=True)]
        else:
            cells = [""] * len(lines)
        ranks = [i + 1 for i, _ in lines]
        names = [*s.called[: len(s.grades)], *[""] * after]
        return list(starmap(Row, zip(ranks, names, [*controls, *[None] * after], cells, classes, strict=True)))

    @property
    def width(self) -> int:
        """The number of columns of the ranked list."""
        return 3 + (len(self.heads) if self.by_rank else 0)

    @property
    def left_out(self) -> int:
        """The number of rows after the end of the list that are not shown."""
        shown = sum(j is not None for _, j in self._lines)
        return self.table.rows - shown if self.by_rank and self.state.grades else 0

    @property
    def level_rows(self) -> list[tuple[str, Markup, str]]:
        """The rows of a table that is not by rank: head, cells, classes."""
        classes = [self.position.row(i) for i in range(1, self.table.rows + 1)]
        labels = [with_decimal_sign(label, self.state.comma) for label in self.table.row_labels]
        return list(zip(labels, map(Markup, self._cells), classes, strict=True))

    @lazy_attribute
    def row_of(self) -> dict[int, str]:
        """The id of the page's row that shows each row of the table, counted from 0."""
        if not self.by_rank:
            return {j: f"level-{j + 1}" for j in range(self.table.rows)}
        return {j: f"rank-{i + 1}" for i, j in self._lines if j is not None}

    @lazy_attribute
    def index_of(self) -> dict[str, int]:
        """The row of the table, counted from 0, that each row of the page shows."""
        return {row: index for index, row in self.row_of.items()}

    @property
    def last_step(self) -> int:
        """The number of rows that can be shown one by one."""
        return len(self._lines) if self.by_rank else self.table.rows

    @lazy_attribute
    def position(self) -> StepPosition:
        """The position of the stepper."""
        read = number_of(self.read_row)
        return StepPosition.within(self.state.step, self.last_step, self.table.measure.axis, read)

    @property
    def stopped_at(self) -> str:
        """The id of the row of the stepper; empty if there is none."""
        step = self.position.step
        return f"{'rank' if self.by_rank else 'level'}-{step}" if step else ""

    @property
    def read_row(self) -> str:
        """The id of the page's row with the score; empty if there is none."""
        return self.row_of.get(self.table.score_row - 1, "")

    def row_of_score(self, table: StepTable) -> str:
        """Return the id of the page's row with another measure's score; empty if the open table does not have it."""
        cell = cell_of_score(self.table, table)
        return self.row_of.get(cell[1], "") if cell else ""

    @property
    def guess_result(self) -> Markup:
        """The field for a prediction of the score."""
        return guess(self.state.show, self.state.show)

    @lazy_attribute
    def _skipped(self) -> str:
        """The cells of a document that the table skips, as markup."""
        return "".join([cell(head.kind, "") for head in self.heads])

    def _covered(self, key: str, kind: str, texts: list[str]) -> list[str]:
        """The cells of a column, with fields in place of the covered ones."""
        shown = []
        for j, text in enumerate(texts):
            rank = number_of(self.row_of.get(j, ""))
            if text and rank and self.covers.cell(key, j):
                field = guess(f"{key}.{rank}", f"{key} at {self.covers.where(rank)}", j + 1)
                shown.append(cell(f"covered {kind}", field))
            else:
                shown.append(cell(kind, text))
        return shown

    @lazy_attribute
    def _cells(self) -> list[str]:
        """The cells of each row of the table as markup: one pattern, filled with the texts of all columns."""
        patterns: list[str] = []
        columns: list[Sequence[str]] = []
        if self._condensed:
            patterns.append(cell("", "%s"))
            columns.append(self.table.row_labels)
        for c in self.table.shown_columns:
            kind, texts = "score" if c.key == self.table.measure.score else "", self._texts(c)
            if self._prints(c):
                patterns.append(cell("calc", "%s"))
                columns.append(self._spelled(c))
            patterns.append("%s" if self.covers else cell(kind, "%s"))
            columns.append(self._covered(c.key, kind, texts) if self.covers else texts)
        return list(map("".join(patterns).__mod__, zip(*columns, strict=True)))

    def _texts(self, column: Column) -> list[str]:
        """The texts of a column's cells."""
        texts = self.table.cells[column.key]
        if column.of_subtopics and self.by_rank:
            texts = [self._subtopics(j, text) for j, text in enumerate(texts)]
        return with_comma("\n".join(texts)).split("\n") if self.state.comma and texts else texts

    def _prints(self, column: Column) -> bool:
        """Whether a column's calculations are printed beside it; the projector view has room for only one column's."""
        return column.main_step if self.state.view else column.spelled

    def _subtopics(self, row: int, count: str) -> str:
        """The numbers of the subtopics of the document in a row of the table; ``count`` if there is no document."""
        place = int(self.table.computed.positions[row])
        return write_numbers(self.state.subtopics[place]) if place >= 0 and self.state.subtopics else count

    def _spelled(self, column: Column) -> list[str]:
        """The calculations of a column's cells as markup, without those that would show something covered."""
        shown = {j for _, j in self._lines if j is not None} if self.by_rank else set(range(self.table.rows))
        texts = calculations(self.table.calculations(column, shown), comma=bool(self.state.comma))
        if not self.covers:
            return texts
        return ["" if self.covers.revealed_by(column, j) else text for j, text in enumerate(texts)]

    @property
    def _condensed(self) -> bool:
        """Whether the table skips unjudged documents, so that its rows differ from the rows of the list."""
        return self.by_rank and self.table.computed.condensed_from is not None

    @lazy_attribute
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
