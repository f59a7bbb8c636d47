"""RnDCG: nDCG averaged at the ranks where the gain of the ideal list falls.

>>> from ireval import explain
>>> round(explain("102", "3").value("RnDCG"), 4)
0.3293
"""

from __future__ import annotations

import numpy as np

from ireval.measure import Column, Measure, Mistake, Params, Table
from ireval.metrics.shared.gains import (
    IG,
    LEGEND_DISCOUNT,
    LEGEND_G,
    LEGEND_IG,
    G,
    ideal_gains,
    ideal_list,
    ideal_rows,
    list_gains,
    start,
    sum_column,
    sum_latex,
    sums_and_ideal,
)
from ireval.metrics.shared.list_mistakes import column_read
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Bools, Floats


def _compute(t: Table) -> None:
    dcg, idcg = sums_and_ideal(t, t.column("G", list_gains(t)))
    share, levels = t.ratio(dcg, idcg), _levels(t.arrays)
    share = t.column("NDCG", share)
    summed = t.column("sum", t.running_sum(t.where(levels, share, 0), at=levels, in_full=levels))
    counted = t.column("levels", np.cumsum(levels, axis=-1, dtype=np.float64))
    t.column("mean", t.only(t.arrays.R > 0, t.ratio(summed, counted)))


def _levels(t: Table) -> Bools:
    """The ranks where nDCG counts, see the legend."""
    ideal = ideal_gains(t)
    below = np.concatenate([ideal[..., 1:], np.zeros_like(ideal[..., :1])], axis=-1)
    judged = np.count_nonzero(ideal_list(t.p, t.ranking), axis=-1, keepdims=True)
    beyond = (t.rank == t.length) & (t.length > judged + 1) & (judged > 0)
    return np.asarray(((ideal > below) & (t.rank <= judged)) | beyond)


def _formula(p: Params) -> str:
    return (
        r"\mathrm{RnDCG} = \frac{\sum_{i=1}^{q}l_i\cdot\mathrm{DCG}[i]/\mathrm{IDCG}[i]}{\sum_{i=1}^{q}l_i},\qquad "
        + sum_latex(p, r"\mathrm{DCG}")
    )


def _count(t: Table) -> Floats:
    return np.count_nonzero(_levels(t), axis=-1, keepdims=True).astype(np.float64)


MISTAKES = (
    Mistake(
        "forgets-to-divide",
        "added up nDCG at the ranks that count",
        "The sum is divided by their number.",
        lambda t: only(_count(t) > 1, column_read(t, "sum")),
    ),
    Mistake(
        "gives-ndcg",
        "gave the nDCG of the whole list",
        "Here nDCG is averaged over ranks.",
        lambda t: only(_count(t) > 1, ratio(t, column_read(t, "DCG"), column_read(t, "IDCG"))),
    ),
)

MEASURE = Measure(
    name="RnDCG",
    title="nDCG at R-levels",
    sentence="The mean of nDCG at the ranks where the gain of the ideal list falls, and at the end of a longer list.",
    formula=_formula,
    where=(
        (
            "l_i",
            (
                "1 if the ideal list has a higher gain at rank i than below it, or if the list ends at rank i and goes "
                "on for more than one rank below the last gain of the ideal list; else 0"
            ),
        ),
        ("q", "the last rank of the list or of the gains of the ideal list, whichever is lower down"),
        ("i", "a rank, counted from 1"),
        LEGEND_G,
        LEGEND_DISCOUNT,
        start("DCG"),
        LEGEND_IG,
        (r"\mathrm{IDCG}[i]", "the same sum over the ideal list"),
    ),
    columns=(
        G,
        sum_column(
            "DCG",
            "discounted cumulated gain",
            formula=r"\mathrm{DCG}[i] = \mathrm{DCG}[i-1] + \frac{G[i]}{\text{discount of rank }i}",
        ),
        IG,
        sum_column(
            "IDCG",
            "DCG of the ideal list",
            formula=r"\mathrm{IDCG}[i] = \mathrm{IDCG}[i-1] + \frac{\mathrm{IG}[i]}{\text{discount of rank }i}",
        ),
        Column(
            "NDCG",
            "DCG divided by IDCG",
            spelled=True,
            formula=r"\mathrm{NDCG}[i] = \frac{\mathrm{DCG}[i]}{\mathrm{IDCG}[i]}",
        ),
        Column(
            "sum",
            "sum of nDCG at the ranks that count so far",
            rounded=True,
            formula=r"\mathrm{sum}[i] = \sum_{j=1}^{i} l_j\cdot\mathrm{NDCG}[j]",
        ),
        Column(
            "levels",
            "the ranks that count so far",
            whole=True,
            symbol="l",
            formula=r"\mathrm{levels}[i] = \sum_{j=1}^{i} l_j",
        ),
        Column(
            "mean",
            "the sum divided by their number",
            symbol="RnDCG",
            formula=r"\mathrm{mean}[i] = \frac{\mathrm{sum}[i]}{\mathrm{levels}[i]}",
        ),
    ),
    compute=_compute,
    score="mean",
    rows=ideal_rows,
    order=78,
    source="trec_eval, which calls it Rndcg (experimental)",
    defined_by=("trec_eval",),
    variants={},
    tool_names={"trec_eval": ("Rndcg",)},
    beside="gain",
    conventions=("rel", "discount", "gain", "unjudged", "no_relevant", "rounding", "decimals"),
    graded=True,
    mistakes=MISTAKES,
)
