"""Quantities of a list that legends name, computed in plain Python from their definitions in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ireval.contract.formulas.latex_values import Stated
from ireval.contract.formulas.list_facts import Facts


@dataclass(frozen=True)
class Noted:
    """A quantity whose line also defines something else, such as the value of 0/0 or the score itself."""

    value: Any
    others: Mapping[str, Any]


def decimal(value: float) -> Fraction:
    """Return the decimal number exactly, as it is written."""
    return Fraction(str(value))


def retrieved_count(f: Facts) -> int:
    """Documents retrieved, within a cutoff if there is one."""
    return min(f.end, f.n)


def precision_of(f: Facts) -> Fraction | None:
    """Precision at the cutoff; None where it has no divisor."""
    below = f.end if f.chosen["short_list"] == "n" else retrieved_count(f)
    return Fraction(f.found(f.end), below) if below else None


def recall_at(f: Facts, i: int) -> Fraction | None:
    """Recall at rank ``i``; None where nothing is relevant."""
    return Fraction(f.found(i), f.all_relevant) if f.all_relevant else None


def nonrelevant_count(f: Facts) -> int:
    """Documents retrieved that are not known to be relevant."""
    return retrieved_count(f) - f.found(f.end)


def rest_of_collection(f: Facts) -> int | None:
    """Documents that are neither retrieved nor relevant; None where the collection's size is not known."""
    return None if f.size is None else f.size - f.all_relevant - nonrelevant_count(f)


def first_relevant_rank(f: Facts) -> int | Stated:
    """The rank of the first relevant document; without one, the score is 0."""
    return next(iter(f.relevant_ranks), Stated(0))


def ideal_novelty(f: Facts, alpha: Fraction) -> Callable[[int], Fraction]:
    """The gain at each rank of the greedy ideal list."""
    gains = f.novelty(alpha)
    return lambda i: gains[i - 1] if i <= len(gains) else Fraction(0)


def score_if(nothing: bool) -> dict[str, int]:
    """Return the score that a line of the legend states: 0, if ``nothing``."""
    return {"score": 0} if nothing else {}


def sum_to(gain: Callable[[int], int], i: int) -> int:
    """The sum of gains down to rank ``i``."""
    return sum(gain(j) for j in range(1, i + 1))


def top_grade(f: Facts) -> int:
    """The top grade of ERR."""
    fixed = f.chosen["top"]
    return max([0, *(grade for grade, _ in f.judged)]) if fixed == "judged" else int(fixed)


def average_precision_of(f: Facts) -> Fraction:
    """Average precision from its definition."""
    precisions = [Fraction(f.found(i), i) for i in f.relevant_ranks]
    return sum(precisions, Fraction(0)) / f.all_relevant if f.all_relevant else f.without_relevant


def bpref_of(f: Facts) -> Fraction:
    """Bpref from its definition, by the choice of the convention in force."""
    R, N = f.all_relevant, f.all_nonrelevant  # noqa: N806 - as in the formula
    if not R:
        return f.without_relevant
    cap = {"r": R, "min-r-n": min(R, N), "10-plus-r": 10 + R}[f.chosen["bpref"]]
    above = [sum_to(f.is_nonrelevant, r - 1) for r in f.relevant_ranks]
    return sum((1 - Fraction(min(n, cap), cap) if n else Fraction(1) for n in above), Fraction(0)) / R


def mean_ranks(f: Facts) -> list[int]:
    """The ranks where the mean of RnDCG is taken."""
    gains = [gain for gain in f.ideal if gain > 0]
    falls = [i for i, gain in enumerate(gains, start=1) if i == len(gains) or gain > gains[i]]
    return falls + [f.n] * (f.n > len(gains) + 1)
