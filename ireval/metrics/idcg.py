"""Ideal DCG: the DCG of the best list that could have been returned.

>>> from ireval import explain
>>> round(explain("101003000200003", "32211", conventions="lillis").value("IDCG@10"), 4)
11.8339
"""

from __future__ import annotations

from dataclasses import replace

from ireval.measure import CUTOFF, Measure, Mistake, Params, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.gains import IDCG, IG, discounted, ideal_gains, ideal_rank, ideal_rows, sum_latex
from ireval.metrics.shared.list_mistakes import ONE_RANK_EARLY, ONE_RANK_LATE
from ireval.metrics.shared.mistakes.gain_mistakes import Rule, ideal_end, ideal_in_given_order, wrong_discounts
from ireval.metrics.shared.publications import JARVELIN
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    gains = t.column("IG", ideal_gains(t))
    t.column("IDCG", t.running_sum(discounted(t, gains), newest_first=True))


def _by(t: Table, rule: Rule) -> Worked:
    return rule(t, ideal_gains(t), ideal_end(t))


def _formula(p: Params) -> str:
    score = r"\mathrm{IDCG}[m],\qquad " if ideal_rank(p) == "m" else ""
    return score + sum_latex(p, r"\mathrm{IDCG}", r"\mathrm{IG}")


MISTAKES = (
    Mistake(
        "ideal-in-given-order",
        "left the documents in the order of the list",
        "The ideal list has the highest grades first.",
        ideal_in_given_order,
        about=("ideal",),
    ),
    *wrong_discounts(_by, lambda t: ideal_gains(t)[..., :1], ideal_end),
    ONE_RANK_EARLY,
    ONE_RANK_LATE,
)

MEASURE = Measure(
    name="IDCG",
    title="ideal DCG",
    family="Cumulated gain",
    sentence="The DCG of the ideal list, which has the best documents first.",
    formula=_formula,
    where=(symbols.READ, symbols.IG, symbols.start("IDCG"), symbols.DISCOUNT, symbols.M),
    columns=(IG, replace(IDCG, spelled=True)),
    compute=_compute,
    score="IDCG",
    rows=ideal_rows,
    score_rank=ideal_end,
    order=42,
    source="Järvelin and Kekäläinen 2002",
    publications=(JARVELIN,),
    defined_by=("lillis", "thesis", "blog", "kth"),
    variants={"IDCG@{k}": "IDCG@{k}"},
    cutoff=CUTOFF,
    beside="gain",
    conventions=("discount", "gain", "ideal", "ideal_cut", "unjudged", "rounding", "decimals"),
    bounded=False,
    graded=True,
    mistakes=MISTAKES,
    better=0,
)
