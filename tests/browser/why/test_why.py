"""The page about a number in a browser: accessible, as wide as the screen, by keyboard and without JavaScript."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT, WIDTHS
from tests.browser.labpage import Lab

LIST = "/why?labels=101003000200003&unretrieved=32211&conventions=lillis"
#: A value that was cut, and one with a cause; then the form without a value, one without a cause, and a cell.
LOOKED_AT = ["&measure=nDCG@10&value=0.28", "&measure=AP&value=0,58"]
SHOWN = [*LOOKED_AT, "&measure=AP", "&measure=AP&value=0.61", "&measure=nDCG@10&column=DCG&row=6&value=2.57"]


def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, server: str) -> None:
    for query in SHOWN:
        page.goto(server + LIST + query)
        if query in LOOKED_AT:
            assert_accessible(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"{query} at {width} px"


def test_by_keyboard_without_javascript(plain: Lab) -> None:
    page = plain.open(LIST + "&measure=AP")
    expect(page.get_by_label("Your number")).to_be_focused()
    page.keyboard.type("0,58")
    page.keyboard.press("Enter")
    verdict = "0,58 is what scikit-learn, Ragas and TorchMetrics give."
    expect(page.get_by_role("status")).to_contain_text(verdict)
    expect(page.get_by_label("Your number")).to_have_value("0,58")
    page.get_by_role("link", name="Adopt this convention").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("One ranked list")
    expect(page.locator("output.result")).to_have_text("0.580")
