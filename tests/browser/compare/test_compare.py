"""The comparison of runs in a browser: files are sent, topics sorted, and axe finds nothing."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible
from tests.paths import ROOT

HARBOUR = ROOT / "collections" / "harbour"


def test_sent_files_are_compared_and_the_page_is_accessible(page: Page) -> None:
    page.goto("/compare")
    assert_accessible(page, widths=(1280, 360))
    page.get_by_label("Judgements (qrels)").set_input_files(HARBOUR / "qrels.txt")
    page.get_by_label("Two to 4 runs").set_input_files(
        [HARBOUR / "runs" / f"{name}.txt" for name in ("words", "pieces")]
    )
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("heading", name="pieces.txt minus words.txt")).to_be_visible()
    expect(page.locator(".topics tbody tr")).to_have_count(10)
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_topics_are_sorted_and_opened_in_the_lab(page: Page) -> None:
    page.goto("/compare?collection=harbour")
    page.get_by_role("link", name="difference").click()
    expect(page.locator(".topics thead [aria-sort]")).to_have_attribute("aria-sort", "descending")
    page.get_by_role("link", name="Both lists of topic 7 in the lab").click()
    expect(page.locator("#beside-title")).to_be_visible()
