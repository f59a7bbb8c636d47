"""Precision at a recall level: the precision at the first rank where enough of the relevant documents are found.

One lecture also calls this R-precision. Its text requires recall above the level, but its example takes the first rank
that reaches the level; the parameter ``reach`` chooses between the two.

>>> from ireval import explain
>>> scores = explain("101003000200003", "32211")
>>> scores.value("P_at_recall@0.3"), scores.value("P_at_recall(reach='above')@0.3")
(0.5, 0.4)
"""

from __future__ import annotations

import numpy as np

from ireval.conventions import Choice, Parameter
from ireval.measure import Measure, Mistake, Params, Pools, Remark, Table
from ireval.messages.writing import number_text
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import (
    FOUND_REL,
    PRECISION_TANK,
    SLACK,
    first_rank,
    precision_column,
    recall_column,
)
from ireval.metrics.shared.list_counts import found_at, precision_at
from ireval.metrics.shared.list_mistakes import TAKES_FOUND_FOR_ALL
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Floats
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    t.column("recall", t.ratio(found, t.R))
    t.column("P", t.ratio(found, t.rank))


def _reads(t: Table) -> Floats:
    need = t.p.level * t.R
    reached = t.found > need + SLACK if t.p.reach == "above" else t.found >= need - SLACK
    return first_rank(reached) * (t.R > 0)


def _why(p: Params) -> str:
    word = "goes above" if p.reach == "above" else "reaches"
    return f"recall never {word} {number_text(p.level)} in this list"


def _beside(t: Table, step: int) -> Worked:
    """The precision ``step`` ranks away from the correct rank."""
    rank = _reads(t)
    return only(rank > 0, precision_at(t, np.maximum(rank + step, 0)))


def _share_of_list(t: Table) -> Worked:
    rank = np.ceil(t.p.level * t.length - SLACK)
    return only((t.R > 0) & (_reads(t) > 0), precision_at(t, np.maximum(rank, 1)))


MISTAKES = (
    Mistake(
        "swaps-precision-and-recall",
        "gave the recall at that rank",
        "The level is a recall level; the score is the precision at the rank that reaches it.",
        lambda t: only(_reads(t) > 0, ratio(t, found_at(t, _reads(t)), t.R)),
    ),
    Mistake(
        "share-of-the-list",
        "went that share of the way down the list [({n})]",
        "The level is a share of the relevant documents [({R})].",
        _share_of_list,
    ),
    TAKES_FOUND_FOR_ALL,
    Mistake(
        "one-rank-early",
        "stopped one rank above the first rank that reaches the level",
        "",
        lambda t: _beside(t, -1),
    ),
    Mistake("one-rank-late", "went one rank below the first rank that reaches the level", "", lambda t: _beside(t, 1)),
)

MEASURE = Measure(
    name="P_at_recall",
    title="R-precision at a recall level",
    family="Precision and recall",
    sentence="Precision at the rank where recall first reaches a given level.",
    formula=lambda p: (
        r"\mathrm{P@}i^*,\quad i^* = \min\{\,i : \tfrac{1}{R}\sum_{j\le i}\mathrm{rel}_j "
        + (">" if p.reach == "above" else r"\ge")
        + r" r\,\}"
    ),
    where=(("r", "the recall level"), symbols.RANK, ("j", "another rank"), symbols.P, symbols.R, symbols.REL),
    columns=(FOUND_REL, recall_column(), precision_column(spelled=True, symbol="P@")),
    compute=_compute,
    score="P",
    score_rank=_reads,
    undefined=(
        Remark(lambda t: t.R > 0, _why),
        Remark(lambda t: t.R <= 0, lambda _: "no document is relevant, so recall is not defined"),
    ),
    order=15,
    source="COMP3009J lecture",
    defined_by=("lillis",),
    variants={"P_at_recall@{level}": "P at r={level}"},
    cutoff=Parameter("level", "Recall level", "Which recall is to be reached?", 0.3, whole=False, least=0, most=1),
    cutoff_required=True,
    parameters=(
        Parameter(
            "reach",
            "Level reached",
            "When does a recall level count as reached?",
            "at-least",
            (
                Choice(
                    "at-least",
                    "recall >= r",
                    "At the first rank with at least that recall.",
                    "stopped at the first rank with at least that recall",
                    "The level is reached at the first rank with at least that recall.",
                ),
                Choice(
                    "above",
                    "recall > r",
                    "At the first rank with more than that recall.",
                    "stopped at the first rank with more than that recall",
                    "The level is reached at the first rank with more than that recall.",
                ),
            ),
        ),
    ),
    conventions=("rel", "unjudged", "rounding", "decimals"),
    figure=Pools((PRECISION_TANK,)),
    mistakes=MISTAKES,
)
