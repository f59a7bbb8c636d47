"""Recall: of the relevant documents, how many were retrieved?

>>> from ireval import explain
>>> explain("101003000200003", "32211").value("R")
0.5
"""

from __future__ import annotations

from ireval.judgements import Floats
from ireval.metric import CUTOFF, Measure, Table
from ireval.metrics._lists import FOUND, LEGEND_R, precision, precision_column, recall, recall_column


def _compute(t: Table) -> dict[str, Floats]:
    return {"found": t.found, "P": precision(t), "recall": recall(t)}


MEASURE = Measure(
    name="R",
    title="recall",
    family="Precision and recall",
    sentence="The share of the relevant documents that were retrieved; R@n counts those in the first n ranks.",
    formula=lambda p: (
        r"\mathrm{R@}n = \frac{1}{R}\sum_{i=1}^{n}\mathrm{rel}_i"
        if p.k
        else r"\mathrm{recall} = \frac{tp}{tp+fn} = \frac{\text{relevant retrieved}}{R}"
    ),
    where=(LEGEND_R,),
    columns=(FOUND, precision_column(), recall_column(spelled=True)),
    compute=_compute,
    score="recall",
    order=11,
    source="Cranfield (Cleverdon 1967); van Rijsbergen 1979",
    defined_by=("lillis", "thesis", "kth", "mir", "trec_eval"),
    variants={"R": "R", "R@{k}": "R@{k}"},
    aliases=("SetR", "set_recall", "Recall", "recall_{k}"),
    at=CUTOFF,
    conventions=("rel", "no_relevant", "rounding", "decimals"),
    set_based=True,
)
