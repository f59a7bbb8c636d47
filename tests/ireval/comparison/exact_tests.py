"""The tests of differences on exact whole numbers: by SciPy where it is exact, else counted with fractions.

Scores are fractions with a common divisor, so each comparison has a twin of whole numbers without rounding error.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, lcm, prod
from typing import NamedTuple

import numpy as np

from ireval.numbers.arrays import Floats

#: Up to this many topics SciPy goes through all signs, and fractions through all resamples. More are counted.
MOST, SEARCHED, RESAMPLED = 9, 5, 4


class Twins(NamedTuple):
    """Scores of two systems as floats, and their differences as whole numbers."""

    a: Floats
    b: Floats
    whole: list[int]


def random_twins(stream: random.Random, most: int = MOST) -> Twins:
    """A comparison of few topics with many ties: P@k, reciprocal ranks, or average precision of short lists."""
    kind, count = stream.choice(["precision", "rank", "average"]), stream.randint(2, most)
    cutoff = stream.randint(3, 20)
    drawn = [_pair(kind, cutoff, stream) for _ in range(count)]
    scale = lcm(*(x.denominator for pair in drawn for x in pair))
    a, b = (np.array([_as_computed(pair[side], kind) for pair in drawn]) for side in (0, 1))
    return Twins(a, b, [int((y - x) * scale) for x, y in drawn])


def _pair(kind: str, cutoff: int, stream: random.Random) -> tuple[Fraction, Fraction]:
    if kind == "precision":
        found = stream.randint(0, cutoff)
        other = min(cutoff, max(0, found + stream.randint(-2, 3)))
        return Fraction(found, cutoff), Fraction(other, cutoff)
    if kind == "rank":
        return Fraction(1, stream.randint(1, 5)), Fraction(1, stream.randint(1, 5))
    ranks = [sorted(stream.sample(range(1, 7), 2)) for _ in "ab"]
    first, second = (sum((Fraction(i, r) for i, r in enumerate(each, 1)), Fraction(0)) / 2 for each in ranks)
    return first, second


def _as_computed(value: Fraction, kind: str) -> float:
    """The float of a score; an average is added up from halves, and so has a rounding error of its own."""
    return float(value) if kind != "average" else float(value / 3) * 2 + float(value / 3)


def swaps_p(whole: list[int]) -> Fraction:
    """The sign-flip test: all sums are counted."""
    sums = Counter({0: 1})
    for step in whole:
        after: Counter[int] = Counter()
        for at, ways in sums.items():
            after[at + step] += ways
            after[at - step] += ways
        sums = after
    total = abs(sum(whole))
    return Fraction(sum(ways for at, ways in sums.items() if abs(at) >= total), 2 ** len(whole))


def ranks_p(whole: list[int]) -> Fraction:
    """Wilcoxon's test without zeros: doubled mean ranks are swapped as differences are, about their middle."""
    kept = [x for x in whole if x]
    sizes = sorted(map(abs, kept))
    doubled = {size: sizes.index(size) + 1 + len(sizes) - sizes[::-1].index(size) for size in sizes}
    return swaps_p([doubled[abs(x)] * (1 if x > 0 else -1) for x in kept]) if kept else Fraction(1)


def resampled_p(whole: list[int], *, studentised: bool) -> float:
    """The bootstrap tests over all resamples, each multiset with its number of orders; not exact at the sample itself.

    Means and squares are whole numbers: the differences are multiplied by their number before they are moved.
    """
    count, total = len(whole), sum(whole)
    moved = [count * x - total for x in whole]
    at_least = 0
    for places in combinations_with_replacement(range(count), count):
        orders = factorial(count) // prod(factorial(n) for n in Counter(places).values())
        taken = [moved[i] for i in places]
        drawn = sum(taken)
        if studentised:  # both means divided by their errors, compared as squares
            spread, whole_spread = (count * sum(x * x for x in xs) - sum(xs) ** 2 for xs in (taken, moved))
            far = drawn * drawn * whole_spread >= (count * total) ** 2 * spread
        else:
            far = abs(drawn) >= abs(count * total)
        at_least += orders * far
    return float(at_least / count**count)


def disagreements(
    twins: Twins, found: dict[str, float | None], resamples: int, *, by_scipy: bool = True
) -> Iterator[str]:
    """The tests whose p-value is not the exact one, or for drawn ones not within five standard errors of it.

    ``by_scipy``, SciPy goes through all signs, too, which takes it much longer than counting.
    """
    from scipy import stats

    whole = np.array(twins.whole)
    same = len(set(twins.whole)) == 1
    exact = {"sign-flip": float(swaps_p(twins.whole)), "wilcoxon": float(ranks_p(twins.whole))}
    if by_scipy and whole.any() and len(whole) <= SEARCHED:
        searched = stats.permutation_test(
            (whole,), lambda x, axis: np.mean(x, axis=axis), permutation_type="samples", n_resamples=np.inf
        )
        assert abs(searched.pvalue - exact["sign-flip"]) < 1e-12
        assert abs(stats.wilcoxon(whole).pvalue - exact["wilcoxon"]) < 1e-12
    if not same:
        exact["paired-t"] = float(stats.ttest_1samp(whole, 0).pvalue)
    for key, p in exact.items():
        if found[key] is None or abs((found[key] or 0.0) - p) > 1e-9:
            yield key
    for key in ("bootstrap", "bootstrap-t") if not same and len(whole) <= RESAMPLED else ():
        p = resampled_p(twins.whole, studentised=key == "bootstrap-t")
        error = 5 * np.sqrt(p * (1 - p) / resamples) + 2 / resamples
        if found[key] is None or abs((found[key] or 0.0) - p) > error:
            yield key
