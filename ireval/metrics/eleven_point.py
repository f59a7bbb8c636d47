"""The eleven points: interpolated precision at recall 0, 0.1, ..., 1, and their mean.

>>> from ireval import explain
>>> explain("101003000200003", "32211").columns("IPrec11")["P"][:6]
[1.0, 1.0, 0.6666666666666666, 0.5, 0.4, 0.3333333333333333]
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Measure, Mistake, RecallCurve
from ireval.metrics.shared.level_mistakes import at_exact_recall
from ireval.metrics.shared.list_mistakes import TAKES_FOUND_FOR_ALL, in_columns
from ireval.metrics.shared.recall_levels import LEGEND, averaged, columns, every, final, formula, mean, mistakes, points
from ireval.metrics.shared.worked_steps import ratio

LEVELS = np.arange(11) / 10

SHARED = mistakes(LEVELS)
MISTAKES = (
    SHARED.does_not_interpolate,
    SHARED.looks_back,
    Mistake(
        "exact-recall-only",
        "You looked only at ranks where recall is exactly a level; any higher recall will do.",
        lambda t: mean(t, at_exact_recall(t, LEVELS)),
        in_columns(P=lambda t: at_exact_recall(t, LEVELS)),
    ),
    Mistake(
        "divides-by-10",
        "You divided by 10; from 0 to 1 there are 11 levels.",
        lambda t: ratio(t, every(t, points(t, LEVELS)), len(LEVELS) - 1),
    ),
    SHARED.reached_only,
    TAKES_FOUND_FOR_ALL,
)

MEASURE = Measure(
    name="IPrec11",
    title="11-point interpolated precision",
    family="Interpolated precision",
    sentence="Interpolated precision at the eleven recall levels 0, 0.1, ..., 1; the score is their mean.",
    formula=lambda p: formula(p, r"\frac{1}{11}\sum_{j=0}^{10} P_{\mathrm{int}}(\tfrac{j}{10})"),
    where=LEGEND,
    columns=columns(LEVELS),
    compute=lambda t: averaged(t, LEVELS),
    score="mean",
    score_rank=lambda t: np.full_like(t.R, len(LEVELS)),
    final=lambda c: final(c, LEVELS),
    order=51,
    source="KTH lecture; Modern Information Retrieval, chapter 3; TREC",
    defined_by=("kth", "mir", "trec_eval"),
    variants={"IPrec11": "11-pt"},
    aliases=("11pt", "11pt_avg"),
    drawing=RecallCurve(recall="r", precision="P"),
    axis="recall level",
    conventions=("rel", "interpolation", "unjudged", "no_relevant", "rounding", "decimals"),
    mistakes=MISTAKES,
)
