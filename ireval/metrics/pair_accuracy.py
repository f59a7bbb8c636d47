"""Pair accuracy: how often a relevant document is ranked before another document, as in ir_measures' Accuracy.

>>> from ireval import explain
>>> explain("10100").value("PairAccuracy")
0.8333333333333334
"""

from __future__ import annotations

import numpy as np

from ireval.measure import CUTOFF, Column, Measure, Mistake, Params, Remark, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import FOUND_REL
from ireval.metrics.shared.list_mistakes import FORGETS_THE_CUTOFF
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Bools, Floats, counts
from ireval.numbers.worked_number import Worked


def _compute(t: Table) -> None:
    found = t.column("found", t.found)
    others = t.column("others", t.plain(t.retrieved - t.found))
    after = _others(t.arrays)
    right = t.column("right", t.running_sum(t.masked(found, after), at=after, newest_first=True))
    t.column("share", t.ratio(right, found * others))


def _others(t: Table) -> Bools:
    """The ranks of documents that are not relevant or not judged."""
    return np.asarray((t.rank <= t.length) & ~t.relevant)


def _counts(t: Table) -> tuple[Floats, Floats, Floats]:
    """Within the cutoff: relevant documents, others, and pairs in the right order."""
    inside = t.rank <= t.end
    others = _others(t) & inside
    right = (np.cumsum(t.relevant & inside, axis=-1) * others).sum(axis=-1, keepdims=True)
    return t.found_at_end, counts(others), right.astype(np.float64)


def _wrong_order(t: Table) -> Worked:
    found, others, right = _counts(t)
    return only(found * others > 0, ratio(t, found * others - right, found * others))


def _all_pairs(t: Table) -> Worked:
    found, others, right = _counts(t)
    count = found + others
    return only(found * others > 0, ratio(t, right, count * (count - 1) / 2))


def _formula(p: Params) -> str:
    last = "k" if p.k else "n"
    rel, other = r"\mathrm{rel}", r"\mathrm{other}"
    return (
        rf"\mathrm{{PairAccuracy}}{'@k' if p.k else ''} = \frac{{\sum_{{j=1}}^{{{last}}} {other}_j"
        rf"\sum_{{i=1}}^{{j}} {rel}_i}}{{\sum_{{i=1}}^{{{last}}} {rel}_i\cdot\sum_{{j=1}}^{{{last}}} {other}_j}}"
    )


MISTAKES = (
    Mistake(
        "counts-the-wrong-pairs",
        "counted the pairs in which the relevant document is below the other one",
        "A pair counts if its relevant document is above the other one.",
        _wrong_order,
    ),
    Mistake(
        "divides-by-all-pairs",
        "divided by all pairs of documents",
        "Only pairs of a relevant document and another one count.",
        _all_pairs,
    ),
    FORGETS_THE_CUTOFF,
)

MEASURE = Measure(
    name="PairAccuracy",
    title="pair accuracy",
    sentence="Take a relevant document and another one, both retrieved: how often does the relevant one come first?",
    formula=_formula,
    where=(
        symbols.K,
        symbols.N,
        symbols.RANK,
        ("j", "a rank, counted from 1"),
        symbols.REL,
        (r"\mathrm{other}_j", "1 if the document at rank j was retrieved and is not relevant or not judged, else 0"),
    ),
    columns=(
        FOUND_REL,
        Column("others", "other documents retrieved so far", whole=True),
        Column(
            "right",
            "pairs in the right order so far",
            whole=True,
            formula=r"\mathrm{right}[j] = \mathrm{right}[j-1] + \mathrm{other}_j\cdot\mathrm{found}[j]",
        ),
        Column.quotient(
            "share",
            "their share of all pairs so far",
            "right",
            r"\mathrm{found}[i]\cdot\mathrm{others}[i]",
            spelled=True,
            symbol="PairAccuracy",
        ),
    ),
    compute=_compute,
    score="share",
    running_total="right",
    undefined=(
        Remark(
            lambda t: np.equal(t.found_at_end, 0), lambda _: "no relevant document was retrieved, so there is no pair"
        ),
        Remark(lambda t: t.found_at_end > 0, lambda _: "only relevant documents were retrieved, so there is no pair"),
    ),
    order=67,
    source="ir_measures, which calls it Accuracy",
    ties_in_ir_measures=lambda _: "input-order",
    defined_by=("ir_measures",),
    variants={"PairAccuracy": "pair accuracy"},
    cutoff=CUTOFF,
    conventions=("rel", "unjudged", "rounding", "decimals"),
    mistakes=MISTAKES,
)
