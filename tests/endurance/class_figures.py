"""The figures of a class, and whether they are as they should be."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

SOON = 5.0  # seconds within which everybody is to be back after an outage


@dataclass
class Figures:
    """What happened to a class. Times are in seconds."""

    title: str
    students: int = 0
    acknowledged: int = 0
    saves: list[float] = field(default_factory=list)
    toggles: list[float] = field(default_factory=list)
    owner: list[float] = field(default_factory=list)
    reloads: int = 0
    back: list[float] = field(default_factory=list)  # of students without a window
    browsers_back: list[float] = field(default_factory=list)  # of real browsers
    errors: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """Whether something was lost, failed, or took too long."""
        return bool(self._found or max([*self.back, *self.browsers_back], default=0) > SOON)

    def __str__(self) -> str:
        """One line for each figure."""
        lines = [
            f"{self.title}: {self.students} students, {self.acknowledged:,} answers acknowledged",
            f"  saves:        {_times(self.saves)}",
            f"  toggles:      {_times(self.toggles)}",
            f"  owner's page: {_times(self.owner)}",
            f"  reloads: {self.reloads:,}; tracebacks in the log: {len(self.tracebacks)}",
            f"  lost: {len(self.lost)}, errors: {len(self.errors)}",
            f"  back after an outage: {_returns(self.back)}; in real browsers: {_returns(self.browsers_back)}",
        ]
        return "\n".join([*lines, *(f"  {count} x {text}" for text, count in Counter(self._found).most_common(20))])

    @property
    def _found(self) -> list[str]:
        return self.lost + self.errors + self.tracebacks


def _times(seconds: Sequence[float]) -> str:
    if len(seconds) < 2:
        return f"{len(seconds)}"
    marks = statistics.quantiles(seconds, n=100, method="inclusive")
    p50, p95, p99 = (f"{1000 * marks[place - 1]:.0f}" for place in (50, 95, 99))
    return f"{len(seconds):,}; p50 {p50} ms, p95 {p95} ms, p99 {p99} ms, longest {1000 * max(seconds):.0f} ms"


def _returns(seconds: Sequence[float]) -> str:
    if not seconds:
        return "none"
    return f"{len(seconds)}, median {statistics.median(seconds):.1f} s, longest {max(seconds):.1f} s"
