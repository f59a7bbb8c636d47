"""The precision-recall curve of one list: a point at each rank, the interpolated steps, and the eleven points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ireval.explanation.explanation import Explanation
from ireval.explanation.rank_series import ranks_of
from ireval.measure.registry import recall_curve
from ireval.numbers.arrays import Bools, Floats

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Curve:
    """The parts of the curve.

    ``points`` are (recall, precision) at the ranks in ``ranks``: 1, 2, ..., without unjudged documents if they are
    skipped. ``relevant`` says whether the document at each of these ranks is relevant. ``staircase`` are the corners of
    interpolated precision: the highest precision at recall r or more. ``eleven`` are the points at the standard recall
    levels. ``total`` is R, the number of relevant documents.
    """

    points: Points
    ranks: Sequence[int]
    relevant: Sequence[bool]
    staircase: Points
    eleven: Points
    total: int


def curve(explanation: Explanation) -> Curve | None:
    """The curve; None if nothing was retrieved or no document is relevant, because recall is undefined then.

    >>> from ireval import explain
    >>> curve(explain("101", "")).staircase
    [(0.0, 1.0), (0.5, 1.0), (0.5, 0.6666666666666666), (1.0, 0.6666666666666666)]
    """
    measure, line = recall_curve("rank")
    computed = explanation.compute(measure.name)
    n, total = int(computed.table.length[0]), int(computed.table.R[0])
    if n == 0 or total == 0:
        return None
    recall, precision = computed.columns[line.recall][:n], computed.columns[line.precision][:n]
    relevant = computed.table.relevant[:n]
    points = list(zip(recall.tolist(), precision.tolist(), strict=True))
    standard, points_of = recall_curve("recall level")
    eleven = explanation.compute(standard.name).columns
    levels = list(zip(eleven[points_of.recall].tolist(), eleven[points_of.precision].tolist(), strict=True))
    stairs = _staircase(recall, precision, relevant)
    return Curve(points, ranks_of(explanation, computed)[:n], relevant.tolist(), stairs, levels, total)


def _staircase(recall: Floats, precision: Floats, relevant: Bools) -> Points:
    """Corners from recall 0 to 1: at each new recall, the highest precision there or later; 0 after the last one."""
    best = np.maximum.accumulate(precision[::-1])[::-1][relevant]
    corners: list[tuple[float, float]] = []
    left = 0.0
    for r, p in zip(recall[relevant].tolist(), best.tolist(), strict=True):
        corners += [(left, p), (r, p)]
        left = r
    if left < 1:
        corners += [(left, 0.0), (1.0, 0.0)]
    return corners
