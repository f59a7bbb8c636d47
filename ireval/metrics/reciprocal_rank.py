"""Reciprocal rank: one divided by the rank of the first relevant document.

>>> from ireval import explain
>>> explain("0010").value("RR"), explain("000").value("RR")
(0.3333333333333333, 0.0)
"""

from __future__ import annotations

import numpy as np

from ireval.measure import CUTOFF, Column, Measure, Mistake, RankCurve, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND, first_rank
from ireval.metrics.shared.list_mistakes import COUNTS_UNJUDGED_AS_RELEVANT, FORGETS_THE_CUTOFF
from ireval.metrics.shared.worked_steps import exact_sum, only, ratio
from ireval.numbers.arrays import Floats
from ireval.numbers.worked_number import Worked, worked


def _compute(t: Table) -> None:
    t.column("found", t.found)
    t.column("RR", t.running_first(1 / t.rank, at=t.relevant))


def _first(t: Table) -> Floats:
    """The rank of the first relevant document within the cutoff; NaN for none."""
    first = first_rank(t.relevant & (t.rank <= t.end))
    return np.where(first > 0, first, np.nan)


def _last(t: Table) -> Floats:
    last = np.where(t.relevant & (t.rank <= t.end), t.rank, 0).max(axis=-1, keepdims=True)
    return np.where(last > 0, last, np.nan)


def _sum(t: Table) -> Worked:
    """1/rank of every relevant document within the cutoff, added up, where there are two or more."""
    terms = worked(t.relevant & (t.rank <= t.end)) / t.rank
    return only(t.found_at_end > 1, exact_sum(t, Worked(t.p.rounding.step(terms.value), terms.write)))


MISTAKES = (
    Mistake(
        "counts-from-0",
        "counted the ranks from 0",
        "The first rank is 1.",
        lambda t: ratio(t, np.ones_like(t.R), _first(t) - 1),
    ),
    Mistake(
        "counts-from-2",
        "counted one rank too many",
        "The first rank is 1.",
        lambda t: ratio(t, np.ones_like(t.R), _first(t) + 1),
    ),
    Mistake(
        "gives-the-rank",
        "gave the rank of the first relevant document",
        "The score is 1 divided by that rank.",
        lambda t: only(_first(t) > 1, _first(t)),
    ),
    Mistake(
        "takes-the-last",
        "used the last relevant document",
        "Only the first relevant document counts.",
        lambda t: only(_last(t) > _first(t), ratio(t, np.ones_like(t.R), _last(t))),
    ),
    Mistake(
        "adds-all",
        "added up 1 divided by the rank for every relevant document",
        "Only the first relevant document counts.",
        _sum,
    ),
    Mistake(
        "averages-all",
        "averaged 1 divided by the rank over the [{found}] relevant {found:document|documents} retrieved",
        "Only the first relevant document counts.",
        lambda t: ratio(t, _sum(t), t.found_at_end),
    ),
    FORGETS_THE_CUTOFF,
    COUNTS_UNJUDGED_AS_RELEVANT,
)

MEASURE = Measure(
    name="RR",
    title="reciprocal rank",
    family="Average precision",
    sentence="One divided by the rank of the first relevant document; 0 if none was retrieved.",
    formula=lambda p: (
        r"\mathrm{RR}@k = \begin{cases}\dfrac{1}{r} & \text{if } r\le k\\0 & \text{if } r>k\end{cases}"
        if p.k
        else r"\mathrm{RR} = \frac{1}{r}"
    ),
    where=(("r", "rank of the first relevant document; without one the score is 0"), symbols.K),
    columns=(
        FOUND,
        Column.quotient(
            "RR",
            "1 divided by the rank of the first relevant document so far",
            "1",
            r"\text{rank of the first relevant document in ranks }1\text{ to }i",
            spelled=True,
        ),
    ),
    compute=_compute,
    score="RR",
    running_total="RR",
    order=21,
    source="TREC-8 question answering (Voorhees 1999)",
    ties_in_ir_measures=lambda own: "docno-ascending" if own["k"] else "",
    defined_by=("thesis", "blog"),
    variants={"RR": "RR"},
    aliases=("MRR",),
    tool_names={
        "ir_measures": ("RR", "RR@{k}"),
        "trec_eval": ("recip_rank",),
        "ranx": ("mrr", "mrr@{k}"),
        "llama_index": ("mrr",),
        "haystack": ("DocumentMRREvaluator",),
        "torchmetrics": ("RetrievalMRR",),
        "elasticsearch": ("mean_reciprocal_rank",),
        "beir": ("MRR@{k}",),
        "ntcireval": ("RR",),
        "quepid": ("RR@{k}",),
    },
    mean_name="MRR",
    cutoff=CUTOFF,
    drawing=RankCurve(score="RR", value=lambda t: t.p.rounding.step(1 / t.rank), noun="1/rank"),
    conventions=("rel", "unjudged", "rounding", "decimals"),
    mistakes=MISTAKES,
)
