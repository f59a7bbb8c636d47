"""Precision: of the retrieved documents, how many are relevant?

>>> from ireval import explain
>>> explain("101003000200003", "32211").value("P@10")
0.4
"""

from __future__ import annotations

import numpy as np

from ireval.measure import CUTOFF, Measure, Mistake, Pools, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND_REL, PRECISION_TANK, is_empty, precision_column, recall_column
from ireval.metrics.shared.list_counts import any_graded, grades_of_relevant, inside, ranks_read
from ireval.metrics.shared.list_mistakes import COUNTS_UNJUDGED_AS_RELEVANT, WRONG_CUTOFFS
from ireval.metrics.shared.publications import CLEVERDON
from ireval.metrics.shared.worked_steps import exact_sum, never, only, ratio, total
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    t.column("P", t.ratio(found, t.rank if t.p.short_list == "n" else t.retrieved))
    t.column("recall", t.ratio(found, t.R))


def _graded(t: Table) -> Worked:
    grades = total(t, grades_of_relevant(t))
    return only(
        any_graded(t), ratio(t, grades, ranks_read(t) if t.p.short_list == "n" else np.minimum(t.end, t.length))
    )


def _average(t: Table) -> Worked:
    return ratio(t, exact_sum(t, np.where(inside(t), t.found / t.rank, 0)), np.minimum(t.end, t.length))


def _by_judged(t: Table) -> Worked:
    """Divides by the judged documents within the cutoff; without a cutoff, this is the condensed list's precision."""
    return (
        ratio(t, t.found_at_end, exact_sum(t, np.where((t.grades >= 0) & inside(t), 1.0, 0.0))) if t.p.k else never(t)
    )


MISTAKES = (
    Mistake(
        "swaps-precision-and-recall",
        "divided by the [{R}] relevant {R:document|documents} of the query, which gives recall",
        "Precision divides by the number of ranks.",
        lambda t: ratio(t, t.found_at_end, t.R),
    ),
    Mistake(
        "divides-by-the-length",
        "divided by all [{n}] {n:document|documents} in the list",
        "P@k divides by {cutoff}.",
        lambda t: only(t.length > t.p.k, ratio(t, t.found_at_end, t.length)) if t.p.k else never(t),
    ),
    Mistake(
        "averages-every-rank",
        "averaged the precision at every rank",
        "Precision is read at the last rank only.",
        _average,
    ),
    Mistake("adds-grades", "added up grades", "A relevant document counts 1, whatever its grade.", _graded),
    *WRONG_CUTOFFS,
    COUNTS_UNJUDGED_AS_RELEVANT,
    Mistake(
        "divides-by-the-judged",
        "divided by the judged documents down to {cutoff} only",
        "Precision divides by the number of ranks, judged or not.",
        _by_judged,
        rare=True,
    ),
)

MEASURE = Measure(
    name="P",
    title="precision",
    family="Precision and recall",
    sentence="The share of the retrieved documents that are relevant. P@k looks at the first k ranks only.",
    formula=lambda p: (
        (
            r"\mathrm{P}@k = \frac{1}{k}\sum_{i=1}^{k}\mathrm{rel}_i"
            if p.short_list == "n"
            else r"\mathrm{P}@k = \frac{1}{\min(k,\,\mathrm{tp}+\mathrm{fp})}\sum_{i=1}^{k}\mathrm{rel}_i"
        )
        if p.k
        else r"\mathrm{P} = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fp}} = "
        r"\frac{\text{relevant retrieved}}{\text{retrieved}}"
    ),
    where=(
        ("k", "the cutoff; also the divisor where fewer documents were retrieved, unless a convention says otherwise"),
        symbols.RANK,
        symbols.REL,
        symbols.TP,
        (r"\mathrm{fp}", "retrieved, not relevant or not judged; if nothing was retrieved, precision is 0"),
    ),
    columns=(FOUND_REL, precision_column(spelled=True), recall_column()),
    compute=_compute,
    score="P",
    running_total="found",
    score_rank=ranks_read,
    has_nothing=is_empty,
    exercise_columns=("P", "recall"),
    order=10,
    source="Cranfield (Cleverdon 1967); van Rijsbergen 1979",
    publications=(CLEVERDON,),
    defined_by=("lillis", "thesis", "blog", "kth", "mir"),
    variants={"P": "P", "P@{k}": "P@{k}"},
    aliases=("Precision",),
    tool_names={
        "ir_measures": ("P@{k}", "SetP"),
        "trec_eval": ("set_P", "P_{k}"),
        "ranx": ("precision", "precision@{k}"),
        "sklearn": ("precision_score",),
        "ragas": ("id_based_context_precision",),
        "llama_index": ("precision",),
        "xgboost": ("pre@{k}",),
        "torchmetrics": ("RetrievalPrecision",),
        "elasticsearch": ("precision",),
        "beir": ("P@{k}",),
        "ntcireval": ("P@{k}",),
        "quepid": ("P@{k}",),
    },
    cutoff=CUTOFF,
    conventions=("rel", "unjudged", "short_list", "rounding", "decimals"),
    figure=Pools((PRECISION_TANK,)),
    mistakes=MISTAKES,
    set_based=True,
    two_by_two=True,
)
