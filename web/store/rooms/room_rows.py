"""Rows of rooms as values, and the parts of queries that several modules need."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, select, update

from web.store.records import Reason, Refused
from web.store.rooms.room_records import Room, Stage
from web.store.schema import rooms

#: The columns of a room, in the order of its fields.
COLUMNS = [rooms.c[name] for name in Room._fields if name != "now"]


def room_of(row: Row[*tuple[Any, ...]], now: datetime) -> Room:
    """A row of ``rooms`` as a value."""
    values = {name: value for name, value in row._asdict().items() if name in Room._fields}
    return Room(**{**values, "stage": Stage(values["stage"])}, now=now)


def find(connection: Connection, where: ColumnElement[bool], now: datetime) -> Room | None:
    """The room that has not expired and that a condition selects."""
    row = connection.execute(select(*COLUMNS).where(where, rooms.c.expires > now)).one_or_none()
    return room_of(row, now) if row else None


def lock(connection: Connection, id_: str, now: datetime) -> Room:
    """The room, which nobody else changes until the transaction ends. Raises ``Refused`` if it is gone."""
    row = connection.execute(_LOCK, {"id": id_, "now": now}).one_or_none()
    if row is None:
        raise Refused(Reason.ROOM_GONE)
    return room_of(row, now)


def change(connection: Connection, room: Room, **values: Any) -> Room:
    """Write columns of a locked room; returns the room as it is then."""
    connection.execute(update(rooms).where(rooms.c.id == room.id).values(values))
    return room._replace(**{name: value for name, value in values.items() if name in Room._fields})


_LOCK = (  # built once, because that takes longer than to execute it
    select(*COLUMNS)
    .where(rooms.c.id == bindparam("id"), rooms.c.expires > bindparam("now", type_=rooms.c.expires.type))
    .with_for_update()
)
