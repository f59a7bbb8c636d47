"""The students of a sheet with their marks as they were last computed, so that a class is shown without marking again.

To the store, marks are a text. Their ``state`` says what they were computed from: see ``Marks.keep``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, and_, func, select, true, tuple_, type_coerce

from web.store.database import Database
from web.store.records import Answers, Sheet, StudentRecord, submission
from web.store.schema import EPOCH, MICROSECOND, answers, marks, students
from web.store.students.rosters import IN_ORDER
from web.store.students.row_change import Rows, put

PAGE = 1_000  # students that are read at once, so that a large class is not read into memory whole

TRUE: ColumnElement[bool] = true()


def version(number: int, saved: int) -> str:
    """The version of a student's answers: their number and the sum of the times when they were saved.

    Each change of an answer makes its time later, and removing one changes the sum, so each state has its own version.
    """
    return f"{number}:{saved}"


class Marks:
    """The marks of the students in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def students(self, sheet: Sheet, *, with_answers: bool = False) -> Iterator[StudentRecord]:
        """Every student who has begun, in the order of the roster, or in which the students began."""
        after = TRUE
        while True:
            with self._database.reading() as connection:
                rows = connection.execute(_page(sheet, after)).all()
                keys = [row.key for row in rows] if with_answers else []
                given = _answers(connection, sheet, keys) if keys else {}
            yield from (_record(sheet, row, given.get(row.key, ())) for row in rows)
            if len(rows) < PAGE:
                return
            after = tuple_(*IN_ORDER) > (rows[-1].place, rows[-1].begun, rows[-1].key)

    def student(self, sheet: Sheet, key: str) -> StudentRecord | None:
        """One student; None if nobody has begun with this key."""
        with self._database.reading() as connection:
            row = connection.execute(_page(sheet, students.c.key == key, answers.c.key == key)).one_or_none()
        return _record(sheet, row, ()) if row else None

    def versioned_answers(self, sheet: Sheet, key: str) -> tuple[str, dict[tuple[str, str], str]]:
        """A student's answers by (exercise, part), and before them their version."""
        with self._database.reading() as connection:
            mine = select(answers).where(answers.c.sheet == sheet.id, answers.c.key == key)
            rows = connection.execute(mine).all()
        saved = sum((row.saved - EPOCH) // MICROSECOND for row in rows)
        return version(len(rows), saved), {(row.exercise, row.part): row.text for row in rows}

    def keep(self, sheet: Sheet, found: Mapping[str, tuple[str, str]]) -> None:
        """Store the state and the text of the marks of students, by key; students who are gone are skipped.

        A state has at most 64 characters.
        """
        begun = and_(students.c.sheet == sheet.id, students.c.begun.is_not(None), students.c.key.in_(sorted(found)))
        with self._database.writing() as connection:
            there = connection.scalars(select(students.c.key).where(begun).order_by(students.c.key).with_for_update())
            rows = [
                {"sheet": sheet.id, "key": key, "state": found[key][0], "body": found[key][1]} for key in there.all()
            ]
            if rows:
                put(connection, Rows(marks, rows))


def _page(sheet: Sheet, which: ColumnElement[bool], given_by: ColumnElement[bool] = TRUE) -> Any:
    """The query for the first of these students, each with the version of the answers and the marks."""
    saved = type_coerce(answers.c.saved, BigInteger)
    given = (
        select(
            answers.c.key,
            func.count().label("number"),
            func.sum(saved).label("saved"),
            func.max(answers.c.saved).label("last"),
        )
        .where(answers.c.sheet == sheet.id, given_by)
        .group_by(answers.c.key)
        .subquery()
    )
    mine = and_(marks.c.sheet == students.c.sheet, marks.c.key == students.c.key)
    both = students.outerjoin(given, given.c.key == students.c.key).outerjoin(marks, mine)
    columns = *students.c, given.c.number, given.c.saved, given.c.last, marks.c.state, marks.c.body
    here = and_(students.c.sheet == sheet.id, students.c.begun.is_not(None), which)
    return select(*columns).select_from(both).where(here).order_by(*IN_ORDER).limit(PAGE)


def _record(sheet: Sheet, row: Any, given: Sequence[Any]) -> StudentRecord:
    own = sheet.of(row.key)
    last = own.deadline
    late = frozenset((a.exercise, a.part) for a in given if last and a.saved >= last)
    texts = {(a.exercise, a.part): a.text for a in given}
    return StudentRecord(
        Answers(row.key, row.begun, submission(own, row.begun, row.submitted), texts, row.name, late),
        bool(last and row.last and row.last >= last),
        version(row.number or 0, int(row.saved or 0)),
        row.state or "",
        row.body or "",
    )


def _answers(connection: Connection, sheet: Sheet, keys: Sequence[str]) -> dict[str, list[Any]]:
    """The rows of the answers of some students, by key."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(select(answers).where(answers.c.sheet == sheet.id, answers.c.key.in_(keys))):
        found[row.key].append(row)
    return found
