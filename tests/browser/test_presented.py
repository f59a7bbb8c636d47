"""One behaviour in all presenter views: the classroom's corner and its keys, and what a view says that it shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import classroom
from tests.browser.test_projector_views import AP, LIST, PRESENTED, place
from tests.serving import running
from tests.tiers import sampled
from web.playlist.playlist import Item, Playlist
from web.playlist.playlist_code import write_code

PLAYLIST = Playlist(
    "Mixed",
    (
        Item("labels=101&show=P&step=1", "First", note="Ask for the second.", minutes=4, steps=True),
        Item(f"{AP}/1", "A step", minutes=2),
        Item("labels=10&show=P", "Last"),
    ),
)
CODE = write_code(PLAYLIST)
VIEWS = {**PRESENTED, "item": f"/lab?{PLAYLIST.items[0].query}&view=projector#playlist={CODE}&item=1"}
#: The classroom's letters.
LETTERS = "qcdps"
KEEP = "window.said = []; document.addEventListener('ireval:presented', ({ detail }) => window.said.push(detail))"
#: The letters in each list of keys of the page.
LISTED = """() => [...document.querySelectorAll('#keys, #presenting-keys')].map((list) =>
  [...list.querySelectorAll('dt kbd')].map((key) => key.textContent).filter((key) => key.length === 1))"""


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = classroom.made(tmp_path_factory.mktemp("presented"))
    app.testing = False
    with running(app, threads=4) as address:
        yield address
    classroom.closed(app)


@pytest.fixture(scope="module")
def room(browser: Browser, school: str) -> Any:
    """The cookies of a browser that has opened a room."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{school}/classroom")
    page.get_by_role("button", name="Open a room").click()
    expect(page.get_by_role("button", name="End the lecture")).to_be_visible()
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def hall(new_context: Callable[..., BrowserContext], room: Any) -> Page:
    """A projector whose browser has a room."""
    page = new_context(viewport={"width": 1280, "height": 720}, storage_state=room).new_page()
    page.add_init_script(KEEP)
    return page


def seen(page: Page) -> str:
    """What the first table shows, or all of a page without tables."""
    text: str = page.evaluate("(document.querySelector('main table') ?? document.querySelector('main')).innerText")
    return text


def said(page: Page) -> list[dict[str, Any]]:
    """What the view has said that it shows, as soon as it has said something."""
    found: list[dict[str, Any]] = []
    for _ in range(300):
        found = page.evaluate("said")
        if found and page.url.endswith(found[-1]["address"]):
            break
        page.wait_for_timeout(50)
    return found


@pytest.mark.parametrize("name", sampled(VIEWS, 4))
def test_every_presenter_view_has_the_corner_and_a_letter_means_one_thing(hall: Page, school: str, name: str) -> None:
    """It looks at pages of all kinds with a room, which takes seconds: nobody else sees all of them with one."""
    hall.goto(f"{school}{VIEWS[name]}")
    chip, corner, paused = (hall.locator(at) for at in ("#room-chip", "#corner", "#room-paused"))
    expect(chip).to_be_visible()
    lists = hall.evaluate(LISTED)
    assert lists
    for listed in lists:
        assert [key for key, times in Counter(listed).items() if times > 1] == []
        assert set(LETTERS) | {"b", "?"} <= set(listed)
    assert said(hall)
    address, view = hall.url, seen(hall)
    hall.keyboard.press("c")
    expect(corner).to_have_class(re.compile("shows-code"))
    hall.keyboard.press("c")
    expect(corner).not_to_have_class(re.compile("shows-code"))
    hall.keyboard.press("p")
    expect(paused).to_be_visible()
    expect(corner).not_to_have_class(re.compile("is-sending"))
    hall.keyboard.press("p")
    expect(paused).to_have_count(0)
    expect(corner).not_to_have_class(re.compile("is-sending"))
    hall.keyboard.press("s")
    expect(hall.locator("#corner-said")).to_have_text("A snapshot was kept.")
    hall.keyboard.press("d")
    hall.keyboard.press("q")
    expect(hall.get_by_label("An own question in one line")).to_be_visible()
    hall.keyboard.press("Escape")
    assert hall.url == address
    assert seen(hall) == view, "a letter of the classroom has changed the view"
    last = said(hall)[-1]
    assert hall.url == f"{school}{last['address']}"
    assert last["title"].strip()


@pytest.mark.parametrize("name", sampled({key: PRESENTED[key] for key in ("lab with a step", "comparison")}, 1))
def test_without_a_room_the_letters_of_one_do_nothing_else(page: Page, name: str) -> None:
    page.goto(PRESENTED[name])
    expect(page.locator("#corner-ask")).to_be_visible()
    view = seen(page)
    for letter in LETTERS.replace("q", ""):
        page.keyboard.press(letter)
    assert page.url.endswith(PRESENTED[name])
    assert seen(page) == view


def test_a_playlist_says_its_items_with_notes_and_each_row_once(hall: Page, school: str) -> None:
    hall.set_viewport_size({"width": 1280, "height": 2600})
    hall.goto(f"{school}{VIEWS['item']}")
    first = {"title": "First", "item": 1, "of": 3, "minutes": 4, "notes": "Ask for the second.", "following": "A step"}
    assert said(hall)
    for row in (2, 3):
        hall.keyboard.press("PageDown")
        expect(hall.locator("tr.now")).to_have_attribute("id", f"rank-{row}")
    expect(hall).to_have_url(re.compile("step=3"))
    found = said(hall)
    assert all(first.items() <= one.items() for one in found)
    addresses = [one["address"] for one in found]
    assert len(addresses) == len(set(addresses)) == 3
    assert all(address.endswith(f"#playlist={CODE}&item=1") for address in addresses)
    hall.keyboard.press("PageDown")
    expect(hall).to_have_url(re.compile(r"/lessons/.*#playlist=.*&item=2$"))
    (step,) = said(hall)
    assert step | {"address": ""} == {
        "address": "", "title": "A step", "item": 2, "of": 3, "minutes": 2, "notes": "", "following": "Last",
        "question": "",
    }  # fmt: skip
    assert hall.url == f"{school}{step['address']}"


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 720), (1280, 2600), (1920, 1080)])
def test_the_bar_of_a_playlist_beside_a_code_is_one_line_and_its_view_no_higher_than_the_window(
    hall: Page, school: str, width: int, height: int
) -> None:
    """Else a key scrolls by that line, shows nothing new, and is lost."""
    hall.set_viewport_size({"width": width, "height": height})
    hall.goto(f"{school}{VIEWS['item']}")
    expect(hall.locator("#room-chip")).to_be_visible()
    expect(hall.locator("#presenting .place")).to_have_text("1 of 3")
    hall.locator("#room-chip").evaluate("chip => chip.firstElementChild.append('.example')")  # a longer address
    hall.wait_for_timeout(100)  # until the bar leaves it its room
    assert hall.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert hall.evaluate("document.querySelector('#presenting .called').clientWidth") > 40, "the title is legible"


def test_a_lesson_says_its_steps_and_pages_of_tables_their_parts(hall: Page, school: str) -> None:
    hall.goto(f"{school}{AP}/5?present=1")
    steps = hall.locator("#presenting-steps a").evaluate_all("all => all.map(a => a.textContent)")
    expected = {"address": f"{AP}/5?present=1", "item": 5, "of": len(steps), "minutes": 0, "notes": "", "question": ""}
    assert said(hall) == [expected | {"title": steps[4], "following": steps[5]}]
    hall.goto(f"{school}{PRESENTED['comparison']}")
    hall.get_by_role("button", name="Forward").click()
    found = said(hall)
    assert [one["item"] for one in found] == [1, 2]
    assert {(one["title"], one["of"]) for one in found} == {("Compare runs", place(hall)[1])}


def test_keys_of_the_view_rest_while_a_round_covers_it(hall: Page, school: str) -> None:
    hall.goto(f"{school}/lab?{LIST}&show=AP&view=projector")
    expect(hall.locator("#room-chip")).to_be_visible()
    hall.keyboard.press("q")
    hall.get_by_label("An own question in one line").fill("Which is larger? P@5; P@10")
    hall.keyboard.press("Enter")
    expect(hall.locator("#room-round.is-open")).to_be_visible()
    for key in ("j", "h", "w", "v", "?"):
        hall.keyboard.press(key)
    expect(hall.locator(".stop")).to_have_text("whole table")
    assert hall.url.endswith(f"{LIST}&show=AP&view=projector")
    for stage in ("closed", "votes", "answer"):
        hall.keyboard.press("PageDown")
        expect(hall.locator(f"#room-round.is-{stage}")).to_be_visible()
        expect(hall.locator("#corner")).not_to_have_class(re.compile("is-sending"))
    hall.keyboard.press("PageDown")
    expect(hall.locator("#room-round")).to_have_count(0)
    hall.keyboard.press("j")
    expect(hall.locator(".stop")).to_contain_text("rank 1 of")
