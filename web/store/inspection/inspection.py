"""Reports on the store for the person who runs the server. They name no student and hold no secret."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import func, select, union_all
from sqlalchemy.sql.expression import literal

from web.store.database import Database
from web.store.inspection.figure import Figure
from web.store.inspection.stuck_jobs import StuckJob, end, find_stuck_jobs
from web.store.inspection.used_space import COLLECTIONS, SHEETS, used_space
from web.store.inspection.worker_signs import living_workers
from web.store.jobs.database_clock import SECOND, DatabaseClock
from web.store.jobs.job_records import FAILED, QUEUED, RUNNING
from web.store.schema import answers, collections, jobs, marks, rooms, sheets, students
from web.store.students.space import byte_length

#: Seconds that each answer of the database may take when Prometheus asks.
PATIENCE = 1.5
LENGTHS = {"short": False, "long": True}


class SheetSize(NamedTuple):
    """A sheet with the number of its students and answers, and the bytes of all its texts."""

    id: str
    created: datetime
    students: int
    answers: int
    size: int
    title: str


class Expiring(NamedTuple):
    """A sheet, a collection or a room that will be deleted."""

    kind: str
    id: str
    expires: datetime
    title: str


class Inspection:
    """What the store of one database holds. Every method raises `StorageError` if the database cannot be used."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database, self._clock = database, clock

    def figures(self) -> list[Figure]:
        """The jobs and the workers, for Prometheus."""
        with self._database.reading(patience=PATIENCE) as connection:
            waited = func.max(DatabaseClock() - jobs.c.created)
            rows = select(jobs.c.is_long, jobs.c.state, func.count(), waited).group_by(jobs.c.is_long, jobs.c.state)
            found = {(bool(row[0]), row[1]): (row[2], row[3] / SECOND) for row in connection.execute(rows)}
            lost = select(func.count()).where(jobs.c.state == FAILED, jobs.c.outcome.contains('"reason": "lost"'))
            figures = [
                Figure("ireval_store_readable", 1),
                Figure("ireval_lost_jobs", connection.execute(lost).scalar_one()),
                Figure("ireval_workers", living_workers(connection, self._database.file)),
            ]
        for length, is_long in LENGTHS.items():
            queued, seconds = found.get((is_long, QUEUED), (0, 0.0))
            running, _ = found.get((is_long, RUNNING), (0, 0.0))
            for name, value in (
                ("ireval_queued_jobs", queued),
                ("ireval_oldest_queued_job_seconds", seconds),
                ("ireval_running_jobs", running),
            ):
                figures.append(Figure(name, value, {"length": length}))
        return figures

    def space_figures(self, allowed: dict[str, int]) -> list[Figure]:
        """The space that is used and allowed, by kind, and what the disk of a SQLite file has left; for Prometheus."""
        with self._database.reading(patience=PATIENCE) as connection:
            used = used_space(connection)
        figures = [Figure("ireval_space_used_bytes", size, {"kind": kind}) for kind, size in used.items()]
        figures += [Figure("ireval_space_allowed_bytes", size, {"kind": kind}) for kind, size in allowed.items()]
        if self._database.file:
            figures.append(Figure("ireval_disk_free_bytes", shutil.disk_usage(self._database.file.parent).free))
        return figures

    def space(self) -> dict[str, int]:
        """The bytes that are used, by kind."""
        with self._database.reading() as connection:
            return used_space(connection)

    def largest_sheets(self, most: int) -> list[SheetSize]:
        """The sheets with the most bytes, the largest first."""
        with self._database.reading() as connection:

            def texts(column: Any, sheet: Any) -> Any:
                return select(sheet.label("sheet"), byte_length(connection, column).label("size"))

            all_texts = union_all(
                texts(sheets.c.title, sheets.c.id),
                texts(sheets.c.body, sheets.c.id),
                texts(students.c.name, students.c.sheet),
                texts(answers.c.text, answers.c.sheet),
                texts(marks.c.body, marks.c.sheet),
            ).subquery()
            size = func.sum(all_texts.c.size)
            sizes = select(all_texts.c.sheet, size).group_by(all_texts.c.sheet).order_by(size.desc(), all_texts.c.sheet)
            found = {sheet: int(bytes_) for sheet, bytes_ in connection.execute(sizes.limit(most))}

            def counted(table: Any) -> dict[str, int]:
                rows = select(table.c.sheet, func.count()).where(table.c.sheet.in_(found)).group_by(table.c.sheet)
                return {sheet: int(number) for sheet, number in connection.execute(rows)}

            classes, given = counted(students), counted(answers)
            named = select(sheets.c.id, sheets.c.created, sheets.c.title).where(sheets.c.id.in_(found))
            rows = {row.id: row for row in connection.execute(named)}
        return [
            SheetSize(id_, rows[id_].created, classes.get(id_, 0), given.get(id_, 0), bytes_, rows[id_].title)
            for id_, bytes_ in found.items()
        ]

    def expiring(self, days: float) -> list[Expiring]:
        """The sheets, collections and rooms that expire within ``days``, the earliest first."""
        end = self._clock() + timedelta(days=days)
        kinds = ((SHEETS, sheets), (COLLECTIONS, collections), ("rooms", rooms))
        with self._database.reading() as connection:
            rows = [
                Expiring(*row)
                for kind, table in kinds
                for row in connection.execute(
                    select(literal(kind), table.c.id, table.c.expires, table.c.title).where(table.c.expires <= end)
                )
            ]
        return sorted(rows, key=lambda row: (row.expires, row.id))

    def stuck_jobs(self, job_seconds: float) -> Sequence[StuckJob]:
        """The stuck jobs; a job may take ``job_seconds`` seconds of processor time."""
        return find_stuck_jobs(self._database, job_seconds)

    def end_job(self, beginning: str) -> StuckJob:
        """End the only job whose id begins like this; returns it as it was before. Raises ``StorageError``."""
        return end(self._database, beginning)
