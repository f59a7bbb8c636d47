"""The eleven points: interpolated precision at recall 0, 0.1, ..., 1, and their mean.

>>> from ireval import explain
>>> explain("101003000200003", "32211").columns("IPrec11")["P"][:6]
[1.0, 1.0, 0.6666666666666666, 0.5, 0.4, 0.3333333333333333]
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.measure import Measure, Mistake, RecallCurve
from ireval.metrics.shared import recall_levels
from ireval.metrics.shared.list_mistakes import TAKES_FOUND_FOR_ALL
from ireval.metrics.shared.mistakes.level_mistakes import at_exact_recall, at_first_rank, at_last_rank
from ireval.metrics.shared.worked_steps import ratio
from ireval.numbers.arrays import Floats
from ireval.numbers.worked_number import worked

LEVELS = np.arange(11) / 10

*WRONG_POINTS, REACHED_ONLY = recall_levels.mistakes(LEVELS)
MISTAKES = (
    *WRONG_POINTS,
    recall_levels.level_mistake(
        "exact-recall-only",
        "looked only at ranks where recall is exactly a level",
        "Any higher recall counts as well.",
        LEVELS,
        at_exact_recall,
    ),
    Mistake(
        "divides-by-10",
        "divided by 10",
        "There are 11 levels from 0 to 1.",
        lambda t: ratio(t, recall_levels.every(t, recall_levels.points(t, LEVELS)), len(LEVELS) - 1),
    ),
    REACHED_ONLY,
    TAKES_FOUND_FOR_ALL,
    Mistake(
        "leaves-out-level-0",
        "averaged the ten levels 0.1 to 1",
        "Level 0 counts as well.",
        lambda t: recall_levels.mean(t, worked(recall_levels.points(t, LEVELS[1:]))),
        rare=True,
    ),
    Mistake(
        "level-0-counts-0",
        "added up the ten levels 0.1 to 1 and divided by 11",
        "Level 0 counts as well.",
        lambda t: ratio(t, recall_levels.every(t, recall_levels.points(t, LEVELS[1:])), len(LEVELS)),
        rare=True,
    ),
    recall_levels.level_mistake(
        "last-rank-of-the-level",
        "took the precision at the last rank whose recall is no higher than each level",
        "The interpolated precision is the highest precision at this recall or a higher one.",
        LEVELS,
        at_last_rank,
        rare=True,
    ),
    Mistake(
        "does-not-interpolate-levels-0-1-to-1",
        "took the precision at the first rank that reaches each of the levels 0.1 to 1, and divided by 10",
        "A later rank may have a higher precision, and level 0 counts as well.",
        lambda t: recall_levels.mean(t, at_first_rank(t, LEVELS[1:])),
        rare=True,
    ),
    recall_levels.straight_lines(LEVELS),
)


def _with_levels(levels: Floats) -> Measure:
    """The same mean at other recall levels, which trec_eval accepts as parameters."""
    return replace(MEASURE, **recall_levels.mean_at(levels).keywords, mistakes=(), with_levels=None)


MEASURE = recall_levels.mean_at(LEVELS)(
    name="IPrec11",
    title="11-point interpolated precision",
    family="Interpolated precision",
    sentence="The mean of the interpolated precisions at the eleven recall levels 0, 0.1, ..., 1.",
    formula=lambda p: recall_levels.formula(p, r"\frac{1}{11}\sum_{j=0}^{10} P_{\mathrm{int}}(\tfrac{j}{10})"),
    where=(*recall_levels.LEGEND, ("j", "number of the level, counted from 0")),
    order=51,
    source="KTH lecture; Modern Information Retrieval, chapter 3; TREC",
    defined_by=("kth", "mir"),
    variants={"IPrec11": "11-pt"},
    aliases=("11pt",),
    tool_names={"trec_eval": ("11pt_avg",)},
    with_levels=_with_levels,
    drawing=RecallCurve(recall="r", precision="P"),
    mistakes=MISTAKES,
)
