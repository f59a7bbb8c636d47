"""The distribution of the points of a class: mean, median, range, and the number of students in each bin."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, median
from typing import NamedTuple

MOST_BINS = 15
WIDTHS = 0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10, 20, 25, 50, 100


class Bin(NamedTuple):
    """The students with at least ``low`` and less than ``high`` points; the last bin includes ``high``."""

    low: float
    high: float
    students: int


@dataclass(frozen=True)
class Distribution:
    """The points of at least one student, and the greatest possible number of points."""

    points: Sequence[float]
    most: float

    @property
    def mean(self) -> float:
        """The mean."""
        return fmean(self.points)

    @property
    def median(self) -> float:
        """The median; for an even number of students, the mean of the middle two."""
        return median(self.points)

    @property
    def least(self) -> float:
        """The fewest points of a student."""
        return min(self.points)

    @property
    def greatest(self) -> float:
        """The most points of a student."""
        return max(self.points)

    @cached_property
    def bins(self) -> tuple[Bin, ...]:
        """At most fifteen bins of equal width, from 0 to the greatest possible number of points.

        >>> [tuple(found) for found in Distribution((0, 0.5, 1, 2), 2).bins if found.students]
        [(0.0, 0.2, 1), (0.4, 0.6, 1), (1.0, 1.2, 1), (1.8, 2.0, 1)]
        """
        width = next((w for w in WIDTHS if self.most <= MOST_BINS * w), self.most / MOST_BINS)
        lows = [round(place * width, 6) for place in range(MOST_BINS) if place * width < self.most - 1e-9]
        counts = [0] * len(lows)
        for points in self.points:
            counts[max(0, bisect_right(lows, points + 1e-9) - 1)] += 1
        highs = [*lows[1:], float(self.most)]
        return tuple(Bin(low, high, count) for low, high, count in zip(lows, highs, counts, strict=True))
