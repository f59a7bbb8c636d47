"""RnDCG: nDCG averaged over the ranks at which the gain of the ideal list falls.

>>> from ireval import explain
>>> round(explain("102", "3").value("RnDCG"), 4)
0.3293
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.measure import Column, Measure, Mistake, Params, Table
from ireval.metrics.shared import gains, symbols
from ireval.metrics.shared.list_mistakes import column_read
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Bools, Floats, counts


def _compute(t: Table) -> None:
    dcg, idcg = gains.sums_and_ideal(t, t.column("G", gains.list_gains(t)))
    share, levels = t.ratio(dcg, idcg), _levels(t.arrays)
    share = t.column("NDCG", share)
    summed = t.column("sum", t.running_sum(t.where(levels, share, 0), at=levels, in_full=levels))
    counted = t.column("levels", np.cumsum(levels, axis=-1, dtype=np.float64))
    t.column("mean", t.only(t.arrays.R > 0, t.ratio(summed, counted)))


def _levels(t: Table) -> Bools:
    """The ranks at which nDCG counts, see the legend."""
    ideal = gains.ideal_gains(t)
    below = np.concatenate([ideal[..., 1:], np.zeros_like(ideal[..., :1])], axis=-1)
    judged = np.count_nonzero(gains.ideal_list(t.p, t.ranking), axis=-1, keepdims=True)
    beyond = (t.rank == t.length) & (t.length > judged + 1) & (judged > 0)
    return np.asarray(((ideal > below) & (t.rank <= judged)) | beyond)


def _formula(p: Params) -> str:
    return (
        r"\mathrm{RnDCG} = \frac{\sum_{i=1}^{q}l_i\cdot\mathrm{DCG}[i]/\mathrm{IDCG}[i]}{\sum_{i=1}^{q}l_i},\qquad "
        + gains.sum_latex(p, r"\mathrm{DCG}")
    )


def _count(t: Table) -> Floats:
    return counts(_levels(t))


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
        symbols.RANK,
        symbols.G,
        symbols.DISCOUNT,
        symbols.start("DCG"),
        symbols.IG,
        symbols.IDCG,
    ),
    columns=(
        gains.G,
        gains.DCG,
        gains.IG,
        gains.IDCG,
        replace(gains.NDCG, spelled=True),
        Column(
            "sum",
            "sum of nDCG at the ranks that count so far",
            rounded=True,
            formula=r"\mathrm{sum}[i] = \sum_{j=1}^{i} l_j\cdot\mathrm{nDCG}[j]",
        ),
        Column(
            "levels",
            "the ranks that count so far",
            whole=True,
            symbol="l",
            formula=r"\mathrm{levels}[i] = \sum_{j=1}^{i} l_j",
        ),
        Column.quotient("mean", "the sum divided by their number", "sum", "levels", symbol="RnDCG"),
    ),
    compute=_compute,
    score="mean",
    rows=gains.ideal_rows,
    order=78,
    source="trec_eval, which calls it Rndcg (experimental)",
    variants={},
    tool_names={"trec_eval": ("Rndcg",)},
    beside="gain",
    conventions=("rel", "discount", "gain", "unjudged", "no_relevant", "rounding", "decimals"),
    graded=True,
    mistakes=MISTAKES,
)
