"""Mistakes in a share of the ideal: the two lists are treated differently, or another share is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ireval.conventions.discounts import DECIMAL, DISCOUNT, NATURAL, Discount, Logarithm
from ireval.conventions.gains_and_ideals import GAIN, Gain
from ireval.measure import Mistake, Table
from ireval.metrics.shared.gains import ideal_gains, list_gains
from ireval.metrics.shared.list_counts import ranks_read
from ireval.metrics.shared.mistakes.gain_mistakes import discounts, ideal_end, in_force
from ireval.metrics.shared.worked_steps import exact_sum, never, only, ratio, total
from ireval.numbers.worked_number import Worked

#: Returns another discount for a table; None if there is none.
Other = Callable[[Table], Discount | None]


def _dcg(t: Table, discount: Discount | None = None, gain: Gain | None = None) -> Worked:
    return total(t, discounts(t, list_gains(t, gain), discount), t.end)


def _idcg(t: Table, discount: Discount | None = None, gain: Gain | None = None) -> Worked:
    return total(t, discounts(t, ideal_gains(t, gain), discount), ideal_end(t))


def _with(logarithm: Logarithm) -> Other:
    def other(t: Table) -> Discount | None:
        used = in_force(t).logarithm
        return None if used is None or used.base == logarithm.base else in_force(t).with_logarithm(logarithm)

    return other


def _other_discount(t: Table) -> Discount | None:
    """The more common of the conventions that are not in force."""
    choices = (choice for choice in DISCOUNT.choices if isinstance(choice, Discount))
    return next(choice for choice in choices if choice.key != in_force(t).key)


def _other_gain(t: Table) -> Gain:
    choices = (choice for choice in GAIN.choices if isinstance(choice, Gain))
    return next(choice for choice in choices if choice.key != t.p.chosen("gain").key)


def _in_one_only() -> Iterator[Mistake]:
    """Mistakes in only one of the two: the DCG of the list or the DCG of the ideal list."""
    discounts_by: dict[str, tuple[str, Other]] = {
        "natural-logarithm": ("used the natural logarithm (ln)", _with(NATURAL)),
        "decimal-logarithm": ("used the logarithm to base 10", _with(DECIMAL)),
        "other-discount": ("used another discount", _other_discount),
    }
    instead, about = "DCG and IDCG are computed in the same way.", ("discount", "gain", "ideal")
    for key, (did, other) in discounts_by.items():
        for one, another, work in (("dcg", "idcg", _in_dcg(other)), ("idcg", "dcg", _in_idcg(other))):
            words = f"{did} in {one.upper()}, but not in {another.upper()}"
            yield Mistake(f"{key}-in-{one}", words, instead, work, rare=True, about=about)
    yield Mistake(
        "other-gain-in-dcg",
        "used another gain in DCG than in IDCG",
        instead,
        lambda t: ratio(t, _dcg(t, gain=_other_gain(t)), _idcg(t)),
        rare=True,
        about=("discount", "gain", "ideal"),
    )
    yield Mistake(
        "other-gain-in-idcg",
        "used another gain in IDCG than in DCG",
        instead,
        lambda t: ratio(t, _dcg(t), _idcg(t, gain=_other_gain(t))),
        rare=True,
        about=("discount", "gain", "ideal"),
    )


def _in_dcg(other: Other) -> Callable[[Table], Worked]:
    def work(t: Table) -> Worked:
        discount = other(t)
        return ratio(t, _dcg(t, discount), _idcg(t)) if discount else never(t)

    return work


def _in_idcg(other: Other) -> Callable[[Table], Worked]:
    def work(t: Table) -> Worked:
        discount = other(t)
        return ratio(t, _dcg(t), _idcg(t, discount)) if discount else never(t)

    return work


def _whole_dcg(t: Table) -> Worked:
    if not t.p.k:
        return never(t)
    whole = total(t, discounts(t, list_gains(t)), t.length)
    return only(t.length > t.p.k, ratio(t, whole, _idcg(t)))


def _mean_of_column(t: Table) -> Worked:
    ranks = ranks_read(t)
    return ratio(t, exact_sum(t, np.where(t.rank <= ranks, t.columns["NDCG"], 0)), ranks)


WRONG_SHARES = (
    Mistake(
        "averages-the-column",
        "averaged the column of nDCG",
        "The score is its cell at the last rank.",
        _mean_of_column,
        rare=True,
    ),
    Mistake(
        "ideal-not-discounted",
        "did not discount the ideal list",
        "IDCG is discounted as DCG is.",
        lambda t: ratio(t, _dcg(t), total(t, ideal_gains(t), ideal_end(t))),
        rare=True,
    ),
    Mistake(
        "whole-dcg-over-cut-ideal",
        "divided the DCG of the whole list by the ideal down to {cutoff}",
        "Both lists end at the same rank.",
        _whole_dcg,
        rare=True,
        about=("k",),
    ),
    *_in_one_only(),
)
