"""Every step of the course on a phone: little stands before a question, and its list, column and field are together."""

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

pytestmark = pytest.mark.thorough  # one page for each of 123 steps

#: For each question of the page: how far its first field is below the page's top or the question before it; whether,
#: once the field has the focus by Tab, its list, the head of the taught column and the field are in the window.
MEASURED = """() => {
  const place = (one) => one.getBoundingClientRect().top + scrollY;
  const fields = "input:not([type=hidden], [type=checkbox]), select, textarea";
  let above = 0;
  return [...document.querySelectorAll("form.quiz")].map((quiz) => {
    const first = [...quiz.querySelectorAll(fields)].find((field) => field.offsetParent);
    const found = { id: quiz.id, field: first.name, before: place(first) - above };
    above = place(quiz) + quiz.offsetHeight;
    return found;
  });
}"""
TOGETHER = """() => {
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
  };
  const field = document.activeElement, quiz = field.closest(".quiz");
  const list = quiz.querySelector(".step-list, .documents, .grid") ?? quiz;
  const box = list.getBoundingClientRect(), from = field.getBoundingClientRect();
  const top = Math.min(box.top, from.top), bottom = list === quiz ? from.bottom : Math.max(box.bottom, from.bottom);
  scrollBy(0, bottom - top > innerHeight ? from.bottom - innerHeight + 60 : top - (innerHeight - bottom + top) / 2);
  const heads = [...quiz.querySelectorAll(".ranked thead .own")];
  const columns = heads.every((head) => {
    const column = head.getBoundingClientRect();
    return column.left >= 0 && column.right <= innerWidth;
  });
  const whole = list === quiz || (list.contains(field) ? field.closest("tr") : list);
  return { field: seen(field), columns, list: whole === true || seen(whole), height: bottom - top };
}"""
TARGETS = """() => [...document.querySelectorAll("main :is(.quiz :is(button, input, select, .option), summary)")]
  .filter((one) => one.offsetParent && !one.matches("[type=radio], [type=checkbox]"))
  .filter((one) => one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML.slice(0, 90))"""


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def steps(phone: Page, server: str) -> list[dict[str, Any]]:
    """What was measured of the questions of every step, with the place of the step."""
    found = []
    for lesson in COURSE.lessons.values():
        for number in range(1, len(lesson.steps) + 1):
            phone.goto(f"{server}/lessons/{lesson.slug}/{KEY}/{number}")
            asked = phone.evaluate(MEASURED)
            for one in asked:
                field = phone.locator(f"#{one['id']} [name='{one['field']}']").first
                field.focus()
                one |= {"together": phone.evaluate(TOGETHER)}
            wide = phone.evaluate("document.documentElement.scrollWidth")
            where = f"{lesson.slug} {number}"
            found.append({"where": where, "asked": asked, "wide": wide, "small": phone.evaluate(TARGETS)})
    return found


def test_at_most_one_and_a_half_screens_stand_before_a_question(steps: list[dict[str, Any]]) -> None:
    before = {f"{step['where']}, {one['id']}": one["before"] for step in steps for one in step["asked"]}
    assert {name: length for name, length in before.items() if length > MOST} == {}
    assert median(before.values()) <= MEDIAN * HEIGHT


def test_a_field_its_list_and_its_column_are_in_the_window_together(steps: list[dict[str, Any]]) -> None:
    apart = {
        f"{step['where']}, {one['id']}": one["together"]
        for step in steps
        for one in step["asked"]
        if not all(one["together"][part] for part in ("field", "columns", "list"))
    }
    assert apart == {}


def test_steps_are_as_wide_as_the_phone_and_their_targets_fit_a_finger(steps: list[dict[str, Any]]) -> None:
    assert {step["where"]: step["wide"] for step in steps if step["wide"] > WIDTH} == {}
    assert {step["where"]: step["small"] for step in steps if step["small"]} == {}
