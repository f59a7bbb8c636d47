"""Connections to PostgreSQL that wait a limited time for each answer.

While the processes of the server are stopped, its own timeouts have no effect, and those of the network have none
either, because the server's kernel still acknowledges what is sent. So the client measures how long nothing arrives.
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from concurrent.futures import Future
from typing import Any, TypeVar

import psycopg

from web.store.connections.bulkhead import BRIEF

R = TypeVar("R")
#: Seconds between two checks of how long nothing has arrived.
TICK = 0.05
#: Seconds after which the driver gives up an attempt to connect.
CONNECTING = 5


class NoAnswerError(psycopg.OperationalError):
    """Nothing arrived in time; the connection is closed."""


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is closed when nothing arrives for ``patience`` seconds while an answer is awaited."""

    patience = BRIEF

    def wait(self, gen: Generator[Any, Any, R], interval: float = TICK, timeout: float | None = None) -> R:  # noqa: ARG002
        """The result of a generator of the driver. Raises ``NoAnswerError``."""
        return super().wait(self._bounded(gen), TICK, timeout)

    def _bounded(self, gen: Generator[Any, Any, R]) -> Generator[Any, Any, R]:
        quiet = 0.0
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                quiet = 0.0 if ready else quiet + TICK
                if quiet >= self.patience:
                    self.pgconn.finish()
                    raise NoAnswerError(f"no answer within {self.patience:g} s")
                wanted = gen.send(ready)
        except StopIteration as end:
            result: R = end.value
            return result


def connect(patience: float, *arguments: Any, **options: Any) -> BoundedConnection:
    """A new connection; it is made in a thread, because looking up the host's address cannot be interrupted.

    Raises ``NoAnswerError``.
    """
    made: Future[BoundedConnection] = Future()

    def work() -> None:
        try:
            connection = BoundedConnection.connect(*arguments, connect_timeout=CONNECTING, **options)
        except BaseException as error:
            if made.set_running_or_notify_cancel():
                made.set_exception(error)
        else:
            if made.set_running_or_notify_cancel():
                made.set_result(connection)
            else:
                connection.close()

    threading.Thread(target=work, daemon=True, name="store connection").start()
    try:
        return made.result(patience)
    except TimeoutError:
        if made.cancel():
            raise NoAnswerError(f"no connection within {patience:g} s") from None
        return made.result()
