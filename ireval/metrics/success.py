"""Success: was anything relevant found?

>>> from ireval import explain
>>> explain("0010").value("Success@2"), explain("0010").value("Success@3")
(0.0, 1.0)
"""

from __future__ import annotations

from ireval.measure import CUTOFF, Column, Measure, Mistake, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND_REL
from ireval.metrics.shared.list_mistakes import FORGETS_THE_CUTOFF
from ireval.metrics.shared.worked_steps import only, ratio


def _compute(t: Table) -> None:
    t.column("success", t.least(t.column("found", t.found), 1))


MISTAKES = (
    Mistake(
        "gives-the-share",
        "gave the share of relevant documents, which is precision",
        "A single relevant document makes success 1.",
        lambda t: only(t.found_at_end > 0, ratio(t, t.found_at_end, t.end)),
    ),
    Mistake(
        "counts-every-one",
        "counted the relevant documents [({found})]",
        "Success is 1, however many there are.",
        lambda t: only(t.found_at_end > 1, t.found_at_end),
    ),
    FORGETS_THE_CUTOFF,
)

MEASURE = Measure(
    name="Success",
    title="success",
    sentence="1 if any of the first k documents is relevant, else 0. Many tools call it hit rate, some papers recall.",
    formula=lambda p: (
        rf"\mathrm{{Success}}{'@k' if p.k else ''} = \min\Bigl(1,\sum_{{i=1}}^{{{'k' if p.k else 'n'}}}"
        r"\mathrm{rel}_i\Bigr)"
    ),
    where=(symbols.K, symbols.N, symbols.RANK, symbols.REL),
    columns=(
        FOUND_REL,
        Column(
            "success",
            "1 once a relevant document was retrieved",
            whole=True,
            spelled=True,
            symbol="Success",
            formula=r"\mathrm{success}[i] = \min(1,\,\mathrm{found}[i])",
        ),
    ),
    compute=_compute,
    score="success",
    running_total="success",
    order=60,
    source="TREC question answering; trec_eval",
    variants={"Success@{k}": "Success@{k}"},
    aliases=("success", "hit rate@{k}", "hit rate", "HitRate@{k}", "HitRate"),
    tool_names={
        "ir_measures": ("Success@{k}",),
        "trec_eval": ("success_{k}",),
        "ranx": ("hit_rate", "hit_rate@{k}"),
        "llama_index": ("hit_rate",),
        "haystack": ("single_hit",),
        "torchmetrics": ("RetrievalHitRate",),
        "beir": ("top_k_accuracy",),
        "ntcireval": ("Hit@{k}",),
    },
    cutoff=CUTOFF,
    conventions=("rel", "unjudged"),
    mistakes=MISTAKES,
    set_based=True,
)
