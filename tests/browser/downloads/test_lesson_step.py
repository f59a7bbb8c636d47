"""The lab is copied as a step of a lesson: from the Share menu, by a button, and as a page without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, expect

from ireval.lessons import read_lesson
from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT
from tests.browser.labpage import LILLIS, Lab
from web.downloads.lesson_step import HEAD

pytestmark = pytest.mark.thorough


@pytest.mark.own_page
def test_the_list_on_the_screen_is_copied(lab: Lab) -> None:
    page = lab.open()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("link", name="Copy as a lesson step").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#step-said")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    lesson, faults = read_lesson(HEAD.format(title="A title") + copied, "step")
    assert not faults and len(lesson.steps[0].quizzes) == 1 and "labels: 111003000200003\n" in copied
    assert_accessible(page)
    for width in (360, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"at {width} px"
    page.get_by_role("link", name="Back to the lab").click()
    lab.expect_address("labels=111003000200003")


def test_without_scripts_the_text_is_on_the_page(lab: Lab, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(lab.address + LILLIS)
    page.get_by_role("button", name="Share").click()
    page.get_by_role("link", name="Copy as a lesson step").click()
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    assert page.get_by_role("textbox").input_value().startswith("## ")
