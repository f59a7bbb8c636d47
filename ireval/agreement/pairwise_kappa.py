"""Cohen's kappa of each pair of many assessors, and its mean.

>>> class_ = {"a": {"1": {"x": 0, "y": 1}}, "b": {"1": {"x": 0, "y": 1}}, "c": {"1": {"x": 1, "y": 0}}}
>>> found = pairwise_kappa(class_)
>>> found.step.calculation.text
'mean = (1 - 1 - 1)/3 = -0.333'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ireval.agreement.agreement import LONGEST_SUM, PLACES, Step
from ireval.agreement.labels_in_common import Judgements, given_labels
from ireval.explanation.calculation import of_step
from ireval.messages import Message
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Expr, Num

NAME = "mean"
TITLE = "Mean of Cohen's kappa"
#: By default, the least number of documents that a pair has in common.
LEAST_SHARED = 2


@dataclass(frozen=True)
class PairwiseKappa:
    """Cohen's kappa of the pairs of assessors with at least ``least`` documents in common.

    ``kappas`` has the defined ones by pair of names. ``undefined`` is the number of pairs that gave all their documents
    the same single label, and ``apart`` the number of pairs with fewer documents in common. ``step`` is the mean with
    its calculation; if it is None, ``reason`` says why there is none.
    """

    least: int
    kappas: Mapping[tuple[str, str], float]
    undefined: int
    apart: int
    step: Step | None = None
    reason: Message | None = None

    @property
    def value(self) -> float | None:
        """The mean; None without a pair that has a kappa."""
        return self.step.value if self.step else None


def pairwise_kappa(
    assessors: Mapping[str, Judgements],
    rel: int | None = None,
    *,
    least: int = LEAST_SHARED,
    places: int = PLACES,
) -> PairwiseKappa:
    """Cohen's kappa of each pair of assessors, over the documents that both judged, and the mean of these kappas.

    ``assessors`` has the judgements of each assessor by name: ``{name: {topic: {docno: grade}}}``. With ``rel``, the
    labels are only relevant (grade ``rel`` or more) or not. Each pair with a kappa counts once, however many documents
    it has in common, if these are at least ``least``. Raises ``InputError`` for fewer than two assessors.
    """
    given = given_labels(assessors, rel)
    judged = (given.chosen >= 0).astype(float)
    each = [(given.chosen == place).astype(float) for place in range(len(given.labels))]
    shared = judged.T @ judged
    same = sum((mine.T @ mine for mine in each), np.zeros_like(shared))
    by_chance = sum(((mine.T @ judged) * (judged.T @ mine) for mine in each), np.zeros_like(shared))
    kappas, undefined, apart = {}, 0, 0
    for i, j in combinations(range(len(given.assessors)), 2):
        size = int(shared[i, j])
        if size < max(least, 1):
            apart += 1
        elif by_chance[i, j] == size**2:
            undefined += 1
        else:
            kappas[given.assessors[i], given.assessors[j]] = _kappa(size, same[i, j], by_chance[i, j])
    if not kappas:
        key = "pairs-gave-one-label" if undefined else "no-pair-with-documents"
        return PairwiseKappa(least, kappas, undefined, apart, reason=Message(key, least=least, count=undefined))
    return PairwiseKappa(least, kappas, undefined, apart, _mean(np.array([*kappas.values()]), places))


def _kappa(size: int, same: float, by_chance: float) -> float:
    """Kappa of a pair with ``size`` documents: all three are whole numbers, so only one division rounds."""
    return float((size * same - by_chance) / (size**2 - by_chance))


def _mean(kappas: Floats, places: int) -> Step:
    summed = _sum(sorted(kappas.tolist(), reverse=True)) if len(kappas) <= LONGEST_SUM else Num(float(kappas.sum()))
    calculation = summed / Num(len(kappas))
    value = float(kappas.mean())
    return Step(NAME, TITLE, value, of_step(NAME, calculation, value, places), calculation)


def _sum(numbers: Sequence[float]) -> Expr:
    """The sum of numbers, where negative ones are subtracted."""
    found: Expr = Num(numbers[0])
    for number in numbers[1:]:
        found = found + Num(number) if number >= 0 else found - Num(-number)
    return found
