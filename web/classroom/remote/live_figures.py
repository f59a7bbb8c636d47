"""The answers to the round in force, as the lecturer sees them before the class does."""

from __future__ import annotations

import json
from dataclasses import dataclass

from web.classroom.lecturer.room_state import Settings
from web.store.rooms.room_records import Room, Round


@dataclass(frozen=True)
class LiveFigures:
    """The figures of a round; ``title`` says what is asked."""

    title: str


def live_figures(room: Room, asked: Round, settings: Settings) -> LiveFigures:  # noqa: ARG001
    """The figures of a round of a room."""
    return LiveFigures(json.loads(asked.body).get("title", ""))
