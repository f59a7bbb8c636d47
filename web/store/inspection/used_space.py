"""The bytes that texts and files take in the store, by their purpose."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from web.store.schema import collections, jobs
from web.store.students.space import sheet_bytes

#: What takes space: sheets with all answers to them, collections, and the files of jobs.
SHEETS, COLLECTIONS, JOB_FILES = "sheets", "collections", "job-files"


def used_space(connection: Connection) -> dict[str, int]:
    """The bytes of everything, by kind."""

    def total(length: ColumnElement[Any]) -> int:
        return int(connection.execute(select(func.sum(length))).scalar_one() or 0)

    return {
        SHEETS: sheet_bytes(connection),
        COLLECTIONS: total(collections.c.size),
        JOB_FILES: total(jobs.c.size),
    }
