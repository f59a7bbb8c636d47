"""Distributions from which the differences between two systems are drawn, topic by topic.

The true mean of a distribution is chosen as an effect: the mean divided by the standard deviation. A continuous
distribution is moved to that mean. A distribution of few values, such as steps of 0.1, keeps its values, ties and
zeros, and its probabilities are tilted: each is multiplied by exp(t x), where x is the value and t is chosen to give
the effect.

>>> tied = SHAPES["tied"].with_effect(0.5)
>>> mean = float(tied.values @ tied.chances)
>>> round(mean / float(tied.values**2 @ tied.chances - mean**2) ** 0.5, 6)
0.5
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np

from ireval.errors import InputError
from ireval.numbers.arrays import Floats

#: The key of the distribution of the differences between two given runs.
OBSERVED = "runs"
#: The largest effect that can be chosen.
MOST_EFFECT = 3.0
#: If t times the largest value is more than this, a single value has the whole probability.
_STEEPEST = 500.0


class DifferenceShape(Protocol):
    """A distribution of differences whose true mean can be chosen."""

    @property
    def key(self) -> str:
        """The name of the distribution in addresses and files."""

    def drawn(self, stream: np.random.Generator, size: tuple[int, int], effect: float) -> Floats:
        """Differences of this shape (experiments, topics), whose true mean is ``effect`` standard deviations."""


@dataclass(frozen=True)
class MovedShape:
    """A continuous distribution: ``standard`` draws with the mean 0 and the standard deviation 1."""

    key: str
    standard: Callable[[np.random.Generator, tuple[int, int]], Floats]

    def drawn(self, stream: np.random.Generator, size: tuple[int, int], effect: float) -> Floats:
        """Differences of this shape (experiments, topics), whose true mean is ``effect`` standard deviations."""
        return self.standard(stream, size) + effect


@dataclass(frozen=True, eq=False)
class StepShape:
    """A distribution of few values, each with its probability."""

    key: str
    values: Floats
    chances: Floats

    def drawn(self, stream: np.random.Generator, size: tuple[int, int], effect: float) -> Floats:
        """Differences of this shape (experiments, topics), whose true mean is ``effect`` standard deviations."""
        found: Floats = stream.choice(self.values, size, p=self.with_effect(effect).chances)
        return found

    def with_effect(self, effect: float) -> StepShape:
        """The same values with tilted probabilities, so that the mean is ``effect`` standard deviations."""
        from scipy.optimize import brentq

        scaled = self.values / np.abs(self.values).max()

        def away(tilt: float) -> float:
            chances = self._tilted(scaled, tilt)
            mean = float(scaled @ chances)
            return mean - effect * float(np.sqrt((scaled - mean) ** 2 @ chances))

        return StepShape(self.key, self.values, self._tilted(scaled, brentq(away, -_STEEPEST, _STEEPEST, xtol=1e-13)))

    def _tilted(self, scaled: Floats, tilt: float) -> Floats:
        weights = np.log(self.chances) + tilt * scaled
        raised = np.exp(weights - weights.max())
        chances: Floats = raised / raised.sum()
        return chances

    @property
    def zeros(self) -> float:
        """The probability of the difference 0."""
        return float(self.chances[self.values == 0].sum())


def observed_shape(differences: Sequence[float]) -> StepShape:
    """The distribution of the differences of two runs: each is as probable as it is frequent, or tilted for an effect.

    Raises ``InputError`` unless some differences are above and some below 0, because the mean could not be 0.
    """
    values, counts = np.unique(np.asarray(differences, dtype=np.float64), return_counts=True)
    if not len(values) or not values[0] < 0 < values[-1]:
        raise InputError("shape", "differences-on-one-side", count=len(differences))
    return StepShape(OBSERVED, values, counts / counts.sum())


def shape_of(key: str, differences: Sequence[float] = ()) -> MovedShape | StepShape:
    """The distribution with this key; ``differences`` are the differences of two runs, for the key ``runs``."""
    return observed_shape(differences) if key == OBSERVED else SHAPES[key]


def _exponential(stream: np.random.Generator, size: tuple[int, int]) -> Floats:
    return stream.standard_exponential(size) - 1.0


def _normal(stream: np.random.Generator, size: tuple[int, int]) -> Floats:
    return stream.standard_normal(size)


def _symmetric(key: str, zeros: float, sizes: Mapping[float, float]) -> StepShape:
    """A symmetric distribution: each size, weighted by ``sizes``, with both signs; 0 with probability ``zeros``."""
    weights = np.array(list(sizes.values()))
    half = (1 - zeros) * weights / weights.sum() / 2
    above = np.array(list(sizes))
    return StepShape(key, np.concatenate([-above[::-1], [0.0], above]), np.concatenate([half[::-1], [zeros], half]))


#: The distributions that need no runs, by key. P@10 has steps of 0.1, and most reciprocal ranks are equal.
SHAPES: Mapping[str, MovedShape | StepShape] = MappingProxyType(
    {
        "normal": MovedShape("normal", _normal),
        "skewed": MovedShape("skewed", _exponential),
        "tied": _symmetric("tied", 0.28, {0.1: 56, 0.2: 28, 0.3: 8, 0.4: 1}),
        "zeros": _symmetric("zeros", 0.7, {1 / 6: 2, 1 / 2: 8, 2 / 3: 3, 3 / 4: 2}),
    }
)
#: The keys of all distributions, in the order in which they are shown.
KEYS = (*SHAPES, OBSERVED)
