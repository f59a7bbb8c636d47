"""The table from which a measure is computed: the ranking as rows and counts, the settings, and rounded cells."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ireval.measure.outcome import Outcome
from ireval.measure.params import Params
from ireval.numbers.arrays import Bools, Floats, quotient
from ireval.numbers.expression import Expr
from ireval.numbers.rounding import Rounding
from ireval.numbers.row_calculations import Kind
from ireval.ranking.judgements import Ranking
from ireval.stdlib.lazy_attribute import lazy_attribute

#: A cutoff below the first rank needs no rows below the lists, but some for sums whose terms halve from rank to rank.
MOST_ROWS, FADED = 1000, 64


class Table:
    """A ranking as a measure uses it: ``width`` rows, and the counts that formulas need, each of shape (..., 1).

    ``rank`` is 1, 2, ... of shape (width,); the last is the cutoff, where that is far below all documents. ``grades``
    has ``UNJUDGED`` or ``ABSENT`` if there is no grade. ``rows`` is the number of rows of each list; a block is as wide
    as its longest list. ``compute`` computes the same measure on another ranking or with other settings. ``result`` is
    the key of the column that holds the score.
    """

    def __init__(
        self,
        ranking: Ranking,
        params: Params,
        rows: Floats,
        compute: Callable[[Ranking, Params], Outcome],
        result: str = "",
    ) -> None:
        self.ranking = ranking
        self.share = ranking.share
        self.p = params
        self.rows = rows
        self.compute = compute
        self.width = max(1, int(rows[0])) if rows.ndim == 1 else int(rows.max(initial=1))  # faster for one list
        deep = self.width == params.k and params.k > MOST_ROWS
        self.width = min(self.width, ranking.most_documents + FADED) if deep else self.width
        self._view = view = ranking.at_rows(self.width, params.rel)
        self.rank = np.append(view.rank[:-1], float(params.k)) if deep else view.rank
        self.grades = view.grades
        self.columns: dict[str, Floats] = {}
        self._result = result
        self._every_step = params.rounding.every_step

    def column(self, key: str, x: Floats, *, exact: bool = False) -> Floats:
        """Store ``x`` as the column ``key``, rounded with every step if not ``exact``; later steps start from it."""
        if self._every_step and not exact:
            x = (self.p.rounding.result if key == self._result else self.p.rounding.step)(x)
        self.columns[key] = x
        return x

    def ratio(self, above: Floats, below: Floats | float) -> Floats:
        """``above / below`` computed from the cells shown; NaN where ``below`` is 0."""
        return self.share(Rounding.quotient, self.p.rounding, above, below)

    def running_sum(
        self, terms: Floats, *, at: Bools | None = None, newest_first: bool = False, in_full: Bools | None = None
    ) -> Floats:
        """The sums of ``terms`` rank by rank, each from the cell above.

        The rest is for the calculations: only ranks ``at`` are written as adding something (the terms are 0 elsewhere),
        the new term is written before the cell above, and the score's calculation writes the terms of ``in_full``
        instead of their sum.
        """
        return self.share(Rounding.running_sum, self.p.rounding, terms)

    def divided(self, above: Floats | float, below: Floats, none: float = np.nan) -> Floats:
        """``above / below`` without rounding; ``none`` where ``below`` is 0."""
        return quotient(above, below, none)

    def shown(self, x: Floats) -> Floats:
        """``x`` rounded as its cells show it."""
        return self.p.rounding.shown(x)

    def exact(self, x: float) -> float:
        """A parameter, which calculations write with all of its decimals."""
        return x

    def as_number(self, x: Floats, at: Callable[[], Bools]) -> Floats:
        """``x``, which calculations write as its number at ranks ``at``."""
        return x

    def plain(self, x: Floats) -> Floats:
        """``x`` as a number without a calculation."""
        return x

    def apply(
        self, compute: Callable[..., Floats], write: Callable[..., Expr], *xs: Floats, kind: Kind | None = None
    ) -> Floats:
        """``compute(*xs)``; ``write`` writes its calculation from the operands' calculations and the row.

        Given the ``kind`` of a row, ``write`` writes all rows of a kind at once, as ``Rows``.
        """
        return self.share(compute, *xs)

    def running_product(self, first: float, factors: Floats | float) -> Floats:
        """A column that begins with ``first``; each other cell is the cell above times its row's factor."""
        # A factor that is the same everywhere needs one list's product.
        xs = factors.copy() if isinstance(factors, np.ndarray) else np.full(self.rank.shape, factors)
        xs[..., :1] = first
        product = self.p.rounding.running_product(xs)
        return product if product.shape == self.grades.shape else np.broadcast_to(product, self.grades.shape)

    def running_first(self, xs: Floats, at: Bools) -> Floats:
        """The value of ``xs``, which falls from rank to rank, at the first of ranks ``at``, from there on; 0 above."""
        return np.maximum.accumulate(xs * at, axis=-1)

    def running_maximum(self, xs: Floats) -> Floats:
        """The highest of ``xs``, which are not negative, down to each row; 0 where none is defined."""
        return np.maximum.accumulate(np.fmax(xs, 0.0), axis=-1)

    def remainder(self, whole: float, xs: Floats, at: Bools) -> Floats:
        """The rest of ``whole`` at each rank after ``xs`` was subtracted at the ranks ``at``."""
        return self.p.rounding.running_sum((self.rank == 1) * whole - xs * at)

    def above(self, x: Floats) -> Floats:
        """The cells of a column one row up, 0 above the first."""
        return np.concatenate([np.zeros_like(x[..., :1]), x[..., :-1]], axis=-1)

    def product(self, a: Floats, b: Floats | Bools) -> Floats:
        """``a`` times ``b``."""
        return self.share(np.multiply, a, b)

    def masked(self, x: Floats, at: Bools) -> Floats:
        """``x``, a number at every rank, at ranks ``at``; 0 elsewhere."""
        return self.share(np.multiply, x, at)

    def where(self, there: Bools, x: Floats, other: Floats | float) -> Floats:
        """``x`` where ``there`` holds, else ``other``."""
        return np.where(there, x, other)

    def capped(self, x: Floats, cap: Floats) -> Floats:
        """``x``, or ``cap`` where ``x`` is larger; only there it is written as a minimum."""
        return np.minimum(x, cap)

    def every_row(self, x: Floats) -> Floats:
        """A number of the whole list as a column."""
        return np.broadcast_to(x, self.grades.shape)

    def least(self, a: Floats, b: Floats | float) -> Floats:
        """The smaller of two numbers."""
        return np.minimum(a, b)

    def most(self, a: Floats, b: Floats | float) -> Floats:
        """The larger of two numbers; NaN where one is."""
        return np.maximum(a, b)

    def only(self, at: Bools, x: Floats) -> Floats:
        """``x`` where ``at`` holds, else NaN."""
        return np.where(at, x, np.nan)

    def last(self, x: Floats) -> Floats:
        """The last cell of a column."""
        return x[..., -1:]

    def with_rows(self, rows: Floats) -> Table:
        """Return the same table with this number of rows for each list, shape (..., 1)."""
        return Table(self.ranking, self.p, rows, self.compute, self._result)

    @property
    def arrays(self) -> Table:
        """The table whose quantities are arrays in both passes, for quantities without a calculation."""
        return self

    @property
    def retrieved(self) -> Floats:
        """Documents retrieved down to each rank, as an array in both passes."""
        return self.share(np.minimum, self.rank, self.length)

    @property
    def found_at_end(self) -> Floats:
        """Relevant documents within the cutoff, or in the whole list without one, as an array in both passes."""
        return np.count_nonzero(self.relevant & (self.rank <= self.end), axis=-1, keepdims=True).astype(np.float64)

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
    def counted_subtopics(self) -> Bools:
        """Which subtopics count, shape (..., subtopics): those that some judged document covers, or all."""
        known = self._view.known_subtopics
        if self.p.subtopic_count == "covered":
            return known
        own = np.arange(known.shape[-1]) < self.subtopic_total
        return np.broadcast_to(own, known.shape)

    @property
    def S(self) -> Floats:
        """The number of subtopics that count, shape (..., 1): those that some judged document covers, or all."""
        return np.count_nonzero(self.counted_subtopics, axis=-1, keepdims=True).astype(np.float64)

    @property
    def subtopic_total(self) -> Floats:
        """The number of the query's subtopics, covered or not, shape (..., 1); 0 if none were judged."""
        return np.asarray(self.ranking.subtopic_total)[..., None]

    @property
    def length(self) -> Floats:
        """The number of documents retrieved."""
        return self.ranking.length

    @lazy_attribute
    def size(self) -> Floats:
        """The number of documents in the collection; NaN if it is not known."""
        return np.asarray(self.ranking.size)[..., None]

    def row_of(self, rank: Floats) -> Floats:
        """The row of each rank, counted from 1; the rank of a deep cutoff has the last row."""
        return rank if self.rank[-1] == self.width else np.where(rank >= self.rank[-1], self.width, rank)

    @property
    def end(self) -> Floats:
        """The rank at which a measure with an optional cutoff is read: k, or the end of the list."""
        return self.ranking.everywhere(self.p.k) if self.p.k else self.rows
