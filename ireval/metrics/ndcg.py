"""NDCG: DCG as a share of the DCG that the ideal list would have.

>>> from ireval import explain
>>> round(explain("101003000200003", "32211", conventions="lillis").value("nDCG@10"), 4)
0.2868
>>> round(explain("524", conventions="blog").value("nDCG@3"), 4)
0.9693
"""

from __future__ import annotations

import numpy as np

from ireval.judgements import Floats
from ireval.metric import CUTOFF, Column, Measure, Params, Table
from ireval.metrics._gains import (
    CG,
    IG,
    LEGEND_G,
    LEGEND_IG,
    G,
    discount,
    discount_latex,
    ideal_gains,
    ideal_rows,
    list_gains,
    sum_column,
)


def _compute(t: Table) -> dict[str, Floats]:
    gains, ideal, divisor = list_gains(t), ideal_gains(t), discount(t)
    dcg = t.p.rounding.running_sum(gains / divisor)
    idcg = t.p.rounding.running_sum(ideal / divisor)
    return {
        "G": gains,
        "CG": np.cumsum(gains, axis=-1),
        "DCG": dcg,
        "IG": ideal,
        "IDCG": idcg,
        "NDCG": t.p.rounding.quotient(dcg, idcg),
    }


def _formula(p: Params) -> str:
    return (
        r"\mathrm{NDCG}[i] = \frac{\mathrm{DCG}[i]}{\mathrm{IDCG}[i]},\qquad"
        r"\mathrm{DCG}[i] = \mathrm{DCG}[i-1] + " + discount_latex(p)
    )


MEASURE = Measure(
    name="nDCG",
    title="normalised discounted cumulated gain",
    family="Cumulated gain",
    sentence="The DCG down to a rank as a share of the best DCG possible there.",
    formula=_formula,
    where=(
        LEGEND_G,
        LEGEND_IG,
        (r"\mathrm{IDCG}[i]", "the same sum over the ideal list"),
    ),
    columns=(
        G,
        CG,
        sum_column("DCG", "discounted cumulated gain", "G", spelled=True),
        IG,
        sum_column("IDCG", "DCG of the ideal list", "IG"),
        Column("NDCG", "DCG divided by IDCG", lambda c: c["DCG"] / c["IDCG"]),
    ),
    compute=_compute,
    score="NDCG",
    rows=ideal_rows,
    why=lambda _: "no document of the ideal list has a gain, so IDCG = 0",
    order=43,
    source="Järvelin and Kekäläinen 2002",
    defined_by=("lillis", "thesis", "blog", "kth", "trec_eval"),
    variants={"nDCG": "nDCG", "nDCG@{k}": "nDCG@{k}"},
    aliases=("NDCG", "ndcg", "ndcg_cut_{k}"),
    at=CUTOFF,
    conventions=("discount", "gain", "ideal", "ideal_cut", "no_relevant", "rounding", "decimals"),
    graded=True,
)
