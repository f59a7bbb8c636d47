"""nDCG averaged over the documents with a gain; for those not retrieved, nDCG after the last rank counts.

>>> from ireval import explain
>>> round(explain("102", "3").value("nDCG_rel"), 4)
0.3911
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ireval.measure import Column, Measure, Mistake, Params, Table
from ireval.metrics.shared import gains, symbols
from ireval.metrics.shared.list_mistakes import column_read
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Floats, counts


def _compute(t: Table) -> None:
    dcg, idcg = gains.sums_and_ideal(t, t.column("G", gains.list_gains(t)))
    share = t.column("NDCG", t.ratio(dcg, idcg))
    there = gains.list_gains(t.arrays) > 0
    summed = t.shown(t.column("sum", t.running_sum(t.where(there, share, 0), at=there, in_full=there)))
    left = t.column("left", t.plain(_all(t.arrays) - np.cumsum(there, axis=-1)))
    end = t.shown(t.column("end", t.ratio(dcg, t.last(idcg))))
    t.column("mean", t.ratio(t.column("total", summed + left * end), _all(t.arrays)))


def _all(t: Table) -> Floats:
    """The documents with a gain, retrieved or not."""
    return counts(gains.ideal_list(t.p, t.ranking) != 0)


def _found(t: Table) -> Floats:
    return counts(gains.list_gains(t) != 0)


def _formula(p: Params) -> str:
    share = r"\frac{\mathrm{DCG}[i]}{\mathrm{IDCG}[i]}"
    return (
        rf"\mathrm{{nDCG\_rel}} = \frac{{1}}{{M}}\Bigl(\sum_{{i=1}}^{{n}} e_i\cdot{share} + "
        r"(M - f)\cdot\frac{\mathrm{DCG}[n]}{\mathrm{IDCG}[m]}\Bigr),\qquad " + gains.sum_latex(p, r"\mathrm{DCG}")
    )


MISTAKES = (
    Mistake(
        "forgets-the-missed",
        "left out the relevant documents that were not retrieved",
        "Each of them counts with the nDCG after the last rank.",
        lambda t: only(_found(t) < _all(t), ratio(t, column_read(t, "sum"), _all(t))),
    ),
    Mistake(
        "averages-the-found",
        "averaged at the documents retrieved only",
        "Documents that were not retrieved count as well.",
        lambda t: only(_found(t) < _all(t), ratio(t, column_read(t, "sum"), _found(t))),
    ),
    Mistake(
        "gives-ndcg",
        "gave the nDCG of the whole list",
        "Here nDCG is averaged over ranks.",
        lambda t: ratio(t, column_read(t, "DCG"), column_read(t, "IDCG")),
    ),
)

MEASURE = Measure(
    name="nDCG_rel",
    title="nDCG at relevant documents",
    sentence="The mean of nDCG over the documents with a gain, each at its rank, or at the end if it was missed.",
    formula=_formula,
    where=(
        ("M", "documents with a gain, retrieved or not"),
        ("f", "documents with a gain that were retrieved"),
        ("e_i", "1 if the document at rank i has a gain, else 0"),
        symbols.RANK,
        symbols.N,
        symbols.G,
        symbols.DISCOUNT,
        symbols.start("DCG"),
        symbols.IG,
        symbols.IDCG,
        symbols.M,
    ),
    columns=(
        gains.G,
        gains.DCG,
        gains.IG,
        gains.IDCG,
        replace(gains.NDCG, spelled=True),
        Column(
            "sum",
            "sum of nDCG at documents with a gain so far",
            rounded=True,
            formula=r"\mathrm{sum}[i] = \sum_{j=1}^{i} e_j\cdot\mathrm{nDCG}[j]",
        ),
        Column("left", "documents with a gain not retrieved yet", whole=True, symbol="M"),
        Column.quotient(
            "end", "DCG divided by the IDCG of the whole ideal list", "DCG", r"\mathrm{IDCG}[m]", rounded=True
        ),
        Column(
            "total",
            "the sum, and the nDCG at the end for each document left",
            rounded=True,
            formula=r"\mathrm{total}[i] = \mathrm{sum}[i] + \mathrm{left}[i]\cdot\mathrm{end}[i]",
        ),
        Column.quotient("mean", "the mean if the list ended here", "total", "M", symbol="nDCG_rel"),
    ),
    compute=_compute,
    score="mean",
    rows=gains.ideal_rows,
    has_no_relevant=gains.no_gain,
    order=77,
    source="trec_eval, which calls it ndcg_rel (experimental)",
    variants={},
    tool_names={"trec_eval": ("ndcg_rel",)},
    beside="gain",
    conventions=("discount", "gain", "unjudged", "no_relevant", "rounding", "decimals"),
    graded=True,
    mistakes=MISTAKES,
)
