"""A mock exam in a browser: to and fro, with the keyboard alone, on a phone, and what is remembered at its end."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from ireval.exercises.practice.known_causes import cause_named
from ireval.exercises.practice.practice_exercise import draw_exercise
from ireval.numbers.expression import fixed
from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import PHONE

CAUSE = "AP.averages-every-rank"
PAPER = f"/practise/exam/paper?count=3&minutes=5&key=K7M2PX&topic=mistake%3D{CAUSE}"
#: The letters that the exam adds to its key for each question.
KEYS = ("K7M2PX3", "K7M2PX4", "K7M2PX5")


def answers(page: Page) -> tuple[str, str]:
    """The right number of the shown question, and that of the mistake, from the list on the page."""
    cause = cause_named(CAUSE)
    shown = page.locator(".question").inner_text()
    for key in (f"K7M2PX{letter}" for letter in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"):
        question = draw_exercise("AP", 2, key, "trec_eval", cause).question(key)
        if all(re.search(rf"\b{re.escape(row.name)}\b", shown) for row in question.lists[0].rows):
            return question.parts[0].right, fixed(cause.value(question.tables[0].computed), 3)
    raise AssertionError("no such list")


def test_answers_stay_while_going_to_and_fro_and_the_end_names_causes_and_remembers_them(page: Page) -> None:
    page.goto("/practise/exam")
    page.get_by_label("Questions").fill("3")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".where")).to_contain_text("question 1 of 3")
    page.goto(PAPER)
    field = page.get_by_label("AP", exact=True)
    field.fill("0.9876")
    page.get_by_role("button", name="Next").click()
    expect(field).to_have_value("")
    expect(page.get_by_role("button", name="Question 1 answered")).to_be_visible()
    field.fill("0.1234")
    page.get_by_role("button", name="Back").click()
    expect(field).to_have_value("0.9876")
    page.get_by_role("button", name="Question 2 answered").click()
    expect(field).to_have_value("0.1234")
    assert_accessible(page)
    expect(page.locator(".feedback, .sign")).to_have_count(0)
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mock exam: 0 of 3 right")
    expect(page.locator(".causes li")).to_have_count(3)
    expect(page.locator(".causes").get_by_role("link", name=re.compile("^Lesson: ")).first).to_be_visible()
    expect(page.get_by_role("link", name="Practise this").first).to_be_visible()
    assert not re.search(r"\bpoints?\b", page.locator("main").inner_text())
    assert_accessible(page)
    page.locator("#remembered").get_by_role("link", name="What you still get wrong").click()
    expect(page.get_by_text("Nothing yet.")).to_be_hidden()
    expect(page.locator(".remembered .causes li").first).to_contain_text("AP")


def test_an_exam_is_written_with_the_keyboard_alone_on_a_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto(PAPER)
    for number in (1, 2, 3):
        expect(page.locator(".where")).to_contain_text(f"question {number} of 3")
        last = number == 3
        seen = page.evaluate(
            """(last) => [".prompt", ".documents", ".answer input", `button[name=${last ? "finish" : "go"}]`]
              .map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON())""",
            last,
        )
        assert all(0 <= box["top"] and box["bottom"] <= PHONE["height"] for box in seen), (number, seen)
        assert all(0 <= box["left"] and box["right"] <= PHONE["width"] for box in seen), (number, seen)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.get_by_label("AP", exact=True).focus()
        page.keyboard.type("0.1234")
        page.keyboard.press("Enter" if not last else "Tab")
    for _ in range(6):
        if page.evaluate("document.activeElement.name") == "finish":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("of 3 right")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_choice_of_an_exam_is_accessible(page: Page) -> None:
    page.goto("/practise/exam")
    assert_accessible(page)
    assert page.locator("main :is(button.main, .tool.main)").count() == 1
