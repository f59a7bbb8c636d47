"""Accuracy and the contingency table: retrieved or not, relevant or not.

>>> from ireval import explain
>>> explain("101003000200003", "32211", size=800).value("Accuracy")
0.98125
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ireval.measure import Column, Measure, Mistake, Pools, Remark, Table
from ireval.metrics.shared import symbols
from ireval.metrics.shared.list_columns import contingency_columns
from ireval.metrics.shared.list_counts import found_at
from ireval.metrics.shared.worked_steps import only, ratio
from ireval.numbers.arrays import Floats
from ireval.numbers.worked_number import Worked, worked


def _counts(t: Table, tp: Floats, retrieved: Floats) -> tuple[Floats, Floats, Floats]:
    """The other three cells of the contingency table: fp, fn, tn."""
    fp, fn = retrieved - tp, t.R - tp
    return fp, fn, t.size - retrieved - fn


def _compute(t: Table) -> None:
    fp, fn, tn = _counts(t, t.found, t.retrieved)
    tp, fp = t.column("tp", t.plain(t.found)), t.column("fp", t.plain(fp))
    fn, tn = t.column("fn", t.plain(fn)), t.column("tn", t.plain(tn))
    t.column("accuracy", t.divided(tp + tn, tp + fp + fn + tn))


def _nonrelevant_left(t: Table) -> Floats:
    return t.N - np.count_nonzero(t.nonrelevant, axis=-1, keepdims=True)


UNDEFINED = (
    Remark(lambda t: t.size == 0, lambda _: "the collection is empty, and its size is the divisor"),
    Remark(lambda t: np.isnan(t.size), lambda _: "the size of the collection is not known, so neither is tn"),
)


class Whole(NamedTuple):
    """The contingency table of the whole list, for wrong quotients."""

    tp: Worked
    fp: Worked
    fn: Worked
    tn: Worked


def _whole(t: Table) -> Whole:
    tp = found_at(t, t.length)
    return Whole(*map(worked, (tp, *_counts(t, tp, t.length))))


def _wrong(
    above: Callable[[Whole], Worked], below: Callable[[Whole], Worked] | None = None
) -> Callable[[Table], Worked]:
    """Another quotient of the contingency table; its divisor is the collection unless given."""

    def work(t: Table) -> Worked:
        whole = _whole(t)
        return only(t.size > 0, ratio(t, above(whole), below(whole) if below else t.size))

    return work


def _judged_only(t: Table) -> Worked:
    treated_right = worked(found_at(t, t.length)) + _nonrelevant_left(t)
    return only(t.size > t.R + t.N, ratio(t, treated_right, t.R + t.N))


MISTAKES = (
    Mistake(
        "forgets-tn",
        "left the true negatives out of the numerator",
        "They are classified correctly, too.",
        _wrong(lambda x: x.tp),
    ),
    Mistake(
        "forgets-tn-throughout",
        "left the true negatives out of the numerator and the denominator",
        "They count in both.",
        _wrong(lambda x: x.tp, lambda x: x.tp + x.fp + x.fn),
    ),
    Mistake(
        "swaps-fn-and-tn",
        "counted the false negatives instead of the true negatives",
        "A relevant document that was not retrieved is a false negative.",
        _wrong(lambda x: x.tp + x.fn),
    ),
    Mistake(
        "judged-only",
        "counted only the [{judged}] judged {judged:document|documents}",
        "Accuracy divides by the whole collection [({size})].",
        _judged_only,
    ),
)

MEASURE = Measure(
    name="Accuracy",
    title="accuracy and the contingency table",
    family="Precision and recall",
    sentence=(
        "The share of all documents of the collection that were classified correctly: retrieved if relevant, left out "
        "if not."
    ),
    formula=lambda _: (
        r"\mathrm{accuracy} = \frac{\mathrm{tp}+\mathrm{tn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}"
    ),
    where=(
        symbols.TP,
        symbols.FP,
        symbols.FN,
        (r"\mathrm{tn}", "not retrieved and not relevant: the rest of the collection"),
    ),
    columns=(
        *contingency_columns(
            tp="true positives: relevant, retrieved",
            fp="false positives: non-relevant, retrieved",
            fn="false negatives: relevant, not retrieved",
            tn="true negatives: non-relevant, not retrieved",
        ),
        Column.quotient("accuracy", "accuracy at this rank", r"\mathrm{tp}[i] + \mathrm{tn}[i]", "|C|", spelled=True),
    ),
    compute=_compute,
    score="accuracy",
    undefined=UNDEFINED,
    order=13,
    source="KTH lecture; the table also in the thesis",
    defined_by=("kth",),
    variants={"Accuracy": "Accuracy"},
    aliases=("accuracy",),
    tool_names={"sklearn": ("accuracy_score",)},
    other_in={"ir_measures": "PairAccuracy"},
    conventions=("rel", "rounding", "decimals"),
    figure=Pools((("Acc", "tp tn", "tp tn fp fn"),)),
    mistakes=MISTAKES,
    set_based=True,
    two_by_two=True,
)
