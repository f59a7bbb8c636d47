"""Interpolated precision: which ranks may stand for a recall level."""

from __future__ import annotations

import numpy as np

from ireval.judgements import Bools, Floats
from ireval.metric import Params, Table
from ireval.metrics._lists import SLACK

#: The distance between two of the eleven standard recall levels.
STEP = 0.1


def candidates(t: Table, level: float) -> Bools:
    """The ranks whose precision may stand for recall ``level``."""
    retrieved = t.rank <= np.maximum(t.length, 1)
    enough = (t.found >= level * t.R - SLACK) & retrieved & (t.R > 0)
    if t.p.interpolation == "any-higher-recall":
        return enough
    interval = enough & (t.found <= (level + STEP) * t.R + SLACK)
    return np.where(interval.any(axis=-1, keepdims=True), interval, enough)


def formula(p: Params, level: str) -> str:
    """The rule in LaTeX, for a level named ``level``."""
    if p.interpolation == "any-higher-recall":
        return rf"P_{{\mathrm{{int}}}}({level}) = \max_{{\,\mathrm{{recall}}[i]\,\ge\,{level}}} \mathrm{{P@}}i"
    return rf"P_{{\mathrm{{int}}}}({level}) = \max_{{\,{level}\,\le\,\mathrm{{recall}}[i]\,\le\,{level}+0.1}} \mathrm{{P@}}i"


def best(t: Table, precision: Floats, level: float) -> Floats:
    """The interpolated precision at ``level``, shape (..., 1): 0 where no rank qualifies, NaN where R = 0."""
    found = np.where(candidates(t, level), precision, 0).max(axis=-1, keepdims=True, initial=0)
    return np.where(t.R > 0, found, np.nan)
