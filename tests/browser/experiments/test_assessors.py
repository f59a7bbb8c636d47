"""The page of assessors in a browser: pasted labels are compared, a calculation is chosen, and axe finds nothing."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible

pytestmark = pytest.mark.thorough


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


def test_a_table_of_counts_is_calculated_by_keyboard_alone(page: Page) -> None:
    page.goto("/experiments/assessors")
    page.get_by_label("Documents by the labels of two assessors").focus()
    page.keyboard.type(",0,1,3\n0,20,5,1\n1,4,12,3\n3,0,2,9")
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="56 documents, three labels")).to_be_visible()
    page.get_by_role("link", name="Quadratic weighted kappa").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Quadratic weighted kappa", exact=True)).to_be_in_viewport()
    page.get_by_label("Your number for the quadratic weighted kappa").focus()
    page.keyboard.type("0.664")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("linear weighted kappa")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV of the coefficients").click()
    assert download.value.suggested_filename == "agreement.csv"
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
