"""The eleven points: interpolated precision at recall 0, 0.1, ..., 1, and their mean.

>>> from ireval import explain
>>> explain("101003000200003", "32211").columns("IPrec11")["P"][:6]
[1.0, 1.0, 0.6666666666666666, 0.5, 0.4, 0.3333333333333333]
"""

from __future__ import annotations

import numpy as np

from ireval.expression import Expr, total
from ireval.judgements import Floats
from ireval.metric import Cell, Column, Measure, Mistake, Table
from ireval.metrics._interpolated import best, formula
from ireval.metrics._lists import precision
from ireval.metrics._mistakes import TAKES_FOUND_FOR_ALL, only, ratio
from ireval.metrics._wrong_levels import at_exact_recall, at_first_rank, looking_back

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


def _sum(t: Table, points: Floats) -> Floats:
    return t.p.rounding.running_sum(points)[..., -1:]


def _mean(t: Table, points: Floats) -> Floats:
    return ratio(t, _sum(t, points), len(LEVELS))


def _reached_only(t: Table) -> Floats:
    points = best(t, precision(t), LEVELS)
    reached = np.count_nonzero(points > 0, axis=-1, keepdims=True).astype(np.float64)
    return only((reached < len(LEVELS)) & (t.R > 0), ratio(t, _sum(t, points), reached))


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
        "exact-recall-only",
        "You looked only at ranks where recall is exactly a level; any higher recall will do.",
        lambda t: _mean(t, at_exact_recall(t, LEVELS)),
    ),
    Mistake(
        "divides-by-10",
        "You divided by 10; from 0 to 1 there are 11 levels.",
        lambda t: ratio(t, _sum(t, best(t, precision(t), LEVELS)), len(LEVELS) - 1),
    ),
    Mistake(
        "averages-reached-levels",
        "You left the levels that the list never reaches out of the mean; they count 0.",
        _reached_only,
    ),
    TAKES_FOUND_FOR_ALL,
)

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
    defined_by=("kth", "mir", "trec_eval"),
    variants={"IPrec11": "11-pt"},
    aliases=("11pt", "11pt_avg"),
    axis="recall level",
    conventions=("rel", "interpolation", "unjudged", "no_relevant", "rounding", "decimals"),
    mistakes=MISTAKES,
)
