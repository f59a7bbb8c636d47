"""Two systems in a browser: the scores are folded until the prediction is answered."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.web.lessons.test_comparisons import CURVE, number
from tests.web.lessons.test_lessons import KEY

pytestmark = pytest.mark.thorough


def test_the_scores_open_after_the_prediction_and_not_before(page: Page, server: str) -> None:
    page.goto(f"{server}/lessons/{CURVE.slug}/{KEY}/{number(CURVE.slug, 'Two systems')}")
    scores = page.get_by_role("table", name=re.compile("Measures of all systems"))
    expect(scores).to_be_hidden()
    page.get_by_label("System 2", exact=True).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Check").press("Enter")
    expect(page.locator(".quiz").get_by_role("status")).to_have_text(re.compile("0 of 1"))
    expect(scores).to_be_hidden()
    page.get_by_label("Both are equal", exact=True).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Check").press("Enter")
    expect(page.locator(".quiz").get_by_role("status")).to_have_text(re.compile("1 of 1"))
    expect(page.locator(".quiz")).to_contain_text("System 1 has 0.500. System 2 has 0.500.")
    expect(scores).to_be_visible()


def test_a_wrong_cell_is_found_by_keyboard(page: Page, server: str) -> None:
    page.goto(f"{server}/lessons/{CURVE.slug}/{KEY}/{number(CURVE.slug, 'Find the slips of system one')}")
    quiz = page.locator(".quiz")
    quiz.get_by_label("Wrong cell").select_option("P[0.3]")
    quiz.get_by_label("Correct value").fill("1,00")
    page.keyboard.press("Enter")
    expect(quiz.get_by_role("status")).to_have_text(re.compile("1 of 2"))
    quiz.get_by_role("button", name="Show the cause").press("Enter")
    expect(quiz).to_contain_text("But P[0.2] comes first.")
    quiz.get_by_label("Wrong cell").select_option("P[0.2]")
    quiz.get_by_role("button", name="Check again").press("Enter")
    expect(quiz.get_by_role("status")).to_have_text(re.compile("2 of 2"))
