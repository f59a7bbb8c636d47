"""Students whom the owner removes from a sheet for practice, because their answers are not from the class.

Their answers are deleted. Their row stays, without a beginning, so that the key cannot come back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, delete, func, insert, select

from web.store import erasure
from web.store.database import Database
from web.store.records import Mode, Reason, Refused, Sheet
from web.store.schema import answers, sheets, students
from web.store.students.beginners import Beginner, Sieve

BATCH = 500  # keys in one statement


def refuse_removed(mode: str, begun: datetime | None) -> None:
    """Raise ``Refused`` for a student who was removed; on a roster, a student without a beginning was not removed."""
    if mode == Mode.PRACTICE and begun is None:
        raise Refused(Reason.REMOVED)


class Removals:
    """Removes students from the sheets of one database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    def count(self, sheet: Sheet, sieve: Sieve) -> int:
        """The number of students that the sieve selects."""
        with self._database.reading() as connection:
            return connection.execute(select(func.count()).select_from(_meant(sheet, sieve).subquery())).scalar_one()

    def beginners(self, sheet: Sheet, sieve: Sieve, *, skip: int, most: int) -> list[Beginner]:
        """Some of the students that the sieve selects, the latest first."""
        page = _meant(sheet, sieve).order_by(students.c.begun.desc(), students.c.key).offset(skip).limit(most)
        with self._database.reading() as connection:
            return [Beginner(row.key, row.begun, row.given, row.saved) for row in connection.execute(page)]

    def keys(self, sheet: Sheet, sieve: Sieve) -> list[str]:
        """The keys of all students that the sieve selects."""
        with self._database.reading() as connection:
            return [row.key for row in connection.execute(_meant(sheet, sieve))]

    def remove(self, sheet: Sheet, keys: Collection[str]) -> int:
        """Remove the students with these keys who have begun, with their answers; returns their number."""
        removed = 0
        with self._database.writing() as connection:
            there = select(sheets.c.id).where(sheets.c.id == sheet.id, sheets.c.expires > self._clock())
            if connection.execute(there.with_for_update()).one_or_none() is None:
                raise Refused(Reason.GONE)
            wanted = sorted(keys)
            for start in range(0, len(wanted), BATCH):
                some = wanted[start : start + BATCH]
                chosen = and_(students.c.sheet == sheet.id, students.c.key.in_(some), students.c.begun.is_not(None))
                found = connection.scalars(select(students.c.key).where(chosen)).all()
                connection.execute(delete(students).where(chosen))
                if found:
                    connection.execute(insert(students), [{"sheet": sheet.id, "key": key} for key in found])
                removed += len(found)
            if removed:
                erasure.note(connection)
        if removed:
            self._database.erasure.finish()
        return removed


def _meant(sheet: Sheet, sieve: Sieve) -> Select[tuple[str, datetime, int, datetime]]:
    """The query for the students that the sieve selects."""
    both = and_(answers.c.sheet == students.c.sheet, answers.c.key == students.c.key)
    given = select(func.count()).where(both).scalar_subquery()
    saved = select(func.max(answers.c.saved)).where(both).scalar_subquery()
    wanted: list[ColumnElement[bool]] = [students.c.sheet == sheet.id, students.c.begun.is_not(None)]
    if sieve.since:
        wanted.append(students.c.begun >= sieve.since)
    if sieve.until:
        wanted.append(students.c.begun < sieve.until)
    if sieve.most is not None:
        wanted.append(given <= sieve.most)
    return select(students.c.key, students.c.begun, given.label("given"), saved.label("saved")).where(*wanted)
