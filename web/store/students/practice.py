"""The progress of students with each exercise of a practice sheet."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import ColumnElement, and_, delete, insert, select

from ireval.exercises.marking.stages import Progress
from web.store.database import Database
from web.store.records import Sheet
from web.store.schema import practice, students
from web.store.students.removals import refuse_removed
from web.store.students.rosters import own_row

NOTHING_TRIED = Progress()


class Practice:
    """The progress of the students of one database's sheets, by exercise."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def progress(self, sheet: Sheet, key: str) -> dict[str, Progress]:
        """A student's progress by the id of the exercise; exercises that were never checked are missing."""
        with self._database.reading() as connection:
            rows = connection.execute(select(practice).where(_rows_of(sheet, key)))
            return {row.exercise: Progress(row.stage, row.tries, row.tried) for row in rows}

    def has_begun(self, sheet: Sheet, key: str) -> bool:
        """Whether somebody has begun with this key. Raises ``Refused`` if the owner removed it."""
        with self._database.reading() as connection:
            row = connection.execute(select(students.c.begun).where(own_row(sheet, key))).one_or_none()
        if row:
            refuse_removed(sheet.mode, row.begun)
        return row is not None

    def move(self, sheet: Sheet, key: str, exercise: str, change: Callable[[Progress], Progress]) -> None:
        """Change a student's progress with an exercise; nothing is stored for a student who has not begun."""
        here = and_(_rows_of(sheet, key), practice.c.exercise == exercise)
        with self._database.writing() as connection:
            begun = connection.execute(select(students.c.begun).where(own_row(sheet, key)).with_for_update())
            if begun.scalar_one_or_none() is None:
                return
            row = connection.execute(select(practice).where(here)).one_or_none()
            after = change(Progress(row.stage, row.tries, row.tried) if row else NOTHING_TRIED)
            connection.execute(delete(practice).where(here))
            values = {"sheet": sheet.id, "key": key, "exercise": exercise, **after._asdict()}
            connection.execute(insert(practice).values(values))


def _rows_of(sheet: Sheet, key: str) -> ColumnElement[bool]:
    return and_(practice.c.sheet == sheet.id, practice.c.key == key)
