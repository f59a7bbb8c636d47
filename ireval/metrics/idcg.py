"""Ideal DCG: the DCG of the best list that could have been returned.

>>> from ireval import explain
>>> round(explain("101003000200003", "32211", conventions="lillis").value("IDCG@10"), 4)
11.8339
"""

from __future__ import annotations

from ireval.judgements import Floats
from ireval.metric import CUTOFF, Measure, Table
from ireval.metrics._gains import IG, LEGEND_IG, discount, discount_latex, ideal_gains, ideal_rows, sum_column


def _compute(t: Table) -> dict[str, Floats]:
    gains = ideal_gains(t)
    return {"IG": gains, "IDCG": t.p.rounding.running_sum(gains / discount(t))}


MEASURE = Measure(
    name="IDCG",
    title="ideal DCG",
    family="Cumulated gain",
    sentence="The DCG of the ideal list, which has the most relevant documents first.",
    formula=lambda p: r"\mathrm{IDCG}[i] = \mathrm{IDCG}[i-1] + " + discount_latex(p, r"\mathrm{IG}"),
    where=(LEGEND_IG,),
    columns=(IG, sum_column("IDCG", "DCG of the ideal list", "IG", spelled=True)),
    compute=_compute,
    score="IDCG",
    rows=ideal_rows,
    order=42,
    source="Järvelin and Kekäläinen 2002",
    defined_by=("lillis", "thesis", "blog", "kth"),
    variants={"IDCG@{k}": "IDCG@{k}"},
    at=CUTOFF,
    conventions=("discount", "gain", "ideal", "ideal_cut", "rounding", "decimals"),
    bounded=False,
    graded=True,
)
