"""The page of assessors in a browser: pasted labels are compared, a calculation is chosen, and axe finds nothing."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible


def test_labels_are_pasted_and_compared(page: Page) -> None:
    page.goto("/experiments/assessors")
    page.get_by_label("Labels of the assessors, in order of rank").fill("ada: 1 0 2 u\nben: 1120")
    page.get_by_text("Labels of a language model").click()
    page.get_by_label("JSON: an object").fill('{"d1": 0, "d2": 1, "d3": 2, "d4": 0}')
    page.get_by_text("Several rankings of these documents").click()
    page.get_by_label("A line for each ranking").fill("A: d1 d2 d3 d4\nB: d2 d3 d1 d4")
    page.get_by_role("button", name="Compare the assessors").click()
    expect(page.get_by_role("heading", name="Labels of 3 assessors")).to_be_visible()
    page.get_by_role("link", name="ben and model, all grades").click()
    expect(page.get_by_role("heading", name="Cohen's kappa of ben and model, step by step")).to_be_in_viewport()
    with page.expect_download() as download:
        page.get_by_role("button", name="PNG").click()
    assert download.value.suggested_filename == "assessors.png"
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
