"""The results of simulated experiments on tests and intervals: shares, each with its simulation error."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: The confidence level of the interval of a simulated share.
CONFIDENCE = 0.95
#: A share is clearly above or below a value that is outside of its interval at this confidence level. The level is
#: higher than ``CONFIDENCE``, because a simulation has about 25 shares, and some of them would be outside by chance.
CLEAR = 0.99


@dataclass(frozen=True)
class Share:
    """The share of simulated experiments: ``count`` of ``total``."""

    count: int
    total: int

    @property
    def value(self) -> float:
        """The share.

        >>> Share(3, 20).value
        0.15
        """
        return self.count / self.total

    @property
    def ends(self) -> tuple[float, float]:
        """The exact binomial interval of the share (Clopper and Pearson): its simulation error.

        >>> [round(end, 4) for end in Share(0, 100).ends]
        [0.0, 0.0362]
        """
        return self._interval(CONFIDENCE)

    def against(self, value: float) -> int:
        """1 if the share is clearly above ``value``, -1 if it is clearly below, 0 if it may be equal."""
        low, high = self._interval(CLEAR)
        return int(low > value) - int(high < value)

    def _interval(self, confidence: float) -> tuple[float, float]:
        from scipy.special import betaincinv

        tail, k, n = (1 - confidence) / 2, self.count, self.total
        low = float(betaincinv(k, n - k + 1, tail)) if k else 0.0
        high = float(betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0
        return low, high


@dataclass(frozen=True)
class SimulatedShares:
    """Shares of simulated experiments, by the key of the test or the interval.

    ``errors`` are type I errors by the number of topics and the test; ``powers`` are for the chosen number of
    ``topics``. Both count p-values below ``alpha``. ``coverages`` count intervals that contain the true mean.
    """

    shape: str
    topics: int
    effect: float
    alpha: float
    seed: int
    errors: Mapping[int, Mapping[str, Share]]
    powers: Mapping[str, Share]
    coverages: Mapping[str, Share]

    @property
    def tests(self) -> list[str]:
        """The keys of the tests."""
        return list(self.powers)

    @property
    def count(self) -> int:
        """The number of experiments for each share of a test."""
        return next(iter(self.powers.values())).total

    @property
    def own_errors(self) -> Mapping[str, Share]:
        """The type I error of each test with the chosen number of topics."""
        return self.errors[self.topics]

    def to_counts(self) -> dict[str, Any]:
        """The counts as plain values, for a file."""
        return {
            "errors": [[size, {key: share.count for key, share in of.items()}] for size, of in self.errors.items()],
            "powers": {key: share.count for key, share in self.powers.items()},
            "coverages": {key: [share.count, share.total] for key, share in self.coverages.items()},
        }
