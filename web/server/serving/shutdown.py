"""The two moments of a shutdown: when the server stops accepting connections, and when it must have ended.

All processes of a server see the same moments, which are times of a clock that they share. The first process sets them.
"""

from __future__ import annotations

import mmap
import time

from web.server.settings import Settings

GRACE = 2  # seconds after the last moment in which a process can still end by itself
_moments = memoryview(mmap.mmap(-1, 16)).cast("d")


def begin(notice: float, finish: float) -> None:
    """Have the server accept requests for `notice` more seconds, and end at most `finish` seconds later."""
    now = time.monotonic()
    _moments[1] = now + notice + finish
    _moments[0] = now + notice


def is_requested() -> bool:
    """Whether the server should end, so that no further requests should be sent to it."""
    return _moments[0] > 0


def is_due() -> bool:
    """Whether it is time to stop accepting connections."""
    return 0 < _moments[0] <= time.monotonic()


def seconds_left() -> float:
    """The seconds until the server must have ended."""
    return _moments[1] - time.monotonic()


def plan(settings: Settings) -> tuple[float, float]:
    """The seconds after SIGTERM until no more connections are accepted, and from then on until the server has ended.

    Only a proxy checks whether visitors may be sent here; without one there is nothing to wait for.
    """
    return settings.drain_seconds if settings.proxies else 0, settings.request_seconds


def longest(settings: Settings) -> int:
    """The most seconds from SIGTERM until all processes have ended."""
    return int(sum(plan(settings))) + GRACE
