"""How rooms stand, as a process last saw them a moment ago: enough to tell a phone that nothing has changed.

Hundreds of phones ask every few seconds. For all rooms whose phones have asked lately, one query is made every
``FRESH`` seconds, so what another process changes is seen that much later; what this process changes is seen at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from threading import Lock

from sqlalchemy import select

from web.store.database import Database
from web.store.rooms import room_rows
from web.store.rooms.room_records import Room
from web.store.schema import rooms

#: Seconds for which a glance is used, and after which a room that nobody asks for is left out.
FRESH, ASKED = 0.3, 60.0
#: The most rooms of one query, and the most devices that a process remembers.
MOST_ROOMS, MOST_DEVICES = 500, 20_000


class Glances:
    """The rooms of one database as this process saw them, and the devices that it saw in them."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], seconds: Callable[[], float] = time.monotonic
    ) -> None:
        self._database, self._clock, self._seconds = database, clock, seconds
        self._lock = Lock()
        self._asked: dict[str, float] = {}  # codes, with when they were last asked for
        self._found: dict[str, Room] = {}
        self._read = float("-inf")
        self._noted: dict[str, float] = {}

    def room(self, code: str) -> Room | None:
        """The room with a code, as it was at most ``FRESH`` seconds ago; None if there is none.

        While another thread looks, it is as it was before, at most twice as long ago, or else None: nobody waits for a
        database that may not answer.
        """
        if not self._lock.acquire(blocking=False):
            return self._found.get(code) if self._seconds() - self._read <= 2 * FRESH else None
        try:
            now = self._seconds()
            self._asked[code] = now
            if now - self._read > FRESH or code not in self._found:
                self._look(now)
            return self._found.get(code)
        finally:
            self._lock.release()

    def forget(self) -> None:
        """Look again before the next answer, because something has changed."""
        self._read = float("-inf")

    def note(self, device: str) -> None:
        """Note that the presence of a device is stored."""
        if len(self._noted) >= MOST_DEVICES:
            self._noted.clear()
        self._noted[device] = self._seconds()

    def forget_device(self, device: str) -> None:
        """Look at a device again before its next answer."""
        self._noted.pop(device, None)

    def is_noted(self, device: str, seconds: float) -> bool:
        """Whether this was noted within some seconds."""
        return self._seconds() - self._noted.get(device, float("-inf")) < seconds

    def _look(self, now: float) -> None:
        late = [code for code, asked in self._asked.items() if now - asked > ASKED]
        for code in late:
            del self._asked[code]
        codes = sorted(self._asked, key=self._asked.__getitem__, reverse=True)[:MOST_ROOMS]
        moment = self._clock()
        there = select(*room_rows.COLUMNS).where(rooms.c.code.in_(codes), rooms.c.expires > moment)
        with self._database.reading() as connection:
            found = [room_rows.room_of(row, moment) for row in connection.execute(there)]
        self._found, self._read = {room.code: room for room in found}, now
