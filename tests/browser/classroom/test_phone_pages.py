"""Phones in a browser: a lecture as a student sees it, by keyboard, without network, and as axe sees it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests import classroom
from tests.browser.accessibility import assert_accessible
from tests.serving import running
from tests.web.classroom.phone.lecture import CHOICE, FOUND, NUMBER, TABLE, Lecture
from web.store.rooms.room_records import Stage

PHONE = {"width": 360, "height": 640}


@pytest.fixture(scope="module")
def lecture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Lecture, str]]:
    """A lecture, and the address of its server."""
    app = classroom.made(Path(tmp_path_factory.mktemp("phones")))
    app.testing = False
    with running(app) as address:
        yield Lecture(app), address
    classroom.closed(app)


def joined(page: Page, lecture: tuple[Lecture, str]) -> Lecture:
    """Join by the code as it is typed."""
    room, address = lecture
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{address}/j")
    expect(page.get_by_label("Code")).to_be_focused()
    page.keyboard.type(f"{room.code[:3].lower()} {room.code[3:].lower()}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"{room.code[:3]}-{room.code[3:]}")).to_be_visible()
    return room


def test_a_vote_by_keyboard_comes_goes_and_is_changed_without_a_reload(
    page: Page, lecture: tuple[Lecture, str]
) -> None:
    """Nothing is loaded again: the page shows by itself what is in force."""
    room = joined(page, lecture)
    page.evaluate("window.same = true")
    room.ask(CHOICE)
    expect(page.get_by_role("radio")).to_have_count(3)
    page.get_by_role("radio").first.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("radio", name=FOUND)).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Sent")).to_be_visible()
    expect(page.locator("#main")).to_be_focused()
    page.get_by_role("link", name="Change").click()
    expect(page.get_by_role("radio", name=FOUND)).to_be_checked()
    page.get_by_role("radio").last.check()
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#said")).to_have_text("Sent")
    assert [text for *_, text in room.answers()] == [CHOICE.options[2].text]
    room.pause()
    expect(page.get_by_role("heading", name="Look up")).to_be_visible()
    room.show(Stage.ANSWER)
    expect(page.get_by_text("WHY-RETRIEVED")).to_be_visible()
    assert page.evaluate("window.same") is True


def test_what_is_typed_and_where_the_focus_is_survive_news(page: Page, lecture: tuple[Lecture, str]) -> None:
    room = joined(page, lecture)
    room.ask(NUMBER)
    field = page.get_by_label("AP", exact=True)
    field.fill("0.5")
    before = field.bounding_box()
    with page.expect_response(lambda answer: answer.url.endswith("/now") and answer.status == 304):
        pass
    room.pause()
    expect(page.get_by_role("heading", name="Look up")).to_be_visible()
    expect(field).to_be_hidden()
    room.pause()
    expect(field).to_be_visible()
    expect(field).to_have_value("0.5")
    assert field.bounding_box() == before
    field.press("End")
    field.press_sequentially("8")
    field.press("Enter")
    expect(page.get_by_role("heading", name="Sent")).to_be_visible()
    room.show(Stage.ANSWER)
    expect(page.get_by_text("You divided by the 5")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    expect(page.get_by_role("link", name="Practise this later")).to_have_attribute("target", "_blank")


@pytest.mark.allow_console("Failed to load resource")
def test_without_network_what_was_tapped_is_sent_when_it_is_back_or_refused_as_late(
    page: Page, lecture: tuple[Lecture, str]
) -> None:
    room = joined(page, lecture)
    room.ask(CHOICE)
    page.get_by_role("radio", name=FOUND).check()
    page.context.set_offline(True)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#network")).to_have_text("No connection. Your answer is sent as soon as possible …")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Sent")).to_be_visible()
    expect(page.locator("#network")).to_be_hidden()
    page.get_by_role("link", name="Change").click()
    page.get_by_role("radio").last.check()
    page.context.set_offline(True)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#network")).to_be_visible()
    room.show(Stage.CLOSED)
    page.context.set_offline(False)
    expect(page.get_by_text("The question was closed before this arrived")).to_be_visible()
    assert [text for *_, text in room.answers()][-1:] == [FOUND]


def test_a_hidden_page_asks_nothing_and_asks_at_once_when_it_is_visible(
    page: Page, lecture: tuple[Lecture, str]
) -> None:
    joined(page, lecture)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    tell = "document.dispatchEvent(new Event('visibilitychange'))"
    with page.expect_response("**/now"):
        pass
    page.evaluate(hide % "true" + tell)
    asked.clear()
    page.wait_for_timeout(3500)  # more than two requests of a page that is visible are apart
    assert asked == []
    with page.expect_response("**/now"):
        page.evaluate(hide % "false" + tell)


def test_the_field_and_its_button_are_above_the_fold_and_axe_finds_nothing(
    page: Page, lecture: tuple[Lecture, str]
) -> None:
    room, address = lecture
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{address}/j")
    assert_accessible(page)
    for exercise, answer in ((CHOICE, "radio"), (NUMBER, "textbox"), (TABLE, "textbox")):
        room.ask(exercise)
        page.goto(f"{address}/j/{room.code}")
        for target in (page.get_by_role(answer).first, page.get_by_role("button", name="Send")):  # type: ignore[arg-type]
            expect(target).to_be_in_viewport(ratio=1)
        button = page.get_by_role("button", name="Send").bounding_box()
        assert button and button["height"] >= 44
        assert_accessible(page)
    room.show(Stage.ANSWER)
    page.reload()
    assert_accessible(page)
    room.pause()
    page.reload()
    assert_accessible(page)
