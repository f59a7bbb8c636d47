"""Two systems on the same queries: their scores side by side, and the differences query by query.

>>> from ireval.conventions import effective
>>> from ireval.ranking.labels import read_ranking
>>> from ireval.measure.spelling import parse
>>> both = pair_systems([read_ranking(labels) for labels in ("10", "01", "001", "100")], effective("mir"))
>>> pair = both.compare(parse("RR"))
>>> [round(x, 2) for x in pair.differences.tolist()], pair.tally
([0.5, -0.67], (1, 1, 0))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ireval.evaluation.several_lists import ListScores, SeveralLists
from ireval.measure.spelling import Spec
from ireval.messages import Message
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME
from ireval.ranking.empty_lists import nothing_retrieved
from ireval.ranking.judgements import Ranking
from ireval.stdlib.lazy_attribute import lazy_attribute


@dataclass(frozen=True, eq=False)
class QueryDifference:
    """The scores of two systems, ``a`` and ``b``, in one measure, query by query."""

    a: ListScores
    b: ListScores

    @lazy_attribute
    def differences(self) -> Floats:
        """A minus B for each query; NaN if one of them has no score. Differences that are rounding errors are 0."""
        between = self.a.values - self.b.values
        return np.where(np.abs(between) <= SAME, 0.0, between)

    @property
    def tally(self) -> tuple[int, int, int]:
        """The numbers of queries that A wins, that B wins, and that are ties."""
        sign = self.a.spec.measure.better or 1
        found = np.sign(self.differences) * sign
        return int((found > 0).sum()), int((found < 0).sum()), int((found == 0).sum())


@dataclass(frozen=True, eq=False)
class SystemPair:
    """Two systems on the same queries, in order. If ``b`` has no list for the last query, its means omit the query."""

    a: SeveralLists
    b: SeveralLists

    def compare(self, spec: Spec) -> QueryDifference:
        """The scores of both systems in ``spec``."""
        a, b = self.a.score(spec), self.b.score(spec)
        lacking = np.full(len(a.values) - len(b.values), np.nan)
        values = np.concatenate([b.values, lacking])
        why = {i: Message("missing-from-system") for i in range(len(b.values), len(values))}
        return QueryDifference(a, replace(b, values=values, left_out={**b.left_out, **why}))


def pair_systems(rankings: Sequence[Ranking], conventions: Mapping[str, Any]) -> SystemPair:
    """Two systems from alternating lists: query 1 by A, query 1 by B, query 2 by A, ...

    The list of B for the last query may be missing; it is then empty, unless the convention ``missing`` leaves the
    query out.
    """
    a, b = rankings[::2], list(rankings[1::2])
    if len(b) < len(a) and conventions["missing"] == "score-0":
        b.append(nothing_retrieved(a[-1]))
    return SystemPair(SeveralLists(a, conventions), SeveralLists(b, conventions))
