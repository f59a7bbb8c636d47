"""Mistakes in gains and discounts, shared by DCG, ideal DCG and nDCG."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

import numpy as np

from ireval.conventions.discounts import DECIMAL, DISCOUNT, NATURAL, Discount, Logarithm
from ireval.conventions.other_discounts import (
    BY_RANK,
    DECIMAL_FROM_2,
    DECIMAL_PLUS_1,
    NATURAL_FROM_2,
    NATURAL_FROM_3,
    NATURAL_PLUS_1,
    NONE,
    ONE_PLUS,
    ONE_PLUS_NATURAL,
)
from ireval.measure import Mistake, Table
from ireval.metrics.shared.gains import gain, ideal_gains, list_gains
from ireval.metrics.shared.worked_steps import SAME, never, only, ratio, total
from ireval.numbers.arrays import Floats, resized
from ireval.numbers.expression import Num, log
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import ABSENT

#: A wrong way to sum up gains down to a rank.
Rule = Callable[[Table, Floats, Floats], Worked]
#: The use of a rule by a measure: DCG applies it to the list, IDCG to the ideal list, and nDCG divides the two.
Apply = Callable[[Table, Rule], Worked]
#: Discounts that agree on this many ranks are considered equal.
RANKS = np.arange(1.0, 30)
#: Discounts that few people use: key of the mistake, what was done, and the discount.
_RARE_DISCOUNTS = (
    ("natural-logarithm-from-2", "divided by ln(i) from rank 2 onwards", NATURAL_FROM_2),
    ("natural-logarithm-from-3", "divided by ln(i) from rank 3 onwards", NATURAL_FROM_3),
    ("natural-logarithm-plus-1", "divided by ln(i + 1)", NATURAL_PLUS_1),
    ("decimal-logarithm-from-2", "divided by log10(i) from rank 2 onwards", DECIMAL_FROM_2),
    ("decimal-logarithm-plus-1", "divided by log10(i + 1)", DECIMAL_PLUS_1),
    ("one-plus-natural-logarithm", "divided by 1 + ln(i)", ONE_PLUS_NATURAL),
)


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
def with_logarithm(discount: Discount, logarithm: Logarithm) -> Discount:
    """The same discount by another logarithm; the same object again for the same two."""
    return discount.with_logarithm(logarithm)


@cache
def is_known(discount: Discount, used: Discount, *, share: bool) -> bool:
    """Whether another discount is no mistake beside the one ``used``: that or a convention has the same divisors.

    The used discount with another logarithm is known, too. In a ``share``, divisors that differ by a constant factor
    count as the same.
    """
    known = [used, *(choice for choice in DISCOUNT.choices if isinstance(choice, Discount))]
    if used.logarithm and discount.key != used.key:
        known += [with_logarithm(used, x) for x in (NATURAL, DECIMAL)]
    for other in known:
        factors = discount.divisors(RANKS) / other.divisors(RANKS)
        if np.allclose(factors, factors[0] if share else 1, rtol=0, atol=SAME):
            return True
    return False


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
    last = np.broadcast_to(np.maximum(end, 1).astype(np.intp) - 1, (*gains.shape[:-1], 1))
    undivided = total(t, gains, end)
    divisors = np.take_along_axis(np.broadcast_to(in_force(t).divisors(t.rank), gains.shape), last, axis=-1)
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


def _by_discount(
    apply: Apply, key: str, did: str, instead: str, discount: Discount, *, share: bool, rare: bool = True
) -> Mistake:
    """The mistake of another discount; it cannot be made if the discount is known (``is_known``)."""

    def choices(t: Table) -> Mapping[str, Discount]:
        return {} if is_known(discount, in_force(t), share=share) else {"discount": discount}

    def work(t: Table) -> Worked:
        return apply(t, with_discount(discount)) if choices(t) else never(t)

    return Mistake(key, did, instead, work, rare=rare, choices=choices, about=("discount",))


def wrong_discounts(
    apply: Apply, first_gain: Callable[[Table], Floats], last: Callable[[Table], Floats], *, share: bool = False
) -> tuple[Mistake, ...]:
    """Return mistakes in the discount; ``first_gain`` is the gain at rank 1, ``last`` the last rank that counts.

    In a ``share``, a factor that the list and the ideal list have in common cancels.
    """
    other = partial(_by_discount, apply, share=share)
    return (
        Mistake(
            "drops-rank-1",
            "left out the gain at rank 1, because log(1) = 0",
            "The gain at rank 1 is not discounted and counts in full.",
            lambda t: only(in_force(t).logarithm is not None and first_gain(t) > 0, apply(t, without_rank_1)),
            about=("discount",),
        ),
        *_other_logarithms(apply, last, share=share),
        Mistake(
            "discounts-cg",
            "discounted the cumulated gain CG at every rank",
            "The discount divides the gain G of each rank.",
            lambda t: apply(t, of_cumulated),
        ),
        other(
            "discounts-by-rank",
            "divided every gain by its rank",
            "The discount is a logarithm.",
            BY_RANK,
            rare=False,
        ),
        Mistake(
            "inverse-rank-as-gain",
            "used 1 divided by the rank as the gain of a relevant document",
            "The gain depends on the document, and only the discount on its rank.",
            lambda t: apply(t, of_inverse_ranks),
            about=("gain",),
        ),
        Mistake(
            "forgets-the-discount",
            "did not discount, so that every gain counted in full",
            "Each gain is divided by the discount of its rank.",
            lambda t: only(~in_force(t).is_idle(last(t)), apply(t, with_discount(NONE))),
            choices=lambda t: {} if in_force(t).is_idle(last(t)).all() else {"discount": NONE},
            about=("discount",),
        ),
        other("one-plus-logarithm", "divided by 1 + log2(i)", "The logarithm alone is the discount.", ONE_PLUS),
        *(
            other(key, did, "The formula says what each gain is divided by.", discount)
            for key, did, discount in _RARE_DISCOUNTS
            # In a share, they are the convention log2(i + 1), because the factor between them cancels.
            if not (share and discount in {NATURAL_PLUS_1, DECIMAL_PLUS_1})
        ),
    )


def _other_logarithms(apply: Apply, last: Callable[[Table], Floats], *, share: bool) -> tuple[Mistake, ...]:
    """The mistakes with the base of the logarithm.

    They cannot be made if no logarithm is used: down to rank 9, if discounts begin at rank 10. In a ``share``, another
    base from rank 1 on cancels.
    """

    def other_base(logarithm: Logarithm, t: Table) -> Mapping[str, Discount]:
        used = in_force(t).logarithm
        if used is None or used.base == logarithm.base or (share and in_force(t).first == 1):
            return {}
        return {"discount": with_logarithm(in_force(t), logarithm)}

    def work(logarithm: Logarithm, t: Table) -> Worked:
        chosen = other_base(logarithm, t)
        return only(last(t) >= in_force(t).first, apply(t, with_discount(chosen["discount"]))) if chosen else never(t)

    return tuple(
        Mistake(
            key,
            f"used {words}",
            "The discount has another base.",
            partial(work, logarithm),
            choices=partial(other_base, logarithm),
            about=("discount",),
        )
        for key, words, logarithm in (
            ("natural-logarithm", "the natural logarithm (ln)", NATURAL),
            ("decimal-logarithm", "the logarithm to base 10 (the log key of most calculators)", DECIMAL),
        )
    )
