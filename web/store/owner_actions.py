"""Changes of a whole sheet by its owner: whether and when it accepts answers, and how long it is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, Select, and_, func, select, type_coerce, update

from web.store import bounds
from web.store.database import Database
from web.store.owner_links import OwnerLinks
from web.store.records import Late, Mode, Reason, Refused, Sheet
from web.store.schema import answers, sheets, students
from web.store.students.staggered_start import last_deadline


class OwnerActions:
    """Changes that owners make to their sheets; `Store` inherits them, and its errors are theirs, too."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self.check_writes = database.check_writes  # raises if nothing can be stored
        self._clock = clock
        self.owner_links = OwnerLinks(database, clock)

    def sheets(self) -> list[tuple[str, str, datetime]]:
        """The id, the title and the date of every sheet, the oldest first."""
        there = select(sheets.c.id, sheets.c.title, sheets.c.created).where(sheets.c.expires > self._clock())
        with self._database.reading() as connection:
            return [(row.id, row.title, row.created) for row in connection.execute(there.order_by(sheets.c.created))]

    def close(self, sheet: Sheet, *, hand_in: bool = False) -> None:
        """Stop accepting answers. With `hand_in`, every student who has begun submits what is saved.

        Nobody becomes late by that: if a student saved nothing after the deadline, the submission has its time.
        """
        writing = and_(students.c.sheet == sheet.id, students.c.begun.is_not(None), students.c.submitted.is_(None))
        with self._database.writing() as connection:
            self._change(sheet, connection, open=False)
            if hand_in and sheet.mode is Mode.ONCE:
                for key in _in_time(connection, sheet, writing):
                    mine = and_(students.c.sheet == sheet.id, students.c.key == key)
                    connection.execute(update(students).where(mine).values(submitted=sheet.of(key).deadline))
                connection.execute(update(students).where(writing).values(submitted=self._clock()))

    def reopen(self, sheet: Sheet) -> None:
        """Accept answers again."""
        self._change(sheet, open=True)

    def keep(self, sheet: Sheet, lifetime: timedelta) -> None:
        """Keep the sheet for this long, counted from now."""
        expires = self._clock() + bounds.days(lifetime)
        bounds.times(sheet.opens, sheet.deadline, expires, "days")
        self._change(sheet, expires=expires)

    def schedule(
        self,
        sheet: Sheet,
        *,
        opens: datetime | None,
        deadline: datetime | None,
        late: Late,
        spread: int = 0,
        minutes: int = 0,
    ) -> None:
        """Set when the sheet opens, its deadline, and what happens to answers after it.

        The start may be staggered over ``spread`` minutes; each student may then have ``minutes``, and the deadline
        follows from that. Once students have begun, a new opening time raises ``Refused`` if the old or the new start
        is staggered.
        """
        bounds.stagger(opens, deadline, spread, minutes)
        if opens and minutes:
            deadline = last_deadline(opens, spread, minutes)
        bounds.times(opens, deadline, sheet.expires, "minutes" if minutes else "deadline")
        with self._database.writing() as connection:
            moved = (opens, spread) != (sheet.opens, sheet.spread) and (spread or sheet.spread)
            if moved and connection.execute(_keys_of_begun(sheet).limit(1)).first():
                raise Refused(Reason.STARTED)
            times = {"opens": opens, "deadline": deadline, "late": late.value, "spread": spread, "minutes": minutes}
            self._change(sheet, connection, **times)

    def limit_students(self, sheet: Sheet, most: int | None) -> None:
        """Set the largest number of students of the sheet; None for as many as the server allows."""
        self._change(sheet, most=most)

    def state_digest(self, sheet: Sheet) -> str:
        """A text that changes whenever the owner's page of the sheet would change."""
        with self._database.reading() as connection:
            return _state_digest(connection, sheet)

    def _change(self, sheet: Sheet, within: Connection | None = None, **values: Any) -> None:
        there = and_(sheets.c.id == sheet.id, sheets.c.expires > self._clock())
        with nullcontext(within) if within else self._database.writing() as connection:
            if not connection.execute(update(sheets).where(there).values(values)).rowcount:
                raise Refused(Reason.GONE)


def _state_digest(connection: Connection, sheet: Sheet) -> str:
    """A text that differs after every change: an answer, a student's name or submission, the sheet's own state.

    Each change of an answer makes its time later (see ``answering``), so it changes the sum of the times.
    """
    saved = type_coerce(answers.c.saved, BigInteger) % 10**12  # so that the sum of many is not too large for SQLite
    number, total = connection.execute(select(func.count(), func.sum(saved)).where(answers.c.sheet == sheet.id)).one()
    class_ = select(students.c.key, students.c.name, students.c.place, students.c.begun, students.c.submitted)
    rows = connection.execute(class_.where(students.c.sheet == sheet.id).order_by(students.c.key)).all()
    state = *sheet[:-1], sheet.refusal, sheet.overdue, sheet.turn
    found = number, int(total or 0), [tuple(row) for row in rows], state
    return hashlib.sha256(repr(found).encode()).hexdigest()[:32]


def _keys_of_begun(sheet: Sheet) -> Select[tuple[str]]:
    """The keys of the students who have begun."""
    return select(students.c.key).where(students.c.sheet == sheet.id, students.c.begun.is_not(None))


def _in_time(connection: Connection, sheet: Sheet, writing: ColumnElement[bool]) -> list[str]:
    """The keys of the students who are writing after their deadline, and have saved nothing since."""
    if not sheet.deadline:
        return []
    last = select(func.max(answers.c.saved)).where(answers.c.sheet == sheet.id, answers.c.key == students.c.key)
    found = []
    for key, saved in connection.execute(select(students.c.key, last.scalar_subquery()).where(writing)):
        own = sheet.of(key)
        if own.overdue and own.deadline and (saved is None or saved < own.deadline):
            found.append(key)
    return found
