"""The switchboard by keyboard, on a phone, without JavaScript, and as axe sees it."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import Lab

pytestmark = pytest.mark.thorough

LIST = "labels=101003000200003&unretrieved=32211&size=800"
BOARD = f"/switchboard?{LIST}&conventions=lillis&show=nDCG@10"


def test_axe_finds_nothing_with_everything_unfolded(page: Page) -> None:
    page.goto(f"{BOARD}&gain=exponential")
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert_accessible(page, widths=(1280, 360))


@pytest.mark.allow_console("status of 400")
def test_axe_finds_nothing_where_something_is_wrong_or_nothing_differs(page: Page) -> None:
    page.goto("/switchboard?labels=1x&rows=some")
    assert_accessible(page)
    page.goto("/switchboard?labels=1&k=1&rows=differing")
    assert_accessible(page, "main")


def test_the_keyboard_unfolds_a_reason_and_adopts_a_preset(page: Page) -> None:
    page.goto(f"/switchboard?{LIST}&conventions=lillis&show=P")
    fold = page.locator("details", has_text="Why AP differs")
    to(page, "summary")
    page.keyboard.press("Enter")
    expect(fold.locator("section").last).to_be_visible()
    expect(fold.locator(".differs")).to_have_text(["R", "∑i=1nreli"])
    page.keyboard.press("Enter")
    expect(fold.locator("section").last).to_be_hidden()
    page.goto(f"/switchboard?{LIST}&conventions=lillis&show=P")
    to(page, "[aria-label='Adopt scikit-learn']")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("One ranked list")
    expect(page.locator("[name=conventions]")).to_have_value("sklearn")
    page.go_back()
    page.get_by_role("link", name="Back to the list").click()
    expect(page.locator("[name=conventions]")).to_have_value("lillis")


def test_a_phone_scrolls_the_table_which_a_wide_page_has_in_view(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(BOARD)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    table = page.get_by_role("region", name="Measures under every preset")
    head = page.locator("[id='nDCG@10'] th")
    at = left(page, head)
    table.focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    last = page.locator("[id='nDCG@10'] > tr:first-child > td").last
    page.mouse.wheel(0, 400)
    expect(last).to_be_in_viewport(ratio=1)
    assert left(page, head) == at
    card = page.locator("[id='nDCG@10'] section").first.bounding_box()
    assert card is not None
    assert card["x"] >= 0 and card["x"] + card["width"] <= 360
    page.goto(f"{BOARD}&rel=2")
    for width in (1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.scroll'))") == 0
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_it_works_without_javascript(plain: Lab) -> None:
    page = plain.open(BOARD)
    page.get_by_role("link", name="Only the 6 that differ").click()
    expect(page.locator("tbody.differing")).to_have_count(6)
    expect(page.locator("tbody:not(.differing, .family)")).to_have_count(0)
    page.locator("[id='AP'] summary").click()
    expect(page.locator("[id='AP'] section")).to_have_count(2)
    expect(page.locator("[id='AP'] section").first).to_be_visible()


def to(page: Page, selector: str) -> None:
    """Press Tab until the first such element has the focus."""
    for _ in range(page.locator("a, summary, input, select, button, [tabindex]").count()):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement === document.querySelector(s)", selector):
            return
    pytest.fail(f"Tab does not reach {selector}")


def left(page: Page, element: Any) -> float:
    box = element.first.bounding_box()
    assert box is not None, page.url
    return float(box["x"])


FORMULAS = f"/formula/lab?{LIST}&show=nDCG@10"


def test_a_course_s_formula_is_chosen_by_keyboard_and_the_lab_follows_it(page: Page) -> None:
    page.goto(f"/lab?{LIST}&show=nDCG@10")
    page.get_by_role("link", name="Which formula did your course use?").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Which formula did your course use?")
    page.get_by_role("button", name="Use this formula").press("Enter")
    expect(page.get_by_role("radio").first).to_be_focused()  # nothing is preset, so the browser asks for a choice
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Use this formula").press("Enter")
    expect(page.locator("[name=conventions]")).to_have_value("lillis")
    expect(page.locator("output.result")).to_have_text("0.287")
    expect(page.locator(".other-formulas")).to_contain_text("Formula: COMP3009J lecture (Lillis). Others give 0.315")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_formulas_which_fit_a_phone(page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(FORMULAS)
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert_accessible(page, widths=(1280, 360))
    page.set_viewport_size({"width": 320, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
