"""Wrong ways with gains and discounts, shared by DCG, its ideal and NDCG."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ireval.judgements import ABSENT, Floats, resized
from ireval.metric import Mistake, Table
from ireval.metrics._gains import BASES, discount, gain
from ireval.metrics._mistakes import never, only, total

#: Sums up gains down to a rank, in some wrong way.
Rule = Callable[[Table, Floats, Floats], Floats]
#: What a measure makes of a rule: DCG applies it to the list, IDCG to the ideal list, and NDCG divides the two.
Apply = Callable[[Table, Rule], Floats]


def scaled(t: Table, base: float) -> Floats:
    """The discount with logarithms of another base, from the same rank on."""
    right = discount(t) * math.log(BASES[t.p.discount]) / math.log(base)
    everywhere = t.p.discount == "log2-rank-plus-1"
    return np.where(everywhere | (t.rank >= BASES[t.p.discount]), right, 1.0)


def with_logarithm(base: float) -> Rule:
    """Discounts by logarithms of ``base``."""
    return lambda t, gains, end: total(t, gains / scaled(t, base), end)


def without_rank_1(t: Table, gains: Floats, end: Floats) -> Floats:
    """Discounts by the logarithm of the rank, and drops rank 1, where that is 0."""
    divisor = np.log2(np.maximum(t.rank, 2)) if t.p.discount == "log2-rank-plus-1" else discount(t)
    return total(t, np.where(t.rank == 1, 0, gains / divisor), end)


def of_cumulated(t: Table, gains: Floats, end: Floats) -> Floats:
    """Puts CG[i] where G[i] belongs."""
    return total(t, np.cumsum(gains, axis=-1) / discount(t), end)


def by_rank(t: Table, gains: Floats, end: Floats) -> Floats:
    """Discounts by the rank."""
    return total(t, gains / t.rank, end)


def undiscounted(t: Table, gains: Floats, end: Floats) -> Floats:
    """Does not discount."""
    return total(t, gains, end)


def from_rank_10(t: Table, gains: Floats, end: Floats) -> Floats:
    """Does not discount the first ten ranks, which is a convention."""
    return total(t, gains / np.maximum(np.log10(t.rank), 1), end)


def _beyond_rank_10(value: Floats, by_convention: Floats) -> Floats:
    return only(np.abs(value - by_convention) > 1e-9, value)


def of_total(t: Table, gains: Floats, end: Floats) -> Floats:
    """Divides the cumulated gain by the discount of the last rank."""
    last = discount(t)[np.maximum(end, 1).astype(np.intp) - 1]
    return t.p.rounding.shown(t.p.rounding.step(total(t, gains, end) / last))


def every_gain_1(t: Table, gains: Floats, end: Floats) -> Floats:
    """Counts 1 for every gain."""
    return total(t, np.minimum(gains, 1) / discount(t), end)


def ideal_end(t: Table) -> Floats:
    """The rank at which the sum over the ideal list is read."""
    return t.rows if t.p.ideal_cut == "uncut" else t.end


def ideal_in_given_order(t: Table) -> Floats:
    """The DCG of an "ideal" list that nobody sorted: the ranking, then the documents that it missed, as given."""
    grades = t.ranking.grades
    if t.p.ideal == "all-judged":
        grades = np.concatenate([grades, t.ranking.unretrieved], axis=-1)
    grades = np.take_along_axis(grades, np.argsort(grades == ABSENT, axis=-1, kind="stable"), axis=-1)
    wide = Table(t.measure, t.ranking, t.p, np.full_like(t.length, max(grades.shape[-1], 1)))
    gains = gain(t.p, resized(grades, wide.width, ABSENT))
    whole = t.p.ideal_cut == "uncut" or (t.p.ideal_cut == "whole" and not t.p.k)
    return total(wide, gains / discount(wide), wide.rows if whole else t.end)


def wrong_discounts(apply: Apply, first_gain: Callable[[Table], Floats], *, share: bool = False) -> tuple[Mistake, ...]:
    """The mistakes with the discount; ``first_gain`` is what rank 1 holds.

    In a ``share`` a factor that list and ideal have in common cancels, and so does another base of log(i + 1).
    """

    def other_base(base: float, same: str) -> Callable[[Table], Floats]:
        def compute(t: Table) -> Floats:
            cancels = share and t.p.discount == "log2-rank-plus-1"
            return never(t) if cancels or t.p.discount == same else apply(t, with_logarithm(base))

        return compute

    return (
        Mistake(
            "drops-rank-1",
            "You left out the gain at rank 1, because log(1) = 0; it is not discounted and counts in full.",
            lambda t: only(first_gain(t) > 0, apply(t, without_rank_1)),
        ),
        Mistake(
            "natural-logarithm",
            "You took natural logarithms (ln), where the discount has another base.",
            other_base(math.e, ""),
        ),
        Mistake(
            "decimal-logarithm",
            "You took decimal logarithms (the key log of most calculators), where the discount has another base.",
            other_base(10, "log10-rank"),
        ),
        Mistake(
            "discounts-cg",
            "You discounted the cumulated gain CG of every rank; it is the gain G that is divided by the discount.",
            lambda t: apply(t, of_cumulated),
        ),
        Mistake(
            "discounts-by-rank",
            "You divided every gain by its rank; the discount is a logarithm.",
            lambda t: apply(t, by_rank),
        ),
        Mistake(
            "forgets-the-discount",
            "You did not discount: every gain counted in full.",
            lambda t: _beyond_rank_10(apply(t, undiscounted), apply(t, from_rank_10)),
        ),
    )


def ignores_grades(apply: Apply, gains: Callable[[Table], Floats]) -> Mistake:
    """Every gain as 1, where some of ``gains`` are more."""

    def compute(t: Table) -> Floats:
        more = np.any((gains(t) > 1) & (t.rank <= t.end), axis=-1, keepdims=True)
        return only(more, apply(t, every_gain_1))

    return Mistake("ignores-grades", "You counted 1 for every relevant document, whatever its grade.", compute)
