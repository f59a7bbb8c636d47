"""The devices on which students work, so that a key that is open on two of them is noticed.

A device is a random text that a browser gets for one sheet (``tokens.device``); nothing else is known about it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, select

from web.store.database import Database
from web.store.records import Mode, Sheet, Visit
from web.store.schema import students, visits
from web.store.students.elsewhere import Elsewhere
from web.store.students.rosters import own_row
from web.store.students.row_change import Rows, put

RECENT = timedelta(minutes=3)  # a device seen within this time is open
NOTE_INTERVAL = timedelta(minutes=1)  # a visit of the same device is noted again after this time
MOST = 20  # the latest devices of a key, which are remembered


class Devices:
    """The devices on which the keys of one database's sheets were open."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    def visits(self, sheet: Sheet, key: str) -> list[Visit]:
        """The devices on which this key was open, the latest first."""
        with self._database.reading() as connection:
            found = select(visits.c.device, visits.c.seen, visits.c.saved).where(_rows_of(sheet, key))
            return [Visit(*row) for row in connection.execute(found.order_by(visits.c.seen.desc(), visits.c.device))]

    def elsewhere(self, sheet: Sheet, key: str, device: str) -> Elsewhere:
        """Note that the key is open on this device; returns what is known about others.

        On a practice sheet, nothing is noted before somebody has begun with this key.
        """
        known, now = self.visits(sheet, key), self._clock()
        others = [v for v in known if v.device != device]
        if device and not any(v.device == device and now - v.seen < NOTE_INTERVAL for v in known):
            with self._database.writing() as connection:
                row = connection.execute(select(students.c.begun).where(own_row(sheet, key)).with_for_update())
                student = row.one_or_none()
                if student and (student.begun or sheet.mode is Mode.ONCE):
                    put(connection, visit_row(connection, sheet, key, device, now, others=len(others)))
        seen = max((v.seen for v in others), default=None)
        saved = max((v.saved for v in others if v.saved), default=None)
        here = next((v.saved for v in known if v.device == device), None)
        return OthersSeen(len(others), seen, saved, here).elsewhere(now)


class OthersSeen(NamedTuple):
    """The other devices of a key: their number, and when one of them was last seen and last saved answers.

    ``here`` is when this device last saved some.
    """

    devices: int
    seen: datetime | None
    saved: datetime | None
    here: datetime | None

    def elsewhere(self, now: datetime) -> Elsewhere:
        """The same for a page that is open at the time ``now``."""
        return Elsewhere(self.seen is not None and now - self.seen < RECENT, self.saved, self.here)


def others_seen(sheet: ColumnElement[str], key: ColumnElement[str], device: ColumnElement[str]) -> list[Any]:
    """The columns of ``OthersSeen`` for a query."""
    found = {"devices": func.count(), "seen": func.max(visits.c.seen), "saved": func.max(visits.c.saved)}
    here = visits.c.sheet == sheet, visits.c.key == key
    own = select(visits.c.saved).where(*here, visits.c.device == device)
    others = {name: select(column).where(*here, visits.c.device != device) for name, column in found.items()}
    return [query.scalar_subquery().label(name) for name, query in (others | {"here": own}).items()]


def visit_row(
    connection: Connection, sheet: Sheet, key: str, device: str, now: datetime, *, others: int, saved: bool = False
) -> Rows:
    """The row that says that a student's key is open on this device, and whether answers were ``saved`` from it.

    ``others`` is the number of the other devices; the oldest are forgotten here if there are too many.
    """
    if others >= MOST:
        latest = select(visits.c.device).where(_rows_of(sheet, key), visits.c.device != device)
        recent = connection.scalars(latest.order_by(visits.c.seen.desc(), visits.c.device).limit(MOST - 1)).all()
        connection.execute(delete(visits).where(_rows_of(sheet, key), visits.c.device.not_in([*recent, device])))
    row = {"sheet": sheet.id, "key": key, "device": device, "seen": now}
    return Rows(visits, [row | ({"saved": now} if saved else {})])


def _rows_of(sheet: Sheet, key: str) -> ColumnElement[bool]:
    return and_(visits.c.sheet == sheet.id, visits.c.key == key)
