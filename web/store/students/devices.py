"""The devices on which students work, so that a key that is open on two of them is noticed.

A device is a random text that a browser gets for one sheet (``tokens.device``); nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from web.store.database import Database
from web.store.records import Elsewhere, Mode, Sheet, Visit
from web.store.schema import students, visits
from web.store.students.rosters import own_row

RECENT = timedelta(minutes=3)  # a device seen within this time is open
NOTED = timedelta(minutes=1)  # a device is noted again after this time
MOST = 20  # devices of a key that are remembered, the latest ones


class Devices:
    """The devices on which the keys of one database's sheets were open."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    def visits(self, sheet: Sheet, key: str) -> list[Visit]:
        """The devices on which this key was open, the latest first."""
        with self._database.reading() as connection:
            found = select(visits.c.device, visits.c.seen, visits.c.saved).where(_of(sheet, key))
            return [Visit(*row) for row in connection.execute(found.order_by(visits.c.seen.desc(), visits.c.device))]

    def elsewhere(self, sheet: Sheet, key: str, device: str) -> Elsewhere:
        """Note that the key is open on this device; returns what is known of others.

        Where everybody can practise, nothing is noted before somebody has begun with this key.
        """
        known, now = self.visits(sheet, key), self._clock()
        if device and not any(v.device == device and now - v.seen < NOTED for v in known):
            with self._database.writing() as connection:
                row = connection.execute(select(students.c.begun).where(own_row(sheet, key)).with_for_update())
                student = row.one_or_none()
                if student and (student.begun or sheet.mode is Mode.ONCE):
                    note_visit(connection, sheet, key, device, now)
        others = [v for v in known if v.device != device]
        return Elsewhere(
            any(now - v.seen < RECENT for v in others), max((v.saved for v in others if v.saved), default=None)
        )


def note_visit(
    connection: Connection, sheet: Sheet, key: str, device: str, now: datetime, *, saved: bool = False
) -> None:
    """Note that a student's key is open on this device, and whether answers were ``saved`` from it."""
    values = {"seen": now} | ({"saved": now} if saved else {})
    here = and_(_of(sheet, key), visits.c.device == device)
    if connection.execute(update(visits).where(here).values(values)).rowcount:
        return
    latest = select(visits.c.device).where(_of(sheet, key)).order_by(visits.c.seen.desc(), visits.c.device)
    kept = connection.scalars(latest.limit(MOST - 1)).all()
    connection.execute(delete(visits).where(_of(sheet, key), visits.c.device.not_in(kept)))
    connection.execute(insert(visits).values(sheet=sheet.id, key=key, device=device, **values))


def _of(sheet: Sheet, key: str) -> ColumnElement[bool]:
    return and_(visits.c.sheet == sheet.id, visits.c.key == key)
