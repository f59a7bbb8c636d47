"""All tests of differences against SciPy and fractions on random comparisons with ties.

    python -m benchmarks.significance

Each comparison has scores as floats and a twin of whole numbers. A test agrees if its p-value on the floats is that of
SciPy, or of fractions, on the whole numbers; a bootstrap, which is drawn, if it is within five standard errors of all
resamples and the same on both twins. In one comparison of ten SciPy goes through all signs, too, if there are few
topics. Below: how often each test finds a difference at 0.05 where there is none. Takes about a minute on two cores.
"""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from ireval.comparison.resampled_means import shifted_p, studentised_p
from ireval.comparison.significance import LEVEL, TESTS, p_values
from ireval.comparison.snapped_differences import differences_of
from tests.ireval.comparison.exact_tests import disagreements, random_twins

COMPARISONS, PART, RESAMPLES = 10_000, 500, 499
#: One comparison of so many is searched by SciPy.
_BY_SCIPY = 10
_SIZES = (5, 10, 15, 20, 25, 30, 50)
_REPEATS = 4_000


def main() -> None:
    """Print both tables."""
    wrong: Counter[str] = Counter()
    twins_differ: Counter[str] = Counter()
    with ProcessPoolExecutor(2) as processes:
        for disagree, differ in processes.map(_part, range(0, COMPARISONS, PART)):
            wrong.update(disagree)
            twins_differ.update(differ)
    print("| test | comparisons | differ from the exact p | differ from their twin |")
    print("|" + "---|" * 4)
    for key in TESTS:
        print(f"| {key} | {COMPARISONS:,} | {wrong[key]} | {twins_differ[key]} |", flush=True)
    print("\n| topics | bootstrap | bootstrap-t |")
    print("|" + "---|" * 3)
    drawn = np.random.default_rng(34)
    for topics in _SIZES:
        differences = drawn.normal(size=(topics, _REPEATS))
        shares = [np.mean(test(differences, drawn, 999) <= LEVEL) for test in (shifted_p, studentised_p)]
        print(f"| {topics} | {shares[0]:.1%} | {shares[1]:.1%} |", flush=True)


def _part(first: int) -> tuple[Counter[str], Counter[str]]:
    """For the comparisons from a seed on: how often each test is wrong, and how often it differs from its twin."""
    wrong: Counter[str] = Counter()
    twins_differ: Counter[str] = Counter()
    stream = random.Random(first)
    for seed in range(first, first + PART):
        twins = random_twins(stream)
        found = p_values(differences_of(twins.a, twins.b), seed, RESAMPLES)
        wrong.update(disagreements(twins, found, RESAMPLES, by_scipy=seed % _BY_SCIPY == 0))
        scaled = p_values(np.array(twins.whole, dtype=np.float64), seed, RESAMPLES)
        twins_differ.update(key for key in TESTS if not _equal(found[key], scaled[key]))
    return wrong, twins_differ


def _equal(p: float | None, other: float | None) -> bool:
    return p is other if p is None or other is None else abs(p - other) < 1e-9


if __name__ == "__main__":
    main()
