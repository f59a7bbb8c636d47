"""Lessons in a browser: accessible, as wide as the screen, by keyboard, with and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT
from tests.web.lessons.test_lessons import COURSE, KEY

AP = f"/lessons/average-precision/{KEY}"


def test_axe_finds_nothing_on_the_page_of_all_lessons_and_nothing_sticks_out(page: Page, server: str) -> None:
    page.goto(f"{server}/lessons")
    assert_accessible(page)
    for width in (360, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"at {width} px"


def test_a_question_is_checked_in_stages_in_its_place_and_then_what_follows_is_unfolded(
    page: Page, server: str
) -> None:
    page.goto(f"{server}{AP}/5")
    quiz = page.locator(".quiz")
    unfold = page.locator(".unfold")
    expect(unfold).not_to_have_attribute("open", "")
    quiz.get_by_label("AP", exact=True).fill("0.58")
    page.keyboard.press("Enter")
    expect(quiz.get_by_role("status")).to_have_text(re.compile("0 of 1"))
    expect(quiz.get_by_role("status")).to_be_focused()
    expect(quiz).not_to_contain_text("by the 5 relevant documents")
    quiz.get_by_role("button", name="Show the cause").click()
    expect(quiz).to_contain_text("by the 5 relevant documents")
    quiz.get_by_role("button", name="Show the step").click()
    expect(quiz).to_contain_text("Now calculate AP")
    expect(unfold).not_to_have_attribute("open", "")
    assert page.url == f"{server}{AP}/5"
    quiz.get_by_label("AP", exact=True).fill("0.29")
    quiz.get_by_role("button", name="Check again").click()
    expect(quiz.get_by_role("status")).to_have_text(re.compile("1 of 1"))
    expect(unfold).to_have_attribute("open", "")
    quiz.get_by_role("button", name="Show the solution").click()
    expect(quiz.locator(".solved")).to_contain_text("/10 = 0.290")


def test_the_lab_of_a_step_is_live_and_its_questions_stay(page: Page, server: str) -> None:
    page.goto(f"{server}{AP}/5")
    page.locator(".quiz").get_by_label("AP", exact=True).fill("0.29")
    page.get_by_text("Change this list").click()
    page.locator("#rank-2 input[value='1']").check()
    expect(page.locator("#rank-15")).to_contain_text("4.567")
    expect(page).to_have_url(re.compile(re.escape(f"{AP}/5?labels=111003000200003")))
    expect(page.locator(".quiz").get_by_label("AP", exact=True)).to_have_value("0.29")
    expect(page.get_by_role("link", name="Continue in the lab")).to_have_attribute(
        "href", re.compile(r"^/lab\?labels=111003000200003")
    )
    page.go_back()
    expect(page.locator("#rank-15")).to_contain_text("2.900")


@pytest.mark.allow_console("ERR_FAILED")
def test_a_server_that_does_not_answer_loses_nothing(page: Page, server: str) -> None:
    page.goto(f"{server}{AP}/5")
    page.route("**/answers", lambda route: route.abort())
    quiz = page.locator(".quiz")
    quiz.get_by_label("AP", exact=True).fill("0.58")
    quiz.get_by_role("button", name="Check").click()
    expect(quiz.get_by_role("status")).to_have_text(re.compile("did not answer"))
    expect(quiz.get_by_label("AP", exact=True)).to_have_value("0.58")


def test_a_lesson_by_keyboard_without_javascript(server: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{server}/lessons")
    page.get_by_role("link", name="Average precision and its mean", exact=True).press("Enter")
    expect(page).to_have_url(re.compile(r"/lessons/average-precision/\w+/1$"))
    page.get_by_label("Both are equal").press("Space")
    page.get_by_role("button", name="Check").press("Enter")
    expect(page.get_by_role("status")).to_have_text(re.compile("1 of 1"))
    for step in COURSE.lessons["average-precision"].steps[1:]:
        page.get_by_role("link", name="Next step").press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text(step.title)


def test_documents_are_judged_in_their_place_and_the_judges_compared(page: Page, server: str) -> None:
    page.goto(f"{server}/lessons/relevance-and-judges/{KEY}/4")
    form = page.locator(".judging")
    form.get_by_role("radio", name="2 relevant").first.focus()
    page.keyboard.press("Space")
    form.get_by_role("button", name="Compare with two assessors").press("Enter")
    expect(form.get_by_role("status")).to_have_text("7 documents have no label yet.")
    assert page.locator(".unfold[open]").count() == 0, "nothing is compared yet"
    expect(form.get_by_role("radio", name="2 relevant").first).to_be_checked()
    for choice in form.get_by_role("radio", name="1 partly relevant").all()[1:]:
        choice.check()
    form.get_by_role("button", name="Compare with two assessors").click()
    expect(form.get_by_role("status")).to_contain_text("the same label from you, Ada and Ben")
    expect(form.get_by_role("status")).to_be_focused()
    expect(form.get_by_role("table", name="Agreement of Ada and Ben")).to_contain_text("0.273")
    assert_accessible(page)
    for width in (360, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"at {width} px"


PRESSABLE = """() => [...document.querySelectorAll('button, [type=submit], .tool, nav')]
  .filter(e => e.checkVisibility() && !e.matches('.term, .about')).map(e => e.outerHTML.slice(0, 80))"""


def test_a_printed_lesson_has_no_buttons(page: Page, server: str) -> None:
    """Terms and the list are text on paper, and stay; the lab that changes the list is not printed."""
    page.emulate_media(media="print")
    for number in range(1, len(COURSE.lessons["average-precision"].steps) + 1):
        page.goto(f"{server}{AP}/{number}")
        assert page.evaluate(PRESSABLE) == [], number
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"{server}{AP}/3")
    expect(page.locator("button.term").first).to_be_visible()
    expect(page.locator(".step-list thead .own")).to_be_visible()
    expect(page.locator("#steps")).to_be_hidden()
    page.goto(f"{server}/lessons/graded-relevance/{KEY}/print")
    assert page.evaluate(PRESSABLE) == []
