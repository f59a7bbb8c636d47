"""With a finger at 360 px: menus in one column, calculations in sight, targets of 44 px, and nothing over the chart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import pairwise

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import LILLIS, PHONE, Lab

pytestmark = pytest.mark.thorough

#: Links within a sentence are as high as its lines.
SMALL = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  .filter(e => e.type !== 'hidden' && e.checkVisibility({visibilityProperty: true}))
  .filter(e => !e.matches('.vh, .vh *, .term, p:not(.aside, .home, .enter, .onward) > a, dd a, li:has(> :not(a)) > a'))
  .map(e => [e, (e.matches('[type=radio], [type=checkbox]') ? e.closest('label') : e).getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
  .map(([e, box]) => `${e.outerHTML.slice(0, 80)} is ${box.width} x ${box.height}`)"""
#: Texts of drawings that are painted with less than 11 px.
FINE_PRINT = """() => [...document.querySelectorAll('svg text')]
  .filter(e => e.textContent.trim() && e.checkVisibility({visibilityProperty: true}))
  .map(e => [e, e.getScreenCTM()])
  .map(([e, at]) => [e.textContent, parseFloat(getComputedStyle(e).fontSize) * Math.hypot(at.c, at.d)])
  .filter(([, size]) => size < 10.99)"""
GRADED = "/lab?labels=10100300020000301010&unretrieved=32211&show=nDCG@10"


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


@pytest.mark.allow_console("status of 400")  # of "Why?" without a number
@pytest.mark.parametrize("address", ["/", "/measures", "/measures/AP", "/why", "/lessons", "/search?q=map"])
def test_other_pages_have_large_targets_too(phone: Lab, address: str) -> None:
    page = phone.open(address)
    assert page.evaluate(SMALL) == []
    assert page.evaluate(FINE_PRINT) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("chart", ["figure", "pr", "gain", "ap", "bpref", "rr", "contingency"])
def test_text_in_charts_is_painted_with_at_least_11_px(phone: Lab, chart: str) -> None:
    page = phone.open(f"{GRADED}&chart={chart}")
    assert page.locator("#chart svg text, #figure svg text").count() > 3
    assert page.evaluate(FINE_PRINT) == []


def test_text_of_two_systems_is_painted_with_at_least_11_px(phone: Lab) -> None:
    page = phone.open("/lab?labels=10&labels2=01&show=IPrec11")
    assert page.locator(".beside svg text").count() > 3
    assert page.evaluate(FINE_PRINT) == []


def test_a_row_has_one_pill_that_opens_a_picker(phone: Lab) -> None:
    page = phone.open(GRADED)
    picker = page.locator(".label-picker")
    for rank in (1, 6, 20):
        row = page.locator(f"#rank-{rank}")
        assert row.evaluate("e => e.offsetHeight") == pytest.approx(44, abs=1.5)
        assert row.locator("fieldset label:visible").count() == 1
    row = page.locator("#rank-6")
    row.evaluate("e => e.scrollIntoView({block: 'center'})")
    top, bottom = edges(row)
    row.locator("input:checked").tap()
    assert picker.get_by_role("button").all_inner_texts() == ["–\nunjudged", "0\nnot relevant", "1", "2", "3", "⋯"]
    assert page.evaluate(SMALL) == []
    assert_accessible(page, ".label-picker")
    start, end = edges(picker)
    assert start >= bottom
    assert end <= 740
    assert edges(row) == (top, bottom), "the table stays in place"
    row.locator("input:checked").tap(force=True)  # closes it
    expect(picker).to_be_hidden()
    row.locator("input:checked").tap()
    picker.get_by_role("button", name="1", exact=True).tap()
    expect(picker).to_be_hidden()
    phone.expect_address("labels=10100100020000301010")
    expect(row.locator("fieldset label:visible")).to_have_text("1")
    expect(row.locator("input:checked")).to_be_focused()
    page.keyboard.press("3")
    phone.expect_address("labels=10100300020000301010")
    page.keyboard.press("ArrowLeft")
    phone.expect_address("labels=10100200020000301010")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#rank-7 input:checked")).to_be_focused()
    page.keyboard.press("Space")
    expect(picker).to_be_visible()
    picker.get_by_role("button", name="Menu of d7, rank 7").tap()
    expect(page.locator(".row-menu")).to_be_visible()


def test_the_picker_of_the_last_row_is_above_it_where_there_is_no_room_below(phone: Lab) -> None:
    page = phone.open(GRADED)
    row = page.locator("#rank-20")
    page.evaluate("document.querySelector('.effect').style.display = 'none'")
    row.evaluate("e => e.scrollIntoView({block: 'end'})")
    row.locator("input:checked").tap()
    picker = page.locator(".label-picker")
    expect(picker).to_be_in_viewport(ratio=1)
    assert edges(picker)[1] <= edges(row)[0]


def test_without_scripts_all_labels_are_in_the_row(shared_lab: Callable[..., AbstractContextManager[Lab]]) -> None:
    with shared_lab(
        "a phone without scripts", viewport=PHONE, has_touch=True, is_mobile=True, java_script_enabled=False
    ) as plain:
        page = plain.open(GRADED)
        expect(page.locator("#rank-6 fieldset label:visible")).to_have_count(5)
        plain.radio(6, "1").tap()
        page.get_by_role("button", name="Update").first.click()
        plain.expect_address("labels=10100100020000301010")


def test_name_and_result_stay_while_the_columns_between_them_scroll(phone: Lab) -> None:
    page = phone.open(GRADED)
    name, score, gain = page.locator("#rank-3 .doc"), page.locator("#rank-3 .score"), page.locator("#rank-3 td").nth(3)
    name.scroll_into_view_if_needed()
    expect(page.locator("#lab.cut")).to_have_count(1)
    page.locator(".work > .scroll").evaluate("e => e.scrollTo(150, 0)")
    expect(page.locator("#lab.begun")).to_have_count(1)
    for kept in (name, score):
        expect(kept).to_be_in_viewport(ratio=1)
        assert kept.evaluate("e => getComputedStyle(e).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert gain.evaluate("e => e.getBoundingClientRect().right") < 120
    page.evaluate("scrollTo(0, document.querySelector('#rank-9').offsetTop + 500)")
    expect(page.locator(".title .result")).to_be_in_viewport(ratio=1)
    for scrolls in (".formula", "#line", ".panel"):
        shade = page.locator(scrolls).first.evaluate("e => getComputedStyle(e).backgroundAttachment")
        assert {"local", "scroll"} <= set(shade.split(", ")), f"{scrolls} shows that it scrolls"
