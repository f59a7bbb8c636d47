"""A lesson by keyboard alone, through the whole page: from an example to the projector, without a pointer."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.labpage import Lab
from tests.sentences import sentence


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(150):
        if page.evaluate("s => Boolean(document.activeElement?.matches(s))", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def open_an_example(lab: Lab, page: Page) -> None:
    tab_to(page, "button[popovertarget='examples']")
    page.keyboard.press("Enter")
    tab_to(page, "a[href*='show=P_at_recall']")
    page.keyboard.press("Enter")
    page.wait_for_url("**show=P_at_recall**")
    page.keyboard.press("m")
    page.keyboard.press("ArrowDown")
    expect(lab.measure("AP")).to_be_checked()


def step(page: Page) -> None:
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator(".stop")).to_have_text("rank 2 of 15")
    page.keyboard.press("w")
    expect(page.locator(".stop")).to_have_text("whole table")


def relabel_move_and_name(lab: Lab, page: Page) -> None:
    tab_to(page, "[name='g2']")
    page.keyboard.press("1")
    expect(lab.value("AP")).to_have_text("0.415")  # (3 + 2/3 + 1/2 + 2/5)/11
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator("#rank-1 .doc")).to_have_text("d84")
    page.keyboard.press("F2")
    page.keyboard.type("best")
    page.keyboard.press("Enter")
    expect(page.locator("#rank-1 .doc")).to_have_text("best")


def cover_and_predict_a_cell(page: Page) -> None:
    page.keyboard.press("t")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    expect(page.locator("#said")).to_contain_text("AP[1]")
    page.keyboard.press("h")
    expect(page.locator(".guess[name='AP.1']")).to_be_focused()
    page.keyboard.type("1/11")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text(sentence("verdict-correct", number="1/11"))


def ask_why(page: Page) -> None:
    page.keyboard.press("y")
    page.keyboard.type("0.9")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("0.9 is not correct")


def point_at_another_chart(page: Page) -> None:
    tab_to(page, "input[name='chart']")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#chart")).to_have_class(re.compile("gain"))
    tab_to(page, "#chart .box")
    page.keyboard.press("ArrowRight")
    expect(page.locator("tr.pointed")).to_have_count(1)


def share_and_project(page: Page) -> None:
    tab_to(page, "button[popovertarget='share']")
    page.keyboard.press("Enter")
    expect(page.locator("#share-link")).to_have_value(re.compile("names=best"))
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    page.wait_for_url("**view=projector**")
    page.keyboard.press("PageDown")
    expect(page.locator(".stop")).to_have_text("rank 1 of 15")


def test_a_lesson_by_keyboard_alone(lab: Lab) -> None:
    page = lab.open("/lab")
    open_an_example(lab, page)
    step(page)
    relabel_move_and_name(lab, page)
    cover_and_predict_a_cell(page)
    ask_why(page)
    point_at_another_chart(page)
    share_and_project(page)
