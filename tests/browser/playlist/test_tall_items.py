"""Items that are taller than the window are scrolled before a remote leads on, and what differs at arrival is no
change.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.labpage import Lab
from web.playlist.playlist import Item, Playlist
from web.playlist.playlist_code import write_code

pytestmark = pytest.mark.thorough

TALL = "labels=11010000100111101010&title=System%201&labels2=10110001100111101000&title2=System%202"
PLAYLIST = Playlist(
    "Tall",
    (Item("labels=100&show=P&chart=pr", "Short"), Item(TALL, "Tall"), Item("labels=10100&show=P&chart=pr", "End")),
)
SEEN = "[scrollY, scrollY + innerHeight, document.documentElement.scrollHeight]"


def present(lab: Lab, place: int) -> Page:
    query = PLAYLIST.items[place - 1].query
    page = lab.open(f"/lab?{query}&view=projector#playlist={write_code(PLAYLIST)}&item={place}")
    expect(page.locator("#presenting .place")).to_have_text(f"{place} of 3")
    return page


def scrolled(page: Page, key: str, place: int) -> list[tuple[float, float, float]]:
    """What is seen of an item, until the key leads to another one."""
    found = []
    for _ in range(20):
        found.append(tuple(page.evaluate(SEEN)))
        page.keyboard.press(key)
        expect(page.locator("#presenting")).to_have_attribute("aria-busy", "false")
        if page.locator("#presenting .place").inner_text() != f"{place} of 3":
            return found
    raise AssertionError("it never leads on")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_a_tall_item_is_scrolled_to_its_end_and_back_to_its_beginning(lab: Lab, size: tuple[int, int]) -> None:
    lab.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = present(lab, 2)
    expect(page.locator("#beside")).to_be_attached()
    down = scrolled(page, "PageDown", 2)
    assert down[0][0] == 0 and down[-1][1] >= down[-1][2] - 8, "from its beginning to its end"
    assert all(later[0] <= earlier[1] + 48 for earlier, later in pairwise(down)), "nothing is skipped"
    assert len(set(down)) > 1
    page.keyboard.press("PageUp")
    expect(page.locator("#presenting .place")).to_have_text("2 of 3")
    up = scrolled(page, "PageUp", 2)
    assert up[0][1] >= up[0][2] - 8 and up[-1][0] == 0, "it is entered at its end"


def test_the_lab_without_a_playlist_is_scrolled_too(lab: Lab) -> None:
    page = lab.open(f"/lab?{TALL}&view=projector&step=20")
    expect(page.locator("#beside")).to_be_attached()
    for _ in range(8):
        page.keyboard.press("PageDown")
    start, end, height = page.evaluate(SEEN)
    assert start > 0 and end >= height - 8
    expect(page.locator("tr.now")).to_have_attribute("id", "rank-20")


def test_arriving_at_an_item_is_no_change_of_a_label(lab: Lab) -> None:
    page = present(lab, 3)
    values = page.locator("#change .values")
    lab.radio(2, "1").click(force=True)
    expect(values).to_contain_text("P 0.400 → 0.600")
    expect(page.locator("#chart svg.ghost path")).not_to_have_attribute("d", "")
    page.locator("#presenting .place").click()
    page.get_by_role("button", name="Short", exact=True).click()
    expect(page.locator("#presenting .called")).to_have_text("Short")
    for travel in (lambda: None, page.go_back, page.go_forward):
        travel()
        expect(values).to_be_empty()
        expect(page.locator("[data-change]")).to_have_count(0)
        expect(page.locator("#chart svg.ghost path")).to_have_attribute("d", "")
    expect(page.locator("#presenting .called")).to_have_text("Short")
    lab.radio(2, "1").click(force=True)
    expect(values).to_contain_text("P 0.333 → 0.667")
