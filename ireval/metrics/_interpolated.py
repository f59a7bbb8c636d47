"""Interpolated precision: which ranks may stand for a recall level."""

from __future__ import annotations

import numpy as np

from ireval.judgements import Bools, Floats
from ireval.metric import Params, Table
from ireval.metrics._lists import SLACK

#: The distance between two of the eleven standard recall levels.
STEP = 0.1


def candidates(t: Table, levels: Floats) -> Bools:
    """The ranks whose precision may stand for recall ``levels`` (shape (levels, 1)): shape (..., levels, ranks)."""
    retrieved = t.rank <= np.maximum(t.length, 1)
    found, R = t.found[..., None, :], t.R[..., None, :]
    enough = (found >= levels * R - SLACK) & (retrieved & (t.R > 0))[..., None, :]
    if t.p.interpolation == "any-higher-recall":
        return enough
    interval = enough & (found <= (levels + STEP) * R + SLACK)
    return np.where(interval.any(axis=-1, keepdims=True), interval, enough)


def formula(p: Params, level: str) -> str:
    """The rule in LaTeX, for a level named ``level``."""
    if p.interpolation == "any-higher-recall":
        return rf"P_{{\mathrm{{int}}}}({level}) = \max_{{\,\mathrm{{recall}}[i]\,\ge\,{level}}} \mathrm{{P@}}i"
    within = rf"{level}\,\le\,\mathrm{{recall}}[i]\,\le\,{level}+0.1"
    return rf"P_{{\mathrm{{int}}}}({level}) = \max_{{\,{within}}} \mathrm{{P@}}i"


def best(t: Table, precision: Floats, levels: Floats) -> Floats:
    """The interpolated precision at each of ``levels``: 0 where no rank qualifies, NaN where R = 0."""
    found = np.where(candidates(t, levels[:, None]), precision[..., None, :], 0).max(axis=-1, initial=0)
    return np.where(t.R > 0, found, np.nan)
