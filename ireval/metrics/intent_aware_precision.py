"""Intent-aware precision: P@k of every subtopic, averaged.

>>> from ireval import explain
>>> scores = explain(subtopics="110,010,000,001,100")
>>> scores.columns("P_IA@5")["P"]
[0.4, 0.4, 0.2]
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Column, Mistake, Params, SubtopicLanes, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import is_empty
from ireval.metrics.shared.novelty import OF_SUBTOPICS, diversity_measure, subtopics_latex
from ireval.metrics.shared.publications import AGRAWAL
from ireval.metrics.shared.worked_steps import never, only, ratio, summed
from ireval.numbers.arrays import Floats, counts
from ireval.numbers.worked_number import Worked, worked


def _divisor(t: Table) -> Floats:
    return np.full_like(t.end, t.p.k) if t.p.k else t.length


def _compute(t: Table) -> None:
    seen = t.subtopics & (t.arrays.rank <= t.end)[..., None]
    divisor, counts = _divisor(t), t.counted_subtopics
    t.column("subtopic", np.broadcast_to(np.arange(1.0, counts.shape[-1] + 1), counts.shape))
    found = t.column("found", np.count_nonzero(seen, axis=-2).astype(np.float64))
    precision = t.column("P", t.only(counts, t.ratio(found, divisor)))
    there = counts & (divisor > 0)
    summed = t.column("sum", t.running_sum(t.where(there, precision, 0), at=there, in_full=there))
    t.column("mean", t.only((t.S > 0) & (divisor > 0), t.ratio(summed, t.S)))


def _reads(t: Table) -> Floats:
    """The last subtopic that counts; 0 for none."""
    numbers = np.arange(1.0, t.counted_subtopics.shape[-1] + 1)
    return np.asarray(np.max(numbers * t.counted_subtopics, axis=-1, keepdims=True, initial=0))


def _formula(p: Params) -> str:
    cut, last = ("@k", "k") if p.k else ("", "n")
    return (
        rf"\text{{IA-P}}{cut} = \frac{{1}}{{{subtopics_latex(p)}}}\sum_{{j}}\mathrm{{P}}_j,\qquad "
        rf"\mathrm{{P}}_j = \frac{{1}}{{{last}}}\sum_{{i=1}}^{{{last}}} J(i,j)"
    )


def _on_any(t: Table) -> Floats:
    """The number of documents that cover at least one subtopic."""
    on_any = np.any(t.subtopics, axis=-1) & (t.rank <= t.end)
    return counts(on_any)


def _seen_only(t: Table) -> Worked:
    seen = counts(t.columns["found"] > 0)
    if not t.subtopics.shape[-1]:
        return never(t)
    return only(seen < t.S, ratio(t, summed(t, np.nan_to_num(t.columns["P"])), seen))


MISTAKES = (
    Mistake(
        "counts-documents-once",
        "counted each document for one subtopic only",
        "It counts for every subtopic that it covers.",
        lambda t: ratio(t, _on_any(t), worked(_divisor(t)) * t.S),
    ),
    Mistake(
        "ignores-subtopics",
        "gave the share of documents on any subtopic, which is precision",
        "P-IA averages the precision of each subtopic.",
        lambda t: only(t.S > 0, ratio(t, _on_any(t), _divisor(t))),
    ),
    Mistake(
        "averages-the-found",
        "averaged over the subtopics that were found",
        "A subtopic without a document counts 0.",
        _seen_only,
    ),
)

MEASURE = diversity_measure(
    name="P_IA",
    title="intent-aware precision",
    sentence="Precision for each subtopic alone, averaged over the subtopics.",
    formula=_formula,
    where=(
        symbols.S,
        symbols.T,
        symbols.SUBTOPIC,
        symbols.RANK,
        symbols.J,
        (r"\mathrm{P}_j", "precision where only documents on subtopic j count; if nothing was retrieved, it is 0"),
        ("k", "the cutoff; also the divisor for a shorter list"),
        symbols.N,
    ),
    columns=(
        Column("subtopic", "number of the subtopic", whole=True, symbol="j"),
        Column(
            "found", "documents on it", whole=True, symbol="J", formula=r"\mathrm{found}[j] = \sum_{i=1}^{n} J(i,j)"
        ),
        Column(
            "P", "precision for this subtopic", spelled=True, formula=r"\mathrm{P}[j] = \frac{\mathrm{found}[j]}{n}"
        ),
        Column("sum", "sum so far", rounded=True, formula=r"\mathrm{sum}[j] = \mathrm{sum}[j-1] + \mathrm{P}[j]"),
        Column(
            "mean",
            "the sum so far divided by the number of subtopics",
            symbol="IA-P",
            formula=r"\mathrm{mean}[j] = \frac{\mathrm{sum}[j]}{S}",
        ),
    ),
    compute=_compute,
    score="mean",
    score_rank=_reads,
    has_nothing=lambda t: is_empty(t) & (t.subtopic_total > 0),
    order=81,
    source="Agrawal et al. 2009; Clarke et al. 2009",
    publications=(AGRAWAL,),
    ties_in_ir_measures=lambda _: "docno-ascending",
    defined_by=("thesis",),
    variants={"P_IA@{k}": "IA-P@{k}"},
    aliases=("IA_P", "IA-P@{k}", "IA-P", "P-IA"),
    tool_names={"ir_measures": ("P_IA@{k}",), "ndeval": ("P-IA@{k}",)},
    axis="subtopic",
    conventions=OF_SUBTOPICS,
    figure=SubtopicLanes("", "", share="mean", discount=None, gains=lambda t: t.subtopics.astype(np.float64)),
    mistakes=MISTAKES,
    set_based=True,
)
