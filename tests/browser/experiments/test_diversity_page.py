"""The matrix and the slider of the page of diversity by keyboard, and both pages before axe."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible

pytestmark = pytest.mark.thorough

LIST = "/experiments/diversity?subtopics=110,010,000,001,100&unretrieved_subtopics=011&k=5"


def test_the_matrix_and_the_slider_by_keyboard(page: Page) -> None:
    page.goto(LIST)
    score = page.locator(".scores li strong").first
    expect(score).to_have_text("0.838")
    mark = page.get_by_label("d3 covers subtopic 1")
    page.get_by_label("d1 covers subtopic 2").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    expect(mark).to_be_focused()
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile("subtopics=110,010,100,001,100"))
    expect(mark).to_be_focused()
    expect(mark).to_have_class("again")
    expect(page.locator("#said")).to_contain_text("α-nDCG@5 0.882")
    expect(page.locator(".adds li").nth(2)).to_contain_text("d3 adds nothing new")

    alpha = page.get_by_role("slider")
    alpha.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#alpha-shown")).to_have_text("0.55")
    expect(page).to_have_url(re.compile(r"alpha=0\.55"))
    expect(alpha).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator("#alpha-shown")).to_have_text("0.5")
    page.go_back()
    expect(score).to_have_text("0.838")
    expect(mark).not_to_be_checked()
    page.go_forward()
    expect(mark).to_be_checked()


def test_the_way_of_the_slider_is_one_step(page: Page) -> None:
    page.goto(LIST)
    score = page.locator(".scores li strong").first
    expect(score).to_have_text("0.838")
    for value, expected in (("0.3", "0.803"), ("0.1", "0.769"), ("0", "0.753")):
        page.get_by_role("slider").evaluate(
            "(slider, to) => { slider.value = to; slider.dispatchEvent(new Event('input', { bubbles: true })); }", value
        )
        expect(score).to_have_text(expected)
        expect(page.locator("#alpha-shown")).to_have_text(value)
    page.get_by_role("slider").dispatch_event("change")
    expect(page).to_have_url(re.compile(r"alpha=0\)"))
    page.go_back()
    expect(score).to_have_text("0.838")
    page.go_forward()
    expect(score).to_have_text("0.753")


def test_a_moved_document_keeps_the_focus(page: Page) -> None:
    page.goto(LIST)
    page.get_by_role("button", name="Move d4 up").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#doc-3 .doc")).to_have_text("d4")
    expect(page.get_by_role("button", name="Move d4 up")).to_be_focused()
    page.get_by_role("button", name="Delete subtopic 2").click()
    expect(page.get_by_label("d1 covers subtopic 3")).to_have_count(0)
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_guide_answers_three_questions(page: Page) -> None:
    page.goto("/experiments/measures")
    for name in ("A good first page", "Pooled and incomplete", "Several grades"):
        page.get_by_label(name).check()
    page.get_by_role("button", name="Find a measure").click()
    expect(page.get_by_role("heading", name="Use nDCG@10 unjudged documents skipped")).to_be_visible()
    assert_accessible(page, widths=(1280, 360))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("link", name="Both lists in the lab").click()
    expect(page.locator("#beside-title")).to_be_visible()
