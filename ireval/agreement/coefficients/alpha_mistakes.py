"""Wrong numbers that typical mistakes give for Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ireval.agreement.coefficient import Labels
from ireval.agreement.coefficients.alpha_distances import (
    NOMINAL,
    ORDINAL,
    Distances,
    distances_of,
    interval_distances,
    whole_ends,
)
from ireval.agreement.coefficients.coincidences import (
    Coincidences,
    coincidences_of,
    complete_only,
    paired_equally,
    uses_of_all,
)
from ireval.agreement.labels_in_common import GivenLabels
from ireval.agreement.wrong_number import WrongNumber, wrong


class _Numbers(NamedTuple):
    """Observed and expected disagreement."""

    observed: Fraction
    expected: Fraction

    @property
    def alpha(self) -> float:
        """NaN if it is not defined."""
        return float(1 - self.observed / self.expected) if self.expected else float("nan")


def alpha_mistakes(labels: Labels, level: str) -> Sequence[WrongNumber]:
    """The numbers that typical mistakes give; mistakes that earn no points come last."""
    meet = coincidences_of(labels)
    distances = distances_of(level, meet.given, meet.scale)
    right = _numbers(meet, distances)
    found = _of_expected(meet, distances, right)
    found += _of_distances(meet, level)
    if isinstance(labels, GivenLabels):
        found += _of_missing(labels, meet, level, right)
    found.append(wrong("alpha", "coefficient-not-subtracted", _ratio(right)))
    if level == NOMINAL:
        found.append(wrong("observed", "alpha-agreement", 1 - right.observed))
        found.append(wrong("expected", "alpha-expected-agreement", 1 - right.expected))
        found.append(wrong("alpha", "coefficient-not-divided", right.expected - right.observed))
        found.append(wrong("alpha", "coefficient-without-chance", 1 - right.observed, easy=True))
    return found


def _numbers(meet: Coincidences, distances: Distances) -> _Numbers:
    given, size = meet.given, meet.total
    observed = 2 * sum((distances[pair] * meet.table[pair[0]][pair[1]] for pair in meet.pairs), Fraction())
    return _Numbers(observed / size, _by_chance(given, distances) / (size * (size - 1)))


def _by_chance(given: Sequence[int], distances: Distances) -> Fraction:
    """The sum of products in the numerator of the expected disagreement."""
    return 2 * sum((distance * given[i] * given[j] for (i, j), distance in distances.items()), Fraction())


def _ratio(numbers: _Numbers) -> float:
    return float(numbers.observed / numbers.expected) if numbers.expected else float("nan")


def _of_expected(meet: Coincidences, distances: Distances, right: _Numbers) -> list[WrongNumber]:
    """The results of dividing by n squared."""
    squared = _Numbers(right.observed, _by_chance(meet.given, distances) / meet.total**2)
    return [
        wrong("expected", "alpha-n-squared", float(squared.expected), total=meet.total, below=meet.total - 1),
        wrong("alpha", "alpha-n-squared", squared.alpha, total=meet.total, below=meet.total - 1),
    ]


def _of_distances(meet: Coincidences, level: str) -> list[WrongNumber]:
    """The results of using the distances of another level."""
    if len(meet.labels) < 3:
        return []
    others = {f"alpha-{ORDINAL}": distances_of(ORDINAL, meet.given, meet.scale)}
    if level == ORDINAL:
        others = {f"alpha-{NOMINAL}": distances_of(NOMINAL, meet.given, meet.scale)}
        others["alpha-whole-ends"] = whole_ends(meet.given, meet.scale)
    others["alpha-interval"] = interval_distances(meet.scale)
    found = []
    for key, distances in others.items():
        numbers = _numbers(meet, distances)
        by_step = {"observed": float(numbers.observed), "expected": float(numbers.expected), "alpha": numbers.alpha}
        found += [wrong(step, key, value, beside=True) for step, value in by_step.items()]
    return found


def _of_missing(labels: GivenLabels, meet: Coincidences, level: str, right: _Numbers) -> list[WrongNumber]:
    """The results of treating missing labels in another way."""
    found = []
    complete = coincidences_of(complete_only(labels))
    missed = len(labels.pairs) - complete.documents
    if missed > meet.single and complete.documents:
        numbers = _numbers(complete, distances_of(level, complete.given, complete.scale))
        by_step = {"observed": float(numbers.observed), "expected": float(numbers.expected), "alpha": numbers.alpha}
        count = missed - meet.single
        found += [wrong(step, "alpha-complete-only", value, count=count) for step, value in by_step.items()]
    if meet.single:
        given = uses_of_all(labels)
        size, apart = sum(given), distances_of(level, given, meet.scale)
        numbers = _Numbers(right.observed, _by_chance(given, apart) / (size * (size - 1)))
        for step, value in (("expected", float(numbers.expected)), ("alpha", numbers.alpha)):
            found.append(wrong(step, "alpha-single-labels", value, count=meet.single))
    if level == NOMINAL:
        pairs = paired_equally(labels)
        observed = 1 - sum((row[i] for i, row in enumerate(pairs.table)), Fraction()) / pairs.total
        numbers = _Numbers(observed, right.expected)
        found.append(wrong("observed", "alpha-equal-pairs", float(observed), beside=True))
        found.append(wrong("alpha", "alpha-equal-pairs", numbers.alpha, beside=True))
    return found
