"""What a measure is computed from: the ranking as rows and counts, its settings, and cells as numbers to print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.expression import Expr, Num
from ireval.numbers.rounding import Rounding
from ireval.ranking.judgements import Ranking


class Params:
    """The effective conventions and a measure's own parameters, as attributes (``p.discount``, ``p.k``)."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = dict(values)
        self.rounding = Rounding(values["rounding"], values["decimals"])

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None


class Outcome(Protocol):
    """The result of a measure for another ranking or other settings, which its typical mistakes need."""

    @property
    def score(self) -> Floats:
        """The scores, shape (...)."""

    @property
    def columns(self) -> Mapping[str, Floats]:
        """The columns by key, each of shape (..., rows)."""

    @property
    def calculation(self) -> Expr | None:
        """The calculation of a single list's score; None if there is none."""

    def step(self, key: str, index: int) -> Expr | None:
        """The calculation of a single list's cell; None for a plain number."""


class Table:
    """A ranking as a measure uses it: ``width`` rows, and the counts that formulas need, each of shape (..., 1).

    ``rank`` is 1, 2, ... of shape (width,). ``grades`` has ``UNJUDGED`` or ``ABSENT`` if there is no grade. ``rows`` is
    the number of rows of each list; a block is as wide as its longest list. ``compute`` computes the same measure on
    another ranking or with other settings.
    """

    def __init__(
        self, ranking: Ranking, params: Params, rows: Floats, compute: Callable[[Ranking, Params], Outcome]
    ) -> None:
        self.ranking = ranking
        self.p = params
        self.rows = rows
        self.compute = compute
        self.width = int(self.rows.max(initial=1))
        self._view = ranking.at_rows(self.width, params.rel)
        self.rank = self._view.rank
        self.grades = self._view.grades

    def with_rows(self, rows: Floats) -> Table:
        """The same table with this number of rows for each list, shape (..., 1)."""
        return Table(self.ranking, self.p, rows, self.compute)

    @property
    def relevant(self) -> Bools:
        """Whether the document at each rank is relevant."""
        return self._view.relevant

    @property
    def nonrelevant(self) -> Bools:
        """Whether the document at each rank is judged non-relevant."""
        return self._view.nonrelevant

    @property
    def found(self) -> Floats:
        """The number of relevant documents at each rank or above it."""
        return self._view.found

    @property
    def R(self) -> Floats:
        """The number of relevant documents of the query, retrieved or not, shape (..., 1)."""
        return self._view.R

    @property
    def N(self) -> Floats:
        """The number of documents judged non-relevant, retrieved or not, shape (..., 1)."""
        return self._view.N

    @property
    def subtopics(self) -> Bools:
        """Which subtopics the document at each rank covers, shape (..., width, subtopics)."""
        return self._view.subtopics

    @property
    def known_subtopics(self) -> Bools:
        """The subtopics that some judged document covers, retrieved or not, shape (..., subtopics)."""
        return self._view.known_subtopics

    @property
    def S(self) -> Floats:
        """The number of subtopics that some judged document covers, shape (..., 1)."""
        return np.count_nonzero(self.known_subtopics, axis=-1, keepdims=True).astype(np.float64)

    @cached_property
    def length(self) -> Floats:
        """The number of documents retrieved."""
        return self.ranking.length

    @cached_property
    def size(self) -> Floats:
        """The number of documents in the collection; NaN if it is not known."""
        return np.asarray(self.ranking.size)[..., None]

    @cached_property
    def end(self) -> Floats:
        """The rank at which a measure with an optional cutoff is read: k, or the end of the list."""
        return np.full_like(self.length, self.p.k) if self.p.k else self.rows


class Cell:
    """One row of a single list's table, from which a column's ``cell`` function builds the calculation of its cell."""

    def __init__(
        self,
        table: Table,
        raw: Mapping[str, Floats],
        columns: Mapping[str, Floats],
        places: Mapping[str, int | None],
        index: int,
    ) -> None:
        self.table = table
        self.p = table.p
        self.index = index
        self.rank = index + 1
        self._raw = raw
        self._columns = columns
        self._places = places

    def __getitem__(self, key: str) -> Num:
        """The cell of column ``key`` in this row, as shown."""
        return self._number(self._columns, key, self.index)

    def summed(self, step: Expr, key: str) -> Expr:
        """``step`` plus the running sum ``key`` in the row above; in the first row the step alone."""
        return step + self.above(key) if self.index else step

    def above(self, key: str) -> Num:
        """The running value of column ``key`` in the row above; 0 in the first row."""
        return self._number(self._raw, key, self.index - 1) if self.index else Num(0)

    def last(self, key: str) -> Num:
        """The cell of column ``key`` in the last row."""
        return self._number(self._columns, key, -1)

    def upto(self, key: str) -> list[Num]:
        """The defined cells of column ``key`` from the first row to this one."""
        cells = self._columns[key][: self.rank]
        return [self._number(self._columns, key, i) for i in np.flatnonzero(~np.isnan(cells)).tolist()]

    def count(self, name: str) -> Num:
        """A count of the table: ``R``, ``N``, ``S``, ``length`` or ``size``."""
        return Num(float(getattr(self.table, name)[0]))

    def _number(self, columns: Mapping[str, Floats], key: str, index: int) -> Num:
        exact = columns is self._raw and self.p.rounding.mode == "columns"
        places = None if exact else self._places[key]
        value = float(columns[key][index])
        row = range(columns[key].shape[-1])[index]
        return Num(value, None if value.is_integer() else places, (key, row))
