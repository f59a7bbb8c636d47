"""The numbers that a class typed, as clusters of equal ones. Where they lie says nothing about which is correct."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ireval.errors import InputError
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import half_up
from ireval.numbers.typed_number import read_typed

#: At least this share of the numbers lies on the axis; the others are put together beside it.
MOST_ON_AXIS = 0.8
_STEPS = (0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10)
_MOST_TICKS = 6


class Cluster(NamedTuple):
    """Numbers that are equal at the question's decimals: as they are written, their value, and how many there are."""

    text: str
    value: float
    devices: int


class Scale(NamedTuple):
    """The part of the axis that is shown, with its ticks."""

    low: float
    high: float
    ticks: tuple[float, ...]


@dataclass(frozen=True)
class TypedNumbers:
    """The numbers in ascending order, and how many texts were ``unreadable``."""

    clusters: tuple[Cluster, ...]
    unreadable: int = 0

    @property
    def most(self) -> list[Cluster]:
        """The clusters, the most frequent first."""
        return sorted(self.clusters, key=lambda x: (-x.devices, x.value))


def number_text(text: str, places: int) -> str:
    """A typed number at a question's decimals; empty if it cannot be read.

    >>> number_text("0,58", 3), number_text("29/100", 3), number_text("?", 3)
    ('0.580', '0.290', '')
    """
    try:
        value = read_typed(text).value
    except InputError:
        return ""
    return fixed(float(half_up(value, places)), places) if math.isfinite(value) and abs(value) < 1e12 else ""


def typed_numbers(texts: Iterable[str], places: int) -> TypedNumbers:
    """What was typed, at a question's decimals.

    >>> typed_numbers(["0.58", "0.5801", "0.29", "x"], 3)
    TypedNumbers(clusters=(Cluster(text='0.290', value=0.29, devices=1), \
Cluster(text='0.580', value=0.58, devices=2)), unreadable=1)
    """
    counted = Counter(number_text(text, places) for text in texts)
    found = [Cluster(text, float(text), count) for text, count in counted.items() if text]
    return TypedNumbers(tuple(sorted(found, key=lambda x: x.value)), counted[""])


def common_names(votes: Mapping[int, Mapping[str, str]], places: int, most: int = 5) -> dict[str, str]:
    """A name for each typed text of several votes, for their flow: the most frequent numbers; other texts have none."""
    texts = {text for vote in votes.values() for text in vote.values()}
    named = {text: number_text(text, places) for text in texts}
    counted = Counter(named[text] for vote in votes.values() for text in vote.values() if named[text])
    kept = sorted((name for name, _ in counted.most_common(most)), key=float)
    return {text: name for name in kept for text in sorted(texts) if named[text] == name}


def scale_of(clusters: Iterable[Cluster]) -> Scale:
    """The axis for numbers: 0 to 1 if nearly all lie there; otherwise for those that are about as large as the median.

    >>> scale_of([Cluster("0.3", 0.3, 9), Cluster("58", 58, 1)])
    Scale(low=0.0, high=1.0, ticks=(0.0, 0.2, 0.4, 0.6, 0.8, 1.0))
    >>> scale_of([Cluster("10", 10, 9), Cluster("5", 5, 2), Cluster("15", 15, 1), Cluster("800", 800, 1)])
    Scale(low=0.0, high=15.0, ticks=(0.0, 2.5, 5.0, 7.5, 10.0, 12.5, 15.0))
    """
    values = sorted(x.value for x in clusters for _ in range(x.devices))
    if not values or sum(0 <= v <= 1 for v in values) >= MOST_ON_AXIS * len(values):
        return _scale(0, 1)
    middle = values[len(values) // 2]
    near = [v for v in values if abs(v - middle) <= max(abs(middle), 1)]
    low, high = near[0], near[-1]
    if low == high or low <= high / 2:
        low, high = min(low, 0), max(high, 0)
    return _scale(low, high)


def _scale(low: float, high: float) -> Scale:
    if high <= low:
        high = low + max(abs(low), 1)
    rough = (high - low) / _MOST_TICKS
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(s * unit for s in _STEPS if s * unit >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple(round(i * step, 12) for i in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], ticks)
