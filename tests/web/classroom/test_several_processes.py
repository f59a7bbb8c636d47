"""A room at several processes on one database, and what each request costs it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask

from tests.classroom import SECRET, closed
from tests.conftest import make_app
from tests.statements import counted
from tests.web.classroom.phone.lecture import CHOICE, FOUND, Lecture, Phone, body_of
from tests.web.classroom.room_browsers import RoomBrowser
from tests.web.store.conftest import KINDS, database
from web.server import limits
from web.store.rooms.room_glances import FRESH

pytestmark = pytest.mark.slow


class Servers(NamedTuple):
    """Two processes: one answers the lecturer, the other one the phones."""

    first: Flask
    second: Flask


@pytest.fixture(params=KINDS)
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Servers]:
    with database(request.param, tmp_path) as url:
        both = Servers(*(make_app(DATABASE_URL=url, SECRET_KEY=SECRET) for _ in range(2)))
        limits._limiter.reset()
        yield both
        for app in both:
            closed(app)


def phone_at(app: Flask, code: str) -> Phone:
    """A phone that has joined."""
    lecture = Lecture.__new__(Lecture)
    lecture.app, lecture.code, lecture.door = app, code, f"/j/{code}"
    phone = Phone(lecture)
    phone.join()
    phone.poll()
    return phone


def test_what_happens_at_one_process_is_seen_at_the_other_after_a_moment(servers: Servers) -> None:
    laptop = RoomBrowser(servers.first)
    room = laptop.open()
    phone = phone_at(servers.second, room.code)
    laptop.ask(body_of(CHOICE))
    time.sleep(FRESH)
    page = phone.poll().text
    assert 'name="answer.' in page
    etag = laptop.client.get("/classroom/now").headers["ETag"]
    assert laptop.client.get("/classroom/now", headers={"If-None-Match": etag}).status_code == 304
    part = page.partition('name="answer.')[2].partition('"')[0]
    assert phone.send_all({part: FOUND}).status_code == 200
    shown = laptop.client.get("/classroom/now", headers={"If-None-Match": etag})
    assert shown.status_code == 200 and "<b>1</b> of 1 sent" in shown.text
    laptop.move("forward")
    assert phone.send_all({part: FOUND}, page=page).status_code == 200, "it was stored before the end"
    other = page.partition('value="10, ')[1].removeprefix('value="') + "all relevant documents"
    assert phone.send_all({part: other}, page=page).status_code == 409
    laptop.post("/classroom/end")
    time.sleep(FRESH)
    assert "The lecture is over" in phone.poll().text


def test_the_requests_that_come_most_often_take_few_statements(servers: Servers) -> None:
    """A poll that brings nothing new reads a row, or none if many ask; an answer is one transaction."""
    laptop = RoomBrowser(servers.first)
    room = laptop.open()
    laptop.ask(body_of(CHOICE))
    phone = phone_at(servers.second, room.code)
    part = phone.page().partition('name="answer.')[2].partition('"')[0]
    page = phone.page()
    phone.send_all({part: FOUND}, page=page)
    phone.poll()
    with counted() as poll:
        assert phone.poll().status_code == 304
    assert len(poll.statements) <= 1
    with counted() as sent:
        assert phone.send_all({part: FOUND}, page=page).status_code == 200
    assert len(sent.statements) <= 6 and len(sent.changes) == 1, sent.statements
    laptop.client.get("/classroom/now")
    etag = laptop.client.get("/classroom/now").headers["ETag"]
    with counted() as screen:
        assert laptop.client.get("/classroom/now", headers={"If-None-Match": etag}).status_code == 304
    assert len(screen.statements) <= 4, screen.statements
