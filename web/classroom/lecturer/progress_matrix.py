"""The progress of a class at free pace: a row for each phone, without names, and a column for each question."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from web import store
from web.classroom.rounds.paced_round import STEPS, PacedRound, Progress
from web.store.rooms.room_records import Room, Round


class ProgressMatrix(NamedTuple):
    """The ``steps`` of the questions, what became of each on each phone, and how many phones are at which step."""

    first: int
    last: int
    steps: tuple[int, ...]
    rows: Sequence[Progress]
    at: Sequence[tuple[int, int]]


def progress_matrix(room: Room, asked: Round | None) -> ProgressMatrix | None:
    """The progress in a round of the room, with a row for each phone that ever joined; None for another kind."""
    body = json.loads(asked.body) if asked else {}
    if asked is None or body.get("kind") != STEPS:
        return None
    paced, known = PacedRound.of(body), store.store().rooms.phones
    sent: dict[str, dict[str, str]] = {device: {} for device in known.places(room)}
    for answer in known.answers(room, asked.number):
        sent.setdefault(answer.device, {})[answer.part] = answer.text
    devices = list(sent.values())
    return ProgressMatrix(paced.first, paced.last, paced.steps, paced.matrix(devices), paced.at_steps(devices))
