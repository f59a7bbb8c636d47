"""Counts of requests in the memory of a process, for limits of fixed windows."""

from __future__ import annotations

import threading
import time

from limits.storage import Storage

#: Seconds between two removals of expired counts.
TIDY_INTERVAL = 60


class WindowCounts(Storage):
    """Counts in the memory of this process, for limits of fixed windows; expired counts are removed once a minute.

    The library's own storage checks all counts a hundred times a second, in a thread: with a count for each of 10,000
    students, that takes another tenth of a processor.
    """

    STORAGE_SCHEME = ["windows"]  # noqa: RUF012 - as the library declares it
    base_exceptions = ()

    def __init__(self, uri: str | None = None, **_: float | str | bool) -> None:
        super().__init__(uri)
        self._lock = threading.Lock()
        self._counts: dict[str, tuple[int, float]] = {}
        self._tidied = time.time()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """The count after ``amount`` more; a new one ends after ``expiry`` seconds."""
        now = time.time()
        with self._lock:
            if now >= self._tidied + TIDY_INTERVAL:
                self._counts = {key: found for key, found in self._counts.items() if found[1] > now}
                self._tidied = now
            count, end = self._counts.get(key, (0, 0.0))
            found = (count + amount, end) if end > now else (amount, now + expiry)
            self._counts[key] = found
        return found[0]

    def get(self, key: str) -> int:
        """The count; 0 if it has expired."""
        count, end = self._counts.get(key, (0, 0.0))
        return count if end > time.time() else 0

    def get_expiry(self, key: str) -> float:
        """When the count ends, as a time of the system's clock."""
        count_and_end = self._counts.get(key)
        return count_and_end[1] if count_and_end else time.time()

    def check(self) -> bool:
        """True: memory can always be used."""
        return True

    def reset(self) -> int | None:
        """Forget all counts."""
        with self._lock:
            self._counts = {}
        return None

    def clear(self, key: str) -> None:
        """Forget a count."""
        with self._lock:
            self._counts.pop(key, None)
