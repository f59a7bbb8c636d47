"""The lecturer's page before and after a lecture: rooms, settings, the owner's link, and the end."""

from __future__ import annotations

import html
from collections.abc import Iterator

import pytest
from flask import Flask

from tests import classroom
from tests.classroom import field, path
from tests.sentences import sentence
from tests.web.classroom.room_browsers import RoomBrowser
from web.store import store

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = classroom.made(tmp_path_factory.mktemp("lecturer"), RATE_SHEETS="1000/minute")
    yield app
    classroom.closed(app)


@pytest.fixture
def laptop(school: Flask) -> RoomBrowser:
    browser = RoomBrowser(school)
    browser.open("Average precision")
    return browser


def test_without_a_room_the_page_offers_to_open_or_join_one(school: Flask) -> None:
    page = RoomBrowser(school).page()
    for words in ("Open a room", "Join as a student", "I have a recovery code", 'href="/j"'):
        assert words in page
    assert 'href="/classroom" aria-current="page"' in page


def test_the_room_shows_its_code_and_its_title_but_no_secret(laptop: RoomBrowser) -> None:
    code, page = laptop.room.code, laptop.page()
    assert f"{code[:3]}-{code[3:]}" in page and f"/j/{code}" in page and "Average precision" in page
    assert laptop.tokens not in page and laptop.tokens not in laptop.page("/classroom/devices")


def test_a_paired_device_appears_by_itself_to_be_confirmed(laptop: RoomBrowser) -> None:
    before = laptop.client.get("/classroom/devices")
    same = laptop.client.get("/classroom/devices", headers={"If-None-Match": before.headers["ETag"]})
    assert same.status_code == 304
    name = RoomBrowser(laptop.app).pair_with(laptop)
    after = laptop.client.get("/classroom/devices", headers={"If-None-Match": before.headers["ETag"]})
    assert f"<b>{name}</b> wants to control this room" in after.text


def test_the_figures_of_the_hint_are_settings(laptop: RoomBrowser) -> None:
    assert laptop.post("/classroom/settings", explain="25", proceed="80", names="yes").status_code == 303
    page = laptop.page()
    assert 'value="25"' in page and 'value="80"' in page and " checked" in page
    for explain, proceed in (("90", "80"), ("x", "70"), ("30", "101"), ("-1", "70")):
        assert laptop.post("/classroom/settings", explain=explain, proceed=proceed).status_code == 400
    assert 'value="25"' in laptop.page()


def test_the_owners_link_gives_another_browser_the_right(laptop: RoomBrowser) -> None:
    page = laptop.page("/classroom/links")
    other = RoomBrowser(laptop.app)
    link = path(field(page, "owner-link"))
    assert other.client.get(link).location == "/classroom"
    assert other.room.id == laptop.room.id
    assert other.client.get("/classroom/o/unknown").status_code == 404


def test_a_paired_device_sees_no_owners_link_and_an_unconfirmed_token_opens_nothing(laptop: RoomBrowser) -> None:
    remote = RoomBrowser(laptop.app)
    name = remote.pair_with(laptop)
    assert RoomBrowser(laptop.app).client.get(f"/classroom/o/{remote.tokens}").status_code == 404
    laptop.confirm(name)
    refused = remote.client.get("/classroom/links")
    assert refused.status_code == 403 and sentence("not-the-rooms-owner") in refused.text


def test_the_recovery_code_is_shown_once_and_takes_the_right_from_all_others(laptop: RoomBrowser) -> None:
    code = field(laptop.page("/classroom/links"), "code")
    assert code not in laptop.page("/classroom/links")
    other = RoomBrowser(laptop.app)
    answer = other.post("/classroom/recover", code=code.lower())
    assert answer.location == "/classroom/links"
    assert field(other.page("/classroom/links"), "code") != code
    assert "Open a room" in laptop.page()
    again = other.post("/classroom/recover", code=code)
    assert again.status_code == 400 and sentence("unknown-room-recovery-code") in html.unescape(again.text)
    assert field(again.text, "code") == code


def test_a_new_recovery_code_replaces_the_old_one(laptop: RoomBrowser) -> None:
    old = field(laptop.page("/classroom/links"), "code")
    laptop.post("/classroom/links")
    new = field(laptop.page("/classroom/links"), "code")
    assert RoomBrowser(laptop.app).post("/classroom/recover", code=old).status_code == 400
    assert RoomBrowser(laptop.app).post("/classroom/recover", code=new).status_code == 303


def test_a_lecture_that_was_ended_can_go_on(laptop: RoomBrowser) -> None:
    code = laptop.room.code
    laptop.post("/classroom/end")
    assert "The lecture is over" in laptop.page()
    with laptop.app.app_context():
        assert store().rooms.by_code(code) is None
    laptop.post("/classroom/reopen")
    with laptop.app.app_context():
        assert store().rooms.by_code(code)


def test_deletion_asks_once_and_is_at_once(laptop: RoomBrowser) -> None:
    laptop.ask()
    laptop.answered({"a": {"choice": "x"}})
    id_ = laptop.room.id
    assert "is deleted at once" in laptop.post("/classroom/delete").text
    assert laptop.room.id == id_
    page = laptop.post("/classroom/delete", sure="yes").text
    assert "were deleted" in page and sentence("deletion-finished") in page
    assert not laptop.tokens
    with laptop.app.app_context():
        assert store().rooms.controllers.held(laptop.tokens) is None


def test_a_browser_keeps_the_rooms_of_earlier_lectures(laptop: RoomBrowser) -> None:
    first = laptop.room
    laptop.post("/classroom/end")
    second = laptop.open("Recall")
    assert second.id != first.id and f"{first.code[:3]}-{first.code[3:]}" in laptop.page()
    laptop.post("/classroom/switch", room=first.id)
    assert laptop.room.id == first.id
    assert laptop.post("/classroom/switch", room="none").status_code == 403
    laptop.post("/classroom/delete", sure="yes")
    assert laptop.room.id == second.id, "the other room is in force"
    for i in range(10):
        laptop.post("/classroom/end")
        laptop.open(f"Lecture {i}")
    assert laptop.tokens.count(".") == 7


def test_a_room_that_somebody_else_deleted_gives_way_to_another_one(laptop: RoomBrowser) -> None:
    first = laptop.room
    laptop.post("/classroom/end")
    second = laptop.open()
    with laptop.app.app_context():
        store().rooms.delete(second)
    assert laptop.client.get("/classroom").location == "/classroom"
    assert laptop.room.id == first.id


def test_the_page_has_the_qr_code_for_joining_or_says_why_phones_cannot_open_the_address(laptop: RoomBrowser) -> None:
    laptop.post("/classroom/settings", names="yes")
    code = laptop.pairing_code()
    for address, shown in (("http://127.0.0.1:8000", 0), ("http://192.168.1.20:8000", 1)):
        laptop.client.set_cookie(
            "ireval-room", laptop.tokens, domain=address.split("/")[2].split(":")[0], path="/classroom"
        )
        page = laptop.client.get("/classroom", query_string={"pairing": code}, base_url=address)
        assert (
            page.status_code == 200 and f"{address}/j/{laptop.room.code}" in page.text and f"{address}/r" in page.text
        )
        assert page.text.count('src="/classroom/code.svg"') == shown
        assert page.text.count('src="/classroom/remote/code.svg') == shown
        assert ("Phones cannot open" in page.text) is not bool(shown)
