"""A class judges on the projector; a look into the lab; and a question that was prepared for an item of a playlist."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from flask import Flask
from playwright.sync_api import BrowserContext, Page, expect

from tests import classroom
from tests.browser.accessibility import assert_accessible
from tests.browser.classroom.test_overlay import LOOK, NOTHING, SCREENS, VIEW, laptop_of, see
from tests.serving import running
from tests.web.classroom.judging.made_up_class import made_up_class
from tests.web.classroom.lecturer_laptop import Laptop, made
from tests.web.lessons.test_lessons import KEY
from web.classroom.judging.judging_round import JudgingRound
from web.playlist.playlist import Item, Playlist
from web.playlist.playlist_code import write_code
from web.store import store

STEP = f"/lessons/relevance-and-judges/{KEY}/4?present=1"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, str]]:
    app = made(tmp_path_factory.mktemp("judging-screen"))
    app.testing = False
    with running(app, threads=4) as address:
        yield app, address
    classroom.closed(app)


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(viewport=SCREENS[0]).new_page()


def send_labels(laptop: Laptop, phones: int = 36) -> None:
    with laptop.app.test_request_context("/"):
        found = store().rooms.round(laptop.room, laptop.room.round)
        assert found
        labels = made_up_class(JudgingRound.of(json.loads(found.body)), phones)
    laptop.sent(labels)


def looks_well(page: Page) -> None:
    for size in SCREENS:
        page.set_viewport_size(size)
        assert page.evaluate(LOOK) == NOTHING, size
    page.set_viewport_size(SCREENS[0])


@pytest.mark.own_page
def test_page_down_leads_from_the_labels_to_kappa_and_to_the_systems(school: tuple[Flask, str], page: Page) -> None:
    press = page.keyboard.press
    page.goto(f"{school[1]}{STEP}")
    press("q")
    page.get_by_role("button", name="Judge 3 documents each").click()
    see(page, "open")
    send_labels(laptop_of(school, page))
    expect(page.locator("#round-foot .count b")).to_have_text("36")
    looks_well(page)
    press("PageDown")
    see(page, "closed")
    press("PageDown")
    see(page, "votes")
    looks_well(page)
    text = page.locator(".spread article").first
    expect(text).to_be_hidden()
    press("1")
    expect(text).to_be_visible()
    assert_accessible(page)
    press("1")
    expect(text).to_be_hidden()
    press("PageDown")
    expect(page.locator("#judging-kappa")).to_be_visible()
    looks_well(page)
    assert_accessible(page)
    press("PageDown")
    expect(page.locator("#judging-rankings")).to_be_visible()
    looks_well(page)
    assert_accessible(page)
    press("PageUp")
    expect(page.locator("#judging-kappa")).to_be_visible()
    press("PageDown")
    expect(page.locator("#judging-rankings")).to_be_visible()
    press("PageDown")
    expect(page.locator("#room-round")).to_have_count(0)
    press("PageUp")
    expect(page.locator("#judging-rankings")).to_be_visible()


@pytest.mark.own_page
def test_the_lab_explains_a_wrong_number_and_the_round_waits(school: tuple[Flask, str], page: Page) -> None:
    press = page.keyboard.press
    page.goto(f"{school[1]}{VIEW}")
    press("q")
    page.get_by_role("button", name="The score: AP").click()
    see(page, "open")
    laptop = laptop_of(school, page)
    laptop.sent({f"p{i}": {"score": "0.58"} for i in range(3)} | {"q": {"score": "0.290"}})
    for stage in ("closed", "votes", "answer"):
        press("PageDown")
        see(page, stage)
    page.get_by_role("button", name="In the lab").click()
    expect(page.locator("#room-round")).to_be_hidden()
    expect(page.get_by_text("Question waiting")).to_be_visible()
    expect(page.locator("#verdict .pair").first).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("correct")
    press("PageDown")
    see(page, "answer")
    expect(page.get_by_text("Question waiting")).to_be_hidden()
    assert laptop.room.stage == "answer", "the step only returned"


@pytest.mark.own_page
def test_a_prepared_question_is_one_key_away(school: tuple[Flask, str], page: Page) -> None:
    query = "labels=101003000200003&unretrieved=32211&show=AP"
    items = [Item(query, "AP", question="Does AP count d2? yes; *no"), Item(query, "Again")]
    code = write_code(Playlist("Lecture", tuple(items)))
    page.goto(f"{school[1]}{VIEW}#playlist={code}&item=1")
    expect(page.locator("#presenting .place")).to_contain_text("1")
    page.keyboard.press("q")
    expect(page.locator("#offers button").first).to_contain_text("Does AP count d2?")
    assert "*no" not in page.locator("#corner").inner_html()
    page.keyboard.press("Enter")
    see(page, "open")
    expect(page.locator("#round-rows li")).to_have_count(2)


@pytest.mark.own_page
def test_free_pace_ends_with_one_step(school: tuple[Flask, str], page: Page) -> None:
    page.goto(f"{school[1]}/lessons/average-precision/{KEY}/3?present=1")
    page.keyboard.press("q")
    page.get_by_label("An own question in one line").fill("How are you? well; fine")
    page.keyboard.press("Enter")
    see(page, "open")
    laptop = laptop_of(school, page)
    laptop.move("over")
    laptop.post("position", address=f"/lessons/average-precision/{KEY}/3?present=1", title="AP")
    laptop.post("pace", **{"from": "2", "to": "6"})
    expect(page.locator(".paces .done")).to_be_visible()
    looks_well(page)
    assert_accessible(page)
    page.keyboard.press("PageDown")
    expect(page.locator("#room-round")).to_have_count(0)
    page.keyboard.press("PageUp")
    expect(page.locator(".paces .done")).to_be_visible()
