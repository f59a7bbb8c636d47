"""What the browser remembers of practice, the keyboard, and one question on the screen of a phone."""

from __future__ import annotations

import json
import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from ireval.exercises.practice.known_causes import cause_named
from ireval.exercises.practice.practice_exercise import draw_exercise
from ireval.measure.registry import measures
from ireval.numbers.expression import fixed
from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import PHONE

KEY, CAUSE = "K7M2PX", "AP.averages-every-rank"


def exercise(query: str, level: int = 1, key: str = KEY) -> str:
    return f"/practise/exercise?{query}&level={level}&key={key}"


def numbers(key: str = KEY) -> tuple[str, str]:
    """The right number of the exercise, and that of the mistake."""
    cause = cause_named(CAUSE)
    question = draw_exercise("AP", 1, key, "trec_eval", cause).question(key)
    return question.parts[0].right, fixed(cause.value(question.tables[0].computed), 3)


def answer(page: Page, key: str, typed: str) -> None:
    page.goto(exercise(f"mistake={CAUSE}", key=key))
    page.get_by_label("AP", exact=True).fill(typed)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".standing")).not_to_be_empty()


def test_a_wrong_answer_is_remembered_by_its_cause_until_two_are_right(page: Page) -> None:
    page.goto("/practise")
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    answer(page, KEY, numbers()[1])
    page.goto("/practise")
    listed = page.locator(".causes li")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text(cause_named(CAUSE).sentence)
    expect(listed).to_contain_text("1 time, last on")
    expect(page.get_by_text("Nothing yet.")).to_be_hidden()
    page.goto("/practise/mistakes")
    listed.get_by_role("link", name="Practise this").click()
    expect(page).to_have_url(re.compile(re.escape(f"mistake={CAUSE}")))
    for key in ("AAA", "BBB"):
        answer(page, key, numbers(key)[0])
    page.goto("/practise/mistakes")
    expect(page.get_by_text("Nothing yet.")).to_be_visible()


def test_the_first_answer_counts_and_a_page_that_is_loaded_again_counts_once(page: Page) -> None:
    right, wrong = numbers()
    for typed in (wrong, right, wrong):
        answer(page, KEY, typed)
    page.goto("/practise/mistakes")
    expect(page.locator(".causes li")).to_contain_text("1 time, last on")
    expect(page.locator(".causes li")).to_contain_text("Lately: wrong.")


def test_the_list_is_cleared_and_restored_and_is_in_the_file_of_lessons(page: Page) -> None:
    answer(page, KEY, numbers()[1])
    page.goto("/practise/mistakes")
    page.get_by_role("button", name="Clear this list").click()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".causes li")).to_have_count(1)
    page.goto("/lessons")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    kept = json.loads(download.value.path().read_text("utf-8"))["lessons"]["practice"]["tries"]
    assert [(each["about"], each["right"]) for each in kept.values()] == [(f"mistake={CAUSE}", False)]
    page.get_by_role("button", name="Clear").click()
    page.locator('input[type="file"]').set_input_files(download.value.path())
    expect(page.locator(".said")).to_contain_text("Imported")
    page.goto("/practise/mistakes")
    expect(page.locator(".causes li")).to_have_count(1)


def test_in_mixed_practice_a_wrong_answer_comes_back_after_three_others_and_after_a_day(page: Page) -> None:
    answer(page, KEY, numbers()[1])
    page.goto(exercise("mixed=1"))
    onward = page.locator("a.next")
    expect(onward).to_have_attribute("href", "/practise?mixed=1&level=1")
    page.clock.install()
    page.clock.fast_forward("25:00:00")
    page.reload()
    expect(onward).to_have_attribute("href", re.compile(r"mistake%3DAP\."))
    onward.click()
    expect(page).to_have_url(re.compile("mixed=mistake"))


def test_an_exercise_is_done_with_the_keyboard_alone(page: Page) -> None:
    page.goto(exercise("measure=AP"))
    page.get_by_label("AP", exact=True).focus()
    page.keyboard.type("0.1234")
    page.keyboard.press("Enter")
    expect(page.locator(".standing")).to_be_focused()
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim()"))
        if reached[-1] == "Next":
            break
    assert "Check again" in reached and reached[-1] == "Next", reached
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(KEY))
    expect(page.get_by_role("button", name="Check")).to_be_visible()


def test_question_field_and_check_fit_on_a_phone_for_every_measure(page: Page) -> None:
    """Every measure at the highest level, because the tallest one decides: some seconds for all of the promise."""
    page.set_viewport_size(PHONE)
    for name in measures():
        page.goto(exercise(f"measure={name}", 4), wait_until="domcontentloaded")
        found = page.evaluate(
            """() => [".prompt", ".documents", ".answer input", "button[name=check]"].map((selector) => {
              const box = document.querySelector(selector).getBoundingClientRect();
              return [box.top, box.bottom, box.left, box.right];
            })"""
        )
        assert all(top >= 0 and bottom <= PHONE["height"] for top, bottom, _, _ in found), (name, found)
        assert all(left >= 0 and right <= PHONE["width"] for _, _, left, right in found), (name, found)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], name


@pytest.mark.allow_console("status of 400")
def test_axe_finds_nothing(page: Page) -> None:
    answer(page, KEY, numbers()[1])
    assert_accessible(page)
    page.get_by_role("button", name="Show the cause").click()
    page.get_by_role("button", name="Show the step").click()
    page.get_by_role("button", name="Show the solution").click()
    assert_accessible(page)
    for address in ("/practise", "/practise/mistakes", "/practise?measure=Foo"):
        page.goto(address)
        for summary in page.locator("summary").all()[:3]:
            if summary.is_visible():
                summary.click()
        assert_accessible(page)
