"""nERR-IA: ERR-IA as a share of what the ideal list reaches, which is built greedily as for alpha-nDCG.

>>> from ireval import explain
>>> scores = explain(subtopics="110,010,000,001,100", unretrieved_subtopics="011")
>>> round(scores.value("nERR_IA@5"), 6)
0.84097
"""

from __future__ import annotations

from ireval.expression import Expr
from ireval.judgements import Floats
from ireval.metric import CUTOFF, Cell, Column, Measure, Mistake, Quantity, Table, Worked, worked
from ireval.metrics._novelty import (
    COVERS,
    LEGEND_ABOVE,
    LEGEND_J,
    covered,
    gain_cell,
    gains,
    ideal_gains,
    logarithm,
    nothing,
    why_none,
)
from ireval.metrics._working import only, ratio, total

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


def _own(t: Table) -> Floats:
    return t.p.rounding.step(gains(t, HALF))


def _divided(t: Table, own: Floats, best: Floats, discount: Quantity) -> Worked:
    return ratio(t, total(t, worked(own) / discount), total(t, worked(best) / discount))


MISTAKES = (
    Mistake(
        "forgets-repeats",
        "You counted every subtopic in full each time; each document on it satisfies half of the readers left.",
        lambda t: _divided(t, covered(t), ideal_gains(t, 0), t.rank),
    ),
    Mistake(
        "discounts-by-logarithm",
        "You discounted by the logarithm, as in alpha-nDCG; here the gain is divided by the rank.",
        lambda t: _divided(t, _own(t), t.p.rounding.step(ideal_gains(t, HALF)), logarithm(t)),
    ),
    Mistake(
        "forgets-to-divide",
        "You gave the sum; it still has to be divided by that of the ideal list.",
        lambda t: only(t.S > 0, total(t, worked(_own(t)) / t.rank)),
    ),
)

MEASURE = Measure(
    name="nERR_IA",
    title="normalised intent-aware expected reciprocal rank",
    family="Diversity",
    sentence="ERR-IA as a share of what the ideal list reaches, so that queries with few good documents can score 1.",
    formula=lambda _: (
        r"\text{nERR-IA} = \frac{\sum_i G[i]/i}{\sum_i \mathrm{IG}[i]/i},\qquad "
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
        Column("nERR_IA", "the sum divided by the ideal one", lambda c: c["sum"] / c["ideal"], symbol="nERR-IA"),
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
    mistakes=MISTAKES,
    bounded=False,
    needs_subtopics=True,
)
