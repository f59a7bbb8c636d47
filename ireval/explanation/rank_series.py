"""The data of the charts of one list: gains and ideal gains, the terms of a mean, 1/rank, and the contingency table.

All numbers are cells of the measures' tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ireval.explanation.explanation import Explanation
from ireval.measure import Computed, GainCurves, RankCurve, TermBars
from ireval.measure.registry import drawn
from ireval.measure.spelling import Spec
from ireval.ranking.judgements import Ranking


@dataclass(frozen=True)
class Gains:
    """nDCG and its parts, row by row; ``ndcg`` is NaN if IDCG is 0.

    ``ranks`` are the ranks in the list; rows after the end of the list continue them. ``weight`` is the discounted
    value of a gain of 1 in each row.
    """

    ranks: Sequence[int]
    gain: Sequence[float]
    dcg: Sequence[float]
    idcg: Sequence[float]
    ndcg: Sequence[float]
    weight: Sequence[float]


@dataclass(frozen=True)
class Terms:
    """A mean over relevant documents, such as AP and bpref: ``terms`` at ``ranks``, NaN if no term is added at a rank.

    ``score`` is ``total`` divided by ``divisor``. Only the first ``rows`` rows count. ``elsewhere`` is the number of
    documents that the divisor counts but that are not in these rows; each of them adds 0.
    """

    ranks: Sequence[int]
    terms: Sequence[float]
    relevant: Sequence[bool]
    total: float
    divisor: int
    score: float
    rows: int

    @property
    def found(self) -> int:
        """The number of relevant documents in the rows that count."""
        return sum(self.relevant[: self.rows])

    @property
    def elsewhere(self) -> int:
        """The number of documents that the divisor counts but that are not in the rows that count."""
        return max(self.divisor - self.found, 0)


@dataclass(frozen=True)
class FirstRelevant:
    """The score if the first relevant document is at a rank: ``values`` at ``ranks``, beyond the end of the list.

    ``first`` is the row of the first relevant document, from 0; -1 without one. Only the first ``counted`` rows count.
    """

    ranks: Sequence[int]
    values: Sequence[float]
    relevant: Sequence[bool]
    first: int
    counted: int
    score: float


class Counts(NamedTuple):
    """The contingency table of a list down to a rank; ``tn`` is None if the size of the collection is unknown."""

    tp: int
    fp: int
    fn: int
    tn: int | None

    @property
    def retrieved(self) -> int:
        """The number of documents down to the rank."""
        return self.tp + self.fp

    @property
    def relevant(self) -> int:
        """The number of relevant documents, retrieved or not."""
        return self.tp + self.fn


def counts(explanation: Explanation, spec: str | Spec) -> Counts | None:
    """The contingency table at the row of a measure's score, or of the whole list; None for an empty list.

    >>> from ireval import explain
    >>> counts(explain("10010", "1", size=20), "P@3")
    Counts(tp=1, fp=2, fn=2, tn=15)
    """
    computed = explanation.compute(spec)
    table, n = computed.table, int(computed.table.length[0])
    rows = min(int(computed.score_rank) or n, n)
    if not rows:
        return None
    tp, relevant, size = int(table.found[rows - 1]), int(table.R[0]), float(table.size[0])
    return Counts(tp, rows - tp, relevant - tp, None if size != size else int(size) - rows - relevant + tp)


def gains(explanation: Explanation, spec: Spec | None = None) -> Gains | None:
    """The gains down the list, of ``spec`` if it declares ``GainCurves``, otherwise of nDCG; None for an empty list.

    >>> from ireval import explain
    >>> shown = gains(explain("0101", conventions="lillis"))
    >>> [round(x, 3) for x in shown.dcg], [round(x, 3) for x in shown.weight]
    ([0.0, 1.0, 1.0, 1.5], [1.0, 1.0, 0.631, 0.5])
    """
    measure, lines = drawn(GainCurves)[0]
    own: dict[str, Any] = {}
    if spec and isinstance(spec.measure.drawing, GainCurves):
        measure, lines = spec.measure, spec.measure.drawing
        own = {name: value for name, value in spec.own.items() if name != "k"}  # the curves go on below the cutoff
    computed = explanation.compute(Spec(measure, own, ""))
    if not computed.table.length[0]:
        return None
    keys = (lines.gain, lines.total, lines.ideal, lines.share)
    gain, dcg, idcg, ndcg = (computed.columns[key].tolist() for key in keys)
    discount = lines.discount or own.get("discount", explanation.conventions["discount"])
    weight = weights({**explanation.conventions, "discount": discount}, len(dcg))
    return Gains(ranks_of(explanation, computed), gain, dcg, idcg, ndcg, weight)


def terms(explanation: Explanation, spec: str | Spec) -> Terms | None:
    """The terms of a measure that declares ``TermBars``; None if the list is empty, or R or the divisor is 0.

    >>> from ireval import explain
    >>> shown = terms(explain("101", "1"), "AP")
    >>> shown.total, shown.divisor, shown.elsewhere
    (1.6666666666666665, 3, 1)
    """
    computed = explanation.compute(spec)
    bars = computed.measure.drawing
    if not isinstance(bars, TermBars):
        raise TypeError(f"{computed.measure.name} declares no bars.")
    n, at = int(computed.table.length[0]), int(computed.score_rank)
    divisor = int(bars.divisor(computed.table)[0]) if n and at and computed.table.R[0] else 0
    if not divisor:
        return None
    cells = computed.columns[bars.term][:n].tolist()
    return Terms(
        ranks_of(explanation, computed)[:n],
        cells,
        computed.table.relevant[:n].tolist(),
        float(computed.columns[bars.total][at - 1]),
        divisor,
        float(computed.score),
        min(at, n),
    )


def first_relevant(explanation: Explanation, spec: str | Spec, rows: int) -> FirstRelevant | None:
    """The curve of a measure that declares ``RankCurve``, with at least ``rows`` rows; None without relevant documents.

    >>> from ireval import explain
    >>> shown = first_relevant(explain("0010"), "RR", 5)
    >>> shown.first, shown.score, [round(x, 3) for x in shown.values]
    (2, 0.3333333333333333, [1.0, 0.5, 0.333, 0.25, 0.2])
    """
    computed = explanation.compute(spec)
    curve = computed.measure.drawing
    if not isinstance(curve, RankCurve):
        raise TypeError(f"{computed.measure.name} declares no curve.")
    n, k = int(computed.table.length[0]), computed.table.p.k
    if not n or not computed.table.R[0]:
        return None
    relevant = computed.table.relevant[:n].tolist()
    wide = computed.table.with_rows(np.array([max(n, rows)]))
    return FirstRelevant(
        ranks_of(explanation, computed)[:n],
        curve.value(wide).tolist(),
        relevant,
        relevant.index(True) if any(relevant) else -1,
        min(n, k or n),
        float(computed.score),
    )


def weights(conventions: Mapping[str, Any], rows: int) -> Sequence[float]:
    """The discounted value of a gain of 1 at each of ``rows`` ranks: the increments of DCG for a list of 1s."""
    return _weights(tuple({**conventions, "rounding": "exact"}.items()), rows)


@lru_cache(maxsize=64)
def _weights(conventions: tuple[tuple[str, Any], ...], rows: int) -> Sequence[float]:
    measure, lines = drawn(GainCurves)[0]
    ones = Explanation(Ranking.one([1] * rows), dict(conventions))
    return tuple(np.diff(ones.compute(measure.name).columns[lines.total], prepend=0.0).tolist())


def ranks_of(explanation: Explanation, computed: Computed) -> list[int]:
    """The rank in the list of each row of a table, including unjudged documents; rows after the end continue them."""
    places: list[int] = computed.positions.tolist()
    offset = int(explanation.ranking.length[0]) - int(np.count_nonzero(computed.positions >= 0)) + 1
    return [place + 1 if place >= 0 else row + offset for row, place in enumerate(places)]
