"""Interpolated precision: the highest precision among the ranks that count for a recall level.

>>> from ireval import explain
>>> scores = explain("101003000200003", "32211")
>>> scores.value("IPrec@0.3"), scores.value("IPrec@0.6")
(0.5, 0.0)
"""

from __future__ import annotations

import numpy as np

from ireval.conventions import Parameter
from ireval.measure import Column, Measure, Mistake, Stairs, Table
from ireval.metrics.shared.interpolation import LEGEND, candidates, formula
from ireval.metrics.shared.list_columns import FOUND, precision_column, recall_column
from ireval.metrics.shared.list_mistakes import TAKES_FOUND_FOR_ALL, if_it_shows
from ireval.metrics.shared.mistakes import level_mistakes
from ireval.numbers.arrays import Floats


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    t.column("recall", t.ratio(found, t.R))
    precision = t.column("P", t.ratio(found, t.rank))
    counts = candidates(t.arrays, np.array([[t.p.level]]))[..., 0, :]
    candidate = t.column("candidate", t.only(counts, precision))
    t.column("best", t.only(t.R > 0, t.running_maximum(candidate)))


def _level(t: Table) -> Floats:
    return np.array([t.p.level])


MISTAKES = (
    Mistake(
        "does-not-interpolate",
        "took the precision at the first rank that reaches the level",
        "A later rank may have a higher precision.",
        lambda t: if_it_shows(t, level_mistakes.at_first_rank(t, _level(t))),
    ),
    Mistake(
        "looks-back",
        "took the highest precision at any recall up to the level",
        "Interpolation looks from the level upwards.",
        lambda t: level_mistakes.looking_back(t, _level(t)),
    ),
    Mistake(
        "exact-recall-only",
        "looked only at ranks where recall is exactly the level",
        "Any higher recall counts as well.",
        lambda t: level_mistakes.at_exact_recall(t, _level(t)),
    ),
    TAKES_FOUND_FOR_ALL,
    Mistake(
        "interpolates-linearly",
        "drew a straight line between the points of the curve",
        "The interpolated precision is the highest precision at this recall or a higher one.",
        lambda t: if_it_shows(t, level_mistakes.on_straight_lines(t, _level(t))),
        rare=True,
    ),
)

MEASURE = Measure(
    name="IPrec",
    title="interpolated precision at a recall level",
    family="Interpolated precision",
    sentence="The best precision once a recall level is reached; 0 if it never is.",
    formula=formula,
    where=(("r", "the recall level"), *LEGEND),
    columns=(
        FOUND,
        recall_column(),
        precision_column(spelled=True, symbol="P@"),
        Column(
            "candidate",
            "precision at a rank that counts for the level",
            formula=r"\mathrm{candidate}[i] = \mathrm{P}[i]\text{ where recall is high enough, else }0",
        ),
        Column(
            "best",
            "the highest of these so far",
            symbol="P",
            formula=r"\mathrm{best}[i] = \max(\mathrm{best}[i-1],\,\mathrm{candidate}[i])",
        ),
    ),
    compute=_compute,
    score="best",
    order=50,
    source="KTH lecture; Modern Information Retrieval, chapter 3; TREC",
    defined_by=("kth", "mir"),
    variants={"IPrec@{level}": "IPrec@{level}"},
    tool_names={
        "ir_measures": ("IPrec@{level}",),
        "trec_eval": ("iprec_at_recall_{level}",),
        "ranx": ("iprec@{level}",),
    },
    cutoff=Parameter(
        "level", "Recall level", "Which recall level counts?", 0.3, whole=False, least=0, most=1, also=("recall",)
    ),
    cutoff_required=True,
    conventions=("rel", "interpolation", "unjudged", "no_relevant", "rounding", "decimals"),
    figure=Stairs(("best",)),
    mistakes=MISTAKES,
)
