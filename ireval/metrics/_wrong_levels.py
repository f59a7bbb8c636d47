"""Wrong ways with recall levels, shared by the measures of interpolated precision.

Each gives a wrong precision for every one of ``levels``, shape (..., levels).
"""

from __future__ import annotations

import numpy as np

from ireval.judgements import Bools, Floats
from ireval.metric import Table
from ireval.metrics._interpolated import highest
from ireval.metrics._lists import SLACK, precision


def at_first_rank(t: Table, levels: Floats) -> Floats:
    """Does not interpolate: the precision at the first rank that reaches the level."""
    reached = _reached(t, levels)
    return highest(t, precision(t), reached & (np.cumsum(reached, axis=-1) == 1))


def looking_back(t: Table, levels: Floats) -> Floats:
    """The highest precision at any recall up to the level, not from it on."""
    return highest(t, precision(t), ~_beyond(t, levels) & _retrieved(t))


def at_exact_recall(t: Table, levels: Floats) -> Floats:
    """The highest precision where recall is the level, and 0 where no rank has that recall."""
    return highest(t, precision(t), _reached(t, levels) & ~_beyond(t, levels))


def _reached(t: Table, levels: Floats) -> Bools:
    return (t.found[..., None, :] >= levels[:, None] * t.R[..., None, :] - SLACK) & _retrieved(t)


def _beyond(t: Table, levels: Floats) -> Bools:
    return np.asarray(t.found[..., None, :] > levels[:, None] * t.R[..., None, :] + SLACK)


def _retrieved(t: Table) -> Bools:
    return np.asarray(t.rank <= t.length)[..., None, :]
