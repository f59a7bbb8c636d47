"""The experiment with incomplete judgements in a browser: run by keyboard, a chart saved as PNG, axe finds nothing."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible

PNG = b"\x89PNG"


def test_an_experiment_is_run_and_its_chart_saved(page: Page) -> None:
    page.goto("/experiments")
    page.get_by_role("link", name="Incomplete judgements").click()
    first = page.locator(".shares").first.locator("tbody tr").last
    usual = first.inner_text()
    page.get_by_label("Seed").fill("5")
    page.get_by_label("Seed").press("Enter")
    expect(first).not_to_have_text(usual)
    assert "seed=5" in page.url
    with page.expect_download() as saved:
        page.get_by_role("button", name="PNG").first.click()
    assert saved.value.suggested_filename == "scores.png"
    assert saved.value.path().read_bytes().startswith(PNG)
    page.locator("summary").first.click()
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
