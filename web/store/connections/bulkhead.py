"""Keeps a database that does not answer from taking all threads of a process.

The last free thread may also start a transaction, but then waits only briefly. After a wait without an answer, all
transactions are refused immediately until the database has answered a probe in another thread.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from web.server.error_pages import StorageError

#: Seconds that a transaction waits for one answer of the database, or for other writers.
PATIENCE = 5.0
#: The same, for a transaction that may occupy the last free thread.
BRIEF = 1.0
#: Seconds for one answer in a backup, a migration or a vacuum, and for the locks that these need.
WORK, WORK_LOCKS = 600.0, 60.0
#: Seconds after a wait without an answer in which the last free thread starts no transaction.
CALM = 5.0
#: Seconds between two attempts to reach a database that did not answer.
AGAIN = 0.5
#: Transactions that may wait as long as ``PATIENCE``, and transactions of any kind, at most.
MOST_PATIENT, MOST = 10, 15
#: The errors that mean that the database did not answer in time.
NOT_ANSWERED = frozenset({"database-no-answer", "database-locked"})


class Bulkhead:
    """The places of a process with this number of ``threads`` for transactions with a ``database`` of this name.

    ``probe`` asks the database for an answer, and raises ``StorageError`` if there is none.
    """

    def __init__(self, database: str, threads: int, probe: Callable[[], object]) -> None:
        self._database, self._probe = database, probe
        self._patient = min(max(threads - 1, 1), MOST_PATIENT)
        self._changed = threading.Condition()
        self._begun: dict[object, float] = {}  # when each transaction began
        self._late = -math.inf  # when the database last did not answer in time
        self._cause = StorageError("database-no-answer", database=database, reason="")
        self._prober: threading.Thread | None = None
        self._stop = threading.Event()

    @contextmanager
    def place(self) -> Iterator[float]:
        """A place for a transaction: gives the seconds that it may wait for each answer.

        Raises ``StorageError`` if there is no place.
        """
        ticket = object()
        patience = self._enter(ticket)
        try:
            yield patience
        except StorageError as error:
            if error.key in NOT_ANSWERED:
                self._note_late(error)
            raise
        finally:
            with self._changed:
                del self._begun[ticket]
                self._changed.notify()

    def close(self) -> None:
        """Stop asking the database whether it answers."""
        self._stop.set()

    def _enter(self, ticket: object) -> float:
        with self._changed:
            while True:
                if self._prober and self._prober.is_alive():
                    raise StorageError(self._cause.key, **self._cause.values)
                patience = self._free()
                now = time.monotonic()
                if patience:
                    self._begun[ticket] = now
                    return patience
                left = min(self._begun.values()) + BRIEF - now
                if left <= 0:
                    raise StorageError("database-too-many", database=self._database, count=len(self._begun))
                self._changed.wait(left)

    def _free(self) -> float:
        """How long another transaction might wait; 0 if there is no place for it."""
        if len(self._begun) < self._patient:
            return PATIENCE
        return BRIEF if len(self._begun) < MOST and time.monotonic() - self._late > CALM else 0

    def _note_late(self, error: StorageError) -> None:
        with self._changed:
            self._late, self._cause = time.monotonic(), StorageError(error.key, **error.values)
            if self._prober is None or not self._prober.is_alive():  # a thread does not survive a fork
                self._stop = threading.Event()
                self._prober = threading.Thread(target=self._ask, args=(self._stop,), daemon=True, name="store probe")
                self._prober.start()

    def _ask(self, stop: threading.Event) -> None:
        """Ask until the database answers; other errors are answers."""
        while not stop.is_set():
            try:
                self._probe()
            except StorageError as error:
                if error.key in NOT_ANSWERED:
                    stop.wait(AGAIN)
                    continue
            return


class Turn:
    """The turn of a process to write to a SQLite file, or nothing for a database that many may write to.

    A waiting SQLite sleeps and tries again, so an unlucky thread would wait long. Threads queue for this lock instead.
    """

    def __init__(self, database: str, *, is_file: bool) -> None:
        self._database = database
        self._lock = threading.Lock() if is_file else None

    @contextmanager
    def hold(self, patience: float) -> Iterator[float]:
        """Hold the turn; gives the seconds that are left. Raises ``StorageError`` if it is not free in time."""
        if self._lock is None:
            yield patience
            return
        end = time.monotonic() + patience
        if not self._lock.acquire(timeout=patience):
            raise StorageError("database-locked", database=self._database, reason="another thread is writing")
        try:
            yield max(end - time.monotonic(), 0)
        finally:
            self._lock.release()
