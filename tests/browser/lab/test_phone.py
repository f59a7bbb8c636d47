"""With a finger at 360 px: menus in one column, calculations in sight, targets of 44 px, and nothing over the chart."""

from __future__ import annotations

from itertools import pairwise

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import LILLIS, Lab

pytestmark = pytest.mark.thorough

SMALL = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  .filter(e => e.type !== 'hidden' && e.checkVisibility() && !e.matches('.vh, .vh *, p:not(.aside, .home) a'))
  .map(e => [e, (e.matches('[type=radio], [type=checkbox]') ? e.closest('label') : e).getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
  .map(([e, box]) => `${e.outerHTML.slice(0, 80)} is ${box.width} x ${box.height}`)"""


def edges(element: Locator) -> tuple[float, float]:
    """Where an element begins and ends, down the screen."""
    box = element.bounding_box()
    assert box
    return box["y"], box["y"] + box["height"]


def test_the_calculation_of_a_tapped_number_is_in_sight_and_nothing_moves(phone: Lab) -> None:
    page = phone.open(plotly=True)
    expect(page.locator(".plotted .main-svg").first).to_be_visible()
    expect(page.locator(".modebar-btn")).to_have_count(0)  # no toolbar is over the chart
    line = page.locator("#line")
    for rank, place in ((6, "center"), (11, "end"), (3, "start")):
        cell = page.locator(f"#rank-{rank} td.score")
        cell.evaluate("(e, block) => e.scrollIntoView({block})", place)
        if place == "start":
            page.evaluate("scrollBy(0, -60)")  # below the score, which stays at the top
        top, bottom = edges(cell)
        cell.tap()
        expect(line.locator("math")).to_contain_text(f"[{rank}]")
        expect(line).to_be_in_viewport(ratio=1)
        expect(cell).to_have_class("score lit")
        start, end = edges(line)
        assert end <= top or start >= bottom, (
            f"the sheet at {start} to {end} covers the number of rank {rank} at {top} to {bottom}"
        )
        assert edges(cell) == (top, bottom), "the table stays in place"
        page.get_by_role("button", name="Close the calculation").tap()
        expect(line).to_contain_text("Hover over or tap")
        expect(page.get_by_role("button", name="Close the calculation")).to_be_hidden()


def test_everything_to_tap_is_44_px_large_and_examples_can_be_closed(phone: Lab) -> None:
    for address in (LILLIS, "/lab?labels=10&labels2=01&show=IPrec11"):
        page = phone.open(address)
        page.evaluate("document.querySelectorAll('.lab details').forEach(details => { details.open = true })")
        page.locator(".numbers table").first.wait_for()
        assert page.evaluate(SMALL) == []
    page.get_by_role("button", name="Share", exact=True).tap()
    assert page.evaluate(SMALL) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Examples", exact=True).tap()
    assert page.evaluate(SMALL) == []
    sections = page.locator("#examples section")
    boxes = [sections.nth(i).bounding_box() for i in range(sections.count())]
    assert len({box["x"] for box in boxes if box}) == 1, "they stand one below the other"
    assert all(a["y"] + a["height"] <= b["y"] for a, b in pairwise(boxes) if a and b)
    sections.last.locator("a").last.scroll_into_view_if_needed()
    close = page.get_by_role("button", name="Close the examples")
    expect(close).to_be_in_viewport(ratio=1)
    assert_accessible(page, "#examples")
    close.tap()
    expect(page.locator("#examples")).to_be_hidden()
