"""When the space of sheets is full, every door says so, and those who are entered go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from tests import classroom
from tests.classroom import Owner
from tests.sentences import sentence
from web import store as stores
from web.store import Refused, dump
from web.store.database import Database

pytestmark = pytest.mark.slow


@pytest.fixture
def full(tmp_path: Path) -> Iterator[tuple[Flask, Owner]]:
    """An app without room for another sheet, and a sheet of it."""
    app = classroom.made(tmp_path, SHEET_SPACE=1)
    owner = classroom.publish_by_page(app)
    with app.app_context():
        for size in (150_000, 1_000):
            with suppress(Refused):
                while True:
                    stores.store().publish("x" * size, title="other", mode="practice", lifetime=timedelta(days=1))
    yield app, owner
    classroom.closed(app)


def test_every_door_for_new_sheets_says_that_there_is_no_room(full: tuple[Flask, Owner]) -> None:
    """Copies, sheets of the builder, and those of files, which a page of the builder sends on."""
    app, owner = full
    before = number_of_sheets(app)
    token = classroom.token(owner.client.get(owner.own).text)
    body = owner.client.get(f"{owner.own}/file/json").get_data(as_text=True)
    doors = {f"{owner.own}/copy": {}, "/sheets/publish": {"sheet": body}}
    for door, fields in doors.items():
        answer = owner.client.post(door, data={"csrf_token": token, **fields})
        assert answer.status_code == 503, (door, answer.text)
        assert sentence("sheets-full") in unescape(answer.text), door
    assert number_of_sheets(app) == before


def test_a_backup_of_any_size_is_restored_and_then_nothing_new_is_accepted(
    full: tuple[Flask, Owner], tmp_path: Path
) -> None:
    app, owner = full
    url, file = app.config["DATABASE_URL"], tmp_path / "all.jsonl.gz"
    with app.app_context():
        stores.store().sheet_space.allowed = 1_000
        before = stores.store().sheet_space.used()
    with closing(Database(url)) as database:
        dump.backup(database, file)
        dump.restore(database, file, replace=True)
    with app.app_context():
        assert stores.store().sheet_space.used() == before
    token = classroom.token(owner.client.get(owner.own).text)
    assert owner.client.post(f"{owner.own}/copy", data={"csrf_token": token}).status_code == 503


def number_of_sheets(app: Flask) -> int:
    with app.app_context():
        return len(stores.store().sheets())
