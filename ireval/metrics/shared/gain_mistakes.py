"""Mistakes with gains and discounts, shared by DCG, ideal DCG and nDCG."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import partial

import numpy as np

from ireval.measure import Mistake, Table
from ireval.metrics.shared.gains import (
    BASES,
    discount,
    first_discounted,
    gain,
    ideal_gains,
    list_gains,
    written_discount,
)
from ireval.metrics.shared.worked_steps import never, only, ratio, total
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Expr, Num, Operand, ln, log
from ireval.numbers.worked_number import Worked, worked
from ireval.ranking.judgements import ABSENT, resized

#: A wrong way to sum up gains down to a rank.
Rule = Callable[[Table, Floats, Floats], Worked]
#: What a measure makes of a rule: DCG applies it to the list, IDCG to the ideal list, and nDCG divides the two.
Apply = Callable[[Table, Rule], Worked]
#: Another logarithm: its base, and how it is written.
Logarithm = tuple[float, Callable[[Operand], Expr]]

NATURAL: Logarithm = (math.e, ln)
DECIMAL: Logarithm = (10, partial(log, 10))


def discounts(t: Table, gains: Floats) -> Worked:
    """Every gain divided by its correct discount."""
    return Worked(gains / discount(t), lambda i: written_discount(t.p, Num(float(gains[i])), i + 1))


def with_logarithm(logarithm: Logarithm) -> Rule:
    """Discounts by another logarithm, from the same rank on."""
    base, take = logarithm

    def rule(t: Table, gains: Floats, end: Floats) -> Worked:
        right = discount(t) * math.log(BASES[t.p.discount]) / math.log(base)
        scaled = np.where(t.rank >= first_discounted(t.p), right, 1.0)
        terms = Worked(gains / scaled, lambda i: written_discount(t.p, Num(float(gains[i])), i + 1, take))
        return total(t, terms, end)

    return rule


def without_rank_1(t: Table, gains: Floats, end: Floats) -> Worked:
    """Discounts by the logarithm of the rank, and drops rank 1, where that is 0."""
    dropped = np.where(t.rank == 1, 0, gains)
    if t.p.discount != "log2-rank-plus-1":
        return total(t, discounts(t, dropped), end)
    divided = dropped / np.log2(np.maximum(t.rank, 2))
    return total(t, Worked(divided, lambda i: Num(float(dropped[i])) / log(2, i + 1)), end)


def of_cumulated(t: Table, gains: Floats, end: Floats) -> Worked:
    """Puts CG[i] where G[i] belongs."""
    return total(t, discounts(t, np.cumsum(gains, axis=-1)), end)


def by_rank(t: Table, gains: Floats, end: Floats) -> Worked:
    """Discounts by the rank."""
    return total(t, worked(gains) / t.rank, end)


def undiscounted(t: Table, gains: Floats, end: Floats) -> Worked:
    """Does not discount."""
    return total(t, gains, end)


def from_rank_10(t: Table, gains: Floats, end: Floats) -> Worked:
    """Does not discount the first ten ranks, which is a convention."""
    return total(t, gains / np.maximum(np.log10(t.rank), 1), end)


def _beyond_rank_10(wrong: Worked, by_convention: Worked) -> Worked:
    return only(np.abs(wrong.value - by_convention.value) > 1e-9, wrong)


def of_total(t: Table, gains: Floats, end: Floats) -> Worked:
    """Divides the cumulated gain by the discount of the last rank, unless that is 1."""
    last = np.maximum(end, 1).astype(np.intp) - 1
    undivided = total(t, gains, end)
    value = t.p.rounding.shown(t.p.rounding.step(undivided.value / discount(t)[last]))
    return only(
        discount(t)[last] > 1, Worked(value, lambda i: written_discount(t.p, undivided.write(i), int(last[0]) + 1))
    )


def every_gain_1(t: Table, gains: Floats, end: Floats) -> Worked:
    """Counts 1 for every gain."""
    return total(t, discounts(t, np.minimum(gains, 1)), end)


def ideal_end(t: Table) -> Floats:
    """The rank at which the sum over the ideal list is read."""
    return t.rows if t.p.ideal_cut == "uncut" else t.end


def share_by(t: Table, rule: Rule) -> Worked:
    """A rule on the list, divided by the same on the ideal list."""
    return ratio(t, rule(t, list_gains(t), t.end), rule(t, ideal_gains(t), ideal_end(t)))


def ideal_in_given_order(t: Table) -> Worked:
    """The DCG of an "ideal" list that was not sorted: the ranking, then the unretrieved documents as given."""
    grades = t.ranking.grades
    if t.p.ideal == "all-judged":
        grades = np.concatenate([grades, t.ranking.unretrieved], axis=-1)
    grades = np.take_along_axis(grades, np.argsort(grades == ABSENT, axis=-1, kind="stable"), axis=-1)
    wide = t.with_rows(np.full_like(t.length, max(grades.shape[-1], 1)))
    gains = gain(t.p, resized(grades, wide.width, ABSENT))
    whole = t.p.ideal_cut == "uncut" or (t.p.ideal_cut == "whole" and not t.p.k)
    return total(wide, discounts(wide, gains), wide.rows if whole else t.end)


def _with_other_base(
    apply: Apply, rule: Rule, last: Callable[[Table], Floats], same_result: Collection[str], t: Table
) -> Worked:
    """Another logarithm where one is used, unless it gives the same result."""
    if t.p.discount in same_result:
        return never(t)
    return only(last(t) >= first_discounted(t.p), apply(t, rule))


def wrong_discounts(
    apply: Apply, first_gain: Callable[[Table], Floats], last: Callable[[Table], Floats], *, share: bool = False
) -> tuple[Mistake, ...]:
    """The mistakes with the discount; ``first_gain`` is what rank 1 holds, ``last`` the last rank whose gain counts.

    There is no other logarithm where no logarithm is used: down to rank 9, if discounts begin at rank 10. In a
    ``share``, a factor that the list and the ideal list have in common cancels, and so does another base of log(i + 1).
    """

    def other_base(logarithm: Logarithm, same: str) -> Callable[[Table], Worked]:
        same_result = {same, "log2-rank-plus-1"} if share else {same}
        return partial(_with_other_base, apply, with_logarithm(logarithm), last, same_result)

    return (
        Mistake(
            "drops-rank-1",
            "left out the gain at rank 1, because log(1) = 0",
            "The gain at rank 1 is not discounted and counts in full.",
            lambda t: only(first_gain(t) > 0, apply(t, without_rank_1)),
        ),
        Mistake(
            "natural-logarithm",
            "used the natural logarithm (ln)",
            "The discount has another base.",
            other_base(NATURAL, ""),
        ),
        Mistake(
            "decimal-logarithm",
            "used the logarithm to base 10 (the log key of most calculators)",
            "The discount has another base.",
            other_base(DECIMAL, "log10-rank"),
        ),
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
            lambda t: apply(t, by_rank),
        ),
        Mistake(
            "forgets-the-discount",
            "did not discount, so that every gain counted in full",
            "Each gain is divided by the discount of its rank.",
            lambda t: _beyond_rank_10(apply(t, undiscounted), apply(t, from_rank_10)),
        ),
    )


def ignores_grades(apply: Apply, gains: Callable[[Table], Floats], rule: Rule = every_gain_1) -> Mistake:
    """Every gain as 1 by a ``rule``, where some of ``gains`` are more."""

    def work(t: Table) -> Worked:
        more = np.any((gains(t) > 1) & (t.rank <= t.end), axis=-1, keepdims=True)
        return only(more, apply(t, rule))

    return Mistake("ignores-grades", "counted 1 for every relevant document", "The gain depends on the grade.", work)
