"""nERR-IA: ERR-IA as a share of what the ideal list reaches, which is built greedily as for alpha-nDCG.

>>> from ireval import explain
>>> scores = explain(subtopics="110,010,000,001,100", unretrieved_subtopics="011")
>>> round(scores.value("nERR_IA@5"), 6)
0.84097
"""

from __future__ import annotations

from ireval.expression import Expr
from ireval.judgements import Floats
from ireval.metric import CUTOFF, Cell, Column, Measure, Table
from ireval.metrics._novelty import (
    COVERS,
    LEGEND_ABOVE,
    LEGEND_J,
    covered,
    gain_cell,
    gains,
    ideal_gains,
    nothing,
    why_none,
)

#: A document on a subtopic leaves every second reader unsatisfied.
HALF = 0.5


def _compute(t: Table) -> dict[str, Floats]:
    own, best = t.p.rounding.step(gains(t, HALF)), t.p.rounding.step(ideal_gains(t, HALF))
    running, ideal = t.p.rounding.running_sum(own / t.rank), t.p.rounding.running_sum(best / t.rank)
    return {
        "covers": covered(t),
        "G": own,
        "sum": running,
        "IG": best,
        "ideal": ideal,
        "nERR_IA": t.p.rounding.quotient(running, ideal),
    }


def _summed(c: Cell, gain: str, key: str) -> Expr:
    step = c[gain] / c.rank
    return step + c.above(key) if c.index else step


MEASURE = Measure(
    name="nERR_IA",
    title="normalised intent-aware expected reciprocal rank",
    family="Diversity",
    sentence="ERR-IA as a share of what the ideal list reaches, so that queries with few good documents can score 1.",
    formula=lambda _: (
        r"\mathrm{nERR\text{-}IA} = \frac{\sum_i G[i]/i}{\sum_i \mathrm{IG}[i]/i},\qquad "
        r"G[i] = \sum_j J(i,j)\,2^{-r_{i,j}}"
    ),
    where=(
        LEGEND_J,
        LEGEND_ABOVE,
        (r"\mathrm{IG}[i]", "the same gain in the ideal list, built greedily, the first of equals first"),
    ),
    columns=(
        COVERS,
        Column("G", "gain: novelty of this document", lambda c: gain_cell(c, HALF)),
        Column("sum", "sum of gain / rank so far", lambda c: _summed(c, "G", "sum"), rounded=True, spelled=True),
        Column("IG", "gain at this rank of the ideal list"),
        Column("ideal", "the same sum over the ideal list", lambda c: _summed(c, "IG", "ideal"), rounded=True),
        Column("nERR_IA", "the sum divided by the ideal one", lambda c: c["sum"] / c["ideal"]),
    ),
    compute=_compute,
    score="nERR_IA",
    nothing=nothing,
    why=why_none,
    order=83,
    source="Chapelle et al. 2009; ndeval",
    defined_by=("ir_measures",),
    variants={"nERR_IA@{k}": "nERR-IA@{k}"},
    aliases=("nERR-IA@{k}", "nERR-IA"),
    at=CUTOFF,
    conventions=("unjudged", "no_relevant", "rounding", "decimals"),
    bounded=False,
    needs_subtopics=True,
)
