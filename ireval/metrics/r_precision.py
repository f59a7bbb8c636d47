"""R-precision: precision after as many documents as there are relevant ones.

>>> from ireval import explain
>>> explain("101003000200003", "32211").value("Rprec")
0.4
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.measure import Measure, Mistake, Params, Pools, Table, whole_list
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND_REL, PRECISION_TANK, precision_column
from ireval.metrics.shared.list_counts import found_at, found_in_list, grades_of_relevant, precision_at
from ireval.metrics.shared.list_mistakes import COUNTS_UNJUDGED_AS_RELEVANT, TAKES_FOUND_FOR_ALL
from ireval.metrics.shared.worked_steps import only, ratio, total
from ireval.numbers.arrays import Floats, anywhere
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import Ranking


def _rows(ranking: Ranking, p: Params) -> Floats:
    return np.maximum(whole_list(ranking, p), ranking.relevant_total(p.rel))


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    t.column("P", t.ratio(found, t.rank))


def _graded(t: Table) -> Worked:
    more = anywhere((t.grades > 1) & (t.rank <= t.R))
    return only(more, ratio(t, total(t, grades_of_relevant(t), t.R), t.R))


MISTAKES = (
    replace(
        TAKES_FOUND_FOR_ALL,
        did="stopped at the number of relevant documents in the list [({listed})]",
        instead="R counts all relevant documents of the query [({R})].",
    ),
    Mistake(
        "takes-the-whole-list",
        "took the precision of the whole list [({n})]",
        "R-precision stops at rank R [({R})].",
        lambda t: only((t.length != t.R) & (t.R > 0), precision_at(t, t.length)),
    ),
    Mistake(
        "counts-below-rank-r",
        "also counted the relevant documents below rank R [({R})], which gives recall",
        "R-precision stops at rank R.",
        lambda t: only(t.length > t.R, ratio(t, found_in_list(t), t.R)),
    ),
    Mistake(
        "divides-by-the-length",
        "divided by all [{n}] {n:document|documents} in the list",
        "R-precision divides by R [({R})].",
        lambda t: only((t.length != t.R) & (t.R > 0), ratio(t, found_at(t, t.R), t.length)),
    ),
    Mistake("adds-grades", "added up grades", "A relevant document counts 1, whatever its grade.", _graded),
    Mistake(
        "one-rank-early",
        "stopped one rank above rank R [({R})]",
        "",
        lambda t: precision_at(t, np.maximum(t.R - 1, 0)),
    ),
    Mistake(
        "one-rank-late",
        "went one rank below rank R [({R})]",
        "",
        lambda t: only(t.R > 0, precision_at(t, t.R + 1)),
    ),
    COUNTS_UNJUDGED_AS_RELEVANT,
)

MEASURE = Measure(
    name="Rprec",
    title="R-precision",
    family="Precision and recall",
    sentence="Precision at rank R, where R is the number of relevant documents. A perfect list scores 1.",
    formula=lambda _: r"\mathrm{Rprec} = \frac{1}{R}\sum_{i=1}^{R}\mathrm{rel}_i",
    where=(symbols.R, symbols.RANK, symbols.REL),
    columns=(FOUND_REL, precision_column(spelled=True, symbol="Rprec")),
    compute=_compute,
    score="P",
    running_total="found",
    rows=_rows,
    score_rank=lambda t: t.R,
    order=14,
    source="Modern Information Retrieval, chapter 3; trec_eval",
    defined_by=("mir",),
    variants={"Rprec": "R-precision"},
    aliases=("RPrec", "R-precision"),
    tool_names={
        "ir_measures": ("Rprec",),
        "trec_eval": ("Rprec",),
        "ranx": ("r-precision",),
        "torchmetrics": ("RetrievalRPrecision",),
    },
    beside="contingency",
    conventions=("rel", "unjudged", "no_relevant", "rounding", "decimals"),
    figure=Pools((PRECISION_TANK,)),
    mistakes=MISTAKES,
)
