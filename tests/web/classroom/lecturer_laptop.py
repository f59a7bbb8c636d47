"""A lecturer's browser with a room, and phones in it, for tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests import classroom
from web.classroom.access.controller_key import COOKIE
from web.store import store
from web.store.rooms.room_records import Room

HX = {"HX-Request": "true"}


def made(folder: Path) -> Flask:
    """An app with a database of its own."""
    return classroom.made(folder)


class Laptop:
    """A browser that opened a room."""

    def __init__(self, app: Flask) -> None:
        self.app, self.client = app, app.test_client()
        self.csrf = ""

    def offers(self, view: str) -> str:
        """The list of what can be asked about a view."""
        text = self.client.get("/classroom/offers", query_string={"view": view}).text
        self.csrf = re.findall(r'name="csrf_token" value="([^"]+)"', text)[0]
        return text

    def post(self, action: str, /, **fields: str) -> TestResponse:
        """Send a form, as the script does."""
        if not self.csrf:
            self.offers("/lab")
        return self.client.post(f"/classroom/{action}", data={"csrf_token": self.csrf} | fields, headers=HX)

    def now(self, etag: str = "", **query: str) -> TestResponse:
        """What lies over the view."""
        return self.client.get("/classroom/now", query_string=query, headers={"If-None-Match": etag} if etag else {})

    @property
    def token(self) -> str:
        """The owner's token in the cookie."""
        cookie = self.client.get_cookie(COOKIE, path="/classroom")
        assert cookie
        return cookie.value

    @property
    def room(self) -> Room:
        """The room."""
        with self.app.app_context():
            held = store().rooms.controllers.held(self.token)
        assert held
        return held.room

    def ask(self, body: str) -> None:
        """Ask a question by its body."""
        with self.app.app_context():
            store().rooms.ask(self.room, body)

    def sent(self, answers: Mapping[str, Mapping[str, str]], vote: int = 1) -> None:
        """Devices send their answers by part to the round in force."""
        with self.app.app_context():
            for device, parts in answers.items():
                store().rooms.phones.answer(self.room, device, self.room.round, vote, parts)

    def move(self, to: str) -> TestResponse:
        """Move the round."""
        room = self.room
        return self.post("move", to=to, round=str(room.round), vote=str(room.vote), stage=str(room.stage))


def client_with(app: Flask, token: str) -> FlaskClient:
    """Another browser with the same right."""
    client = app.test_client()
    client.set_cookie(COOKIE, token, path="/classroom")
    return client
