"""The classroom over a presenter view: one key asks, a remote's keys lead through the round, and the view is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from flask import Flask
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests import classroom
from tests.browser.accessibility import assert_accessible
from tests.serving import running
from tests.web.classroom.lecturer_laptop import Laptop, made
from tests.web.lessons.test_lessons import KEY
from web.classroom.access.controller_key import COOKIE
from web.classroom.rounds.round_question import round_question
from web.store import store

VIEW = "/lab?labels=101003000200003&unretrieved=32211&show=AP&view=projector"
LINE = "AP divides this sum by what? 5, the relevant documents found; *10, all relevant documents; 15, all retrieved"
SCREENS: list[ViewportSize] = [
    {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}, {"width": 1024, "height": 768},
]  # fmt: skip
#: Text over the view that is smaller than 1.6 % of the window's height; what lies outside of the window; and what the
#: styles of the view under it hide.
LOOK = """() => {
  const shown = [...document.querySelectorAll("#room-round *, #room-chip *")].filter((e) => e.checkVisibility());
  const texts = shown.filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  const isSmall = (e) => {
    const svg = e.closest("svg");
    const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    const size = parseFloat(getComputedStyle(e).fontSize) * scale;
    return e.closest(".vh, math") === null && size < 0.016 * innerHeight - 0.1;
  };
  const isOut = (e) => {
    if (e.closest(".vh")) return false;
    const { left, right, top, bottom } = e.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  };
  const name = (e) => `${e.className.baseVal ?? e.className}: ${e.textContent.trim().slice(0, 30)}`;
  const all = [...document.querySelectorAll("#room-round *, #room-chip .join-at")];
  const isGone = (e) => !e.checkVisibility() && e.textContent.trim() && !e.closest("[popover], .vh");
  const found = { gone: all.filter(isGone), small: texts.filter(isSmall), out: texts.filter(isOut) };
  return Object.fromEntries(Object.entries(found).map(([what, elements]) => [what, elements.map(name)]));
}"""
NOTHING: dict[str, list[str]] = {"gone": [], "small": [], "out": []}
PLACES = "() => [...document.querySelectorAll('#round-rows .letter')].map((e) => e.getBoundingClientRect().top)"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, str]]:
    app = made(tmp_path_factory.mktemp("overlay"))
    app.testing = False
    with running(app, threads=4) as address:
        yield app, address
    classroom.closed(app)


@pytest.fixture
def projector(school: tuple[Flask, str], new_context: Callable[..., BrowserContext]) -> Page:
    """A lab in the projector view."""
    page = new_context(viewport=SCREENS[0]).new_page()
    page.goto(f"{school[1]}{VIEW}")
    expect(page.locator("#corner-ask")).to_be_visible()
    return page


def laptop_of(school: tuple[Flask, str], page: Page) -> Laptop:
    """The room of the page, for what phones and the remote do."""
    laptop = Laptop(school[0])
    (token,) = (x["value"] for x in page.context.cookies(f"{school[1]}/classroom") if x["name"] == COOKIE)
    laptop.client.set_cookie(COOKIE, token, path="/classroom")
    return laptop


def ask_line(page: Page, line: str = LINE) -> None:
    page.keyboard.press("q")
    page.get_by_label("An own question in one line").fill(line)
    page.keyboard.press("Enter")
    expect(page.locator("#room-round.is-open")).to_be_visible()


def laptop_part(laptop: Laptop) -> str:
    """The part of the question in force."""
    with laptop.app.test_request_context("/"):
        found = store().rooms.round(laptop.room, laptop.room.round)
        question = round_question(found.body) if found else None
    assert question
    return question.last.id


def see(page: Page, stage: str) -> None:
    expect(page.locator(f"#room-round.is-{stage}")).to_be_visible()


@pytest.mark.own_page
def test_a_question_goes_through_its_stages_and_the_view_is_kept(school: tuple[Flask, str], projector: Page) -> None:
    page, press = projector, projector.keyboard.press
    ask_line(page)
    laptop = laptop_of(school, page)
    five, ten = "5, the relevant documents found", "10, all relevant documents"
    places = page.evaluate(PLACES)
    part = laptop_part(laptop)
    laptop.sent({f"p{i}": {part: five} for i in range(6)} | {f"q{i}": {part: ten} for i in range(2)})
    expect(page.locator("#round-foot .count b")).to_have_text("8")
    for size in SCREENS:
        page.set_viewport_size(size)
        assert page.evaluate(LOOK) == NOTHING, size
    page.set_viewport_size(SCREENS[0])
    for stage in ("closed", "votes"):
        press("PageDown")
        see(page, stage)
        assert page.evaluate(PLACES) == places, stage
    expect(page.locator("#round-rows .n").first).to_have_text("6")
    assert_accessible(page)
    press("PageUp")
    see(page, "closed")
    press("d")
    see(page, "discuss")
    expect(page.locator("#round-timer")).to_have_text(re.compile(r"^(2:00|1:5\d)$"))
    press("PageDown")
    see(page, "open")
    laptop.sent({f"p{i}": {part: ten} for i in range(5)} | {"p5": {part: five}}, vote=2)
    press("PageDown")
    see(page, "closed")
    press("PageDown")
    see(page, "votes")
    expect(page.locator("#round-foot .told")).to_have_text("5 went from A to B.")
    assert page.evaluate(PLACES) == places
    for size in SCREENS:
        page.set_viewport_size(size)
        assert page.evaluate(LOOK) == NOTHING, size
    page.set_viewport_size(SCREENS[0])
    press("PageDown")
    see(page, "answer")
    expect(page.locator("#round-rows .ok")).to_contain_text(ten)
    assert_accessible(page)
    press("PageDown")
    expect(page.locator("#room-round")).to_have_count(0)
    assert page.url == f"{school[1]}{VIEW}"
    press("PageUp")
    see(page, "answer")
    press("PageDown")
    expect(page.locator("#room-round")).to_have_count(0)
    press("PageDown")  # now the view itself is stepped
    expect(page.locator(".work.stepping")).to_be_visible()


@pytest.mark.own_page
def test_one_key_opens_a_room_and_shows_its_code_before_anything_is_asked(projector: Page) -> None:
    projector.keyboard.press("c")
    expect(projector.locator("#room-join .code")).to_be_visible()
    expect(projector.locator("#room-join .code")).to_have_text(projector.locator("#room-chip b").inner_text())
    expect(projector.locator("#corner-offers")).to_be_hidden()
    projector.keyboard.press("c")
    expect(projector.locator("#room-join")).to_be_hidden()
    projector.keyboard.press("q")
    expect(projector.locator("#offers button").first).to_be_focused()
    expect(projector.locator("#open-room")).to_have_count(0)


@pytest.mark.own_page
def test_the_answer_about_a_covered_cell_uncovers_it_and_a_step_back_covers_it_again(
    school: tuple[Flask, str], new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(viewport=SCREENS[0]).new_page()
    page.goto(f"{school[1]}{VIEW}&cover=AP.6")
    cell, press = page.locator("#rank-6 td").last, page.keyboard.press
    value = "0.217"
    expect(cell).not_to_contain_text(value)
    press("q")
    expect(page.locator("#offers button").first).to_contain_text("AP")
    press("1")
    see(page, "open")
    for stage in ("closed", "votes", "answer"):
        press("PageDown")
        see(page, stage)
    expect(cell).to_contain_text(value)
    press("PageUp")
    see(page, "votes")
    expect(cell).not_to_contain_text(value)
    press("PageDown")
    see(page, "answer")
    press("PageDown")
    expect(page.locator("#room-round")).to_have_count(0)
    expect(cell).to_contain_text(value)


@pytest.mark.own_page
def test_a_number_with_its_causes_and_the_wrong_calculation(school: tuple[Flask, str], projector: Page) -> None:
    page, press = projector, projector.keyboard.press
    press("q")
    expect(page.locator("#offers button").first).to_be_focused()
    assert_accessible(page)
    press("1")
    see(page, "open")
    laptop = laptop_of(school, page)
    laptop.sent({f"p{i}": {"score": text} for i, text in enumerate(["0.58", "0.58", "0.290", "0.193"])})
    for stage in ("closed", "votes"):
        press("PageDown")
        see(page, stage)
    expect(page.locator("#round-dots circle")).to_have_count(4)
    press("PageDown")
    see(page, "answer")
    expect(page.locator(".pairs .diff").first).to_have_text("5")
    page.get_by_role("button", name="Show").last.click()
    expect(page.locator(".pairs .diff").first).to_have_text("15")
    assert page.evaluate(LOOK) == NOTHING


@pytest.mark.own_page
def test_the_remote_moves_the_screen_once_and_hears_where_it_is(school: tuple[Flask, str], projector: Page) -> None:
    page = projector
    ask_line(page)
    laptop = laptop_of(school, page)
    laptop.post("command", what="next")
    see(page, "closed")
    for what in ("next", "next"):
        laptop.post("command", what=what)
    see(page, "answer")
    laptop.move("forward")
    expect(page.locator("#room-round")).to_have_count(0)
    laptop.post("command", what="code")
    expect(page.locator("#room-join")).to_be_visible()
    laptop.post("command", what="black")
    expect(page.locator("html.black")).to_have_count(1)
    page.goto(f"{school[1]}/lessons/average-precision/{KEY}/1?present=1")
    expect(page.locator("#room-chip")).to_be_visible()
    expect(page.locator("html.black")).to_have_count(0)  # old commands are not done again
    page.wait_for_timeout(1500)
    assert f"/lessons/average-precision/{KEY}/1?present=1" in laptop.room.position


@pytest.mark.own_page
@pytest.mark.allow_console("ERR_INTERNET_DISCONNECTED")
def test_without_network_the_corner_says_so_and_the_step_is_taken_once(
    school: tuple[Flask, str], projector: Page
) -> None:
    page = projector
    ask_line(page)
    laptop = laptop_of(school, page)
    page.context.set_offline(True)
    for _ in range(3):
        page.keyboard.press("PageDown")
    expect(page.locator("#room-chip .offline")).to_be_visible(timeout=10_000)
    page.context.set_offline(False)
    see(page, "closed")
    expect(page.locator("#room-chip .offline")).to_be_hidden()
    assert laptop.room.stage == "closed"


@pytest.mark.own_page
def test_another_laptop_shows_the_round_in_force(
    school: tuple[Flask, str], projector: Page, new_context: Callable[..., BrowserContext]
) -> None:
    ask_line(projector)
    projector.keyboard.press("PageDown")
    see(projector, "closed")
    expect(projector.locator("#corner:not(.is-sending)")).to_have_count(1)
    projector.wait_for_timeout(1500)
    second = new_context(viewport=SCREENS[1], color_scheme="dark")
    second.add_cookies([x for x in projector.context.cookies(f"{school[1]}/classroom") if x["name"] == COOKIE])  # type: ignore[misc]
    projector.context.close()
    page = second.new_page()
    page.goto(f"{school[1]}/classroom/screen")
    assert page.url == f"{school[1]}{VIEW}"
    see(page, "closed")
    page.keyboard.press("PageDown")
    see(page, "votes")
    page.goto(f"{school[1]}/classroom/screen?alone=1")
    see(page, "votes")


#: What a view's own bar has below the corner, or in a second line.
COVERED = """() => {
  const corner = document.querySelector("#corner .at-corner").getBoundingClientRect();
  const bars = [...document.querySelectorAll(".site, .toolbar")].filter((bar) => bar.checkVisibility());
  const tools = bars.flatMap((bar) => [...bar.querySelectorAll("a, button, summary")]);
  const seen = tools.filter((tool) => tool.checkVisibility() && !tool.closest("[popover], #corner, .menu"));
  const lies = (e) => {
    const { left, right, top, bottom } = e.getBoundingClientRect();
    const isBeside = right <= corner.left + 1 || left >= corner.right;
    return (!isBeside && bottom > corner.top + 1 && top < corner.bottom) || left < -1;
  };
  return seen.filter(lies).map((e) => e.textContent.trim());
}"""


@pytest.mark.own_page
@pytest.mark.parametrize(
    "view",
    [
        "lab?labels=101003000200003&show=AP&view=projector",
        f"lessons/average-precision/{KEY}/3?present=1",
        "switchboard?labels=101003000200003&view=projector",
        "compare?collection=harbour&run=pieces&run=words&view=projector",
    ],
)
def test_the_corner_covers_no_tool_of_a_view(
    school: tuple[Flask, str], new_context: Callable[..., BrowserContext], view: str
) -> None:
    page = new_context(viewport=SCREENS[0]).new_page()
    page.goto(f"{school[1]}/{view}")
    page.keyboard.press("q")
    page.get_by_label("An own question in one line").fill("Which? a; b")
    page.keyboard.press("Enter")
    see(page, "open")
    laptop_of(school, page).move("over")
    expect(page.locator("#room-round")).to_have_count(0)
    for size in SCREENS:
        page.set_viewport_size(size)
        page.wait_for_timeout(100)
        assert page.evaluate(COVERED) == [], size
