"""Progress stays in the browser: recorded by question, gone on with, shared by tabs, exported, imported and cleared."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, FilePayload, Locator, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT
from tests.web.lessons.own_lessons import SLUG, right_answer
from tests.web.lessons.test_lessons import COURSE, KEY

#: The lesson before the own one.
BEFORE = list(COURSE.lessons)[-1]
KEPT = "Object.fromEntries(Object.entries(localStorage).sort())"


def answer(page: Page, course: str, step: int, given: str = "") -> None:
    """Answer the question of a step: correctly, or with a number."""
    page.goto(f"{course}/{SLUG}/{KEY}/{step}")
    right = right_answer(KEY, f"{step}-1")
    if step == 1:
        page.locator(f'.quiz input[value="{right}"]').check()
    else:
        page.locator(".quiz input:not([type=hidden])").fill(given or right)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".quiz .standing")).not_to_be_empty()


def card(page: Page) -> Locator:
    return page.locator(f'[data-lesson="{SLUG}"]')


def states(page: Page) -> list[str | None]:
    return [link.get_attribute("data-state") for link in card(page).locator("a[data-questions]").all()]


def test_the_course_says_what_is_answered_and_where_to_go_on(page: Page, course: str) -> None:
    page.goto(course)
    expect(page.locator(".onward")).to_contain_text("Begin here")
    expect(page.locator(".keeping")).to_contain_text("You have not answered a question yet.")
    expect(page.get_by_role("button", name="Export")).to_be_hidden()
    answer(page, course, 1)
    answer(page, course, 2, "0.123")
    expect(page.locator(".steps-of a").nth(0)).to_have_text("Step 1: Which one, answered correctly")
    expect(page.locator(".steps-of a").nth(1)).to_have_text("Step 2: One rank, begun")
    for _ in range(2):  # a reload changes nothing
        page.goto(course)
        assert states(page) == ["right", "tried", ""]
        expect(card(page).locator(".done")).to_have_text("2 of 3 questions answered, 1 correctly.")
        expect(page.locator(".onward")).to_contain_text("Step 3: Check yourself")
    page.get_by_role("link", name="Continue with step 3").click()
    expect(page).to_have_url(f"{course}/{SLUG}/{KEY}/3")
    answer(page, course, 2)
    answer(page, course, 3)
    page.goto(course)
    expect(card(page).locator(".done")).to_contain_text("3 of 3 correct. Next review: ")
    expect(page.locator(".onward")).to_contain_text("The next lesson")
    card(page).get_by_role("link", name="Step 2").click()
    expect(page).to_have_url(f"{course}/{SLUG}/{KEY}/2")
    page.goto(f"{course}/{BEFORE}/{KEY}/{len(COURSE.lessons[BEFORE].steps)}")
    page.get_by_role("link", name="Next lesson: First <hit>").click()
    expect(page).to_have_url(f"{course}/{SLUG}/{KEY}/2")


def test_what_is_no_answer_is_not_counted(page: Page, course: str) -> None:
    page.goto(f"{course}/{SLUG}/{KEY}/2")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".quiz .standing")).not_to_be_empty()
    page.goto(course)
    expect(card(page).locator(".done")).to_have_text("Begun; nothing is answered yet.")
    page.goto(f"{course}/{SLUG}/{KEY}/2")
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Show the step").click()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".solved")).to_be_visible()
    page.goto(course)
    assert states(page) == ["", "tried", ""]


def test_tabs_show_the_same_and_overwrite_nothing(page: Page, course: str) -> None:
    other = page.context.new_page()
    page.goto(course)
    answer(other, course, 1)
    expect(card(page).locator(".done")).to_have_text("1 of 3 questions answered, 1 correctly.")
    for tab, step in ((page, 2), (other, 3)):  # both are open before one of them is answered
        tab.goto(f"{course}/{SLUG}/{KEY}/{step}")
    for tab, step in ((page, 2), (other, 3)):
        tab.locator(".quiz input:not([type=hidden])").fill(right_answer(KEY, f"{step}-1"))
    for tab in (page, other):
        tab.get_by_role("button", name="Check").click()
    for tab in (page, other):
        expect(tab.locator(".steps-of a").nth(1)).to_contain_text("answered correctly")
        expect(tab.locator(".steps-of a").nth(2)).to_contain_text("answered correctly")
    answer(page, course, 3, "0.123")  # a wrong answer later takes nothing back
    page.goto(course)
    assert states(page) == ["right", "right", "right"]
    other.goto(course)
    page.get_by_role("button", name="Clear").click()
    expect(other.locator(".onward")).to_contain_text("Begin here")


def exported(page: Page) -> dict[str, Any]:
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert re.fullmatch(r"ireval-progress-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    found: dict[str, Any] = json.loads(Path(download.value.path()).read_text("utf-8"))
    return found


def chosen(page: Page, content: object) -> None:
    """Choose a file with this text, or with this as JSON."""
    text = content if isinstance(content, str) else json.dumps(content)
    file: FilePayload = {"name": "progress.json", "mimeType": "application/json", "buffer": text.encode()}
    page.locator(".keeping input").set_input_files(file)


def test_progress_is_cleared_restored_exported_and_imported_into_another_browser(
    page: Page, course: str, new_context: Callable[..., BrowserContext]
) -> None:
    answer(page, course, 1)
    answer(page, course, 2, "0.123")
    page.goto(course)
    before = page.evaluate(KEPT)
    file = exported(page)
    assert file["format"] == "ireval-progress" and file["version"] == 1
    assert set(file["lessons"][SLUG]["answers"]) == {"1-1", "2-1"} and file["lessons"][SLUG]["place"]["key"] == KEY
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".said")).to_contain_text("Your progress is deleted.")
    expect(page.locator(".onward")).to_contain_text("Begin here")
    assert page.evaluate(KEPT) == {}
    page.get_by_role("button", name="Restore").click()
    assert page.evaluate(KEPT) == before and states(page) == ["right", "tried", ""]

    elsewhere = new_context().new_page()
    answer(elsewhere, course, 3)
    elsewhere.goto(course)
    chosen(elsewhere, file)
    expect(elsewhere.locator(".said")).to_have_text("Imported: 1 lesson, joined with what was here.")
    expect(card(elsewhere).locator(".done")).to_contain_text("2 of 3 correct")
    assert states(elsewhere) == ["right", "tried", "right"]
    chosen(page, exported(elsewhere))
    expect(card(page).locator(".done")).to_contain_text("2 of 3 correct")
    assert page.evaluate(KEPT) == elsewhere.evaluate(KEPT)


TIME = "2026-03-01T09:30:00.000Z"
FILE: dict[str, Any] = {"format": "ireval-progress", "version": 1, "exported": TIME, "lessons": {}}
WRONG: list[tuple[object, str]] = [
    ("{", "The file is not JSON."),
    ([1], "The file is [1], but must be an object with fields."),
    ({"title": "Week 5"}, 'its format is not "ireval-progress"'),
    (FILE | {"version": 2}, "The file has version 2, but this page reads version 1."),
    (FILE | {"more": 1}, 'The file has a field "more"'),
    (FILE | {"lessons": {"<b>": {}}}, 'lessons has "<b>", but must have names of lessons'),
    (FILE | {"lessons": {"ap": {"answers": {"__proto": {}}}}}, 'lessons.ap.answers has "__proto"'),
    (FILE | {"lessons": {"ap": {"answers": {"1-1": {"tried": "soon"}}}}}, 'lessons.ap.answers.1-1.tried is "soon"'),
    (FILE | {"lessons": {"ap": {"place": {"key": KEY, "step": 0, "time": TIME}}}}, "lessons.ap.place.step is 0"),
    (FILE | {"lessons": {"ap": {"reviews": {KEY: "2026-02-31"}}}}, f'lessons.ap.reviews.{KEY} is "2026-02-31"'),
    ("[" * 100_000, "The file is not JSON."),
]


def test_a_wrong_file_says_what_is_wrong_and_changes_nothing(page: Page, course: str) -> None:
    answer(page, course, 1)
    page.goto(course)
    before = page.evaluate(KEPT)
    for content, said in WRONG:
        chosen(page, content)
        expect(page.locator(".said")).to_contain_text(said)
        expect(page.locator(".said")).to_contain_text("Nothing was imported.")
        assert page.evaluate(KEPT) == before


FULL = """() => {
  for (let [text, i] = ["x".repeat(2 ** 22), 0]; text; i += 1) {
    try { localStorage.setItem(`other ${i}`, text); } catch { text = text.slice(0, text.length >> 1); }
  }
}"""
FORBIDDEN = "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, \
{ get() { throw new DOMException('denied', 'SecurityError'); } });"


def test_a_full_storage_loses_nothing_in_its_tab(page: Page, course: str) -> None:
    answer(page, course, 1)
    page.evaluate(FULL)
    answer(page, course, 2)
    expect(page.locator(".not-kept")).to_contain_text("storage is full")
    page.goto(course)
    expect(page.locator(".not-kept")).to_contain_text("storage is full")
    assert states(page) == ["right", "right", ""]
    page.evaluate(
        "for (const name of Object.keys(localStorage)) if (name.startsWith('other')) localStorage.removeItem(name)"
    )
    page.reload()
    expect(page.locator(".not-kept")).to_be_hidden()
    assert f"ireval:lessons {SLUG} 2-1" in page.evaluate(KEPT) and page.evaluate("sessionStorage.length") == 0


@pytest.mark.own_page
def test_a_forbidden_storage_is_named_and_everything_else_works(page: Page, course: str) -> None:
    page.add_init_script(FORBIDDEN)
    answer(page, course, 2)
    expect(page.locator(".not-kept")).to_contain_text("does not let pages store anything")
    expect(page.locator(".steps-of a").nth(1)).to_contain_text("answered correctly")
    page.goto(course)
    expect(page.locator(".not-kept")).to_contain_text("does not let pages store anything")
    expect(page.locator(".onward")).to_contain_text("Begin here")


@pytest.mark.own_page
def test_three_reviews_are_offered_by_the_visitors_clock(page: Page, course: str) -> None:
    page.clock.set_fixed_time("2026-03-01T20:00:00")
    for step in (1, 2, 3):
        answer(page, course, step)
    page.goto(course)
    expect(card(page).locator(".done")).to_have_text("Finished on 1 March, 3 of 3 correct. Next review: 2 March.")
    expect(page.locator(".reviews")).to_be_hidden()

    page.clock.set_fixed_time("2026-03-02T08:00:00")
    page.reload()
    expect(page.locator(".reviews li")).to_have_text(
        "A day has passed since you finished First <hit>. The review has 2 questions with new numbers."
    )
    assert_accessible(page, ".reviews")
    for width in (360, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"at {width} px"
    page.locator(".reviews a").click()
    expect(page).to_have_url(re.compile(rf"/{SLUG}/review/(?!{KEY})\w+$"))
    assert_accessible(page)
    for i in range(2):
        expect(page.locator(".reviewed")).to_be_empty()
        quiz = page.locator(".quiz").nth(i)
        quiz.locator("input:not([type=hidden])").fill("0.123")
        quiz.get_by_role("button", name="Check").click()
    expect(page.locator(".reviewed")).to_contain_text("This review is done.")
    page.goto(course)
    expect(card(page).locator(".done")).to_contain_text("Next review: 8 March.")
    expect(page.locator(".reviews")).to_be_hidden()

    page.clock.set_fixed_time("2026-03-08T00:01:00")
    page.reload()
    expect(page.locator(".reviews li")).to_have_text(re.compile("^A week has passed"))
    page.clock.set_fixed_time("2026-04-05T12:00:00")  # a week forgotten: only the latest review is due
    page.reload()
    expect(page.locator(".reviews li")).to_have_text(re.compile("^A month has passed"))
    expect(card(page).locator(".done")).to_have_text("Finished on 1 March, 3 of 3 correct. A review is due.")
    page.evaluate(
        "localStorage.setItem(`ireval:lessons first-hit review-AB`, JSON.stringify(new Date().toISOString()))"
    )
    page.reload()
    expect(page.locator(".reviews")).to_be_hidden()
    expect(card(page).locator(".done")).to_contain_text("All reviews are done.")


def test_without_javascript_course_and_reviews_are_pages(
    course: str, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(course)
    expect(card(page).get_by_role("link", name="First <hit>")).to_be_visible()
    expect(page.locator(".keeping")).to_be_hidden()
    expect(page.locator(".reviews")).to_be_hidden()
    page.goto(f"{course}/{SLUG}/review/{KEY}")
    page.locator(".quiz input:not([type=hidden])").first.fill(right_answer(KEY, "2-1"))
    page.locator(".quiz").first.get_by_role("button", name="Check").click()
    expect(page.locator(".quiz .standing").first).to_contain_text("1 of 1")
