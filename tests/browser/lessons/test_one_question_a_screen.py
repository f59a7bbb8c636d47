"""Every step of the course on a phone, by keyboard: little stands before a question, and its list is near its field."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Browser, Page

from tests.web.lessons.test_lessons import COURSE, KEY

#: A phone, and what may stand before a question: one and a half screens.
WIDTH, HEIGHT = 360, 740
MOST = 1.5 * HEIGHT
#: Steps that a learner can read before the question of the median step, in screens. It was 3.6 with the whole lab.
MEDIAN = 1.0
#: Presses of Tab from the title of a step to the first field of its question.
TABS = 60

pytestmark = pytest.mark.thorough  # one page for each of 247 steps, and Tab down to its question

IS_FIELD = """() => {
  const one = document.activeElement;
  return one.matches(".quiz :is(input:not([type=hidden]), select, textarea)") && !one.closest(".run");
}"""
#: Once the first field has the focus: how far its lower edge is below the top of the page; whether it, its list or
#: figure, and the head of the taught column are in the window; and the height of the list and the field together.
TOGETHER = """() => {
  const field = document.activeElement, quiz = field.closest(".quiz");
  const isShown = (one) => one.checkVisibility();
  const seen = (box) => box.top >= -0.5 && box.bottom <= innerHeight + 0.5 && box.left >= -0.5
    && box.right <= innerWidth + 0.5;
  const at = (field.closest(".option") ?? field).getBoundingClientRect();
  const own = quiz.querySelectorAll(".step-list :is(.scroll, .documents-of), .documents, .grid");
  const lists = [...own, ...document.querySelectorAll("main .figure svg"), ...document.querySelectorAll(".step-list")];
  const list = lists.find(isShown);
  const box = list ? list.getBoundingClientRect() : at;
  const heads = [...document.querySelectorAll(".ranked thead .own")].filter(isShown).map((head) => {
    const column = head.getBoundingClientRect();
    return column.left >= 0 && column.right <= innerWidth;
  });
  return {
    before: at.bottom + scrollY,
    has_list: !!list,
    height: Math.max(at.bottom, box.bottom) - Math.min(at.top, box.top),
    field: seen(at),
    list: seen(box) || !!list?.contains(field),
    columns: heads.every(Boolean),
  };
}"""
TARGETS = """() => {
  const controls = ".quiz :is(button, input, select, .option), summary, .steps-of a, .turn a, .figure button";
  return [...document.querySelectorAll(`main :is(${controls})`)]
    .filter((one) => one.checkVisibility() && !one.matches("[type=radio], [type=checkbox]"))
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => one.outerHTML.slice(0, 90));
}"""
#: The colours of buttons and of links that look like them, of those that are filled.
FILLED = """() => {
  const paint = (one) => getComputedStyle(one).backgroundColor;
  const current = paint(document.querySelector(".steps-of [aria-current]"));
  return [...document.querySelectorAll("main :is(button, .tool)")]
    .filter((one) => one.checkVisibility() && paint(one) === current).map((one) => one.textContent.trim());
}"""
WIDE = "document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def steps(phone: Page, server: str) -> dict[str, dict[str, Any]]:
    """What was measured at the question of every step, by the place of the step."""
    found = {}
    for lesson in COURSE.lessons.values():
        for number in range(1, len(lesson.steps) + 1):
            phone.goto(f"{server}/lessons/{lesson.slug}/{KEY}/{number}")
            looks = {"wide": phone.evaluate(WIDE), "small": phone.evaluate(TARGETS), "filled": phone.evaluate(FILLED)}
            phone.keyboard.press("Tab")
            phone.keyboard.press("Enter")  # skip to the step
            tabs = 0
            while not phone.evaluate(IS_FIELD) and tabs < TABS:
                phone.keyboard.press("Tab")
                tabs += 1
            assert tabs < TABS, f"{lesson.slug} {number}: no field within {TABS} presses of Tab"
            found[f"{lesson.slug} {number}"] = looks | phone.evaluate(TOGETHER)
    return found


def test_at_most_one_and_a_half_screens_stand_before_a_question(steps: dict[str, dict[str, Any]]) -> None:
    before = {where: step["before"] for where, step in steps.items()}
    assert {where: length for where, length in before.items() if length > MOST} == {}
    assert median(before.values()) <= MEDIAN * HEIGHT


def test_by_keyboard_a_field_its_list_and_its_column_are_in_the_window_together(
    steps: dict[str, dict[str, Any]],
) -> None:
    parts = ("field", "list", "columns")
    assert {where: step for where, step in steps.items() if not all(step[part] for part in parts)} == {}
    heights = [step["height"] for step in steps.values() if step["has_list"]]
    assert max(heights) <= HEIGHT and len(heights) > len(steps) / 2


def test_steps_are_as_wide_as_the_phone_and_their_targets_fit_a_finger(steps: dict[str, dict[str, Any]]) -> None:
    assert {where: step["wide"] for where, step in steps.items() if step["wide"] > WIDTH} == {}
    assert {where: step["small"] for where, step in steps.items() if step["small"]} == {}


def test_a_step_has_one_filled_button(steps: dict[str, dict[str, Any]]) -> None:
    assert {where: step["filled"] for where, step in steps.items() if len(step["filled"]) != 1} == {}


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_no_page_of_a_lesson_is_wider_than_the_screen(browser: Browser, server: str, width: int) -> None:
    """The first, a middle and the last step of each lesson: the row of steps has three forms there."""
    context = browser.new_context(viewport={"width": width, "height": HEIGHT}, has_touch=width < 1000)
    page = context.new_page()
    wide = {}
    for lesson in COURSE.lessons.values():
        for number in (1, len(lesson.steps) // 2, len(lesson.steps)):
            page.goto(f"{server}/lessons/{lesson.slug}/{KEY}/{number}")
            wide[f"{lesson.slug} {number}"] = page.evaluate(WIDE)
            assert page.locator(".steps-of [aria-current]").is_visible()
    page.goto(f"{server}/lessons")
    wide["lessons"] = page.evaluate(WIDE)
    context.close()
    assert {where: found for where, found in wide.items() if found > width} == {}
