"""A presenter's keys without a network: what was fetched is shown, and for the rest a key says so and waits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlsplit

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, Page, expect

from tests import classroom
from tests.browser.accessibility import assert_accessible
from tests.serving import running
from tests.web.lessons.test_lessons import KEY
from web.playlist.playlist import Item, Playlist
from web.playlist.playlist_code import write_code

pytestmark = [pytest.mark.thorough, pytest.mark.allow_console("net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED")]

AP = f"/lessons/average-precision/{KEY}"
LABS = Playlist("Labs", tuple(Item(f"labels={'1' * i}0&show=P", f"List {i}", minutes=i) for i in range(1, 9)))
MIXED = Playlist(
    "Mixed",
    (
        Item("labels=101", "First"),
        Item(f"{AP}/3", "A step"),
        Item("labels=10", "Third"),
        Item(f"{AP}/2", "Another step"),
    ),
)


@pytest.fixture
def hall(new_context: Callable[..., BrowserContext]) -> Page:
    """A page in a context that knows no page of the app yet."""
    return new_context(viewport={"width": 1280, "height": 2600}).new_page()


def present(page: Page, server: str, playlist: Playlist) -> None:
    """Open the first item, and wait until the fourth and its files have come, which is fetched last."""
    query = playlist.items[0].query
    fetched: list[str] = []
    page.on("requestfinished", lambda request: fetched.append(request.url))
    page.goto(f"{server}/lab?{query}&view=projector#playlist={write_code(playlist)}&item=1")
    expect(page.locator("#presenting .place")).to_have_text(f"1 of {len(playlist.items)}")
    wait_for(page, fetched, playlist.items[3].query.split("&")[0])


def wait_for(page: Page, fetched: list[str], part: str) -> None:
    for _ in range(300):
        if any(part in url for url in fetched):
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(200)  # for its files


@contextmanager
def offline(page: Page) -> Iterator[None]:
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


def expect_shown(page: Page, place: int, playlist: Playlist = LABS) -> None:
    """Bar, address and list are those of one item."""
    item = playlist.items[place - 1]
    expect(page.locator("#presenting .called")).to_have_text(item.title)
    expect(page.locator("#presenting .place")).to_have_text(f"{place} of {len(playlist.items)}")
    expect(page).to_have_url(re.compile(f"&item={place}$"))
    labels = dict(parse_qsl(item.query))["labels"]
    assert dict(parse_qsl(urlsplit(page.url).query))["labels"] == labels
    expect(page.locator("#steps tbody tr[id]")).to_have_count(len(labels))


def test_three_items_ahead_and_the_one_before_need_no_network(hall: Page, server: str) -> None:
    present(hall, server, LABS)
    with offline(hall):
        for key, place in [*(("PageDown", i) for i in (2, 3, 4)), *(("PageUp", i) for i in (3, 2, 1))]:
            hall.keyboard.press(key)
            expect_shown(hall, place)


def test_a_key_waits_for_the_network_and_the_bar_shows_what_is_on_the_screen(hall: Page, server: str) -> None:
    present(hall, server, LABS)
    bar, wait, said = (hall.locator(f"#presenting{part}") for part in ("", " .wait", "-said"))
    with offline(hall):
        hall.locator("#presenting .place").click()
        hall.get_by_role("button", name="List 7").click()  # nobody expected this one
        expect(wait).to_have_text("No network. Waiting …")
        expect(said).to_have_text("No network. Waiting …")
        expect(wait).to_be_visible()
        expect_shown(hall, 1)
        expect(hall.locator("#presenting .clock")).to_have_text(re.compile(r"^(1:00|0:\d\d)$"))
        for _ in range(4):
            hall.keyboard.press("PageDown")  # they do not pile up
        assert_accessible(hall, "#presenting")
        expect_shown(hall, 1)
    expect_shown(hall, 7)
    expect(wait).to_be_empty()
    expect(bar).to_have_attribute("aria-busy", "false")
    expect(said).to_have_text("Item 7 of 8: List 7")
    hall.keyboard.press("PageDown")
    expect_shown(hall, 8)


def test_the_key_back_gives_up_waiting(hall: Page, server: str) -> None:
    present(hall, server, LABS)
    with offline(hall):
        hall.locator("#presenting .place").click()
        hall.get_by_role("button", name="List 7").click()
        expect(hall.locator("#presenting .wait")).to_have_text("No network. Waiting …")
        hall.keyboard.press("PageUp")
        expect(hall.locator("#presenting .wait")).to_be_empty()
        hall.keyboard.press("PageDown")
        expect_shown(hall, 2)
    hall.wait_for_timeout(2500)  # what was given up does not come after all
    expect_shown(hall, 2)


def test_pages_of_their_own_are_there_before_they_are_opened(hall: Page, server: str) -> None:
    present(hall, server, MIXED)
    step = hall.locator("#presenting-step .called")
    with offline(hall):
        hall.keyboard.press("PageDown")
        expect(step).to_have_text("Item 2 of 4: A step")
        expect(hall.locator("#figure, main .prose").first).to_be_visible()
        first = hall.url
        for _ in range(9):  # its rows, what is folded, what is below the window
            if hall.locator("#presenting-step").count():
                hall.keyboard.press("PageDown")
                hall.wait_for_timeout(100)
        expect_shown(hall, 3, MIXED)
        hall.keyboard.press("PageUp")
        expect(step).to_have_text("Item 2 of 4: A step")
        assert hall.url == first, "the same numbers"


def test_a_lesson_goes_on_without_a_network_and_waits_where_it_has_nothing(hall: Page, server: str) -> None:
    fetched: list[str] = []
    hall.on("requestfinished", lambda request: fetched.append(request.url))
    hall.goto(f"{server}{AP}/1?present=1")
    wait_for(hall, fetched, f"{AP}/4?present=1")
    heading, wait = hall.get_by_role("heading", level=1), hall.locator("#presenting-step .wait")
    with offline(hall):
        while hall.locator(".place").inner_text().split()[0] == "1":
            hall.keyboard.press("PageDown")
            hall.wait_for_timeout(100)
        expect(hall).to_have_url(f"{server}{AP}/2?present=1")
        expect(hall.locator("#figure")).to_be_visible()
        title = heading.inner_text()
        for link in ("End", "Average precision at a cutoff"):
            if link != "End":
                hall.locator("#presenting-step .place").click()
            hall.get_by_role("link", name=link, exact=True).click()
            expect(wait).to_have_text("No network. Waiting …")
            expect(heading).to_have_text(title)
    expect(hall).to_have_url(f"{server}{AP}/7?present=1")


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = classroom.made(tmp_path_factory.mktemp("away"))
    app.testing = False
    with running(app, threads=4) as address:
        yield address
    classroom.closed(app)


def test_what_was_fetched_before_a_room_was_opened_is_shown_without_a_network(hall: Page, school: str) -> None:
    """The room's cookies come after the pages. It protects a lecture whose network fails after the first question."""
    present(hall, school, MIXED)
    hall.keyboard.press("q")
    hall.get_by_label("An own question in one line").fill("Which is larger? P@5; P@10")
    hall.keyboard.press("Enter")
    expect(hall.locator("#room-round.is-open")).to_be_visible()
    for stage in ("closed", "votes", "answer"):
        hall.keyboard.press("PageDown")
        expect(hall.locator(f"#room-round.is-{stage}")).to_be_visible()
        expect(hall.locator("#corner")).not_to_have_class(re.compile("is-sending"))
    hall.keyboard.press("PageDown")
    expect(hall.locator("#room-round")).to_have_count(0)
    assert {cookie["name"] for cookie in hall.context.cookies(f"{school}/classroom")} == {"ireval", "ireval-room"}
    with offline(hall):
        hall.keyboard.press("PageDown")
        expect(hall.locator("#presenting-step .called")).to_have_text("Item 2 of 4: A step")
        expect(hall.locator("#figure, main .prose").first).to_be_visible()
        for _ in range(9):
            if hall.locator("#presenting-step").count():
                hall.keyboard.press("PageDown")
                hall.wait_for_timeout(100)
        expect_shown(hall, 3, MIXED)


def test_presented_pages_are_kept_for_minutes_and_others_are_not(page: Page, server: str) -> None:
    def kept(path: str) -> str | None:
        headers = page.request.get(f"{server}{path}").headers
        assert "max-age=600" not in headers.get("cache-control", "") or (
            "cookie" not in headers["vary"].lower() and "set-cookie" not in headers
        ), f"{path} depends on a cookie"
        return headers.get("cache-control")

    assert kept(f"{AP}/1?present=1") == kept("/lab?labels=101&view=projector") == "private, max-age=600"
    for path in ("/switchboard?labels=101", "/experiments/diversity?k=5", "/compare/pairing?k=5"):
        assert kept(f"{path}&view=projector") == "private, max-age=600", path
        assert kept(path) is None
    for path in ("/experiments/tests?view=projector", "/sheets/new?view=projector"):
        assert kept(path) != "private, max-age=600", f"{path} has a form with a token"
    assert kept(f"{AP}/1") is kept("/lab?labels=101") is None
    assert kept("/sheets/new?present=1") != "private, max-age=600"
