"""The lecturer's right to a room: the owner's token, and those of further devices, which are paired by a code.

A code pairs one device, within minutes. The class may read it on the screen and be faster: so a device that was paired
has no right before one that has it confirms it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from web.store import recovery_code, tokens
from web.store.database import Database
from web.store.rooms import room_rows
from web.store.rooms.room_records import Controller, Held, OpenedRoom, Room
from web.store.schema import room_keys, rooms

#: How long a code pairs a device.
PAIRING_LASTS = timedelta(minutes=5)
#: The most devices with the lecturer's right to one room; another one replaces the oldest.
MOST = 12


class Controllers:
    """The controllers of one database's rooms."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database, self._clock = database, clock

    def held(self, token: str) -> Held | None:
        """The room of a controller's token; the controller may still wait to be confirmed."""
        with self._database.reading() as connection:
            key = connection.execute(select(room_keys).where(room_keys.c.digest == tokens.digest(token))).one_or_none()
            room = room_rows.find(connection, rooms.c.id == key.room, self._clock()) if key else None
        return Held(room, Controller(key.digest, key.name, key.confirmed, key.made)) if key and room else None

    def all(self, room: Room) -> list[Controller]:
        """The controllers of a room, the oldest first."""
        there = select(room_keys).where(room_keys.c.room == room.id).order_by(room_keys.c.made, room_keys.c.digest)
        with self._database.reading() as connection:
            return [Controller(x.digest, x.name, x.confirmed, x.made) for x in connection.execute(there)]

    def new_pairing(self, room: Room, code: str) -> None:
        """Let ``code`` pair one device within ``PAIRING_LASTS``, in place of an earlier one."""
        with self._database.writing() as connection:
            held = room_rows.lock(connection, room.id, self._clock())
            ends = self._clock() + PAIRING_LASTS
            room_rows.change(connection, held, pairing=tokens.digest(code), pairing_ends=ends, shown=held.shown + 1)

    def pair(self, code: str, name: str) -> str | None:
        """A token for a device that knows the code, to be confirmed; None if the code is unknown or was used."""
        now, token = self._clock(), tokens.owner_token()
        with self._database.writing() as connection:
            here = and_(rooms.c.pairing == tokens.digest(code), rooms.c.pairing_ends > now)
            id_ = connection.execute(select(rooms.c.id).where(here).with_for_update()).scalar_one_or_none()
            if id_ is None:
                return None
            room = room_rows.lock(connection, id_, now)
            room_rows.change(connection, room, pairing=None, pairing_ends=None, shown=room.shown + 1)
            self._add(connection, id_, token, name=name, confirmed=False)
        return token

    def confirm(self, room: Room, digest: str) -> None:
        """Give a paired device the lecturer's right."""
        self._change(room, digest, confirmed=True)

    def remove(self, room: Room, digest: str) -> None:
        """Take the lecturer's right from a device."""
        with self._database.writing() as connection:
            held = room_rows.lock(connection, room.id, self._clock())
            connection.execute(delete(room_keys).where(_of(room, digest)))
            room_rows.change(connection, held, shown=held.shown + 1)

    def recover(self, code: str) -> OpenedRoom | None:
        """A new owner's token and recovery code for the room with this recovery code; None for an unknown one.

        All other controllers lose their right. Raises ``InputError`` if the text cannot be a code.
        """
        return self._replace(rooms.c.recovery == recovery_code.digest(recovery_code.clean_code(code)))

    def new_owner(self, id_: str) -> OpenedRoom | None:
        """The same for the room with this id, for an operator."""
        return self._replace(rooms.c.id == id_)

    def _replace(self, where: ColumnElement[bool]) -> OpenedRoom | None:
        new_code, owner = recovery_code.new_code(), tokens.owner_token()
        with self._database.writing() as connection:
            here = and_(where, rooms.c.expires > self._clock())
            row = connection.execute(select(rooms.c.id, rooms.c.code).where(here).with_for_update()).one_or_none()
            if row is None:
                return None
            connection.execute(delete(room_keys).where(room_keys.c.room == row.id))
            self._add(connection, row.id, owner, name="", confirmed=True)
            there = update(rooms).where(rooms.c.id == row.id)
            connection.execute(there.values(recovery=recovery_code.digest(new_code), shown=rooms.c.shown + 1))
        return OpenedRoom(row.id, row.code, owner, new_code)

    def new_code(self, room: Room) -> str:
        """A new recovery code for a room; the old one stops working. Raises ``Refused`` if the room is gone."""
        code = recovery_code.new_code()
        with self._database.writing() as connection:
            held = room_rows.lock(connection, room.id, self._clock())
            there = update(rooms).where(rooms.c.id == held.id)
            connection.execute(there.values(recovery=recovery_code.digest(code)))
        return code

    def add_owner(self, connection: Connection, id_: str) -> str:
        """A token for the browser that opens a room."""
        token = tokens.owner_token()
        self._add(connection, id_, token, name="", confirmed=True)
        return token

    def _add(self, connection: Connection, id_: str, token: str, *, name: str, confirmed: bool) -> None:
        known = select(room_keys.c.digest).where(room_keys.c.room == id_, room_keys.c.name != "")
        oldest = connection.scalars(known.order_by(room_keys.c.made.desc()).offset(MOST)).all()
        connection.execute(delete(room_keys).where(room_keys.c.digest.in_(oldest)))
        row = {"digest": tokens.digest(token), "room": id_, "name": name, "confirmed": confirmed, "made": self._clock()}
        connection.execute(insert(room_keys).values(row))

    def _change(self, room: Room, digest: str, *, confirmed: bool) -> None:
        with self._database.writing() as connection:
            held = room_rows.lock(connection, room.id, self._clock())
            connection.execute(update(room_keys).where(_of(room, digest)).values(confirmed=confirmed))
            room_rows.change(connection, held, shown=held.shown + 1)


def _of(room: Room, digest: str) -> ColumnElement[bool]:
    return and_(room_keys.c.room == room.id, room_keys.c.digest == digest)
