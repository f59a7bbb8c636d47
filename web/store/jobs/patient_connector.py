"""procrastinate's connections to the database: they wait while it is unreachable, and work through a pooler.

A worker of procrastinate ends when a statement fails. Here a statement is sent again until the database answers, so the
worker resumes by itself, and keeps its current jobs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg
import psycopg_pool
from procrastinate import PsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.sql import queries
from sqlalchemy import URL
from sqlalchemy.dialects.postgresql import psycopg as dialects

if TYPE_CHECKING:
    from procrastinate.connector import Notify

T = TypeVar("T")

#: Seconds after which a statement that is not answered is given up, and between two tries.
PATIENCE, PAUSE = 10, 1
#: Connections at a time, besides the one that listens.
CONNECTIONS = 2
#: Without prepared statements, which a pooler would send to a connection that does not know them.
_OPTIONS: dict[str, Any] = {
    "prepare_threshold": None,
    "connect_timeout": 5,
    "application_name": "ireval jobs",
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
#: Wakes every worker that listens: a job of a visitor whose earlier job has ended can now begin.
_WAKE = """
SELECT pg_notify('procrastinate_queue_v1#' || queue, '{"type": "job_inserted", "job_id": 0}')
FROM unnest(%(queues)s::text[]) AS queue
"""

logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # it warns every second while the database is away


class PatientConnector(PsycopgConnector):
    """Connections to the PostgreSQL server of this URL. The workers of ``queues`` are woken when a job ends."""

    def __init__(self, url: URL, queues: Iterable[str]) -> None:
        super().__init__()
        dialect: Any = dialects.dialect
        self._known = dialect().create_connect_args(url)[1]
        self._queues = list(queues)
        #: Whether to fail immediately while the database cannot be reached, instead of waiting for it.
        self.is_hasty = False

    def make_pool(self) -> psycopg_pool.AsyncConnectionPool:
        """Connections for ``App.open_async``, which are made as soon as the database answers."""
        return psycopg_pool.AsyncConnectionPool(
            kwargs={**self._known, **_OPTIONS},
            min_size=1,
            max_size=CONNECTIONS,
            timeout=PATIENCE,
            reconnect_timeout=PATIENCE,
            open=False,
            check=psycopg_pool.AsyncConnectionPool.check_connection,
        )

    async def listens(self) -> bool:
        """Whether notifications arrive: a pooler names another process than the one that answers the statement."""
        while True:
            try:
                async with self.pool.connection() as connection:
                    cursor = await connection.execute("SELECT pg_backend_pid()")
                    row = await cursor.fetchone()
                    return row is not None and row[0] == connection.info.backend_pid
            except psycopg.OperationalError:
                if self.is_hasty:
                    return False
                await asyncio.sleep(PAUSE)

    async def execute_query_async(self, query: Any, **arguments: Any) -> None:
        """Send a statement. An entry that was given to another worker meanwhile is left to that one."""
        try:
            await self._patiently(super().execute_query_async, query, arguments)
        except ConnectorException as error:
            if query != queries["finish_job"] or not isinstance(error.__cause__, psycopg.errors.RaiseException):
                raise
        if query == queries["finish_job"]:
            await self._patiently(super().execute_query_async, _WAKE, {"queues": self._queues})

    async def execute_query_one_async(self, query: Any, **arguments: Any) -> dict[str, Any]:
        """The only row of the answer."""
        return await self._patiently(super().execute_query_one_async, query, arguments)

    async def execute_query_all_async(self, query: Any, **arguments: Any) -> list[dict[str, Any]]:
        """All rows of the answer."""
        return await self._patiently(super().execute_query_all_async, query, arguments)

    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        """Listen without end, and on a new connection after one is lost."""
        channels = list(channels)
        while True:
            try:
                await super().listen_notify(on_notification, channels)
            except ConnectorException as error:
                if not _is_away(error):
                    raise
            await asyncio.sleep(PAUSE)

    async def _patiently(self, send: Callable[..., Awaitable[T]], query: Any, arguments: dict[str, Any]) -> T:
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await send(query, **arguments)
            except (ConnectorException, TimeoutError) as error:
                if self.is_hasty or not (isinstance(error, TimeoutError) or _is_away(error)):
                    raise
            await asyncio.sleep(PAUSE)


def _is_away(error: ConnectorException) -> bool:
    """Whether the database cannot be reached, or is starting or stopping."""
    return isinstance(error.__cause__, psycopg.OperationalError | psycopg.InterfaceError)
