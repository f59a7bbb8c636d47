"""Precision: of the retrieved documents, how many are relevant?

>>> from ireval import explain
>>> explain("101003000200003", "32211").value("P@10")
0.4
"""

from __future__ import annotations

from ireval.judgements import Floats
from ireval.metric import CUTOFF, Measure, Table
from ireval.metrics._lists import (
    FOUND,
    LEGEND_RANK,
    LEGEND_REL,
    precision,
    precision_column,
    recall,
    recall_column,
    why_empty,
)


def _compute(t: Table) -> dict[str, Floats]:
    return {"found": t.found, "P": precision(t), "recall": recall(t)}


MEASURE = Measure(
    name="P",
    title="precision",
    family="Precision and recall",
    sentence="The share of the retrieved documents that are relevant; P@n looks at the first n ranks only.",
    formula=lambda p: (
        r"\mathrm{P@}n = \frac{1}{n}\sum_{i=1}^{n}\mathrm{rel}_i"
        if p.k
        else r"\mathrm{precision} = \frac{tp}{tp+fp} = \frac{\text{relevant retrieved}}{\text{retrieved}}"
    ),
    where=(
        ("n", "the cutoff; it stays the divisor when fewer documents were retrieved"),
        LEGEND_RANK,
        LEGEND_REL,
    ),
    columns=(FOUND, precision_column(spelled=True), recall_column()),
    compute=_compute,
    score="P",
    reads=lambda t: t.end if t.p.k else t.length,
    why=why_empty,
    order=10,
    source="Cranfield (Cleverdon 1967); van Rijsbergen 1979",
    defined_by=("lillis", "thesis", "blog", "kth", "mir", "trec_eval"),
    variants={"P": "P", "P@{k}": "P@{k}"},
    aliases=("SetP", "set_P", "Precision", "P_{k}"),
    at=CUTOFF,
    conventions=("rel", "rounding", "decimals"),
    set_based=True,
)
