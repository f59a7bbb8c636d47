"""Two systems on the same queries: scores beside each other, and the differences query by query.

>>> from ireval.conventions import effective
>>> from ireval.ranking.labels import read_ranking
>>> from ireval.measure.spelling import parse
>>> both = paired([read_ranking(labels) for labels in ("10", "01", "001", "100")], effective("mir"))
>>> duel = both.duel(parse("RR"))
>>> [round(x, 2) for x in duel.differences.tolist()], duel.tally
([0.5, -0.67], (1, 1, 0))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ireval.evaluation.several_lists import Scored, Several
from ireval.measure.spelling import Spec
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import Ranking


@dataclass(frozen=True, eq=False)
class QueryDifference:
    """One measure of two systems, query by query: the scores of ``a`` and of ``b``."""

    a: Scored
    b: Scored

    @cached_property
    def differences(self) -> Floats:
        """A less B for each query; NaN where one of them has no score. What is as good as 0 is 0."""
        between = self.a.values - self.b.values
        return np.where(np.abs(between) <= SAME, 0.0, between)

    @property
    def tally(self) -> tuple[int, int, int]:
        """How many queries A wins, how many B, and how many are ties."""
        sign = self.a.spec.measure.better or 1
        found = np.sign(self.differences) * sign
        return int((found > 0).sum()), int((found < 0).sum()), int((found == 0).sum())


@dataclass(frozen=True, eq=False)
class Paired:
    """Two systems on the same queries, in order; ``b`` may lack the last query, and is then what a run is that misses
    one: the convention ``missing`` says whether it scores 0 there or is left out.
    """

    a: Several
    b: Several

    def duel(self, spec: Spec) -> QueryDifference:
        """``spec`` of both systems."""
        a, b = self.a.scored(spec), self.b.scored(spec)
        missing = np.full(len(a.values) - len(b.values), self._missing(spec))
        return QueryDifference(a, Scored(spec, np.concatenate([b.values, missing]), b.kept))

    def _missing(self, spec: Spec) -> float:
        chosen = self.a.conventions
        by_book = chosen["no_relevant"] == "left-out" and "no_relevant" in spec.measure.conventions
        left_out = chosen["missing"] == "left-out" or (by_book and not self.a.relevant[-1])
        return float("nan") if left_out else 0.0


def paired(rankings: Sequence[Ranking], conventions: Mapping[str, Any]) -> Paired:
    """Lists of two systems in turn: query 1 by A, query 1 by B, query 2 by A, ..."""
    return Paired(Several(rankings[::2], conventions), Several(rankings[1::2], conventions))
