"""The eleven points: interpolated precision at recall 0, 0.1, ..., 1, and their mean.

>>> from ireval import explain
>>> explain("101003000200003", "32211").columns("IPrec11")["P"][:6]
[1.0, 1.0, 0.6666666666666666, 0.5, 0.4, 0.3333333333333333]
"""

from __future__ import annotations

import numpy as np

from ireval.expression import Expr, total
from ireval.judgements import Floats
from ireval.metric import Cell, Column, Measure, Table
from ireval.metrics._interpolated import best, formula
from ireval.metrics._lists import precision

LEVELS = np.arange(11) / 10


def _compute(t: Table) -> dict[str, Floats]:
    p = precision(t)
    points = best(t, p, LEVELS)
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


MEASURE = Measure(
    name="IPrec11",
    title="11-point interpolated precision",
    family="Interpolated precision",
    sentence="Interpolated precision at the eleven recall levels 0, 0.1, ..., 1; the score is their mean.",
    formula=lambda p: r"\frac{1}{11}\sum_{j=0}^{10} P_{\mathrm{int}}(\tfrac{j}{10}),\qquad " + formula(p, "r"),
    where=(("r", "a recall level"), (r"\mathrm{P@}i", "precision at rank i")),
    columns=(
        Column("r", "recall level"),
        Column("P", "interpolated precision at this level"),
        Column("sum", "sum so far", lambda c: c.above("sum") + c["P"], rounded=True),
        Column("mean", "the sum so far divided by 11", lambda c: c["sum"] / len(LEVELS), spelled=True),
    ),
    compute=_compute,
    score="mean",
    reads=lambda t: np.full_like(t.R, len(LEVELS)),
    final=_final,
    order=51,
    source="KTH lecture; Modern Information Retrieval, chapter 3; TREC",
    defined_by=("kth", "mir"),
    variants={"IPrec11": "11-pt"},
    aliases=("11pt", "11pt_avg"),
    axis="recall level",
    conventions=("rel", "interpolation", "no_relevant", "rounding", "decimals"),
)
