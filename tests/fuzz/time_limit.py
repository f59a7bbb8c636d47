"""A limit in time for one input: the stack of a slow one is noted, and one that does not end is interrupted."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tests.fuzz.outcome import own_frames

#: On Linux: nanoseconds on a processor, and waiting for one.
_WAITED = Path("/proc/thread-self/schedstat")


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
    watch, began = Watch(limits), _quiet_seconds()

    def late(_: int, frame: FrameType | None) -> None:
        seconds = _quiet_seconds() - began
        if seconds >= limits.stop:
            raise TimeUpError
        if seconds >= limits.slow and not watch.place:
            watch.place = own_frames(traceback.extract_stack(frame))
        following = limits.stop if watch.place else limits.slow
        signal.setitimer(signal.ITIMER_REAL, max(following - seconds, 0.001))

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, limits.slow)
    try:
        yield watch
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        watch.seconds = _quiet_seconds() - began


def _quiet_seconds() -> float:
    """The time, without what this thread waited for a processor that worked on something else, where that is known."""
    try:
        waited = int(_WAITED.read_text("ascii").split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        waited = 0.0
    return time.perf_counter() - waited
