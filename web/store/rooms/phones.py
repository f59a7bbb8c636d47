"""The devices in a room, and what they send. An answer is accepted or refused in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, String, and_, bindparam, delete, exists, func, insert, select, tuple_, update

from web.store import bounds
from web.store.database import Database
from web.store.records import Reason, Refused
from web.store.rooms import room_rows
from web.store.rooms.room_records import NOTED, AtDoor, Place, Room, RoomAnswer, Sent, Stage, Tally
from web.store.schema import room_answers, room_devices, rooms
from web.store.students.row_change import Rows, put

#: A device that was seen within this time is present.
PRESENT = timedelta(seconds=90)
#: The most parts that a device answers in a round.
MOST_PARTS = 60


class Answered(NamedTuple):
    """The room after an answer was stored, what the device has sent to the round by then, and when."""

    room: Room
    sent: Sent
    saved: datetime


class Phones:
    """The devices of one database's rooms. A room has at most ``most`` of them."""

    def __init__(self, database: Database, clock: Callable[[], datetime], most: int) -> None:
        self._database, self._clock, self._most = database, clock, most

    def enter(self, room: Room, device: str) -> int:
        """Note that a device is in the room; returns its place. Raises ``Refused`` if the room is full."""
        now = self._clock()
        with self._database.writing() as connection:
            if connection.execute(_SEE, {"of_room": room.id, "of_device": device, "now": now}).rowcount:
                return int(connection.execute(_PLACE, {"room": room.id, "device": device}).scalar_one())
            room_rows.lock(connection, room.id, now)
            return self._entered(connection, room, device, now)

    def at_door(self, code: str, device: str) -> AtDoor | None:
        """The room with this code, also if it is no longer open, and the state of a device in it, by one query."""
        now = self._clock()
        with self._database.reading() as connection:
            row = connection.execute(_AT_DOOR, {"code": code, "device": device, "now": now}).one_or_none()
        if row is None:
            return None
        noted = row.seen is not None and now - row.seen < NOTED
        return AtDoor(room_rows.room_of(row, now), -1 if row.place is None else row.place, noted, row.latest)

    def present(self, room: Room) -> int:
        """How many devices are in the room now."""
        there = select(func.count()).where(
            room_devices.c.room == room.id, room_devices.c.seen > self._clock() - PRESENT
        )
        with self._database.reading() as connection:
            return connection.execute(there).scalar_one()

    def places(self, room: Room) -> dict[str, int]:
        """The places of all devices that joined, in their order."""
        there = select(room_devices.c.device, room_devices.c.place).where(room_devices.c.room == room.id)
        there = there.order_by(room_devices.c.place)
        with self._database.reading() as connection:
            return {row.device: row.place for row in connection.execute(there)}

    def answer(
        self, room: Room, device: str, round_: int, vote: int, parts: Mapping[str, str], *, once: Sequence[str] = ()
    ) -> Answered:
        """Store what a device sent to a round; an empty text removes what it had sent.

        Returns the room, and what the device has sent to the round by then. Raises ``Refused``, and stores nothing,
        unless exactly this vote of this round is open, and if one of the parts ``once`` was sent before; ``InputError``
        if a text is longer than the store accepts.
        """
        if len(parts) > MOST_PARTS:
            raise Refused(Reason.ROUND_TOO_LARGE)
        texts = {part[:128]: bounds.answer(text) for part, text in parts.items()}
        now = self._clock()
        with self._database.writing() as connection:
            held = room_rows.lock(connection, room.id, now)
            if not held.is_open:
                raise Refused(Reason.ROOM_GONE)
            if held.place != Place(round_, vote, Stage.OPEN):
                raise Refused(Reason.ROUND_CLOSED)
            place = self._entered(connection, room, device, now)
            here = {"room": room.id, "round": round_, "vote": vote, "device": device}
            mine = and_(*(room_answers.c[name] == value for name, value in here.items()))
            if once and connection.execute(select(exists().where(mine, room_answers.c.part.in_(once)))).scalar_one():
                raise Refused(Reason.ROUND_CLOSED)
            gone = [part for part, text in texts.items() if not text]
            if gone:
                connection.execute(delete(room_answers).where(mine, room_answers.c.part.in_(gone)))
            rows = [{**here, "part": part, "text": text, "saved": now} for part, text in texts.items() if text]
            if rows:
                put(connection, Rows(room_answers, rows))
            return Answered(held, _sent(connection, here, place), now)

    def sent(self, room: Room, device: str, round_: int) -> Sent:
        """What a device has sent to a round; its place is -1 if it is not in the room."""
        here = {"room": room.id, "round": round_, "device": device}
        with self._database.reading() as connection:
            place = connection.execute(_PLACE, here).scalar_one_or_none()
            return _sent(connection, here, -1 if place is None else place)

    def answers(self, room: Room, round_: int | None = None) -> list[RoomAnswer]:
        """All answers to a round, or to all rounds, in the order of rounds, votes, devices' places and parts."""
        there = select(room_answers, room_devices.c.place).join(
            room_devices,
            and_(room_devices.c.room == room_answers.c.room, room_devices.c.device == room_answers.c.device),
        )
        there = there.where(room_answers.c.room == room.id)
        if round_ is not None:
            there = there.where(room_answers.c.round == round_)
        order = room_answers.c.round, room_answers.c.vote, room_devices.c.place, room_answers.c.part
        with self._database.reading() as connection:
            found = connection.execute(there.order_by(*order)).all()
        return [RoomAnswer(x.round, x.vote, x.device, x.part, x.text, x.saved) for x in found]

    def tally(self, room: Room) -> Tally:
        """The state of the answers to the round and vote in force."""
        a = room_answers.c
        there = select(func.count(func.distinct(a.device)), func.max(a.saved))
        with self._database.reading() as connection:
            here = tuple_(a.room, a.round, a.vote) == tuple_(room.id, room.round, room.vote)
            devices, latest = connection.execute(there.where(here)).one()
        return Tally(devices, latest)

    def _entered(self, connection: Connection, room: Room, device: str, now: datetime) -> int:
        """The place of a device of a locked room, which is entered if it is new."""
        place = connection.execute(_PLACE, {"room": room.id, "device": device}).scalar_one_or_none()
        if place is not None:
            return int(place)
        joined = select(func.count()).where(room_devices.c.room == room.id)
        place = int(connection.execute(joined).scalar_one())
        if place >= self._most:
            raise Refused(Reason.ROOM_FULL)
        connection.execute(insert(room_devices).values(room=room.id, device=device, place=place, seen=now))
        return place


def _sent(connection: Connection, here: Mapping[str, Any], place: int) -> Sent:
    """What a device at a place has sent to a round."""
    found: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for row in connection.execute(_OWN, here):
        found[row.vote][row.part] = row.text
    return Sent(place, found)


def _at_door() -> Any:
    """The query for a room with a device in it, and when this device sent its latest answer to the round in force."""
    a, d, device = room_answers.c, room_devices.c, bindparam("device", type_=String)
    own = and_(a.room == rooms.c.id, a.round == rooms.c.round, a.device == device)
    latest = select(func.max(a.saved)).where(own).scalar_subquery().label("latest")
    devices = rooms.outerjoin(room_devices, and_(d.room == rooms.c.id, d.device == device))
    there = select(*room_rows.COLUMNS, d.place, d.seen, latest).select_from(devices)
    return there.where(
        rooms.c.code == bindparam("code"), rooms.c.expires > bindparam("now", type_=rooms.c.expires.type)
    )


# Statements of each request for news and of each answer are built once, because that takes longer than to execute them.
_AT_DOOR = _at_door()
_PLACE = select(room_devices.c.place).where(
    room_devices.c.room == bindparam("room"), room_devices.c.device == bindparam("device")
)
_SEE = (
    update(room_devices)
    .where(room_devices.c.room == bindparam("of_room"), room_devices.c.device == bindparam("of_device"))
    .values(seen=bindparam("now"))
)
_OWN = select(room_answers.c.vote, room_answers.c.part, room_answers.c.text).where(
    *(room_answers.c[name] == bindparam(name) for name in ("room", "round", "device"))
)
