"""Rooms, kept until they expire or are deleted. This is a part of ``Store``, and raises the same errors."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from ireval.messages import Message
from web.store import bounds, erasure, recovery_code
from web.store.database import Database
from web.store.records import Deletion, Reason, Refused
from web.store.rooms import room_rows
from web.store.rooms.controllers import Controllers
from web.store.rooms.phones import Phones
from web.store.rooms.room_glances import Glances
from web.store.rooms.room_records import (
    BEFORE_ANSWER,
    CODE_ALPHABET,
    CODE_LENGTH,
    LARGEST_BODY,
    OpenedRoom,
    Place,
    Room,
    RoomSize,
    Round,
    Stage,
)
from web.store.schema import room_devices, room_rounds, rooms
from web.store.students.space import NEW_SHEETS, SheetSpace, size_of

#: The most rounds of a room.
MOST_ROUNDS = 300
NOTHING = "{}"
#: The rounds that a process remembers.
MOST_REMEMBERED = 64


class RoomStore:
    """The rooms of one database, with their ``controllers`` and ``phones``."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        sweep: Callable[[], None],
        space: SheetSpace,
        most: int,
    ) -> None:
        self._database, self._clock, self._sweep, self._space = database, clock, sweep, space
        self.controllers = Controllers(database, clock)
        self.phones = Phones(database, clock, most)
        self.glances = Glances(database, clock)
        self._round = lru_cache(maxsize=MOST_REMEMBERED)(self._read_round)

    def open(self, title: str, lifetime: timedelta) -> OpenedRoom:
        """A new room, without a round. Raises ``InputError`` for a title that cannot be stored."""
        self._sweep()
        title = bounds.line("title", Message("stored-title"), title, bounds.TITLE) if title.strip() else ""
        now, code, id_ = self._clock(), recovery_code.new_code(), secrets.token_hex(6)
        with self._database.writing() as connection:
            self._space.take(connection, size_of(title), NEW_SHEETS)
            free = self._free_code(connection)
            row = {
                "id": id_,
                "code": free,
                "recovery": recovery_code.digest(code),
                "title": title,
                **{"revision": 1, "shown": 1, "round": 0, "vote": 1, "stage": Stage.NOTHING, "paused": False},
                **dict.fromkeys(("position", "settings"), NOTHING),
                **dict.fromkeys(("commands", "snapshots"), "[]"),
                **dict.fromkeys(("since", "created", "active"), now),
                "ended": False,
                "expires": now + bounds.days(lifetime),
            }
            connection.execute(insert(rooms).values(row))
            owner = self.controllers.add_owner(connection, id_)
        return OpenedRoom(id_, free, owner, code)

    def by_code(self, code: str) -> Room | None:
        """The room to which a code leads now."""
        self._sweep()
        with self._database.reading() as connection:
            found = room_rows.find(connection, rooms.c.code == code, self._clock())
        return found if found and found.is_open else None

    def ask(self, room: Room, body: str) -> Room:
        """Begin a round, open for answers; the round before is left where it was. Returns the room as it is then."""
        if len(body.encode()) > LARGEST_BODY:
            raise Refused(Reason.ROUND_TOO_LARGE)
        now = self._clock()
        with self._database.writing() as connection:
            held = room_rows.lock(connection, room.id, now)
            self._space.take(connection, size_of(body), NEW_SHEETS)
            last = select(func.max(room_rounds.c.number)).where(room_rounds.c.room == room.id)
            number = int(connection.execute(last).scalar_one() or 0) + 1
            if number > MOST_ROUNDS:
                raise Refused(Reason.ROOM_FULL)
            row = {"room": room.id, "number": number, "body": body, "asked": now, "vote": 1, "stage": Stage.OPEN}
            connection.execute(insert(room_rounds).values(row))
            moved = self._moved(connection, held, Place(number, 1, Stage.OPEN))
        self.glances.forget()
        return moved

    def move(self, room: Room, before: Place, after: Place) -> Room:
        """Move the room from one place to another; if it is no longer at ``before``, nothing changes.

        So a step that two controllers take at once is taken once. Returns the room as it is then.
        """
        with self._database.writing() as connection:
            held = room_rows.lock(connection, room.id, self._clock())
            if held.place != before or held.ended:
                return held
            moved = self._moved(connection, held, after)
        self.glances.forget()
        return moved

    def change(self, room: Room, values: Callable[[Room], dict[str, Any]], *, for_phones: bool) -> Room:
        """Change columns of the room by a function of the room as it is; returns the room as it is then.

        Unless the change is ``for_phones``, they do not notice it.
        """
        with self._database.writing() as connection:
            held = room_rows.lock(connection, room.id, self._clock())
            given = values(held)
            if not given:
                return held
            counted = {"revision": held.revision + 1} if for_phones else {"shown": held.shown + 1}
            changed = room_rows.change(connection, held, **given, **counted)
        self.glances.forget()
        return changed

    def rewrite(self, room: Room, number: int, body: Callable[[str], str]) -> Room:
        """Change the body of the round in force, whose answers stay, by a function of the body as it is.

        Raises ``Refused`` if another round is in force, or if its answer is shown already.
        """
        here = room_rounds.c.room == room.id, room_rounds.c.number == number
        with self._database.writing() as connection:
            held = room_rows.lock(connection, room.id, self._clock())
            if held.round != number or held.stage not in BEFORE_ANSWER:
                raise Refused(Reason.ROUND_CLOSED)
            written = body(connection.execute(select(room_rounds.c.body).where(*here)).scalar_one())
            if len(written.encode()) > LARGEST_BODY:
                raise Refused(Reason.ROUND_TOO_LARGE)
            connection.execute(update(room_rounds).where(*here).values(body=written))
            return room_rows.change(connection, held, shown=held.shown + 1)

    def rounds(self, room: Room) -> list[Round]:
        """All rounds of a room, in order."""
        there = select(room_rounds).where(room_rounds.c.room == room.id).order_by(room_rounds.c.number)
        with self._database.reading() as connection:
            return [Round(x.number, x.body, x.asked, x.vote, Stage(x.stage)) for x in connection.execute(there)]

    def round(self, room: Room, number: int) -> Round | None:
        """One round of a room, as it was at the room's revision; each process reads it once."""
        return self._round(room.id, number, room.revision)

    def end(self, room: Room) -> None:
        """End the lecture: the code leads nowhere, and nothing more is accepted."""
        self.change(room, lambda _: {"ended": True, "pairing": None}, for_phones=True)

    def delete(self, room: Room | RoomSize) -> Deletion:
        """Remove the room with all that was sent, so that no query finds it; it may be gone already."""
        with self._database.writing() as connection:
            if connection.execute(delete(rooms).where(rooms.c.id == room.id)).rowcount:
                erasure.note(connection)
        self.glances.forget()
        return self._database.erasure.finish()

    def remove_expired(self) -> int:
        """Remove the rooms that have expired; returns their number."""
        with self._database.writing() as connection:
            removed = connection.execute(delete(rooms).where(rooms.c.expires <= self._clock())).rowcount
            if removed:
                erasure.note(connection)
        return removed

    def count(self) -> int:
        """The number of rooms."""
        there = select(func.count()).select_from(rooms).where(rooms.c.expires > self._clock())
        with self._database.reading() as connection:
            return connection.execute(there).scalar_one()

    def _read_round(self, id_: str, number: int, _: int) -> Round | None:
        there = select(room_rounds).where(room_rounds.c.room == id_, room_rounds.c.number == number)
        with self._database.reading() as connection:
            row = connection.execute(there).one_or_none()
        return Round(row.number, row.body, row.asked, row.vote, Stage(row.stage)) if row else None

    def all(self) -> list[RoomSize]:
        """All rooms, the oldest first."""
        rounds, devices = (
            select(func.count()).where(table.c.room == rooms.c.id).scalar_subquery()
            for table in (room_rounds, room_devices)
        )
        columns = rooms.c.id, rooms.c.created, rooms.c.ended, rounds, devices, rooms.c.title
        there = select(*columns).where(rooms.c.expires > self._clock()).order_by(rooms.c.created, rooms.c.id)
        with self._database.reading() as connection:
            return [RoomSize(*row) for row in connection.execute(there)]

    def _moved(self, connection: Connection, room: Room, after: Place) -> Room:
        here = room_rounds.c.room == room.id, room_rounds.c.number == after.round
        left = {"vote": after.vote, "stage": after.stage}
        connection.execute(update(room_rounds).where(*here).values(left))
        now = self._clock()
        values = {"round": after.round, **left, "since": now, "active": now, "revision": room.revision + 1}
        return room_rows.change(connection, room, **values, paused=False)

    def _free_code(self, connection: Connection) -> str:
        """A code that no room has. A code of a room that is over is not given out again as long as it is kept."""
        while True:
            code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
            if connection.execute(select(rooms.c.id).where(rooms.c.code == code)).first() is None:
                return code
