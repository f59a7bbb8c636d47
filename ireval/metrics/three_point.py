"""The 3-point average: interpolated precision at recall 0.2, 0.5 and 0.8.

>>> from ireval import explain
>>> explain("101003000200003", "32211").columns("IPrec3")["P"]
[0.6666666666666666, 0.3333333333333333, 0.0]
"""

from __future__ import annotations

import numpy as np

from ireval.expression import Expr, total
from ireval.judgements import Floats
from ireval.metric import Cell, Column, Measure, Mistake, Table
from ireval.metrics._interpolated import best, formula
from ireval.metrics._lists import precision
from ireval.metrics._mistakes import only, ratio
from ireval.metrics._wrong_levels import at_first_rank, looking_back

LEVELS = np.array([0.2, 0.5, 0.8])


def _compute(t: Table) -> dict[str, Floats]:
    points = best(t, precision(t), LEVELS)
    running = t.p.rounding.running_sum(points)
    return {
        "r": np.broadcast_to(LEVELS, points.shape),
        "P": points,
        "sum": running,
        "mean": t.p.rounding.quotient(running, len(LEVELS)),
    }


def _final(c: Cell) -> Expr:
    points: list[Expr] = list(c.upto("P"))
    return (c["sum"] if c.p.rounding.mode == "columns" else total(points)) / len(LEVELS)


def _mean(t: Table, points: Floats) -> Floats:
    return ratio(t, t.p.rounding.running_sum(points)[..., -1:], len(LEVELS))


def _reached_only(t: Table) -> Floats:
    points = best(t, precision(t), LEVELS)
    reached = np.count_nonzero(points > 0, axis=-1, keepdims=True).astype(np.float64)
    return only((reached < len(LEVELS)) & (t.R > 0), ratio(t, t.p.rounding.running_sum(points)[..., -1:], reached))


MISTAKES = (
    Mistake(
        "does-not-interpolate",
        "You took the precision at the first rank that reaches each level; a later rank may have a higher one.",
        lambda t: _mean(t, at_first_rank(t, LEVELS)),
    ),
    Mistake(
        "looks-back",
        "You took the highest precision at any recall up to each level; it is sought from the level on.",
        lambda t: _mean(t, looking_back(t, LEVELS)),
    ),
    Mistake(
        "averages-reached-levels",
        "You left the levels that the list never reaches out of the mean; they count 0.",
        _reached_only,
    ),
)

MEASURE = Measure(
    name="IPrec3",
    title="3-point average",
    family="More measures",
    sentence="Interpolated precision at the recall levels 0.2, 0.5 and 0.8, averaged: a shorter 11-point average.",
    formula=lambda p: (
        r"\frac{1}{3}\bigl(P_{\mathrm{int}}(0.2)+P_{\mathrm{int}}(0.5)+P_{\mathrm{int}}(0.8)\bigr),\qquad "
        + formula(p, "r")
    ),
    where=(("r", "a recall level"), (r"\mathrm{P@}i", "precision at rank i")),
    columns=(
        Column("r", "recall level"),
        Column("P", "interpolated precision at this level"),
        Column("sum", "sum so far", lambda c: c.above("sum") + c["P"], rounded=True),
        Column("mean", "the sum so far divided by 3", lambda c: c["sum"] / len(LEVELS), spelled=True),
    ),
    compute=_compute,
    score="mean",
    reads=lambda t: np.full_like(t.R, len(LEVELS)),
    final=_final,
    order=68,
    source="TREC; trec_eval up to version 8",
    defined_by=(),
    variants={"IPrec3": "3-pt"},
    aliases=("3pt", "3pt_avg", "3-pt_avg"),
    axis="recall level",
    conventions=("rel", "interpolation", "unjudged", "no_relevant", "rounding", "decimals"),
    mistakes=MISTAKES,
)
