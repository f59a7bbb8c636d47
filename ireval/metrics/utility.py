"""Utility: the value of a set of documents, from a weight for each cell of the contingency table.

>>> from ireval import explain
>>> explain("10100", "1").value("Utility"), explain("10100", "1").value("Utility(tp=3, fn=-2)")
(-1.0, 1.0)
"""

from __future__ import annotations

import numpy as np

from ireval.conventions import Parameter
from ireval.measure import Column, Measure, Mistake, Params, Remark, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import contingency_columns
from ireval.metrics.shared.list_mistakes import again
from ireval.metrics.shared.worked_steps import only

_CELLS = ("tp", "fp", "fn", "tn")


def _compute(t: Table) -> None:
    left = t.R - t.found
    counts = (t.found, t.retrieved - t.found, left, t.size - t.retrieved - left)
    tp, fp, fn, tn = (t.column(key, t.plain(x)) for key, x in zip(_CELLS, counts, strict=True))
    worth = t.exact(t.p.tp) * tp
    for value, count in ((t.p.fp, fp), (t.p.fn, fn), (t.p.tn, tn)):
        if value:
            more = t.exact(abs(value)) * count
            worth = worth - more if value < 0 else worth + more
    t.column("utility", worth)


def _formula(p: Params) -> str:
    cells = {"tp": "a"} | ({"fp": "b"} if p.fp else {}) | ({"fn": "c"} if p.fn else {}) | ({"tn": "d"} if p.tn else {})
    return r"\mathrm{utility} = " + " + ".join(rf"{weight}\cdot\mathrm{{{cell}}}" for cell, weight in cells.items())


def _weight(cell: str, title: str, default: float) -> Parameter:
    return Parameter(cell, f"Value of {title}", f"What is {title} worth?", default, whole=False, least=-1000)


MISTAKES = (
    Mistake(
        "forgets-the-costs",
        "counted the relevant documents only",
        "Each non-relevant document retrieved has its value, too.",
        lambda t: only((t.length > t.found_at_end) & (t.p.fp != 0), again(t, fp=0.0)),
    ),
    Mistake(
        "swaps-the-values",
        "swapped the values of relevant and non-relevant documents",
        "The first value is that of a relevant document.",
        lambda t: only(t.p.tp != t.p.fp, again(t, tp=t.p.fp, fp=t.p.tp)),
    ),
)

MEASURE = Measure(
    name="Utility",
    title="utility",
    sentence="The sum of what the documents are worth: by default, 1 for a relevant one retrieved, -1 for another one.",
    formula=_formula,
    where=(
        ("a", "value of a relevant document retrieved"),
        ("b", "value of another document retrieved"),
        ("c", "value of a relevant document that was not retrieved"),
        ("d", "value of another document that was not retrieved"),
        symbols.TP,
        symbols.FP,
        symbols.FN,
        (r"\mathrm{tn}", "not retrieved and not relevant: the rest of the collection"),
    ),
    columns=(
        *contingency_columns(
            tp="relevant documents retrieved so far",
            fp="other documents retrieved so far",
            fn="relevant documents not retrieved yet",
            tn="other documents not retrieved yet",
        ),
        Column(
            "utility",
            "utility of the list down to this rank",
            spelled=True,
            formula=r"\mathrm{utility}[i] = a\,\mathrm{tp}[i] + b\,\mathrm{fp}[i] + \dots",
        ),
    ),
    compute=_compute,
    score="utility",
    undefined=(
        Remark(lambda t: np.isnan(t.size), lambda _: "the size of the collection is not known, so neither is tn"),
    ),
    order=74,
    source="TREC filtering track; trec_eval",
    variants={},
    tool_names={"trec_eval": ("utility",)},
    parameters=(
        _weight("tp", "a relevant document retrieved", 1.0),
        _weight("fp", "another document retrieved", -1.0),
        _weight("fn", "a relevant document that was not retrieved", 0.0),
        _weight("tn", "another document that was not retrieved", 0.0),
    ),
    conventions=("rel", "unjudged", "rounding", "decimals"),
    mistakes=MISTAKES,
    bounded=False,
    signed=True,
    set_based=True,
    two_by_two=True,
)
