"""The page about a published score in a browser: accessible, as wide as the screen, by keyboard, without JavaScript."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT, WIDTHS
from tests.browser.labpage import Lab
from web.reproduction.page import example_score

pytestmark = pytest.mark.thorough

PAGE = "/reproduce"
#: A score that is reproduced, and one that is not.
SHOWN = ["", "?run=words&measure=nDCG@5&score=EXAMPLE", "?run=words&measure=map&score=0.1234"]


def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, server: str) -> None:
    for query in SHOWN:
        page.goto(server + PAGE + query.replace("EXAMPLE", example_score()))
        assert_accessible(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"{query} at {width} px"


def test_by_keyboard_without_javascript(plain: Lab) -> None:
    page = plain.open(f"{PAGE}?run=words")
    page.get_by_label("Measure, as it was published").first.press_sequentially("nDCG@5")
    page.keyboard.press("Tab")
    page.keyboard.type(example_score())
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2).first).to_contain_text(f"{example_score()} is")
