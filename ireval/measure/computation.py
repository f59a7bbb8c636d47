"""Computes a measure down a ranking: its columns, its score, and the calculation of each number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from ireval.measure.declaration import Measure
from ireval.measure.named_table import NamedTable, Running
from ireval.measure.params import Params
from ireval.measure.table import Table
from ireval.numbers.arrays import Floats, resized
from ireval.numbers.expression import Expr
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import Ranking
from ireval.stdlib.lazy_attribute import lazy_attribute


@dataclass(eq=False)  # a page has dozens, and frozen ones take twice as long to make
class Computed:
    """A computed measure: ``raw`` columns as later steps use them, ``columns`` as they are shown, and the ``score``.

    Columns have shape (..., rows). ``score`` and ``score_rank`` (the rank at which the score was read, 0 for none)
    have shape (...).
    """

    measure: Measure
    table: Table
    score: Floats
    score_rank: Floats
    condensed_from: Ranking | None = None  #: the ranking before unjudged documents were removed, if they were

    @property
    def raw(self) -> Mapping[str, Floats]:
        """The columns as later steps use them, before rounding for display."""
        return self.table.columns

    @lazy_attribute
    def columns(self) -> Mapping[str, Floats]:
        """The columns as they are shown. Most scores are read without the other columns."""
        return {key: _shown(self.measure, self.table, key) for key in self.raw}

    @lazy_attribute
    def positions(self) -> NDArray[np.intp]:
        """The document of the ranking in each row, counted from 0; -1 after its end. Shape (..., rows)."""
        if self.condensed_from is not None:
            there = self.condensed_from.judged_places
            return resized(there, self.table.width, -1)
        rank = np.arange(self.table.width)
        return np.where(rank < self.table.length, rank, -1)

    @lazy_attribute
    def _named(self) -> NamedTable:
        places = {c.key: self.measure.places_kept(c.key, self.table.p.rounding) for c in self.measure.columns}
        named = NamedTable(self.table, self.raw, self.columns, places)
        self.measure.compute(cast("Table", named))
        return named

    @property
    def is_quotient(self) -> bool:
        """Whether the score of a single list is a cell of its table, not a score by a rule for a divisor of 0."""
        return not np.isnan(_read(self.columns[self.measure.score], self.score_rank[..., None])).any()

    @property
    def calculations(self) -> Mapping[str, Worked]:
        """The calculations of a single list's columns, by key; columns of plain numbers have none."""
        return self._named.calculations

    def step(self, key: str, index: int) -> Expr | None:
        """The calculation of the cell of column ``key`` in row ``index`` of a single list; None for a plain number."""
        if key not in self.calculations or np.isnan(self.columns[key][index]):
            return None
        return self.calculations[key].write(index)

    def added(self, key: str, index: int) -> Expr | None:
        """What a column that is a running sum adds in row ``index`` of a single list; None if it adds nothing."""
        found = self.calculations.get(key)
        return found.added(index) if isinstance(found, Running) and found.added else None

    def read(self, key: str) -> Worked:
        """Return the cell of column ``key`` in the row from which the score is read, with its calculation."""
        value = _read(self.columns[key], self.score_rank[..., None])
        return Worked(value, lambda _: self._named.cells[key].full(int(self.score_rank) - 1))

    @lazy_attribute
    def calculation(self) -> Expr | None:
        """The calculation of a single list's score, with the numbers inserted; None if there is none."""
        row, key = int(self.score_rank) - 1, self.measure.score
        if row < 0 or key not in self.calculations or np.isnan(self.score) or np.isnan(self.columns[key][row]):
            return None
        return self.calculations[key].full(row)


def run(measure: Measure, ranking: Ranking, params: Params) -> Computed:
    """Compute ``measure`` down ``ranking``, which is one list or a block of lists.

    A score is NaN if the measure is undefined. The convention ``no_relevant`` decides the score of queries without
    relevant documents; lists for which the measure would divide by 0 score 0. If unjudged documents are skipped, the
    table is that of the condensed list.
    """
    source = ranking if params.unjudged == "skipped" and "unjudged" in measure.conventions else None
    ranking = source.condensed if source is not None else ranking
    rows = measure.rows(ranking, params)
    table = Table(ranking, params, rows, partial(run, measure), measure.score)
    measure.compute(table)
    at = table.row_of(measure.score_rank(table))
    score = _read(_shown(measure, table, measure.score), at)
    if _some_undefined(score):
        score = np.where(np.isnan(score), score_by_rule(measure, table), score)
    return Computed(measure, table, score[..., 0], at[..., 0], source)


def _shown(measure: Measure, table: Table, key: str) -> Floats:
    """A column as it is shown."""
    column, rounding = table.columns[key], table.p.rounding
    return column if rounding.mode == "exact" or not measure.column(key).rounded else rounding.shown(column)


def score_by_rule(measure: Measure, table: Table) -> Floats:
    """Return the scores of lists whose divisor is 0, shape (..., 1): the lowest score, 1, or NaN for undefined."""
    nothing = np.where(measure.has_nothing(table), measure.lowest, np.nan)
    if "no_relevant" not in measure.conventions:
        return nothing
    own: float | None = table.p.chosen("no_relevant").score
    return np.where(measure.has_no_relevant(table), measure.lowest if own is None else own, nothing)


def _some_undefined(score: Floats) -> bool:
    return math.isnan(score[0]) if score.ndim == 1 else bool(np.isnan(score).any())


def _read(column: Floats, at: Floats) -> Floats:
    """The cells of ``column`` at the ranks ``at``, shape (..., 1), counted from 1; NaN if there is no such row."""
    if column.ndim == 1:  # the same result as below, but faster for a single cell
        place = int(at[0])
        return column[place - 1 : place] if 1 <= place <= len(column) else np.array([np.nan])
    if not column.shape[-1]:
        return np.full(at.shape, np.nan)
    there = (at >= 1) & (at <= column.shape[-1])
    index = np.where(there, at, 1).astype(np.intp) - 1
    return np.where(there, np.take_along_axis(column, index, axis=-1), np.nan)
