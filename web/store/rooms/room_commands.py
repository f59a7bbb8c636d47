"""The commands of `python -m web.store` for rooms: list them, delete one, or make a new owner's link for one."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ireval.messages import Message, say
from web.server.error_pages import StorageError
from web.store.rooms.room_store import RoomStore

COMMANDS = "rooms", "room-link", "delete-room"


def add(commands: Any) -> None:
    """Add the commands to the subcommands of a parser."""
    commands.add_parser("rooms", help="list all rooms: id, day, whether it was ended, rounds, devices, title")
    link = commands.add_parser("room-link", help="print a new owner's link of a room; all others and the code end")
    deletion = commands.add_parser("delete-room", help="delete a room with all that was sent to it")
    for command in (link, deletion):
        command.add_argument("room", metavar="ROOM", help="the room's id")


def run(rooms: RoomStore, chosen: argparse.Namespace) -> str:
    """Run a command; returns what it prints."""
    if chosen.command == "rooms":
        lines = [
            f"{x.id}  {x.created:%Y-%m-%d}  {'ended' if x.ended else '     '}  {x.rounds:3d}  {x.devices:4d}  {x.title}"
            for x in rooms.all()
        ]
        return "\n".join(line.rstrip() for line in lines) or say(Message("no-rooms"))
    if chosen.command == "room-link":
        opened = rooms.controllers.new_owner(chosen.room)
        if opened is None:
            raise StorageError("no-such-room-id", id=chosen.room)
        sys.stderr.write(f"{say(Message('owner-link'))}\n")
        return f"/classroom/o/{opened.owner}"
    found = next((room for room in rooms.all() if room.id == chosen.room), None)
    if found is None:
        raise StorageError("no-such-room-id", id=chosen.room)
    rooms.delete(found)
    return say(Message("room-deleted", id=found.id))
