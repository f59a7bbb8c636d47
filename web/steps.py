"""The open measure's step table beside the ranked list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from markupsafe import Markup

from ireval.conventions import PRESETS, standing
from ireval.metric import Column
from ireval.names import settings
from web.controls import Controls
from web.maths import calculation, mathml
from web.state import State

#: Rows behind the end of the list that are shown before the rest is left out.
TAIL = 10


@dataclass(frozen=True)
class Head:
    """The head of a column; ``kind`` tells the style sheet what stands below it."""

    key: str
    title: str
    kind: str


#: A cell as its class for the style sheet, none for most, and its text.
Cells = tuple[tuple[str, Markup | str], ...]


class Row(NamedTuple):
    """A row of the step table; ``controls`` set the label where there is a document, None behind the end.

    They are empty where the visitor's page has the same controls already: then the script leaves those alone.
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
        self._label_controls = controls.label

    @property
    def formula(self) -> Markup:
        """The formula of the open measure, as the conventions make it."""
        return mathml(self.table.measure.formula(self.table.computed.table.p), block=True)

    @property
    def final(self) -> Markup | None:
        """The score's calculation with the numbers put in."""
        latex = self.table.final_latex
        return mathml(latex, block=True) if latex else None

    @property
    def legend(self) -> list[tuple[Markup, str]]:
        """The formula's symbols and what they mean."""
        return [(mathml(symbol), words) for symbol, words in self.table.measure.where]

    @property
    def contingency(self) -> dict[str, str] | None:
        """The cells of the two-by-two table where the open measure counts them, at the rank it is read at."""
        t = self.table
        counts = ("tp", "fp", "fn", "tn")
        if not t.at or not all(key in t.cells for key in counts):
            return None
        return {key: t.cells[key][t.at - 1] or "?" for key in counts}

    @property
    def convention_notes(self) -> list[tuple[str, str]]:
        """The conventions that the open measure follows, as (title, choice)."""
        values = self.table.computed.table.p.values
        return [
            (p.title, p.choice(values[n]).short if p.choices else str(values[n]))
            for n, p in settings(self.table.measure).items()
            if n != "decimals" or values["rounding"] != "exact"
        ]

    @property
    def not_in_source(self) -> str:
        """A sentence where the preset's source or tool has not the open measure; else empty."""
        how = standing(self.state.preset, self.table.measure)
        if how == "unsupported":
            tool = PRESETS[self.state.preset].title
            return f"{tool} does not compute this measure: this is the common definition under {tool}'s conventions."
        if how == "common definition":
            return "The source of these conventions does not define this measure; this is the common definition."
        return ""

    @property
    def by_rank(self) -> bool:
        """Whether the open table has a row a rank, and so stands beside the list."""
        return self.table.measure.axis == "rank"

    @cached_property
    def heads(self) -> list[Head]:
        """The heads of the open table's columns."""
        heads: list[Head] = []
        if self._condensed:
            heads.append(Head("judged", "rank among the judged documents: the others are skipped", ""))
        for c in self.table.shown_columns:
            if c.spelled:
                heads.append(Head("calculation", f"how {c.key} is computed at this rank", "calc"))
            heads.append(Head(c.key, c.title, "score" if c.key == self.table.measure.score else ""))
        return heads

    @cached_property
    def rows(self) -> list[Row]:
        """The ranked list with the open table's cells, and the rows behind its end that the table needs."""
        s, n = self.state, len(self.state.grades)
        rel = s.conventions["rel"]
        skipped: Cells = tuple((h.kind, "") for h in self.heads) if self.by_rank else ()
        rows = []
        for i, j in self._lines:
            cells = skipped if j is None else self._cells[j]
            read = " read" if j is not None and j + 1 == self.table.at else ""
            if i < n:
                kind = "rel" if s.grades[i] >= rel else ""
                rows.append(Row(i + 1, s.name(i), self._label_controls(i), cells, kind + read))
            else:
                rows.append(Row(i + 1, "", None, cells, "absent" + read))
        return rows

    @property
    def width(self) -> int:
        """How many columns the ranked list has."""
        return 3 + (len(self.heads) if self.by_rank else 0)

    @property
    def left_out(self) -> int:
        """How many rows behind the end of the list are not shown."""
        shown = sum(j is not None for _, j in self._lines)
        return self.table.rows - shown if self.by_rank and self.state.grades else 0

    @property
    def level_rows(self) -> list[tuple[str, Cells]]:
        """The rows of a table that is not by rank."""
        return list(zip(self.table.row_labels, self._cells, strict=True))

    @cached_property
    def _cells(self) -> list[Cells]:
        columns: list[list[Any]] = []
        if self._condensed:
            columns.append([("", label) for label in self.table.row_labels])
        for c in self.table.shown_columns:
            if c.spelled:
                columns.append([("calc", calculation(x)) for x in self._spelled(c)])
            kind = "score" if c.key == self.table.measure.score else ""
            columns.append([(kind, x) for x in self.table.cells[c.key]])
        return list(zip(*columns, strict=True))

    def _spelled(self, column: Column) -> list[str]:
        shown = {j for _, j in self._lines if j is not None} if self.by_rank else set(range(self.table.rows))
        return self.table.calculations(column, shown)

    @property
    def _condensed(self) -> bool:
        """Whether the table skips unjudged documents, so that its rows are not those of the list."""
        return self.by_rank and self.table.computed.condensed_from is not None

    @cached_property
    def _lines(self) -> list[tuple[int, int | None]]:
        """What is shown: each place of the list, counted from 0, and the row of the table with its cells, if any."""
        n = len(self.state.grades)
        if not n or not self.by_rank:
            return [(i, None) for i in range(n)]
        documents = [i for i in self.table.computed.positions.tolist() if i >= 0]
        row_of = {i: j for j, i in enumerate(documents)}
        behind, read = range(len(documents), self.table.rows), self.table.at - 1
        tail = [*behind[:TAIL], *([read] if read in behind[TAIL:] else [])]
        return [(i, row_of.get(i)) for i in range(n)] + [(n + j - len(documents), j) for j in tail]
