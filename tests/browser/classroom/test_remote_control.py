"""A laptop and its remote in two browsers: pairing, live answers, a network that is away, and keyboards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask

from tests.browser.accessibility import assert_accessible
from tests.web.classroom.round_bodies import CHOICE, body
from web.classroom.rounds.round_question import round_question
from web.store import store
from web.store.rooms.room_records import Room, Stage

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api")
expect = playwright.expect

A, B, _ = (option.text for option in CHOICE.options)
PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture
def laptop(new_context: Any, server: str) -> Page:
    page: Page = new_context().new_page()
    page.goto(f"{server}/classroom")
    page.get_by_role("button", name="Open a room").click()
    return page


def room_of(app: Flask, page: Page) -> Room:
    """The room that a browser controls, as it is stored."""
    (token,) = [x["value"] for x in page.context.cookies() if x["name"] == "ireval-room"]
    with app.app_context():
        held = store().rooms.controllers.held(token)
    assert held
    return held.room


def paired(laptop: Page, new_context: Any, server: str) -> Page:
    """A remote that the laptop has confirmed. It goes on by itself, and so does the laptop."""
    laptop.get_by_role("button", name="Pair a remote").click()
    code = laptop.locator("#pairing .room-code").inner_text()
    remote: Page = new_context(**PHONE).new_page()
    remote.goto(f"{server}/r")
    remote.get_by_label("Code on the laptop").fill(code)
    remote.keyboard.press("Enter")
    name = remote.locator(".device-name").inner_text()
    waiting = laptop.locator("#devices .waits")
    expect(waiting).to_contain_text(f"{name} wants to control this room")
    assert_accessible(remote)
    waiting.get_by_role("button", name="Yes, confirm").click()
    expect(remote.get_by_role("button", name="Next")).to_be_visible()
    return remote


def send(app: Flask, room: Room, *texts: str) -> None:
    """Let phones answer the question in force."""
    with app.app_context():
        held = store().rooms.by_code(room.code)
        found = round_question(body(CHOICE))
        assert held and found
        for i, text in enumerate(texts):
            store().rooms.phones.answer(held, f"phone {i}", held.round, held.vote, {found.last.id: text})


@pytest.mark.allow_console("Failed to load resource", "net::ERR")
def test_a_remote_is_paired_follows_the_answers_and_sends_nothing_twice(
    laptop: Page, new_context: Any, server: str, app: Flask
) -> None:
    remote = paired(laptop, new_context, server)
    room = room_of(app, laptop)
    with app.app_context():
        store().rooms.ask(room, body(CHOICE))
    close = remote.get_by_role("button", name="Close and discuss")
    expect(close).to_be_visible()
    close.focus()
    send(app, room, A, A, B)
    expect(remote.locator("#hint")).to_contain_text("33 % correct: let them discuss")
    expect(close).to_be_focused()
    expect(remote.locator("#live .ok")).to_contain_text(B)
    assert_accessible(remote)
    remote.context.set_offline(True)
    close.click()
    close.click()
    expect(remote.locator("#network")).to_contain_text("No connection")
    remote.context.set_offline(False)
    expect(remote.locator("#network")).to_be_hidden()
    assert room_of(app, laptop).stage is Stage.OPEN, "nothing that was pressed without a network comes later"
    close.focus()
    remote.keyboard.press("Enter")
    expect(remote.get_by_role("button", name="Vote again")).to_be_visible()
    assert room_of(app, laptop).stage is Stage.DISCUSS
    laptop.get_by_role("button", name="Remove").click()
    expect(remote.locator("#refused")).to_contain_text("Not paired")


def test_the_pages_of_a_lecturer_are_accessible_and_fit(laptop: Page, app: Flask) -> None:
    room = room_of(app, laptop)
    with app.app_context():
        store().rooms.ask(room, body(CHOICE))
    send(app, room, A, B)
    for path in ("/classroom", "/classroom/results", "/classroom/links", "/classroom/recover", "/classroom/remote/ask"):
        laptop.goto(laptop.url.partition("/classroom")[0] + path)
        assert_accessible(laptop, widths=(1280, 360))
        assert laptop.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    laptop.set_viewport_size({"width": 960, "height": 700})
    laptop.goto(laptop.url.partition("/classroom")[0] + "/classroom")
    tops = laptop.locator(".site-menu a").evaluate_all("(links) => links.map((x) => x.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, "the menu is one row from 960 px on"
