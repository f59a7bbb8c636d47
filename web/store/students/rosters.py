"""The students of a sheet. Where answers are submitted, they are entered on its roster before they begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from ireval.messages import Message
from web.store import bounds, erasure
from web.store.database import Database
from web.store.records import Mode, Reason, Refused, Seat, Sheet, submission
from web.store.schema import sheets, students, visits
from web.store.students.space import NEW_LEARNERS, NEW_SEATS, STUDENT_BYTES, SheetSpace

#: Students in the order of their roster; on a sheet without one, in the order in which they began.
IN_ORDER = students.c.place, students.c.begun, students.c.key


class Rosters:
    """The rosters of the sheets in one database, each with at most ``most`` seats.

    Changes raise ``Refused`` and ``InputError``, as those of the store do.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime], space: SheetSpace, most: int) -> None:
        self._database, self._clock, self.space, self.most = database, clock, space, most

    def seats(self, sheet: Sheet) -> list[Seat]:
        """All seats, in their order."""
        with self._database.reading() as connection:
            rows = connection.execute(_seats.where(students.c.sheet == sheet.id).order_by(*IN_ORDER))
            return [_seat(sheet, row) for row in rows]

    def seat(self, sheet: Sheet, key: str) -> Seat:
        """The seat with this key. Raises ``Refused`` if there is none."""
        with self._database.reading() as connection:
            row = connection.execute(_seats.where(own_row(sheet, key))).one_or_none()
        if row is None:
            raise Refused(Reason.UNKNOWN_KEY)
        return _seat(sheet, row)

    def enter(self, sheet: Sheet, names: Iterable[str], draw_key: Callable[[], str], *, after: int) -> None:
        """Add a seat for each name, with a key drawn for it, at the end of the roster.

        ``after`` is the number of seats so far: if others have changed it meanwhile, nothing is entered, so that a form
        that is sent twice enters nothing twice.
        """
        names = [_name(name) for name in names]
        with self._database.writing() as connection:
            self._lock(connection, sheet)
            keys = set(connection.scalars(select(students.c.key).where(students.c.sheet == sheet.id)))
            if len(keys) != after:
                raise Refused(Reason.ROSTER_CHANGED)
            bounds.students(len(keys) + len(names), self.most)
            self.space.take(connection, len(names) * STUDENT_BYTES, NEW_SEATS)
            last = select(func.coalesce(func.max(students.c.place), 0)).where(students.c.sheet == sheet.id)
            place = connection.execute(last).scalar_one()
            rows = []
            for place, name in enumerate(names, place + 1):  # noqa: B020 - counted on
                key = next(key for key in iter(draw_key, None) if key not in keys)
                keys.add(key)
                rows.append({"sheet": sheet.id, "key": key, "name": name, "place": place})
            if rows:
                connection.execute(insert(students), rows)

    def rename(self, sheet: Sheet, key: str, name: str) -> None:
        """Give a seat another name."""
        with self._database.writing() as connection:
            self._lock(connection, sheet)
            _change_row(connection, sheet, key, name=_name(name))

    def replace_key(self, sheet: Sheet, key: str, new: str) -> None:
        """Give a seat another key, and with it another variant, unless its student has begun to answer this one."""
        with self._database.writing() as connection:
            self._lock(connection, sheet)
            begun = connection.execute(select(students.c.begun).where(own_row(sheet, key))).scalar_one_or_none()
            if begun:
                raise Refused(Reason.BEGUN)
            connection.execute(delete(visits).where(visits.c.sheet == sheet.id, visits.c.key == key))
            _change_row(connection, sheet, key, key=new)

    def remove(self, sheet: Sheet, key: str, *, with_answers: bool = False) -> None:
        """Remove a seat. If its student has begun, the answers are deleted too, or ``Refused`` is raised."""
        if self._delete(sheet, key, with_answers=with_answers):
            self._database.erasure.finish()

    def _delete(self, sheet: Sheet, key: str, *, with_answers: bool) -> bool:
        """Delete a seat; returns whether there was one."""
        with self._database.writing() as connection:
            self._lock(connection, sheet)
            idle = () if with_answers else (students.c.begun.is_(None),)
            if connection.execute(delete(students).where(own_row(sheet, key), *idle)).rowcount:
                erasure.note(connection)
                return True
            if connection.execute(_seats.where(own_row(sheet, key))).one_or_none():
                raise Refused(Reason.BEGUN)
            return False

    def _lock(self, connection: Connection, sheet: Sheet) -> None:
        """Lock the sheet and its students until the transaction ends."""
        there = select(sheets.c.id).where(sheets.c.id == sheet.id, sheets.c.expires > self._clock())
        if connection.execute(there.with_for_update()).one_or_none() is None:
            raise Refused(Reason.GONE)

    def begin(self, connection: Connection, sheet: Sheet, key: str, now: datetime, own: int | None) -> None:
        """Note that a student begins. With a roster, only its keys are students; without one, any key may be.

        In the second case, there may be no more students than the owner's limit ``own``.
        """
        if sheet.mode is Mode.ONCE:
            connection.execute(update(students).where(own_row(sheet, key)).values(begun=now))
            return
        others = select(func.count(students.c.begun)).where(students.c.sheet == sheet.id)
        most = min(own or self.most, self.most)
        bounds.students(connection.execute(others).scalar_one() + 1, most)
        self.space.take(connection, STUDENT_BYTES, NEW_LEARNERS)
        connection.execute(insert(students).values(sheet=sheet.id, key=key, begun=now))


_seats = select(students.c.key, students.c.name, students.c.place, students.c.begun, students.c.submitted)


def _seat(sheet: Sheet, row: Any) -> Seat:
    return Seat(row.key, row.name, row.place, row.begun, submission(sheet.of(row.key), row.begun, row.submitted))


def own_row(sheet: Sheet, key: str) -> ColumnElement[bool]:
    """The row of the student with this key."""
    return and_(students.c.sheet == sheet.id, students.c.key == key)


def _change_row(connection: Connection, sheet: Sheet, key: str, /, **values: object) -> None:
    if not connection.execute(update(students).where(own_row(sheet, key)).values(values)).rowcount:
        raise Refused(Reason.UNKNOWN_KEY)


def _name(text: str) -> str:
    return bounds.line("name", Message("stored-name"), text, bounds.STUDENT_NAME)
