"""Several systems on one query: measures, step columns and curves side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ireval.evaluation.several_lists import ListScores
from ireval.explanation.curve import curve
from ireval.explanation.explanation import Explanation
from ireval.explanation.step_table import StepTable
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from ireval.ranking.labels import write_labels
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.charts.lists.list_charts import Figure, curves
from web.lab.several.queries import LISTED
from web.lab.several.recall_level_table import Levels, in_numbers
from web.state.lab_list import Listed
from web.state.lab_state import State
from web.state.texts.score_texts import DASH, Calculation, Listing, number, several_of, signed

#: With more lists than this, a sentence does not name every list.
MOST_NAMED = 4


class Score(NamedTuple):
    """The score of one system; ``best`` marks the best one."""

    text: str
    best: bool


class Row(NamedTuple):
    """A measure of all systems; ``difference`` is the second score minus the first, if there are two."""

    label: str
    open: bool
    scores: list[Score]
    difference: str


class Part(NamedTuple):
    """A rank of one list: its label and cell, and whether each differs from the first list's."""

    label: str
    relevant: bool
    relabelled: bool
    cell: str
    differs: bool


class Rank(NamedTuple):
    """A rank of all lists, or a recall level; ``differs`` if the labels are not all the same."""

    title: str
    parts: list[Part]
    differs: bool


class Systems:
    """Lists of several systems on one query. ``listing`` are the panel's measures, family by family."""

    arrangement = "systems"
    overall: Sequence[Calculation] = ()  #: one query has no mean

    def __init__(self, state: State, listing: Listing) -> None:
        self.state = state
        self.titles = [state.list_title(place) for place in range(1, len(state.lists) + 1)]
        self.two = len(self.titles) == 2
        self._listing = listing
        self._several = several_of(state)

    @property
    def results(self) -> list[Row]:
        """The open measure and the best-known others, for the strip above the list."""
        k = self.state.k
        known = {spelling.format(k=k) for spelling in LISTED}
        labels = {label for _, items in self._listing for label, spelling in items if spelling in known}
        rows = [row for _, family in self.families for row in family if row.open or row.label in labels]
        return sorted(rows, key=lambda row: not row.open)

    @lazy_attribute
    def families(self) -> list[tuple[str, list[Row]]]:
        """The measures side by side."""
        spellings = tuple(spelling for _, items in self._listing for _, spelling in items)
        conventions = tuple(self.state.conventions.items())
        scores = [
            [float(self.state.explanation.compute(parse(x)).score) for x in spellings]
            if place == self.state.place
            else _scores(listed if listed.stored is None else replace(listed, stored=None), conventions, spellings)
            for place, listed in enumerate(self.state.lists, start=1)
        ]
        values = dict(zip(spellings, zip(*scores, strict=True), strict=True))
        return [
            (family, [self._row(label, spelling, values[spelling]) for label, spelling in items])
            for family, items in self._listing
            if items
        ]

    def _row(self, label: str, spelling: str, values: tuple[float, ...]) -> Row:
        computed = self.state.explanation.compute(parse(spelling))
        kept = computed.measure.places_kept(computed.measure.score, computed.table.p.rounding)
        scored = ListScores(parse(spelling), np.array(values), kept)
        texts = scored.texts(self.state.places)
        scores = [Score(number(self.state, text or DASH), best) for text, best in zip(texts, scored.best, strict=True)]
        difference = ""
        if self.two:
            between = float(scored.values[1] - scored.values[0])
            difference = signed(self.state, between, scored.text)
        return Row(label, spelling == self.state.show, scores, difference)

    @property
    def notes(self) -> list[str]:
        """Notes on the comparison."""
        counts = self._several.relevant
        notes = []
        if len(set(counts)) > 1:
            each = [Message("relevant-of-list", list=t, count=r) for t, r in zip(self.titles, counts, strict=True)]
            if len(counts) > MOST_NAMED:
                each = [Message("from-to", least=min(counts), most=max(counts))]
            notes.append(say(Message("lists-disagree-on-r", counts=each)))
        if not parse(self.state.show).measure.better:
            notes.append(say(Message("no-better-list", measure=self.state.show)))
        return notes

    # ---- Rank by rank ------------------------------------------------------------------------------------------------

    @lazy_attribute
    def _explanations(self) -> list[Explanation]:
        s = self.state
        return [
            s.explanation if place == s.place else Explanation(listed.ranking, s.conventions)
            for place, listed in enumerate(s.lists, start=1)
        ]

    @lazy_attribute
    def _tables(self) -> list[StepTable]:
        return [e.table(self.state.show, self.state.places) for e in self._explanations]

    @lazy_attribute
    def axis(self) -> str:
        """The head of the rows of the open measure's table: rank or recall level."""
        return self._tables[0].measure.axis

    @lazy_attribute
    def column(self) -> str:
        """The head of the column that contains the open measure's score."""
        return self._tables[0].measure.score_column.printed

    @property
    def totals(self) -> list[str]:
        """The open measure's score for each system."""
        return [number(self.state, table.result) if table.value is not None else DASH for table in self._tables]

    @property
    def ranks(self) -> list[Rank]:
        """The open measure's columns of all lists side by side, rank by rank or level by level."""
        by_rank = self.axis == "rank"
        columns = [_by_place(t) if by_rank else t.cells[t.measure.score] for t in self._tables]
        grades = [listed.grades if by_rank else () for listed in self.state.lists]
        labels = self._tables[0].row_labels
        rel = self.state.conventions["rel"]
        rows = []
        for i in range(max(map(len, grades)) if by_rank else max(map(len, columns))):
            cells = [number(self.state, column[i]) if i < len(column) else "" for column in columns]
            shown = [write_labels(g[i : i + 1]).replace("u", DASH) for g in grades]
            relevant = [i < len(g) and g[i] >= rel for g in grades]
            relabelled = [label not in ("", shown[0]) and shown[0] != "" for label in shown]
            differs = [cell != cells[0] for cell in cells]
            parts = list(map(Part._make, zip(shown, relevant, relabelled, cells, differs, strict=True)))
            rows.append(Rank(str(i + 1) if by_rank else number(self.state, labels[i]), parts, any(relabelled)))
        return rows

    # ---- Curves ------------------------------------------------------------------------------------------------------

    @lazy_attribute
    def chart(self) -> Figure | None:
        """The precision-recall curves in one chart; None if no list has a curve."""
        drawing = curves(
            self.state, [(title, curve(e)) for title, e in zip(self.titles, self._explanations, strict=True)]
        )
        sentence = "The points are relevant documents; the lines are interpolated precision."
        return Figure(drawing, "curves", "Precision-recall curves side by side", sentence) if drawing else None

    @property
    def figures(self) -> list[Figure]:
        """All charts."""
        return [self.chart] if self.chart else []

    @property
    def levels(self) -> Levels:
        """The numbers of the chart."""
        return in_numbers(self.state, self._several, self.titles)


@lru_cache(maxsize=256)
def _scores(listed: Listed, conventions: tuple[tuple[str, Any], ...], spellings: tuple[str, ...]) -> list[float]:
    """The scores of one list; they are cached, because usually only the open list changes."""
    explanation = Explanation(listed.ranking, dict(conventions))
    return [float(explanation.compute(parse(spelling)).score) for spelling in spellings]


def _by_place(table: StepTable) -> list[str]:
    """The cells of the score's column, one for each document of the list; empty for documents that the table skips."""
    cells = table.cells[table.measure.score]
    by_place: dict[int, str] = {i: cells[j] for j, i in enumerate(table.computed.positions.tolist()) if i >= 0}
    return [by_place.get(i, "") for i in range(max(by_place, default=-1) + 1)]
