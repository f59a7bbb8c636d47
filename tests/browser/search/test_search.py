"""The search in a browser: accessible, as wide as the screen, and silent; a number leads to its explanation."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("address", ["/search", "/search?q=what+is+nDCG", "/search?q=why+0.58", "/search?q=nDGC"])
def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, server: str, address: str) -> None:
    page.goto(server + address)
    assert_accessible(page)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"at {width} px"


def test_a_number_in_a_question_is_explained(page: Page, server: str) -> None:
    page.goto(server + "/search")
    page.get_by_role("searchbox").fill("why 0.72")
    page.get_by_role("button", name="Search").click()
    page.get_by_label("on this list").fill("3 2 3")
    page.get_by_role("button", name="Why?").click()
    expect(page).to_have_url(f"{server}/search?q=why+0.72")  # the browser names what is not a label
    page.get_by_label("on this list").fill("32301-2")
    page.get_by_role("button", name="Why?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Why is my number different?")
    expect(page.locator("#verdict")).to_contain_text("0.72")
