"""Free pace in browsers: two phones at their own questions, and their progress on the remote and the laptop."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, Page, expect

from tests import classroom
from tests.browser.accessibility import assert_accessible
from tests.serving import running
from tests.web.classroom.phone.lecture import CHOICE, FOUND, NUMBER, Lecture, body_of, judging_step
from web.classroom.access.controller_key import COOKIE
from web.classroom.judging.judging_bodies import judging_body_of_step
from web.classroom.rounds.paced_round import paced_body
from web.store import store

PHONE = {"width": 360, "height": 640}
Contexts = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Lecture, str]]:
    """A lecture, and the address of its server."""
    app = classroom.made(Path(tmp_path_factory.mktemp("pace")))
    app.testing = False
    with running(app) as address:
        yield Lecture(app), address
    classroom.closed(app)


def phone(new_context: Contexts, school: tuple[Lecture, str]) -> Page:
    """A phone that has joined."""
    page = new_context(viewport=PHONE).new_page()
    page.goto(f"{school[1]}/j/{school[0].code}")
    return page


def test_two_phones_work_at_their_own_pace_and_the_lecturer_sees_how_far_they_are(
    new_context: Contexts, school: tuple[Lecture, str]
) -> None:
    lecture, address = school
    asked = [{**json.loads(body_of(x)), "step": step} for x, step in ((NUMBER, 4), (CHOICE, 5))]
    fast, slow = phone(new_context, school), phone(new_context, school)
    expect(slow.get_by_role("heading", name="You are in")).to_be_visible()
    with lecture.app.app_context():
        store().rooms.ask(lecture.room, json.dumps(paced_body("average-precision", "K7M2PX", (4, 5), "", asked)))
    fast.get_by_label("AP", exact=True).fill("0.58")
    fast.get_by_role("button", name="Send").click()
    expect(fast.get_by_text("You divided by the 5")).to_be_visible()
    assert_accessible(fast)
    with fast.expect_response(lambda answer: "/now?place=0" in answer.url and answer.status == 304):
        pass  # news leave the result where it is
    following = fast.get_by_role("button", name="Next question")
    expect(following).to_be_in_viewport(ratio=1)
    following.focus()
    fast.keyboard.press("Enter")
    expect(fast.get_by_text("Question 2 of 2")).to_be_visible()
    expect(slow.get_by_text("Question 1 of 2")).to_be_visible()
    fast.get_by_role("radio", name=FOUND).check()
    fast.get_by_role("button", name="Send").click()
    expect(fast.get_by_text("That was the last question.")).to_be_visible()
    expect(fast.get_by_text("WHY-FOUND")).to_be_visible()
    controller = new_context()
    controller.add_cookies([{"name": COOKIE, "value": lecture.opened.owner, "url": f"{address}/classroom"}])
    pages = {path: controller.new_page() for path in ("/classroom/remote", "/classroom")}
    for path, page in pages.items():
        page.goto(address + path)
        expect(page.locator(".matrix tbody tr").nth(0).locator(".m-wrong")).to_have_count(2)
        expect(page.locator(".matrix tbody tr").nth(1).locator(".m-open")).to_have_count(2)
    slow.get_by_label("AP", exact=True).fill("0.29")
    slow.get_by_role("button", name="Send").click()
    for page in pages.values():
        expect(page.locator(".matrix tbody tr").nth(1).locator(".m-correct")).to_have_count(1)


def test_a_phone_that_joins_while_the_class_judges_has_its_documents_at_once(
    new_context: Contexts, school: tuple[Lecture, str]
) -> None:
    """The first request follows the page without a delay: no timer runs in this browser."""
    lecture, address = school
    with lecture.app.test_request_context():
        store().rooms.ask(lecture.room, json.dumps(judging_body_of_step(*judging_step())))
    page = new_context(viewport=PHONE).new_page()
    page.clock.install()
    page.clock.pause_at("2030-01-01T00:00:00")
    page.goto(f"{address}/j/{lecture.code}")
    expect(page.get_by_text("1 of 3")).to_be_visible()
