"""The tables of rooms. With a room, everything that belongs to it is deleted.

What the lecturer changes for the phones counts up the room's ``revision``; what changes for the projector and the
remote alone counts up ``shown``. Devices and controllers' tokens are stored as digests. The ``place`` of a device is
the number of devices that joined before it.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, ForeignKeyConstraint, Index, Integer, String, Table, Text

from web.store.table_parts import Moment, metadata

rooms = Table(
    "rooms",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(6), nullable=False, unique=True),
    Column("recovery", String(64), unique=True),  # the digest of the code that replaces a lost owner's link
    Column("title", String(200), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("shown", Integer, nullable=False),
    Column("round", Integer, nullable=False),  # the number of the round in force; 0 before the first
    Column("vote", Integer, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("since", Moment, nullable=False),  # when the stage began
    Column("paused", Boolean, nullable=False),
    Column("position", Text, nullable=False),  # JSON: what the projector shows
    Column("commands", Text, nullable=False),  # JSON: what the remote asks the projector to do
    Column("settings", Text, nullable=False),  # JSON
    Column("snapshots", Text, nullable=False),  # JSON: kept views with the round and vote at that time
    Column("pairing", String(64), unique=True),  # the digest of a code that pairs one more controller
    Column("pairing_ends", Moment),
    Column("created", Moment, nullable=False),
    Column("active", Moment, nullable=False),  # when a round was last asked or moved
    Column("ended", Boolean, nullable=False),
    Column("expires", Moment, nullable=False, index=True),
)

room_keys = Table(
    "room_keys",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(64), nullable=False),  # two words for a paired controller; empty for the first one
    Column("confirmed", Boolean, nullable=False),
    Column("made", Moment, nullable=False),
)

room_rounds = Table(
    "room_rounds",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("asked", Moment, nullable=False),
    Column("vote", Integer, nullable=False),  # where it was left
    Column("stage", String(16), nullable=False),
)

room_devices = Table(
    "room_devices",
    metadata,
    Column("room", ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("seen", Moment, nullable=False),
)

room_answers = Table(
    "room_answers",
    metadata,
    Column("room", String(16), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("vote", Integer, primary_key=True),
    Column("device", String(64), primary_key=True),
    Column("part", String(128), primary_key=True),
    Column("text", Text, nullable=False),
    Column("saved", Moment, nullable=False),
    ForeignKeyConstraint(["room", "round"], ["room_rounds.room", "room_rounds.number"], ondelete="CASCADE"),
    ForeignKeyConstraint(["room", "device"], ["room_devices.room", "room_devices.device"], ondelete="CASCADE"),
    Index("room_answers_by_device", "room", "device"),
)
