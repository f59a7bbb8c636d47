"""Mistakes in the use of recall levels, shared by the measures of interpolated precision.

Each gives a wrong precision for every one of ``levels``, shape (..., levels): the highest among some ranks.
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Table
from ireval.metrics.shared.interpolation import highest
from ireval.metrics.shared.list_columns import SLACK, precision
from ireval.metrics.shared.worked_steps import number
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.expression import Expr, Num, maximum
from ireval.numbers.worked_number import Worked

#: If there are more different numbers than this, only the highest are written.
MOST_NUMBERS = 8


def at_first_rank(t: Table, levels: Floats) -> Worked:
    """Does not interpolate: the precision at the first rank that reaches the level."""
    reached = _reached(t, levels)
    return _highest(t, reached & (np.cumsum(reached, axis=-1) == 1))


def looking_back(t: Table, levels: Floats) -> Worked:
    """The highest precision at any recall up to the level, not from it on."""
    return _highest(t, ~_beyond(t, levels) & _retrieved(t))


def at_last_rank(t: Table, levels: Floats) -> Worked:
    """Does not interpolate: the precision at the last rank whose recall is no higher than the level."""
    there = ~_beyond(t, levels) & _retrieved(t)
    after = np.cumsum(there[..., ::-1], axis=-1)[..., ::-1]
    return _highest(t, there & (after == 1))


def at_exact_recall(t: Table, levels: Floats) -> Worked:
    """The highest precision where recall is the level, and 0 where no rank has that recall."""
    return _highest(t, _reached(t, levels) & ~_beyond(t, levels))


def on_straight_lines(t: Table, levels: Floats) -> Worked:
    """Precision on straight lines between the points of relevant documents: flat before the first, 0 after the last."""
    wanted = np.maximum(levels * t.R, 1)  # the documents that must be found, usually not a whole number
    below = np.floor(wanted + SLACK)
    share = np.maximum(wanted - below, 0)
    low, high = _at_document(t, below), _at_document(t, below + 1)
    value = np.where(share > SLACK, low + share * (high - low), low)
    reached = (np.ceil(wanted - SLACK) <= t.found[..., -1:]) & (t.R > 0)
    value = np.where(t.R > 0, np.where(reached, value, 0), np.nan)

    def write(level: int) -> Expr:
        start = number(t, float(low[level]))
        if not (reached[level] and share[level] > SLACK):
            return start if reached[level] else Num(0)
        return start + Num(float(share[level])) * (number(t, float(high[level])) - start)

    return Worked(value, write)


def _at_document(t: Table, count: Floats) -> Floats:
    """The precision at the relevant document with each number ``count``; 0 where fewer were found."""
    rank = 1 + np.count_nonzero(t.found[..., None, :] < count[..., None], axis=-1)
    there = rank <= t.width
    p = np.take_along_axis(precision(t), np.where(there, rank, 1) - 1, axis=-1)
    return np.where(there, p, 0)


def _highest(t: Table, there: Bools) -> Worked:
    p = precision(t)

    def write(level: int) -> Expr:
        ranks = np.flatnonzero(there[level])
        if len(set(p[ranks].tolist())) == 1:
            return Num(float(t.found[ranks[0]])) / float(t.rank[ranks[0]])
        distinct = sorted(set(p[ranks].tolist()), reverse=True)
        return maximum([number(t, x) for x in distinct[:MOST_NUMBERS]]) if distinct else Num(0)

    return Worked(highest(t, p, there), write)


def _reached(t: Table, levels: Floats) -> Bools:
    return (t.found[..., None, :] >= levels[:, None] * t.R[..., None, :] - SLACK) & _retrieved(t)


def _beyond(t: Table, levels: Floats) -> Bools:
    return np.asarray(t.found[..., None, :] > levels[:, None] * t.R[..., None, :] + SLACK)


def _retrieved(t: Table) -> Bools:
    return np.asarray(t.rank <= t.length)[..., None, :]
