"""Counts living workers: by their signs of life in PostgreSQL, or by the lock beside a SQLite file."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, text

from web.store.jobs.local_file import has_worker

#: Seconds after which a worker without a sign of life counts as dead.
SILENT = 6
#: How many of the queue's own workers each `python -m web.jobs` has: one for all jobs, and one for short ones.
EACH = 2

_TABLE = text("SELECT to_regclass('procrastinate_workers') IS NOT NULL")
_LIVING = text(
    "SELECT count(*) FROM procrastinate_workers"
    " WHERE last_heartbeat > clock_timestamp() - :seconds * interval '1 second'"
)


def living_workers(connection: Connection, file: Path | None) -> int:
    """How many `python -m web.jobs`, or workers beside a server, work on the jobs of the database."""
    if file:
        return int(has_worker(file))
    if not connection.execute(_TABLE).scalar_one():
        return 0
    return -(-int(connection.execute(_LIVING, {"seconds": SILENT}).scalar_one()) // EACH)
