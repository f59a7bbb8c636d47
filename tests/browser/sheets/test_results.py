"""The owner's page while a class works: it follows, keeps what is open, and shows the visitor's own time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from flask import Flask
from playwright.sync_api import Page, expect

from ireval.exercises.generator.issued_keys import grouped_key
from tests import classroom
from tests.browser.accessibility import assert_accessible
from tests.classroom import SHEET, Student, publish
from tests.known_causes import CLASS_DIVIDED_BY_FOUND
from tests.serving import running
from tests.web.store.conftest import Clock
from web.store.sheet_store import Store

#: The server's clock, which stands still: on 1 November 2026, 12:00 UTC.
CLOCK = Clock()


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, str]]:
    """An app and the address of its server."""
    app = classroom.made(tmp_path_factory.mktemp("results"))
    app.testing = False
    app.extensions["store"] = Store(app.config["DATABASE_URL"], CLOCK)
    with running(app, threads=4) as address:
        yield app, address
    classroom.closed(app)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], school: tuple[Flask, str]) -> dict[str, Any]:
    return {**browser_context_args, "base_url": school[1], "timezone_id": "Asia/Kolkata"}


@pytest.mark.own_page
@pytest.mark.allow_console("Failed to load resource")
def test_the_page_follows_the_class_and_keeps_what_is_open_and_focused(page: Page, school: tuple[Flask, str]) -> None:
    owner = publish(school[0])
    first, second = (Student(school[0], owner.students) for _ in range(2))
    first.save(ap_score="0.58")
    page.clock.install()
    page.goto(owner.own)
    expect(page.locator("#rhythm")).to_have_text("Updates every 10 s.")
    expect(page.locator("#refresh")).to_be_hidden()
    folded = page.locator("#noise-dcg")
    folded.locator("summary").click()
    link = page.locator(f"#student-{first.key} a")
    link.focus()
    second.save(ap_score="0.58")
    second.submit()
    page.clock.fast_forward(10_000)
    causes = page.locator("#causes-ap li")
    expect(causes).to_have_text(re.compile(f"2 of 2 {CLASS_DIVIDED_BY_FOUND}$"))
    expect(page.locator("#said")).to_contain_text("1 submitted")
    expect(link).to_be_focused()
    expect(folded).to_have_attribute("open", "")
    pause = page.get_by_role("button", name="Pause")
    pause.click()
    expect(page.locator("#rhythm")).to_have_text("Updates are paused.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    CLOCK.go(seconds=1)
    first.save(ap_score="0.29")
    page.clock.fast_forward(30_000)
    assert not asked
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#causes-ap li")).to_have_text(re.compile("1 of 2"))
    with page.expect_response(lambda answer: answer.status == 304):
        page.clock.fast_forward(10_000)
    assert_accessible(page)
    page.route("**/o/*", lambda route: route.abort())
    page.clock.fast_forward(10_000)
    expect(page.locator("#rhythm")).to_have_text("The server does not answer. Trying again …")
    page.unroute("**/o/*")
    page.clock.fast_forward(2000)
    expect(page.locator("#rhythm")).to_have_text("Updates every 10 s.")


def test_a_class_that_is_not_marked_yet_is_marked_while_the_page_is_open(
    page: Page, school: tuple[Flask, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = publish(school[0], replace(SHEET, exercises=SHEET.exercises[:1]), mode="practice")
    for _ in range(4):
        Student(school[0], owner.students).save(ap_score="0.58")
    monkeypatch.setitem(school[0].config, "MARKING_SECONDS", 0)  # one student at each look
    assert "1 of 4 students marked" in owner.page()
    page.goto(owner.own)
    expect(page.locator("#said")).to_have_text("All students are marked.")
    expect(page.locator("#marking")).to_have_count(0)
    expect(page.locator("#causes-ap li")).to_have_text(re.compile("4 of 4"))
    expect(page.locator("#class").get_by_role("link", name="CSV", exact=True)).to_have_count(2)


def test_times_are_the_visitors_and_so_are_those_that_are_typed(page: Page, school: tuple[Flask, str]) -> None:
    owner = publish(school[0], mode="exam")
    page.goto(f"{owner.own}/times")
    expect(page.locator("#zone-note")).to_have_text("Times are in Asia/Calcutta, your time zone.")
    page.get_by_label("Deadline", exact=True).fill("2026-12-24T17:30")
    assert_accessible(page)
    page.get_by_role("button", name="Set").click()
    expect(page.locator("#facts")).to_contain_text("Deadline 24 December 2026, 17:30 GMT+5:30")
    page.goto(f"{owner.own}/times")
    expect(page.get_by_label("Deadline", exact=True)).to_have_value("2026-12-24T17:30")
    assert "24 December 2026, 12:00 UTC" in owner.page()
    for address in (f"{owner.own}/close", f"{owner.own}/reopen", "/sheets/recover"):
        page.goto(address)
        assert_accessible(page)


@pytest.mark.own_page
def test_a_student_who_is_writing_is_told_when_the_deadline_comes_and_passes(
    page: Page, school: tuple[Flask, str]
) -> None:
    owner = publish(school[0])
    owner.post("/times", deadline="2026-11-01T12:10", late="refused")
    page.clock.install()
    page.goto(owner.students)
    expect(page.locator("#deadline")).to_contain_text("1 November 2026, 17:40 GMT+5:30")
    page.goto(f"{owner.students}/{owner.seat()}")
    gap = page.locator("[id='ap.score']")
    gap.fill("0.58")
    page.clock.fast_forward("04:59")
    expect(page.locator("#state")).to_have_text("Saved")
    page.clock.fast_forward("00:02")
    expect(page.locator("#said")).to_contain_text("5 minutes left until the deadline.")
    gap.fill("0.29")
    with page.expect_response("**/answers"):
        page.clock.fast_forward("05:00")
    expect(page.get_by_role("alert")).to_contain_text("The deadline has passed.")
    expect(page.locator("#state")).to_have_text("This sheet is not accepting answers")
    assert 'value="0.29"' in owner.client.get(page.url.removeprefix(school[1])).text, "it was sent before"


def test_answers_of_nobody_in_the_class_are_removed_by_keyboard(page: Page, school: tuple[Flask, str]) -> None:
    owner = publish(school[0], mode="practice")
    students = [Student(school[0], owner.students) for _ in range(3)]
    for student in students:
        student.save(ap_score="0.58")
    page.goto(f"{owner.own}/students/remove")
    expect(page.locator("[data-form-zone]")).to_have_text(re.compile("^Asia/.*, your time zone$"))
    page.get_by_role("button", name="Select all on this page").press("Enter")
    expect(page.locator("#said")).to_have_text("3 selected")
    page.get_by_role("checkbox", name=f"Select {grouped_key(students[1].key)}").press("Space")
    page.get_by_role("button", name="Remove the 2 selected …").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Remove 2 students?")
    assert_accessible(page)
    page.get_by_role("button", name="Remove").press("Enter")
    expect(page.get_by_role("status").first).to_have_text("2 students were removed, with all answers.")
    expect(page.locator("tbody th")).to_have_text(grouped_key(students[1].key))
    assert students[1].save(ap_score="0.29") == 204 and students[0].save(ap_score="0.29") == 410
