"""Rooms of a lecture, with their rounds, controllers, devices and answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
oldest_code = "0006"


def upgrade() -> None:
    """There is none so far."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("code", sa.String(6), nullable=False),
        sa.Column("recovery", sa.String(64)),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("vote", sa.Integer, nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("commands", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("snapshots", sa.Text, nullable=False),
        sa.Column("pairing", sa.String(64)),
        sa.Column("pairing_ends", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("active", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="rooms_key"),
        sa.UniqueConstraint("code", name="rooms_code_once"),
        sa.UniqueConstraint("recovery", name="rooms_recovery_once"),
        sa.UniqueConstraint("pairing", name="rooms_pairing_once"),
    )
    op.create_index("rooms_by_expires", "rooms", ["expires"])
    op.create_table(
        "room_keys",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="room_keys_key"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="room_keys_of_rooms", ondelete="CASCADE"),
    )
    op.create_index("room_keys_by_room", "room_keys", ["room"])
    _create_rounds()
    _create_phones()


def _create_rounds() -> None:
    op.create_table(
        "room_rounds",
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("vote", sa.Integer, nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("room", "number", name="room_rounds_key"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="room_rounds_of_rooms", ondelete="CASCADE"),
    )


def _create_phones() -> None:
    op.create_table(
        "room_devices",
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room", "device", name="room_devices_key"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="room_devices_of_rooms", ondelete="CASCADE"),
    )
    op.create_table(
        "room_answers",
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("vote", sa.Integer, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("part", sa.String(128), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("saved", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room", "round", "vote", "device", "part", name="room_answers_key"),
        sa.ForeignKeyConstraint(
            ["room", "round"],
            ["room_rounds.room", "room_rounds.number"],
            name="room_answers_of_room_rounds",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["room", "device"],
            ["room_devices.room", "room_devices.device"],
            name="room_answers_of_room_devices",
            ondelete="CASCADE",
        ),
    )
    op.create_index("room_answers_by_device", "room_answers", ["room", "device"])


def downgrade() -> None:
    """Rooms are lost."""
    for table in ("room_answers", "room_devices", "room_rounds", "room_keys", "rooms"):
        op.drop_table(table)
