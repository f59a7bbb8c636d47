"""A limit in time for one input: the stack of a slow one is noted, and one that does not end is interrupted."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from tests.fuzz.outcome import own_frames


@dataclass(frozen=True)
class Limits:
    """Seconds after which an input is slow, and after which it is interrupted."""

    slow: float = 2
    stop: float = 10


class TimeUpError(BaseException):
    """The input took too long. No handler of ordinary exceptions keeps it."""


@dataclass
class Watch:
    """The time that an input took, and where it was when it became slow; empty if it never did."""

    limits: Limits
    seconds: float = 0
    place: str = ""

    @property
    def slow(self) -> bool:
        """Whether it took too long."""
        return self.seconds > self.limits.slow


@contextmanager
def watched(limits: Limits) -> Iterator[Watch]:
    """Measure what runs inside, on the main thread. Raises ``TimeUpError`` in it when its time is over."""
    watch, began = Watch(limits), time.perf_counter()

    def late(_: int, frame: FrameType | None) -> None:
        if not watch.place:
            watch.place = own_frames(traceback.extract_stack(frame))
            signal.setitimer(signal.ITIMER_REAL, max(limits.stop - limits.slow, 0.001))
            return
        raise TimeUpError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, limits.slow)
    try:
        yield watch
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        watch.seconds = time.perf_counter() - began
