"""Headings of columns explain themselves to everyone: by mouse, finger and keyboard alone, and without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import LILLIS, Lab

pytestmark = pytest.mark.thorough


def test_the_heading_of_a_column_is_a_button_that_says_what_it_means(lab: Lab) -> None:
    page = lab.open(LILLIS + "&show=nDCG@10")
    heading = page.locator("th[data-col='IDCG'] button")
    shown = page.locator("#about-IDCG")
    expect(shown).to_be_hidden()
    heading.click()
    expect(shown).to_contain_text("DCG of the ideal list")
    expect(shown.locator("math")).to_be_visible()
    below, head = shown.bounding_box(), heading.bounding_box()
    assert below and head and 0 <= below["y"] - head["y"] - head["height"] < 30
    assert_accessible(page, "#about-IDCG")
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    page.locator("th[data-col='DCG']:not(.calc) button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#about-DCG")).to_be_visible()
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    lab.measure("AP").check()
    page.locator("th[data-col='term'] button").click()
    expect(page.locator("#about-term")).to_contain_text("precision where the document is relevant")
    assert page.locator("th[title]").count() == 0


def test_headings_explain_themselves_on_a_tap_and_without_scripts(
    lab: Lab, new_context: Callable[..., BrowserContext]
) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = new_context(java_script_enabled=False, **phone).new_page()
    for view in (LILLIS + "&view=projector", LILLIS + "&show=IPrec11"):
        page.goto(lab.address + view)
        key = "sum" if "IPrec" in view else "term"
        page.locator(f"th[data-col='{key}'] button").tap()
        shown = page.locator(f"#about-{key}")
        expect(shown).to_be_in_viewport(ratio=1)
        assert page.locator("th[title]").count() == 0
    for address in ("/lab?labels=10&labels2=01&arrangement=queries", "/switchboard?labels=10"):
        page.goto(lab.address + address)
        page.locator("th .about", has_text="R" if "queries" in address else "KTH").first.tap()
        expect(page.locator(".definition:popover-open")).to_be_in_viewport()
        assert page.locator("th[title]").count() == 0
