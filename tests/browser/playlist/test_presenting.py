"""A playlist is held with a presenter's remote alone: row by row, and from item to item."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import Lab, Steered
from web.playlist.five_sources import five_sources
from web.playlist.playlist import Item, Playlist, projected_query
from web.playlist.playlist_code import FIVE_SOURCES, write_code

pytestmark = pytest.mark.thorough

SHORT = Playlist(
    "Short",
    (
        Item("labels=101", "Step by step", "Say <b>hello</b>", 1, True),
        Item("labels=10&show=P", "At once"),
        Item("labels=0110&step=2", "From the second row", steps=True),
    ),
)


def start(lab: Lab, playlist: Playlist, place: int = 1) -> Page:
    """Present a playlist from an item on."""
    query = playlist.items[place - 1].query
    page = lab.open(f"/lab?{query}&view=projector#playlist={write_code(playlist)}&item={place}")
    expect_item(page, place, len(playlist.items))
    return page


def expect_item(page: Page, place: int, count: int) -> None:
    expect(page.locator("#presenting .place")).to_have_text(f"{place} of {count}")
    expect(page).to_have_url(re.compile(f"#playlist=[\\w-]+&item={place}$"))


def expect_row(page: Page, row: int) -> None:
    """The table is shown up to this row."""
    expect(page.locator("tr.now")).to_have_attribute("id", f"rank-{row}")


def test_one_key_leads_through_rows_and_items_and_back(lab: Lab) -> None:
    page = start(lab, SHORT)
    press = page.keyboard.press
    while page.locator("tr.now").count() == 0:  # the table may begin without any row
        press("PageDown")
    for row in (1, 2, 3):
        expect_row(page, row)
        press("PageDown")
    expect_item(page, 2, 3)
    expect(lab.rows).to_have_count(2)
    expect(page.locator("tr.ahead")).to_have_count(0)
    lab.radio(1, "0").click(force=True)
    lab.expect_address_of_item("labels=00")
    press("PageDown")
    expect_item(page, 3, 3)
    expect_row(page, 2)
    press("PageDown")
    expect_row(page, 3)
    lab.radio(1, "1").click(force=True)
    lab.expect_address_of_item("labels=1110")
    press("PageDown")
    expect_row(page, 4)
    press("PageDown")
    expect(page.locator("#presenting-said")).to_have_text("This is the end of the playlist.")
    page.reload()
    expect_item(page, 3, 3)
    expect_row(page, 4)
    assert lab.labels == "1110", "what was changed stays until the item is left"
    while page.locator("#presenting .place").inner_text() == "3 of 3":
        press("PageUp")
    expect_item(page, 2, 3)
    expect(lab.rows).to_have_count(2)  # the list has come: keys do nothing while it is under way
    expect(lab.radio(1, "1")).to_be_checked()
    press("PageUp")
    expect_item(page, 1, 3)
    expect_row(page, 3)
    page.go_back()
    expect_item(page, 2, 3)
    expect(page.locator("#presenting .called")).to_have_text("At once")


@pytest.mark.own_page
def test_title_and_time_are_in_the_bar_the_note_is_not_and_the_list_leads_anywhere(lab: Lab) -> None:
    page = lab.page
    page.clock.install()
    start(lab, SHORT)
    clock, said = page.locator("#presenting .clock"), page.locator("#presenting-said")
    expect(page.locator("#presenting .called")).to_have_text("Step by step")
    page.clock.run_for(61_000)
    expect(clock).to_have_text(re.compile(r"^\+0:0[0-9]$"))
    expect(said).to_have_text("Time is up for this item.")
    page.keyboard.press("n")
    expect(page.get_by_text("Say <b>hello</b>")).to_have_count(0)  # the hall reads the screen, too
    page.locator("#presenting .place").click()
    page.get_by_role("button", name="From the second row").click()
    expect_item(page, 3, 3)
    expect(clock).to_be_hidden()
    expect(page.locator("#presenting-items")).to_be_hidden()
    assert_accessible(page, "#presenting")
    page.get_by_role("link", name="End").click()
    page.wait_for_url("**/playlist?items=*")


@pytest.mark.allow_console("status of 400")
def test_a_broken_link_says_so_and_the_lab_stays(lab: Lab) -> None:
    page = lab.open("/lab?labels=101&view=projector#playlist=1broken&item=2")
    expect(page.locator("#presenting")).to_contain_text("The playlist in this link cannot be read.")
    lab.radio(2, "1").click(force=True)
    lab.expect_address("labels=111")


# ---- The lecture of all five sources ---------------------------------------------------------------------------------

#: Presses a key, or a button of the bar, until the lecture is at its end. Returns the rows seen in each item, and the
#: items that were left in spite of something below the window, or above it on the way back, or cut off at the right.
#: Before every tenth step it clicks on a label.
PLAY = """
async ([by, end, touch]) => {
    const place = document.querySelector("#presenting .place");
    const button = document.querySelector(`#presenting [data-by="${by}"]`);
    const find = (rows) => [...document.querySelectorAll(rows)];
    const settled = async () => {
        const isBusy = () => document.querySelector("#lab.htmx-request, #presenting[aria-busy=true]");
        do await new Promise(done => setTimeout(done)); while (isBusy());
    };
    const seen = [], cut = [];
    const left = () => {
        const parts = find("main .scroll").filter(each => each.querySelector("table")?.checkVisibility());
        const higher = parts.map(each => by > 0
            ? Math.min(each.querySelector("table").offsetHeight, each.scrollHeight) - each.clientHeight - each.scrollTop
            : each.scrollTop);
        const wider = parts.map(each => each.querySelector("table").offsetWidth - each.clientWidth);
        const page = document.documentElement;
        return Math.max(by > 0 ? page.scrollHeight - innerHeight - scrollY : scrollY, ...higher, ...wider);
    };
    for (let step = 1; step < 1000; step++) {
        if (place.textContent !== seen.at(-1)?.[0]) seen.push([place.textContent, []]);
        const table = document.querySelector("#levels") ? "#levels" : "#steps";
        const ahead = find(`${table} tbody > tr.ahead`).length;
        const shown = find(`${table} tbody > tr[id]`).length - ahead;
        if (shown !== seen.at(-1)[1].at(-1)) seen.at(-1)[1].push(shown); // else the page was scrolled
        if (place.textContent === end && (by > 0 ? !ahead : shown <= 1)) return {seen, cut};
        const unseen = left();
        const [before] = seen.at(-1);
        if (step % 10 === 0) {
            document.querySelector('#rank-1 .seg label:has(:not(:checked)) input:not([value="x"])').click();
            await settled();
        }
        if (touch) button.click();
        else (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(
            "keydown", { key: by > 0 ? "PageDown" : "PageUp", bubbles: true, cancelable: true }));
        await settled();
        if (place.textContent !== before && unseen > 8) cut.push([before, unseen]);
    }
    return {seen, cut};
}
"""
ITEMS = five_sources().items
#: By touch, and backwards, so many items are presented, of all kinds: the button does what the key does. The way back
#: begins with an item that is shown at once.
TOUCHED, BACK = 4, 8


def assert_all_seen(seen: list[tuple[str, list[int]]]) -> None:
    """Every item came once and in order; those that are stepped through came row by row, and the others at once."""
    assert [place for place, _ in seen] == [f"{i} of {len(ITEMS)}" for i in range(1, len(seen) + 1)]
    for item, (place, rows) in zip(ITEMS, seen, strict=False):
        assert (len(rows) > 1) is item.steps, place
        assert rows == list(range(rows[0], rows[-1] + 1)), place
        assert not item.steps or rows[0] <= 1, place


@pytest.mark.parametrize(
    ("size", "by"), [((1280, 720), 1), ((1920, 1080), -1), ((360, 740), 1)], ids=["keys", "keys back", "touch"]
)
def test_the_lecture_of_all_five_sources_is_held_with_one_key(
    steered: tuple[str, Steered],
    new_context: Callable[..., BrowserContext],
    size: tuple[int, int],
    by: int,
) -> None:
    """A browser lets a page write 200 addresses in ten seconds, so each lecture has a page of its own."""
    touch = size[0] < 1000
    page = new_context(viewport={"width": size[0], "height": size[1]}, has_touch=touch).new_page()
    steered[1].stands_in = True
    last = len(ITEMS)
    place = 1 if by > 0 else BACK
    page.goto(f"{steered[0]}/lab?{projected_query(ITEMS[place - 1].query)}#playlist={FIVE_SOURCES}&item={place}")
    expect_item(page, place, last)
    if touch:
        forward = page.locator('#presenting [data-by="1"]')
        while page.locator("tr.now").count() == 0:  # the table may begin without any row
            forward.tap()
        forward.tap()
        expect_row(page, 2)
        box = forward.bounding_box()
        assert box and box["width"] >= 44 and box["height"] >= 44
        page.locator('#presenting [data-by="-1"]').tap()
        expect_row(page, 1)
        change, bar = (page.locator(name).bounding_box() for name in (".effect", "#presenting"))
        assert change and bar and change["y"] + change["height"] <= bar["y"], "the bar hides nothing of the last change"
    end = (TOUCHED if touch else last) if by > 0 else 1
    played = page.evaluate(PLAY, [by, f"{end} of {last}", touch])
    seen = played["seen"]
    assert touch or not played["cut"], played["cut"]
    assert len(seen) == abs(end - place) + 1
    assert_all_seen(seen if by > 0 else [(place, rows[::-1]) for place, rows in reversed(seen)])
    expect(page.locator("#presenting")).to_be_in_viewport(ratio=1)
