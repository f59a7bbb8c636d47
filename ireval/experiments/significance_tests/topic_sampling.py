"""Simulates experiments with a known true mean: topics are drawn, and tests and intervals are computed from them.

>>> from ireval.experiments.significance_tests.difference_shapes import SHAPES
>>> found = Simulation(SHAPES["normal"], topics=5, count=40, sizes=()).run()
>>> found.own_errors["sign-flip"].count  # with five topics, its smallest p-value is 2/32
0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ireval.comparison.significance import LEVEL, TESTS, intervals_of_pairs, p_values_of_pairs
from ireval.experiments.significance_tests.difference_shapes import DifferenceShape
from ireval.experiments.significance_tests.simulated_shares import Share, SimulatedShares
from ireval.numbers.arrays import Floats
from ireval.numbers.rounding import SAME

#: The numbers of topics of the chart.
SIZES = (5, 10, 20, 50)
#: The number of resamples of a test. It is smaller than in a comparison, because thousands of tests are computed.
RESAMPLES = 999
#: The most experiments in which the interval that comparisons report is computed, because it takes long.
MOST_INTERVALS = 1000
#: The number of experiments that are computed together: they share their resamples, which saves time.
TOGETHER = 20
#: The intervals by their keys.
BCA, STUDENT = "bca", "t"
#: The kinds of drawings. Each kind has its own random numbers for each number of topics.
_NO_DIFFERENCE, _DIFFERENCE, _INTERVALS = range(3)

#: Called with the number of finished experiments and the number of all experiments.
Report = Callable[[int, int], object]


@dataclass(frozen=True)
class Simulation:
    """``count`` experiments with differences of a ``shape``, for each number of topics and each true mean.

    The true mean difference is 0 for the type I error and for coverage, and ``effect`` standard deviations for power.
    A p-value below ``alpha`` counts as a difference. Type I errors are simulated for more numbers of topics, ``sizes``.
    """

    shape: DifferenceShape
    topics: int = 10
    effect: float = 0.5
    count: int = 1000
    alpha: float = LEVEL
    seed: int = 0
    sizes: tuple[int, ...] = SIZES

    @property
    def all_sizes(self) -> list[int]:
        """All numbers of topics for which the type I error is simulated, in ascending order."""
        return sorted({*self.sizes, self.topics})

    @property
    def intervals(self) -> int:
        """The number of experiments in which the interval of a comparison is computed."""
        return min(self.count, MOST_INTERVALS)

    @property
    def total(self) -> int:
        """The number of all experiments, as the progress counts them."""
        return self.count * (len(self.all_sizes) + 1) + self.intervals

    def run(self, report: Report | None = None) -> SimulatedShares:
        """Simulate everything. A test without a p-value, and an interval that does not exist, count as failures."""
        done = 0

        def step(count: int) -> None:
            nonlocal done
            done += count
            if report:
                report(done, self.total)

        errors = {size: self._rejections(_NO_DIFFERENCE, size, 0.0, step) for size in self.all_sizes}
        powers = self._rejections(_DIFFERENCE, self.topics, self.effect, step)
        return SimulatedShares(
            self.shape.key, self.topics, self.effect, self.alpha, self.seed, errors, powers, self._coverages(step)
        )

    def result(self, counts: Mapping[str, Any]) -> SimulatedShares:
        """The result from the counts of ``SimulatedShares.to_counts``."""
        errors = {size: {key: Share(n, self.count) for key, n in of.items()} for size, of in counts["errors"]}
        powers = {key: Share(n, self.count) for key, n in counts["powers"].items()}
        coverages = {key: Share(*pair) for key, pair in counts["coverages"].items()}
        return SimulatedShares(
            self.shape.key, self.topics, self.effect, self.alpha, self.seed, errors, powers, coverages
        )

    def rejections(self, test: str, effect: float = 0.0) -> Share:
        """The share of experiments in which a test finds a difference, if the true effect is ``effect``."""
        rows = self._drawn(_DIFFERENCE if effect else _NO_DIFFERENCE, self.topics, effect)
        found = (TESTS[test](row, self._seed_of(place), resamples=RESAMPLES) for place, row in enumerate(rows))
        return Share(sum(map(self._rejects, found)), self.count)

    def _rejections(self, truth: int, size: int, effect: float, step: Callable[[int], None]) -> dict[str, Share]:
        found = dict.fromkeys(TESTS, 0)
        for place, block in _blocks(self._drawn(truth, size, effect)):
            for p in p_values_of_pairs(block.T, self._seed_of(place), RESAMPLES):
                for key in TESTS:
                    found[key] += self._rejects(p[key])
            step(len(block))
        return {key: Share(n, self.count) for key, n in found.items()}

    def _rejects(self, p: float | None) -> bool:
        return p is not None and p < self.alpha - SAME

    def _coverages(self, step: Callable[[int], None]) -> dict[str, Share]:
        rows, covering = self._drawn(_INTERVALS, self.topics, 0.0), 0
        for place, block in _blocks(rows[: self.intervals]):
            ends = intervals_of_pairs(block.T, self._seed_of(place))
            covering += sum(pair is not None and pair[0] <= SAME and pair[1] >= -SAME for pair in ends)
            step(len(block))
        low, high = student_interval(rows)
        return {
            BCA: Share(covering, self.intervals),
            STUDENT: Share(int(np.count_nonzero((low <= SAME) & (high >= -SAME))), self.count),
        }

    def _drawn(self, truth: int, size: int, effect: float) -> Floats:
        """The differences of all experiments, shape (experiments, topics)."""
        return self.shape.drawn(np.random.default_rng([self.seed, truth, size]), (self.count, size), effect)

    def _seed_of(self, place: int) -> int:
        """The seed for the resamples of the experiment at this place, or of the block that begins there."""
        return self.seed + place


def _blocks(rows: Floats) -> Iterator[tuple[int, Floats]]:
    """The rows in blocks that are computed together, each with the place of its first row."""
    return ((start, rows[start : start + TOGETHER]) for start in range(0, len(rows), TOGETHER))


def student_interval(rows: Floats, level: float = LEVEL) -> tuple[Floats, Floats]:
    """The t interval of the mean of each row; ``level`` is the probability that the mean is outside.

    >>> low, high = student_interval(np.array([[1.0, 2.0, 3.0]]))
    >>> round(float(low[0]), 4), round(float(high[0]), 4)
    (-0.4841, 4.4841)
    """
    from scipy.special import stdtrit

    topics = rows.shape[-1]
    means = rows.mean(axis=-1)
    reach = stdtrit(topics - 1, 1 - level / 2) * rows.std(axis=-1, ddof=1) / topics**0.5
    return means - reach, means + reach
