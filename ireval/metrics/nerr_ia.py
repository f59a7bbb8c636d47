"""nERR-IA: ERR-IA as a share of the ERR-IA of the ideal list, which is built greedily as for alpha-nDCG.

>>> from ireval import explain
>>> scores = explain(subtopics="110,010,000,001,100", unretrieved_subtopics="011")
>>> round(scores.value("nERR_IA@5"), 6)
0.84097
"""

from __future__ import annotations

from ireval.measure import Column, Params, SubtopicLanes, Table
from ireval.metrics.shared import novelty, symbols
from ireval.metrics.shared.publications import CHAPELLE
from ireval.metrics.shared.subtopic_gains import HALF, SUM, discounted_sum, mistakes
from ireval.metrics.shared.worked_steps import ratio
from ireval.numbers.arrays import Floats
from ireval.numbers.worked_number import Quantity, Worked


def _compute(t: Table) -> None:
    t.column("covers", novelty.covered(t))
    summed = t.column("sum", t.running_sum(t.column("G", novelty.novelty(t, HALF)) / t.rank, newest_first=True))
    ideal = t.column("ideal", t.running_sum(t.column("IG", _best(t)) / t.rank, newest_first=True))
    t.column("nERR_IA", t.ratio(summed, ideal))


def _best(t: Table) -> Floats:
    return t.p.rounding.step(novelty.ideal_gains(t, HALF))


def _divided(t: Table, gained: Floats, discount: Quantity) -> Worked:
    return ratio(t, discounted_sum(t, gained, discount), discounted_sum(t, _best(t), discount))


def _formula(p: Params) -> str:
    cut, last = ("@k", "k") if p.k else ("", "n")
    ranks = rf"\sum_{{i=1}}^{{{last}}}"
    return (
        rf"\text{{nERR-IA}}{cut} = \frac{{{ranks} G[i]/i}}{{{ranks} \mathrm{{IG}}[i]/i}},\qquad "
        r"G[i] = \sum_j J(i,j)\,2^{-r_{i,j}}"
    )


MISTAKES = mistakes(
    lambda t, gained: ratio(t, discounted_sum(t, gained, t.rank), discounted_sum(t, novelty.ideal_gains(t, 0), t.rank)),
    _divided,
    "nERR-IA divides it by the sum of the ideal list.",
)

MEASURE = novelty.diversity_measure(
    name="nERR_IA",
    title="normalised intent-aware expected reciprocal rank",
    sentence="ERR-IA as a share of the ideal list's, so that queries with few good documents can score 1, too.",
    formula=_formula,
    where=(
        symbols.RANK,
        symbols.SUBTOPIC,
        symbols.J,
        symbols.ABOVE,
        (
            r"\mathrm{IG}[i]",
            "the same gain in the ideal list, which is built greedily; of equal documents the first comes first",
        ),
        symbols.K,
        symbols.ROWS,
    ),
    columns=(
        novelty.COVERS,
        novelty.NOVELTY,
        SUM,
        Column("IG", "gain at this rank of the ideal list"),
        Column.running_sum("ideal", "the same sum over the ideal list", r"\frac{\mathrm{IG}[i]}{i}"),
        Column.quotient("nERR_IA", "the sum divided by the ideal one", "sum", "ideal", symbol="nERR-IA"),
    ),
    compute=_compute,
    score="nERR_IA",
    running_total="sum",
    order=83,
    source="Chapelle et al. 2009; ndeval",
    publications=(CHAPELLE,),
    ties_in_ir_measures=lambda _: "docno-ascending",
    variants={"nERR_IA@{k}": "nERR-IA@{k}"},
    aliases=("nERR-IA",),
    tool_names={"ir_measures": ("nERR_IA@{k}",), "ndeval": ("nERR-IA@{k}",)},
    fixed_conventions=(novelty.GREEDY, novelty.READ_AT_THE_END),
    figure=SubtopicLanes(
        "G",
        "sum",
        "IG",
        "ideal",
        "nERR_IA",
        weight=lambda t: 1 / t.rank,
        gains=lambda t: novelty.subtopic_gains(t, HALF),
        ideal_documents=lambda t: novelty.ideal_documents(t, HALF),
    ),
    mistakes=MISTAKES,
    bounded=False,
)
