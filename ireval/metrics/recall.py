"""Recall: of the relevant documents, how many were retrieved?

>>> from ireval import explain
>>> explain("101003000200003", "32211").value("R")
0.5
"""

from __future__ import annotations

from ireval.measure import CUTOFF, Measure, Mistake, Pools, RecallCurve, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND_REL, RECALL_TANK, precision_column, recall_column
from ireval.metrics.shared.list_counts import precision_at, ranks_read
from ireval.metrics.shared.list_mistakes import COUNTS_UNJUDGED_AS_RELEVANT, TAKES_FOUND_FOR_ALL, WRONG_CUTOFFS
from ireval.metrics.shared.publications import CLEVERDON
from ireval.metrics.shared.worked_steps import ratio


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    t.column("P", t.ratio(found, t.rank))
    t.column("recall", t.ratio(found, t.R))


MISTAKES = (
    Mistake(
        "swaps-precision-and-recall",
        "divided by the number of ranks, which gives precision",
        "Recall divides by all [{R}] relevant {R:document|documents}.",
        lambda t: precision_at(t, ranks_read(t)),
    ),
    Mistake(
        "divides-by-the-judged",
        "divided by all [{judged}] judged {judged:document|documents}",
        "Recall divides by the [{R}] relevant {R:document|documents} only.",
        lambda t: ratio(t, t.found_at_end, t.R + t.N),
    ),
    TAKES_FOUND_FOR_ALL,
    *WRONG_CUTOFFS,
    COUNTS_UNJUDGED_AS_RELEVANT,
)

MEASURE = Measure(
    name="R",
    title="recall",
    family="Precision and recall",
    sentence="The share of the relevant documents that were retrieved. R@k counts those in the first k ranks.",
    formula=lambda p: (
        r"\mathrm{recall}@k = \frac{1}{R}\sum_{i=1}^{k}\mathrm{rel}_i"
        if p.k
        else r"\mathrm{recall} = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fn}} = \frac{\text{relevant retrieved}}{R}"
    ),
    where=(symbols.R, symbols.RANK, symbols.REL, symbols.K, symbols.TP, symbols.FN),
    columns=(FOUND_REL, precision_column(), recall_column(spelled=True)),
    compute=_compute,
    score="recall",
    running_total="found",
    exercise_columns=("P", "recall"),
    order=11,
    source="Cranfield (Cleverdon 1967); van Rijsbergen 1979",
    publications=(CLEVERDON,),
    defined_by=("lillis", "thesis", "kth", "mir"),
    variants={"R": "R", "R@{k}": "R@{k}"},
    aliases=("Recall",),
    tool_names={
        "ir_measures": ("R@{k}", "SetR"),
        "trec_eval": ("set_recall", "recall_{k}"),
        "ranx": ("recall", "recall@{k}"),
        "sklearn": ("recall_score",),
        "ragas": ("id_based_context_recall",),
        "llama_index": ("recall",),
        "haystack": ("multi_hit",),
        "torchmetrics": ("RetrievalRecall",),
        "elasticsearch": ("recall",),
        "beir": ("Recall@{k}",),
    },
    drawing=RecallCurve(recall="recall", precision="P"),
    cutoff=CUTOFF,
    conventions=("rel", "unjudged", "no_relevant", "rounding", "decimals"),
    figure=Pools((RECALL_TANK,)),
    mistakes=MISTAKES,
    set_based=True,
    two_by_two=True,
)
