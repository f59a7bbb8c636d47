"""ERR-IA: expected reciprocal rank for each subtopic, averaged.

Relevance to a subtopic is binary, so a document that covers it satisfies with probability 1/2. This is the definition;
ndeval, and so ir_measures, also divides by the score of a list in which every document covers every subtopic.
(At cutoff 1 ndeval forgets to divide.)

>>> from ireval import explain
>>> scores = explain(subtopics="110,010,000,001,100")
>>> round(scores.value("ERR_IA@5"), 6), round(scores.value("ERR_IA(norm='none')@5"), 6)
(0.629349, 0.433333)
"""

from __future__ import annotations

from ireval.conventions import Choice, Parameter
from ireval.measure import Column, Params, SubtopicLanes, Table
from ireval.metrics.shared import novelty, symbols
from ireval.metrics.shared.publications import CHAPELLE
from ireval.metrics.shared.subtopic_gains import HALF, SUM, discounted_sum, mistakes
from ireval.metrics.shared.worked_steps import ratio
from ireval.numbers.arrays import Floats
from ireval.numbers.worked_number import Quantity, Worked

_NORM = Parameter(
    "norm",
    "Divided by",
    "What is the sum divided by?",
    "perfect",
    (
        Choice(
            "perfect",
            "a perfect list's sum",
            "The sum for a list in which every document covers all subtopics, as in ndeval.",
        ),
        Choice("none", "2 S", "Twice the number of subtopics: the mean of each subtopic's ERR, as defined."),
    ),
)


def _compute(t: Table) -> None:
    t.column("covers", novelty.covered(t))
    summed = t.column("sum", t.running_sum(t.column("G", novelty.novelty(t, HALF)) / t.rank, newest_first=True))
    perfect = t.plain(t.S * HALF ** (t.arrays.rank - 1)) / t.rank
    whole = t.running_sum(perfect, newest_first=True) if t.p.norm == "perfect" else t.every_row(2 * t.S)
    t.column("ERR_IA", t.ratio(summed, t.column("divisor", whole)))


def _formula(p: Params) -> str:
    cut, last = ("@k", "k") if p.k else ("", "n")
    ranks, subtopics = rf"\sum_{{i=1}}^{{{last}}}", novelty.subtopics_latex(p)
    gain = ranks + r"\frac{1}{i}\sum_j J(i,j)\,2^{-r_{i,j}}"
    if p.norm == "none":
        return rf"\text{{ERR-IA}}{cut} = \frac{{1}}{{2{subtopics}}}{gain}"
    return rf"\text{{ERR-IA}}{cut} = \frac{{{gain}}}{{{ranks}\frac{{1}}{{i}}\,{subtopics}\,2^{{-(i-1)}}}}"


def _divided(t: Table, gained: Floats, discount: Quantity) -> Worked:
    perfect = discounted_sum(t, t.S * HALF ** (t.rank - 1), discount) if t.p.norm == "perfect" else 2 * t.S
    return ratio(t, discounted_sum(t, gained, discount), perfect)


MISTAKES = mistakes(
    lambda t, gained: _divided(t, gained, t.rank),
    _divided,
    "ERR-IA divides it, so that more subtopics do not give a higher score.",
)

MEASURE = novelty.diversity_measure(
    name="ERR_IA",
    title="intent-aware expected reciprocal rank",
    sentence=(
        "The ERR for each subtopic alone, added up and divided: by the sum of a perfect list, or by the number of "
        "subtopics."
    ),
    formula=_formula,
    where=(symbols.S, symbols.T, symbols.RANK, symbols.SUBTOPIC, symbols.J, symbols.ABOVE, symbols.K, symbols.ROWS),
    columns=(
        novelty.COVERS,
        novelty.NOVELTY,
        SUM,
        Column("divisor", "the divisor of the sum", rounded=True),
        Column.quotient("ERR_IA", "the sum so far divided by the divisor", "sum", "divisor", symbol="ERR-IA"),
    ),
    compute=_compute,
    score="ERR_IA",
    running_total="sum",
    order=82,
    source="Chapelle et al. 2009 and 2011; the divisor is ndeval's",
    publications=(CHAPELLE,),
    ties_in_ir_measures=lambda _: "docno-ascending",
    variants={"ERR_IA@{k}": "ERR-IA@{k}"},
    aliases=("ERR-IA",),
    tool_names={"ir_measures": ("ERR_IA@{k}",), "ndeval": ("ERR-IA@{k}",)},
    parameters=(_NORM,),
    conventions=novelty.OF_SUBTOPICS,
    figure=SubtopicLanes(
        "G", "sum", share="ERR_IA", weight=lambda t: 1 / t.rank, gains=lambda t: novelty.subtopic_gains(t, HALF)
    ),
    mistakes=MISTAKES,
)
