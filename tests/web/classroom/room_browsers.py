"""Browsers in a classroom, as tests drive them: the laptop of a lecturer, a remote, and what phones have sent."""

from __future__ import annotations

import re
from collections.abc import Mapping

from flask import Flask
from werkzeug.test import TestResponse

from tests.classroom import token
from web.store import store
from web.store.rooms.room_records import Room, Stage


class RoomBrowser:
    """A browser with cookies of its own; the app is mounted under a ``prefix``."""

    def __init__(self, app: Flask, prefix: str = "") -> None:
        self.app, self.client, self.prefix = app, app.test_client(), prefix
        self.token = token(self.page("/classroom/recover"))

    def post(self, path: str, **form: object) -> TestResponse:
        """Send a form."""
        return self.client.post(self.prefix + path, data={"csrf_token": self.token, **form})

    def page(self, path: str = "/classroom") -> str:
        """A page that there is."""
        answer = self.client.get(self.prefix + path)
        assert answer.status_code == 200, answer.status
        return answer.text

    @property
    def tokens(self) -> str:
        """The cookie with the right to rooms."""
        found = self.client.get_cookie("ireval-room", path=f"{self.prefix}/classroom")
        return found.value if found else ""

    @property
    def room(self) -> Room:
        """The room in force that it controls, as it is stored."""
        with self.app.app_context():
            held = store().rooms.controllers.held(self.tokens.partition(".")[0])
        assert held
        return held.room

    def open(self, title: str = "") -> Room:
        """Open a room."""
        assert self.post("/classroom/open", title=title).status_code == 303
        return self.room

    def pairing_code(self) -> str:
        """A new code that pairs a device."""
        location = self.post("/classroom/pairing").location
        return location.rpartition("=")[2]

    def pair_with(self, laptop: RoomBrowser) -> str:
        """Become a remote of the laptop's room, not yet confirmed; returns the name that the page shows."""
        assert self.post("/classroom/remote", code=laptop.pairing_code()).status_code == 303
        shown = re.search(r'class="device-name">([^<]+)', self.page("/classroom/remote"))
        assert shown
        return shown[1]

    def confirm(self, name: str, **form: str) -> None:
        """Answer the question whether the device with this name is one's own."""
        waiting = re.search(rf'<b>{name}</b>.*?name="controller" value="(\w+)"', self.page(), re.DOTALL)
        assert waiting
        assert self.post("/classroom/confirm", controller=waiting[1], **form).status_code == 303

    def ask(self, body: str = "{}") -> Room:
        """Begin a round."""
        with self.app.app_context():
            return store().rooms.ask(self.room, body)

    def move(self, to: str, seen: Room | None = None) -> Room:
        """Move the round, from the place that the browser saw."""
        room = seen or self.room
        place = {"round": room.round, "vote": room.vote, "stage": str(room.stage)}
        assert self.post("/classroom/move", to=to, **place).status_code == 303
        return self.room

    def answered(self, answers: Mapping[str, Mapping[str, str]]) -> None:
        """Let phones send their answers, by the name of the phone and the part, to the vote in force."""
        room = self.room
        assert room.stage is Stage.OPEN
        with self.app.app_context():
            for device, parts in answers.items():
                store().rooms.phones.answer(room, device, room.round, room.vote, parts)
