"""The residual of RBP: how much unjudged documents could still add to RBP.

>>> from ireval import explain
>>> explain("1u0").value("RBP_resid(p=0.5)"), explain("110").value("RBP_resid(p=0.5)")
(0.375, 0.0)
>>> explain("110").value("RBP_resid(p=0.5, below='always')")
0.125
"""

from __future__ import annotations

import numpy as np

from ireval.conventions import Choice, Parameter
from ireval.measure import Column, Measure, Mistake, Params, Readers, Table
from ireval.metrics.shared import persistence, symbols
from ireval.metrics.shared.list_counts import unjudged_in_rows
from ireval.metrics.shared.list_mistakes import again
from ireval.metrics.shared.publications import MOFFAT
from ireval.metrics.shared.worked_steps import only, total
from ireval.numbers.arrays import anywhere
from ireval.numbers.worked_number import Worked

BELOW = Parameter(
    "below",
    "Ranks below the list",
    "When do the ranks below the end of the list count as unjudged?",
    "with-unjudged",
    (
        Choice("with-unjudged", "with unjudged", "If the list has an unjudged document (trec_eval 10)."),
        Choice("always", "always", "In any case (Moffat and Zobel 2008)."),
    ),
)


def _compute(t: Table) -> None:
    p = t.exact(t.p.p)
    unjudged = unjudged_in_rows(t.arrays)
    weight = t.column("weight", t.running_product(1 - p, p))
    summed = t.shown(t.column("sum", t.running_sum(t.masked(weight, unjudged), at=unjudged, newest_first=True)))
    some_rank = np.broadcast_to(t.arrays.length > 0, t.arrays.grades.shape)  # an empty list has all weight below
    below = t.shown(t.column("below", t.where(some_rank, t.running_product(p, p), 1)))
    some = np.logical_or.accumulate(unjudged, axis=-1) | (t.p.below == "always")
    t.column("residual", t.where(some, summed + below, np.zeros_like(t.arrays.found)))


def _formula(p: Params) -> str:
    sums = r"(1-p)\sum_{i=1}^{n} u_i\cdot p^{\,i-1}"
    below = r"p^{\,n}" if p.below == "always" else r"p^{\,n}\cdot\min\Bigl(1,\sum_{i=1}^{n} u_i\Bigr)"
    return rf"\mathrm{{residual}} = {below} + {sums}"


def _only_list(t: Table) -> Worked:
    return only(anywhere(unjudged_in_rows(t)), total(t, persistence.weights(t) * unjudged_in_rows(t)))


MISTAKES = (
    Mistake(
        "forgets-the-ranks-below",
        "left out the ranks below the end of the list",
        "Their documents are not judged either.",
        lambda t: only(t.p.p > 0, _only_list(t)),
    ),
    Mistake(
        "swaps-p",
        "swapped p and 1 - p",
        "p is the probability of reading on, not of stopping.",
        lambda t: only(t.p.p != 1 / 2, again(t, p=1 - t.p.p)),
    ),
)

MEASURE = Measure(
    name="RBP_resid",
    title="residual of rank-biased precision",
    sentence="How much RBP could rise at most, if all unjudged documents were relevant.",
    formula=_formula,
    where=(persistence.LEGEND, symbols.RANK, ("u_i", "1 if the document at rank i is unjudged, else 0"), symbols.N),
    columns=(
        persistence.WEIGHT,
        Column(
            "sum",
            "the weights of the unjudged documents so far",
            rounded=True,
            symbol="u",
            formula=r"\mathrm{sum}[i] = \sum_{j=1}^{i} u_j\cdot\mathrm{weight}[j]",
        ),
        Column(
            "below",
            "the weights of all ranks below this one",
            rounded=True,
            symbol="n",
            formula=r"\mathrm{below}[i] = p^{\,i}",
        ),
        Column(
            "residual",
            "the residual if the list ended here",
            spelled=True,
            formula=r"\mathrm{residual}[i] = \mathrm{sum}[i] + \mathrm{below}[i]",
        ),
    ),
    compute=_compute,
    score="residual",
    order=63,
    source="Moffat and Zobel 2008; trec_eval 10, whose p is 0.9",
    publications=(MOFFAT,),
    variants={},
    tool_names={"trec_eval": ("rbp_resid",)},
    unchecked_tools=("trec_eval",),
    parameters=(persistence.parameter(0.9), BELOW),
    conventions=("rounding", "decimals"),
    figure=Readers("sum", persistence.weights, below="below"),
    mistakes=MISTAKES,
    needs_complete=False,
    better=0,
)
