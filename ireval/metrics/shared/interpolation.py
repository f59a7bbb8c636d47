"""Interpolated precision: which ranks count for a recall level."""

from __future__ import annotations

import numpy as np

from ireval.measure import Params, Table
from ireval.metrics.shared.list_columns import LEGEND_P, LEGEND_R, LEGEND_RANK, LEGEND_REL, SLACK
from ireval.numbers.arrays import Bools, Floats

#: The distance between two of the eleven standard recall levels.
STEP = 0.1
#: trec_eval turns a share of R into a number of documents: it adds this and drops the decimals.
_ADDED = {"trec-eval-9": 0.9, "trec-eval-10": 0.5}


def candidates(t: Table, levels: Floats) -> Bools:
    """The ranks whose precision counts for recall ``levels`` (shape (levels, 1)): shape (..., levels, ranks)."""
    retrieved = t.rank <= np.maximum(t.length, 1)
    found, R = t.found[..., None, :], t.R[..., None, :]
    enough = (found >= _needed(t.p, levels * R)) & (retrieved & (t.R > 0))[..., None, :]
    if t.p.interpolation != "following-interval":
        return enough
    interval = enough & (found <= (levels + STEP) * R + SLACK) & t.relevant[..., None, :]  # the points of the curve
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


#: What the rule speaks of, whatever the level.
LEGEND = (
    LEGEND_RANK,
    LEGEND_P,
    (r"\mathrm{recall}[i]", "recall at rank i"),
    (r"\mathrm{found}[i]", "relevant documents down to rank i"),
    LEGEND_R,
    LEGEND_REL,
    (r"\max", "the highest of these values; 0 if there are none"),
    (r"\lfloor x\rfloor", "x rounded down, in a computer's arithmetic: 0.7 * 3 + 0.9 comes out just below 3"),
)


def formula(p: Params) -> str:
    """The rule for a level r, in LaTeX."""

    def highest(ranks: str) -> str:
        return rf"\max_{{\,{ranks}}} \mathrm{{P@}}i"

    if p.interpolation in _ADDED:
        rule = highest(rf"\mathrm{{found}}[i]\,\ge\,\lfloor r R + {_ADDED[p.interpolation]} \rfloor")
    else:
        rule = highest(r"\mathrm{recall}[i]\,\ge\,r")
    if p.interpolation == "following-interval":
        interval = highest(rf"r\,\le\,\mathrm{{recall}}[i]\,\le\,r+{STEP},\ \mathrm{{rel}}_i=1")
        rule = rf"\begin{{cases}}{interval} & \text{{if any}}\\{rule} & \text{{else}}\end{{cases}}"
    return rf"P_{{\mathrm{{int}}}}(r) = {rule}"


def best(t: Table, precision: Floats, levels: Floats) -> Floats:
    """The interpolated precision at each of ``levels``: 0 where no rank qualifies, NaN where R = 0."""
    return highest(t, precision, candidates(t, levels[:, None]))
