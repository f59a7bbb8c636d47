"""Simulated tests in a browser: predicted and run by keyboard, the chart saved as PNG, axe finds nothing."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible

pytestmark = pytest.mark.thorough

PNG = b"\x89PNG"


def test_tests_are_simulated_and_the_chart_is_saved(page: Page) -> None:
    page.goto("/experiments/tests")
    assert_accessible(page, "main")
    page.get_by_role("radio").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your prediction")).to_be_visible()
    page.get_by_label("Number of topics").fill("10")
    page.get_by_label("Simulated experiments").fill("200")
    page.get_by_label("Simulated experiments").press("Enter")
    expect(page.get_by_role("heading", name="No true difference: type I error")).to_be_visible(timeout=60_000)
    with page.expect_download() as saved:
        page.get_by_role("button", name="PNG").first.click()
    assert saved.value.path().read_bytes().startswith(PNG)
    page.locator("summary").first.click()
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
