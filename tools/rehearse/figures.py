"""What a play has measured; the parts that several processes played are put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Figures:
    """Seconds of pages and of saves, each from the moment at which it was due; what went wrong, by kind; and losses.

    ``arrived`` and ``saved`` are when a page and an answer came, in seconds since the start. ``lags`` are how late the
    generator itself was. ``unchecked`` students were not looked at again, for lack of time.
    """

    pages: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    arrived: list[float] = field(default_factory=list)
    saved: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    submitted: int = 0
    acknowledged: int = 0
    lost: int = 0
    unchecked: int = 0
    planned: int = 0
    stopped: bool = False

    def add(self, other: Figures) -> None:
        """Add the figures of another part."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(mine, Counter):
                mine.update(value)
            elif isinstance(mine, bool):
                setattr(self, name, mine or value)
            elif isinstance(mine, list):
                mine.extend(value)
            else:
                setattr(self, name, mine + value)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies; 0 without any.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([], 0.5)
    (2, 0.0)
    """
    found = sorted(values)
    return found[max(0, round(share * len(found)) - 1)] if found else 0.0


def rate(moments: Sequence[float]) -> float:
    """How many there were in a second, from the first to the last.

    >>> rate([0, 1, 2])
    1.0
    """
    return (
        (len(moments) - 1) / (max(moments) - min(moments)) if len(moments) > 1 and max(moments) > min(moments) else 0.0
    )
