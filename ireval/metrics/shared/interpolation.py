"""Interpolated precision: which ranks count for a recall level."""

from __future__ import annotations

import numpy as np

from ireval.measure import Params, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import SLACK
from ireval.metrics.shared.worked_steps import number
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.worked_number import Worked

#: The distance between two of the eleven standard recall levels.
STEP = 0.1
#: trec_eval turns a share of R into a number of documents: it adds this and drops the decimals.
_ADDED = {"trec-eval-9": 0.9, "trec-eval-10": 0.5}


def candidates(t: Table, levels: Floats) -> Bools:
    """Return the ranks whose precision counts for recall ``levels``, shape (levels, 1), as (..., levels, ranks)."""
    found, R = t.found[..., None, :], t.R[..., None, :]
    enough: Bools = (found >= _needed(t.p, levels * R)) & t.share(_countable, t.rank, t.length, t.R)
    if t.p.interpolation != "following-interval":
        return enough
    interval = enough & (found <= (levels + STEP) * R + SLACK) & t.relevant[..., None, :]  # the points of the curve
    return np.where(interval.any(axis=-1, keepdims=True), interval, enough)


def _countable(rank: Floats, length: Floats, total: Floats) -> Bools:
    """The ranks of the list, or rank 1 for an empty list; none if R is 0. Shape (..., 1, ranks)."""
    return np.asarray((rank <= np.maximum(length, 1)) & (total > 0))[..., None, :]


def _needed(p: Params, share: Floats) -> Floats:
    """The number of relevant documents that must be found: ``share`` is the level times R, usually not whole."""
    if p.interpolation in _ADDED:
        return np.floor(share + _ADDED[p.interpolation])
    return share - SLACK


def highest(t: Table, p: Floats, there: Bools) -> Floats:
    """Return the highest precision ``p`` among ranks ``there``, shape (..., levels, ranks), as (..., levels).

    0 where there are none, NaN where R = 0.
    """
    return np.where(t.R > 0, np.maximum.reduce(p[..., None, :] * there, axis=-1), np.nan)


#: The symbols of the rule for all levels.
LEGEND = (
    symbols.RANK,
    symbols.P,
    (r"\mathrm{recall}[i]", "recall at rank i"),
    (r"\mathrm{found}[i]", "relevant documents down to rank i"),
    symbols.R,
    symbols.REL,
    (r"\max", "the highest of these values; 0 if there are none"),
    (r"\lfloor x\rfloor", "x rounded down, in a computer's arithmetic: 0.7 * 3 + 0.9 comes out just below 3"),
)


def formula(p: Params) -> str:
    """Return the rule for a level r, in LaTeX."""

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
    """Return the interpolated precision at each of ``levels``: 0 if no rank counts, NaN if R = 0."""
    return highest(t, precision, candidates(t, levels[:, None]))


def interpolated_from_rank(t: Table) -> Worked:
    """The highest precision from each relevant document on, down to the cutoff; 0 elsewhere."""
    inside = t.rank <= np.minimum(t.end, t.length)
    p = np.where(inside, t.p.rounding.step(t.found / t.rank), 0)
    best = np.maximum.accumulate(p[..., ::-1], axis=-1)[..., ::-1] * t.relevant
    return Worked(best, lambda i: number(t, float(best[i])))
