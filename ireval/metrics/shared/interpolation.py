"""Interpolated precision: which ranks may stand for a recall level."""

from __future__ import annotations

import numpy as np

from ireval.measure import Params, Table
from ireval.metrics.shared.list_columns import SLACK
from ireval.numbers.arrays import Bools, Floats

#: The distance between two of the eleven standard recall levels.
STEP = 0.1
#: trec_eval turns a share of R into a number of documents: it adds this and drops the decimals.
_ADDED = {"trec-eval-9": 0.9, "trec-eval-10": 0.5}


def candidates(t: Table, levels: Floats) -> Bools:
    """The ranks whose precision may stand for recall ``levels`` (shape (levels, 1)): shape (..., levels, ranks)."""
    retrieved = t.rank <= np.maximum(t.length, 1)
    found, R = t.found[..., None, :], t.R[..., None, :]
    enough = (found >= _needed(t.p, levels * R)) & (retrieved & (t.R > 0))[..., None, :]
    if t.p.interpolation != "following-interval":
        return enough
    interval = enough & (found <= (levels + STEP) * R + SLACK)
    return np.where(interval.any(axis=-1, keepdims=True), interval, enough)


def _needed(p: Params, share: Floats) -> Floats:
    """How many relevant documents must be found: ``share`` is the level times R, and mostly no whole number."""
    if p.interpolation in _ADDED:
        return np.floor(share + _ADDED[p.interpolation])
    return share - SLACK


def highest(t: Table, p: Floats, there: Bools) -> Floats:
    """The highest precision ``p`` among the ranks ``there``, shape (..., levels, ranks): shape (..., levels).

    0 where there are none, NaN where R = 0.
    """
    return np.where(t.R > 0, np.where(there, p[..., None, :], 0).max(axis=-1, initial=0), np.nan)


def formula(p: Params, level: str) -> str:
    """The rule in LaTeX, for a level named ``level``."""
    if p.interpolation == "any-higher-recall":
        return rf"P_{{\mathrm{{int}}}}({level}) = \max_{{\,\mathrm{{recall}}[i]\,\ge\,{level}}} \mathrm{{P@}}i"
    if p.interpolation in _ADDED:
        enough = rf"\mathrm{{found}}[i]\,\ge\,\lfloor {level} R + {_ADDED[p.interpolation]} \rfloor"
        return rf"P_{{\mathrm{{int}}}}({level}) = \max_{{\,{enough}}} \mathrm{{P@}}i"
    within = rf"{level}\,\le\,\mathrm{{recall}}[i]\,\le\,{level}+0.1"
    return rf"P_{{\mathrm{{int}}}}({level}) = \max_{{\,{within}}} \mathrm{{P@}}i"


def best(t: Table, precision: Floats, levels: Floats) -> Floats:
    """The interpolated precision at each of ``levels``: 0 where no rank qualifies, NaN where R = 0."""
    return highest(t, precision, candidates(t, levels[:, None]))
