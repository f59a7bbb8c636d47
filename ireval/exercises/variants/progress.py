"""Progress of long work on a sheet: the number of finished variants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

#: Takes the number of finished variants and the number of all.
Report = Callable[[int, int], None]


def no_report(done: int, total: int) -> None:
    """Ignore the progress."""


class Progress:
    """Counts the steps of the work on all ``variants``, each of which has this number of ``steps``, and reports it.

    >>> Progress(2, steps=3, report=print).step(4)
    1 2
    """

    def __init__(self, variants: int, steps: int, report: Report = no_report) -> None:
        self._variants, self._steps, self._report = variants, steps, report
        self._done, self._reported = 0, -1

    def step(self, count: int = 1) -> None:
        """Note that this number of steps is finished."""
        self._done += count
        finished = min(self._done // max(self._steps, 1), self._variants)
        if finished != self._reported:
            self._reported = finished
            self._report(finished, self._variants)

    def counted(self, items: Iterable[T], steps: int = 1) -> Iterator[T]:
        """The items, each noted as this number of steps when the next one is requested."""
        for item in items:
            yield item
            self.step(steps)


class Estimate:
    """Estimates the steps of work that reports no progress from its usual time; the last steps count at the end.

    >>> layout = Estimate(Progress(10, 1, report=print), 10, seconds=5)
    >>> layout.after(2)
    4 10
    >>> layout.after(60)
    9 10
    >>> layout.finish()
    10 10
    """

    #: The share of the steps that is counted before the work is finished.
    MOST = 0.95

    def __init__(self, progress: Progress, steps: int, seconds: float) -> None:
        self._progress, self._steps, self._seconds = progress, steps, seconds
        self._done = 0

    def after(self, seconds: float) -> None:
        """Count the steps that are usually done after this time since the beginning."""
        self._count(int(self._steps * min(seconds / self._seconds, self.MOST)))

    def finish(self) -> None:
        """Count the rest."""
        self._count(self._steps)

    def _count(self, done: int) -> None:
        if done > self._done:
            self._progress.step(done - self._done)
            self._done = done
