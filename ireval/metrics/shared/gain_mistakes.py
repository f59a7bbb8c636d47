"""Mistakes with gains and discounts, shared by DCG, ideal DCG and nDCG."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from ireval.conventions.discounts import BY_RANK, DECIMAL, DISCOUNT, NATURAL, NONE, ONE_PLUS, Discount, Logarithm
from ireval.measure import Mistake, Table
from ireval.metrics.shared.gains import gain, ideal_gains, list_gains
from ireval.metrics.shared.worked_steps import never, only, ratio, total
from ireval.numbers.arrays import Floats, resized
from ireval.numbers.expression import Num, log
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import ABSENT

#: A wrong way to sum up gains down to a rank.
Rule = Callable[[Table, Floats, Floats], Worked]
#: What a measure makes of a rule: DCG applies it to the list, IDCG to the ideal list, and nDCG divides the two.
Apply = Callable[[Table, Rule], Worked]
#: The mistakes that put another discount in the place of the right one.
OTHER_DISCOUNTS = ("natural-logarithm", "decimal-logarithm", "discounts-by-rank", "forgets-the-discount")
#: Discounts that agree on this many ranks are considered equal.
RANKS = np.arange(1.0, 30)


def in_force(t: Table) -> Discount:
    """The correct discount."""
    discount: Discount = t.p.chosen("discount")
    return discount


def discounts(t: Table, gains: Floats, discount: Discount | None = None) -> Worked:
    """Every gain divided by its discount, which is the correct one unless another is given."""
    by = discount or in_force(t)
    return Worked(gains / by.divisors(t.rank), lambda i: by.applied(Num(float(gains[i])), i + 1))


def with_discount(discount: Discount | None = None) -> Rule:
    """Another discount, or the correct one."""
    return lambda t, gains, end: total(t, discounts(t, gains, discount), end)


@cache
def is_convention(discount: Discount) -> bool:
    """Whether a convention has the same divisors, so that they are not a mistake."""
    declared = [choice for choice in DISCOUNT.choices if isinstance(choice, Discount)]
    return any(np.array_equal(discount.divisors(RANKS), choice.divisors(RANKS)) for choice in declared)


def without_rank_1(t: Table, gains: Floats, end: Floats) -> Worked:
    """Discounts by the logarithm of the rank, and drops rank 1, where that is 0."""
    dropped = np.where(t.rank == 1, 0, gains)
    if not in_force(t).shift:
        return total(t, discounts(t, dropped), end)
    divided = dropped / np.log2(np.maximum(t.rank, 2))
    return total(t, Worked(divided, lambda i: Num(float(dropped[i])) / log(2, i + 1)), end)


def of_cumulated(t: Table, gains: Floats, end: Floats) -> Worked:
    """Puts CG[i] where G[i] belongs."""
    return total(t, discounts(t, np.cumsum(gains, axis=-1)), end)


def of_total(t: Table, gains: Floats, end: Floats) -> Worked:
    """Divides the cumulated gain by the discount of the last rank, unless that is 1."""
    last = np.maximum(end, 1).astype(np.intp) - 1
    undivided = total(t, gains, end)
    divisors = in_force(t).divisors(t.rank)[last]
    value = t.p.rounding.shown(t.p.rounding.step(undivided.value / divisors))
    calculation = Worked(value, lambda i: in_force(t).applied(undivided.write(i), int(last[0]) + 1))
    return only(divisors > 1, calculation)


def of_inverse_ranks(t: Table, gains: Floats, end: Floats) -> Worked:
    """Puts 1/rank where a document has a gain, and discounts that."""
    by, there = in_force(t), gains > 0
    inverse = there / t.rank / by.divisors(t.rank)
    return total(t, Worked(inverse, lambda i: by.applied(Num(1) / Num(i + 1), i + 1) if there[i] else Num(0)), end)


def ideal_end(t: Table) -> Floats:
    """The rank at which the sum over the ideal list is read."""
    return t.end if t.p.chosen("ideal_cut").cut else t.rows


def share_by(t: Table, rule: Rule) -> Worked:
    """A rule on the list, divided by the same on the ideal list."""
    return ratio(t, rule(t, list_gains(t), t.end), rule(t, ideal_gains(t), ideal_end(t)))


def ideal_in_given_order(t: Table) -> Worked:
    """The DCG of an "ideal" list that was not sorted: the ranking, then the unretrieved documents as given."""
    grades = t.ranking.grades
    if not t.p.chosen("ideal").retrieved_only:
        grades = np.concatenate([grades, t.ranking.unretrieved], axis=-1)
    grades = np.take_along_axis(grades, np.argsort(grades == ABSENT, axis=-1, kind="stable"), axis=-1)
    wide = t.with_rows(np.full_like(t.length, max(grades.shape[-1], 1)))
    gains = gain(t.p, resized(grades, wide.width, ABSENT))
    whole = t.p.chosen("ideal_cut").is_whole(t.p.k)
    return total(wide, discounts(wide, gains), wide.rows if whole else t.end)


def with_other_discount(apply: Apply, discount: Discount, t: Table) -> Worked:
    """Another discount, unless a convention is the same."""
    return never(t) if is_convention(discount) else apply(t, with_discount(discount))


def wrong_discounts(
    apply: Apply, first_gain: Callable[[Table], Floats], last: Callable[[Table], Floats], *, share: bool = False
) -> tuple[Mistake, ...]:
    """The mistakes with the discount; ``first_gain`` is what rank 1 holds, ``last`` the last rank whose gain counts.

    In a ``share``, a factor that the list and the ideal list have in common cancels.
    """
    return (
        Mistake(
            "drops-rank-1",
            "left out the gain at rank 1, because log(1) = 0",
            "The gain at rank 1 is not discounted and counts in full.",
            lambda t: only(in_force(t).logarithm is not None and first_gain(t) > 0, apply(t, without_rank_1)),
        ),
        *_other_logarithms(apply, last, share=share),
        Mistake(
            "discounts-cg",
            "discounted the cumulated gain CG at every rank",
            "The discount divides the gain G of each rank.",
            lambda t: apply(t, of_cumulated),
        ),
        Mistake(
            "discounts-by-rank",
            "divided every gain by its rank",
            "The discount is a logarithm.",
            partial(with_other_discount, apply, BY_RANK),
        ),
        Mistake(
            "inverse-rank-as-gain",
            "used 1 divided by the rank as the gain of a relevant document",
            "The gain depends on the document, and only the discount on its rank.",
            lambda t: apply(t, of_inverse_ranks),
        ),
        Mistake(
            "forgets-the-discount",
            "did not discount, so that every gain counted in full",
            "Each gain is divided by the discount of its rank.",
            lambda t: only(~in_force(t).is_idle(last(t)), with_other_discount(apply, NONE, t)),
        ),
        Mistake(
            "one-plus-logarithm",
            "divided by 1 + log2(i)",
            "The logarithm alone is the discount.",
            partial(with_other_discount, apply, ONE_PLUS),
            rare=True,
        ),
    )


def _other_logarithms(apply: Apply, last: Callable[[Table], Floats], *, share: bool) -> tuple[Mistake, ...]:
    """The mistakes with the base of the logarithm.

    There is no other logarithm where no logarithm is used: down to rank 9, if discounts begin at rank 10. In a
    ``share``, another base from rank 1 on cancels.
    """

    def other_base(logarithm: Logarithm, t: Table) -> Worked:
        used = in_force(t).logarithm
        if used is None or used.base == logarithm.base or (share and in_force(t).first == 1):
            return never(t)
        return only(last(t) >= in_force(t).first, apply(t, with_discount(in_force(t).with_logarithm(logarithm))))

    return (
        Mistake(
            "natural-logarithm",
            "used the natural logarithm (ln)",
            "The discount has another base.",
            partial(other_base, NATURAL),
        ),
        Mistake(
            "decimal-logarithm",
            "used the logarithm to base 10 (the log key of most calculators)",
            "The discount has another base.",
            partial(other_base, DECIMAL),
        ),
    )
