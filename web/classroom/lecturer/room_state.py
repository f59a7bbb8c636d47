"""The parts of a room that the store keeps as JSON: what the screen shows, commands to it, and snapshots."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self

from web.classroom.lecturer.own_address import presented_address
from web.store.rooms.room_records import Room

#: The latest commands that are kept, so that a screen that was away for a moment still finds them.
LATEST = 20
#: What a remote can ask the screen to do.
COMMANDS = ("next", "back", "black", "code", "top", "go")
MOST_SNAPSHOTS = 60
#: The most characters of an address, and of each other text of a position.
LONGEST_ADDRESS, LONGEST_TEXT = 40_000, 2_000
#: The largest number of a position.
LARGEST_NUMBER = 9_999


@dataclass(frozen=True)
class Position:
    """What the screen shows: an ``address`` of this site with its ``title``, and where it stands in a playlist.

    ``item`` counts from 1 and is 0 outside of playlists; ``minutes`` are those for the item, 0 for none. ``notes`` are
    for the remote alone. ``following`` is the title of what comes next, and ``question`` the question that was
    prepared for it, in a line. ``since`` is when the screen came to it, in seconds since 1970.
    """

    address: str = ""
    title: str = ""
    item: int = 0
    of: int = 0
    minutes: int = 0
    notes: str = ""
    following: str = ""
    question: str = ""
    since: int = 0

    @classmethod
    def of_room(cls, room: Room) -> Self:
        """The position that the screen last reported."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in json.loads(room.position).items() if name in known})

    @classmethod
    def sent(cls, form: Any) -> Self:
        """The position in a form; numbers that cannot be read are 0, and only addresses of this site are kept."""
        address = form.get("address", "")[:LONGEST_ADDRESS]
        texts = {name: form.get(name, "")[:LONGEST_TEXT] for name in ("title", "notes", "following", "question")}
        counts = {name: form.get(name, 0, type=int) for name in ("item", "of", "minutes")}
        numbers = {name: min(max(count, 0), LARGEST_NUMBER) for name, count in counts.items()}
        return cls(address=presented_address(address), **texts, **numbers)

    def noted(self, room: Room) -> Self:
        """The position with the time since when it is shown, if the room has it already or comes to it now."""
        known = self.of_room(room)
        is_known = self.item == known.item if self.item else self.address == known.address
        return replace(self, since=known.since if is_known and known.since else int(room.now.timestamp()))

    def written(self) -> str:
        """The position as the store keeps it."""
        return json.dumps(asdict(self), ensure_ascii=False)


@dataclass(frozen=True)
class Snapshot:
    """A view that was kept, with the round in force then; ``round`` is 0 without one."""

    address: str
    title: str
    round: int
    vote: int

    @classmethod
    def all(cls, room: Room) -> list[Self]:
        """The snapshots of a room, in order."""
        return [cls(**kept) for kept in json.loads(room.snapshots)]


def with_command(room: Room, what: str, value: str = "") -> str:
    """The commands of a room with one more, as the store keeps them; their numbers only grow."""
    known, number = json.loads(room.commands), newest_command(room) + 1
    return json.dumps([*known, {"number": number, "what": what, "value": value}][-LATEST:], ensure_ascii=False)


def newest_command(room: Room) -> int:
    """The number of the latest command; 0 if there is none."""
    known = json.loads(room.commands)
    return int(known[-1]["number"]) if known else 0


def with_snapshot(room: Room) -> str:
    """The snapshots of a room with one more, of what it shows now."""
    position = Position.of_room(room)
    kept = Snapshot(position.address, position.title, room.round, room.vote)
    known = [*Snapshot.all(room), kept]
    return json.dumps([asdict(x) for x in known[-MOST_SNAPSHOTS:]], ensure_ascii=False)
