"""The reference page in a browser: accessible, and nothing is wider than the page."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT, WIDTHS


def test_axe_finds_nothing(page: Page, server: str) -> None:
    page.goto(f"{server}/measures#nDCG")
    for details in page.locator("details").all()[:3]:
        details.locator("summary").click()
    assert_accessible(page)


def test_nothing_sticks_out(page: Page, server: str) -> None:
    page.goto(f"{server}/measures")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"at {width} px"
