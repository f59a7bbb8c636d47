"""What the lecturer's page shows of a room: its code, the paired devices, the settings, and when it is deleted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property

from flask import url_for
from markupsafe import Markup

from web import store
from web.classroom.access.room_codes import is_code, join_address
from web.classroom.lecturer.pacing import shown_step
from web.classroom.lecturer.progress_matrix import ProgressMatrix, progress_matrix
from web.classroom.lecturer.room_state import Position, Snapshot
from web.classroom.questions.asked_view import LessonStep
from web.classroom.questions.spoken_question import OwnQuestion, own_question
from web.classroom.rounds.room_settings import Settings
from web.messages.moments import moment
from web.store.rooms.room_records import BEFORE_ANSWER, Controller, Room, Stage


class LecturerPage:
    """The contents of the page; ``pairing`` is the code of a device that is to be paired, as the address has it."""

    def __init__(self, room: Room, pairing: str = "") -> None:
        self.room = room
        self.pairing = pairing if is_code(pairing) else ""

    @property
    def join_address(self) -> str:
        """The address that students open."""
        return join_address(self.room.code)

    @property
    def door_address(self) -> str:
        """The address with the field for a code, as students type it."""
        return join_address()

    @property
    def remote_address(self) -> str:
        """The address at which a second device is paired."""
        return url_for("remote.short", _external=True)

    @property
    def settings(self) -> Settings:
        """The room's settings."""
        return Settings.of_room(self.room)

    @property
    def position(self) -> Position:
        """What the screen shows."""
        return Position.of_room(self.room)

    @property
    def expires(self) -> Markup:
        """When the room is deleted."""
        return moment(self.room.expires)

    @property
    def has_rounds(self) -> bool:
        """Whether anything was asked."""
        return self.room.stage is not Stage.NOTHING

    @property
    def snapshots(self) -> int:
        """How many views were kept."""
        return len(Snapshot.all(self.room))

    @cached_property
    def present(self) -> int:
        """How many phones are in the room now."""
        return store.store().rooms.phones.present(self.room)

    @cached_property
    def devices(self) -> Sequence[Controller]:
        """The paired devices; the browser that opened the room is none of them."""
        return [x for x in store.store().rooms.controllers.all(self.room) if x.name]

    @cached_property
    def matrix(self) -> ProgressMatrix | None:
        """The progress of the class, while it works at free pace."""
        room, known = self.room, store.store().rooms
        is_asking = room.stage not in (Stage.NOTHING, Stage.OVER)
        return progress_matrix(room, known.round(room, room.round)) if is_asking else None

    @cached_property
    def own(self) -> OwnQuestion | None:
        """The own question in force, if its answer is not shown yet."""
        room = self.room
        found = store.store().rooms.round(room, room.round) if room.stage in BEFORE_ANSWER else None
        return own_question(json.loads(found.body)) if found else None

    @property
    def step(self) -> LessonStep | None:
        """The step of a lesson that the screen shows."""
        return shown_step(self.position.address)

    @property
    def state(self) -> str:
        """A digest of what changes while the page is open."""
        paired = [(x.digest, x.confirmed) for x in self.devices]
        sent = store.store().rooms.phones.tally(self.room)
        shown = paired, self.present, self.room.is_open, self.room.place, self.room.shown, sent
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
