"""The builder in a browser: changes follow at once, by keyboard, on a phone, without JavaScript, and as axe sees it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from ireval.exercises import from_json
from tests.browser.accessibility import assert_accessible

ADDRESS = "/sheets/new?seed=42"


def assert_all_fits(page: Page, *widths: int) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_axe_finds_nothing(page: Page) -> None:
    page.goto(ADDRESS)
    page.locator("[name='e1.score']").fill("0.3")
    page.locator("[name='e3.better']").first.check()
    page.get_by_role("button", name="Mark these answers").click()
    expect(page.locator(".feedback")).to_have_count(2)
    page.locator("[name='e4:source'][value='list']").check()
    page.locator("#e4").get_by_role("button", name="Fill in the drawn list").click()
    expect(page.locator("[name='e4:list.labels']")).not_to_have_value("")
    assert_all_fits(page, 1280, 360)
    assert_accessible(page)
    page.get_by_role("radio", name="Answer key").check()
    page.locator(".solved").last.wait_for()
    assert_all_fits(page, 360, 1280)
    assert_accessible(page, "#e1")  # all solutions are shown in the same way


@pytest.mark.allow_console("status of 400")
def test_an_error_is_shown_at_its_field_until_it_is_corrected_and_survives_a_reload(page: Page) -> None:
    page.goto(ADDRESS)
    measure = page.locator("[name='e1:measure']")
    measure.fill("AQ")
    measure.press("Tab")
    expect(page.locator("[id='e1:measure-error']")).to_contain_text("There is no measure")
    expect(page.locator("[name='e1:points']")).to_be_focused()
    assert_accessible(page, "#e1")
    page.reload()
    page.get_by_role("button", name="Continue with “Exercise sheet”").click()
    expect(measure).to_have_value("AQ")
    expect(page.locator(".exercise")).to_have_count(6)
    measure.fill("RR")
    measure.press("Tab")
    expect(page.locator("#e1 h2")).to_have_text("1. Calculate a score: RR")
    expect(page.locator("#refusal")).to_be_empty()


def test_exercises_are_moved_copied_removed_and_added_by_keyboard(page: Page) -> None:
    page.goto(ADDRESS)
    heads = page.locator(".exercise h2")
    before = heads.all_inner_texts()
    down = page.get_by_role("button", name="Move exercise 1 down")
    down.focus()
    page.keyboard.press("Enter")
    expect(heads.nth(1)).to_have_text(before[0].replace("1.", "2."))
    expect(page.get_by_role("button", name="Move exercise 2 down")).to_be_focused()
    page.keyboard.press("Enter")
    expect(heads.nth(2)).to_have_text(before[0].replace("1.", "3."))
    page.get_by_role("button", name="Remove exercise 3").press("Enter")
    expect(heads).to_have_count(5)
    expect(page.get_by_role("button", name="Move exercise 3 up")).to_be_focused()
    page.get_by_role("button", name="Duplicate exercise 5").press("Enter")
    expect(heads).to_have_count(6)
    page.get_by_role("button", name="Choose the measure").press("Enter")
    expect(heads).to_have_count(7)
    expect(page.locator(".exercise").last.get_by_label("Kind")).to_be_focused()
    expect(page.locator(".total")).to_contain_text("7 exercises")
    assert page.url.endswith(ADDRESS), "the address is that of the example"


def test_a_file_is_saved_and_opened_again(page: Page, tmp_path: Path) -> None:
    page.goto(ADDRESS)
    page.get_by_label("Title").fill("Übung 3")
    with page.expect_download() as download:
        page.get_by_role("button", name="sheet.json").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert from_json(saved.read_bytes()).title == "Übung 3"
    page.goto("/sheets/new?seed=7")
    page.get_by_text("Open a sheet.json").click()
    page.get_by_label("Sheet", exact=True).set_input_files(saved)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_label("Title")).to_have_value("Übung 3")
    expect(page.locator("[name='seed']")).to_have_value("42")


def test_after_a_reload_the_draft_can_be_continued(page: Page) -> None:
    page.goto(ADDRESS)
    page.get_by_label("Title").fill("Of an hour's work")
    page.get_by_label("Title").press("Tab")
    expect(page.get_by_role("status").first).to_be_attached()
    page.get_by_role("button", name="Remove exercise 1").click()
    expect(page.locator(".exercise")).to_have_count(5)
    page.reload()
    expect(page.locator(".exercise")).to_have_count(6)
    page.get_by_role("button", name="Continue with “Of an hour's work”").click()
    expect(page.locator(".exercise")).to_have_count(5)
    expect(page.get_by_label("Title")).to_have_value("Of an hour's work")


def test_a_removed_exercise_is_restored_by_keyboard_and_paper_shows_the_questions_alone(page: Page) -> None:
    page.goto(ADDRESS)
    heads = page.locator(".exercise h2")
    before = heads.all_inner_texts()
    page.get_by_role("button", name="Remove exercise 2").press("Enter")
    expect(heads).to_have_count(5)
    expect(page.get_by_text("was removed.")).to_contain_text(before[1].partition(". ")[2])
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Restore")).to_be_focused()
    page.keyboard.press("Enter")
    expect(heads).to_have_text(before)
    expect(page.locator("#e2").get_by_label("Kind")).to_be_focused()
    page.emulate_media(media="print")
    for gone in (".controls", ".looking", ".taking", ".site", ".exercise .tools"):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator(".prompt").first).to_be_visible()
    expect(page.locator("[name='e1.score']")).to_be_visible()


@pytest.mark.allow_console("status of 400")
def test_a_sheet_that_could_not_be_published_is_not_lost(page: Page) -> None:
    page.goto(ADDRESS)
    page.context.clear_cookies()  # as when the browser was restarted
    page.route("**/sheets/new*", lambda _: None)  # no answer to the change is in time: it would bring a new token
    page.get_by_label("Title").fill("Of an hour's work")
    page.get_by_role("button", name="Publish the sheet").click()
    page.wait_for_url("**/publish", wait_until="load")
    page.unroute("**/sheets/new*")
    expect(page.get_by_role("main")).to_contain_text("Load the page again")
    page.goto("/sheets/new")
    page.get_by_role("button", name="Continue with “Of an hour's work”").click()
    expect(page.get_by_label("Title")).to_have_value("Of an hour's work")


@pytest.mark.allow_console("Failed to load resource")
def test_a_button_can_be_pressed_again_if_the_server_was_not_reached(page: Page) -> None:
    page.goto(ADDRESS)
    page.route("**/sheets/new*", lambda route: route.abort())
    page.get_by_role("button", name="Remove exercise 1").click()
    expect(page.locator("#refusal")).to_contain_text("the button has had no effect yet")
    expect(page.locator(".exercise")).to_have_count(6)
    page.unroute("**/sheets/new*")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".exercise")).to_have_count(5)
    expect(page.locator("#refusal")).to_be_empty()


@pytest.mark.allow_console("status of 400")
def test_errors_of_the_whole_sheet_link_to_their_fields(page: Page) -> None:
    page.goto(ADDRESS)
    page.get_by_text("Partial credit").click()
    page.get_by_label("Typical mistake").fill("a half")
    page.get_by_label("Decimals", exact=True).first.fill("9")
    page.get_by_role("button", name="Publish the sheet").click()
    page.wait_for_url("**/publish", wait_until="load")
    faults = page.locator("#refusal li")
    expect(faults).to_have_text(
        ["Decimals: 9 is out of range. Give a whole number from 0 to 6.", "Typical mistake: “a half” is not a number."]
    )
    page.get_by_role("link", name="Typical mistake").click()
    expect(page.get_by_label("Typical mistake")).to_be_focused()
    expect(page.get_by_label("Typical mistake")).to_be_visible()


def test_every_change_is_undone_and_redone(page: Page) -> None:
    page.goto(ADDRESS)
    heads, undo, redo = page.locator(".exercise h2"), *(page.get_by_role("button", name=n) for n in ("Undo", "Redo"))
    measure, title = page.locator("[name='e1:measure']"), page.get_by_label("Title")
    before = heads.all_inner_texts()
    expect(undo).to_have_attribute("aria-disabled", "true")
    title.fill("Week 5")
    title.press("Tab")
    measure.fill("RR")
    measure.press("Tab")
    expect(heads.first).to_have_text("1. Calculate a score: RR")
    page.get_by_role("button", name="Move exercise 1 down").click()
    expect(heads.nth(1)).to_have_text("2. Calculate a score: RR")
    page.get_by_role("button", name="Remove exercise 2").click()
    expect(heads).to_have_count(5)
    page.get_by_role("radio", name="Answer key").check()
    page.locator(".solved").last.wait_for()
    page.keyboard.press("Control+z")
    expect(heads.nth(1)).to_have_text("2. Calculate a score: RR")
    expect(page.get_by_role("radio", name="Answer key")).to_be_checked()
    page.keyboard.press("Control+z")
    expect(heads.first).to_have_text("1. Calculate a score: RR")
    page.reload()  # the tab keeps the sheet, and its steps
    page.get_by_role("button", name="Continue with “Week 5”").click()
    expect(heads.first).to_have_text("1. Calculate a score: RR")
    expect(undo).to_be_visible()
    undo.press("Enter")
    expect(heads).to_have_text(before)
    expect(title).to_have_value("Week 5")
    expect(undo).to_be_focused()
    undo.press("Enter")
    expect(title).to_have_value("Exercise sheet")
    expect(page.locator("#said")).to_have_text("Undone.")
    undo.press("Enter")
    expect(page.locator("#said")).to_contain_text("There is nothing to undo.")  # perhaps read out with what was before
    for _ in range(4):  # each one waits for the answer before
        page.keyboard.press("Control+y")
        expect(page.locator("#said")).to_contain_text("Redone.")
        expect(page.locator("#builder")).not_to_have_class("htmx-request")
    expect(heads).to_have_count(5)
    expect(redo).to_have_attribute("aria-disabled", "true")
    title.fill("typed")
    title.press("Control+z")
    expect(title).to_have_value("Week 5")  # the field undoes what is typed into it
    expect(heads).to_have_count(5)


@pytest.mark.own_page
def test_drafts_are_kept_by_name_opened_and_deleted(page: Page) -> None:
    page.goto(ADDRESS)
    title, heads = page.get_by_label("Title"), page.locator(".exercise h2")
    page.locator("#drafts summary").press("Enter")
    page.get_by_label("Name", exact=True).fill("Week 5")
    page.get_by_role("button", name="Save this sheet").press("Enter")
    expect(page.locator("#draft-state")).to_have_text("Every change is kept in the draft “Week 5”.")
    page.get_by_role("button", name="Remove exercise 1").press("Enter")
    expect(heads).to_have_count(5)
    title.fill("Of an hour's work")
    title.press("Tab")
    expect(page.locator("#drafts time")).to_have_count(1)
    again = page.context.new_page()  # after the tab was closed
    page.close()
    again.goto("/sheets/new?seed=7")
    title, heads = again.get_by_label("Title"), again.locator(".exercise h2")
    again.locator("#drafts summary").press("Enter")
    assert_accessible(again, "#drafts")
    again.get_by_role("button", name="Week 5", exact=True).press("Enter")
    expect(heads).to_have_count(5)
    expect(title).to_have_value("Of an hour's work")
    expect(again.locator("#said")).to_contain_text("The draft “Week 5” is open.")
    again.get_by_role("button", name="Undo").press("Enter")
    expect(heads).to_have_count(6)
    expect(again.locator("#draft-state")).to_be_hidden()
    again.get_by_role("button", name="Redo").press("Enter")
    expect(heads).to_have_count(5)
    again.get_by_label("Name", exact=True).fill("Exam")
    again.get_by_role("button", name="Save this sheet").press("Enter")
    expect(again.locator("#drafts li")).to_have_count(2)
    again.get_by_role("button", name="Delete the draft “Week 5”").press("Enter")
    expect(again.locator("#drafts li > [title=Open]")).to_have_text(["Exam"])
    again.locator("#drafts").get_by_role("button", name="Restore").press("Enter")
    expect(again.locator("#drafts li > [title=Open]")).to_have_text(["Week 5", "Exam"])


def test_all_of_it_works_without_javascript(new_context: Any) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(ADDRESS)
    page.get_by_label("Title").fill("By hand")
    page.locator("[name='e1:source'][value='list']").check()
    expect(page.locator("[name='e1:generated.length']")).to_be_hidden()
    page.get_by_role("button", name="Show changes").click()
    expect(page.locator("[name='e1:list.labels']")).to_have_value("")
    page.locator("#e1").get_by_role("button", name="Fill in the drawn list").click()
    expect(page.locator("[name='e1:list.labels']")).not_to_have_value("")
    page.get_by_role("button", name="Remove exercise 2").click()
    expect(page.locator(".exercise")).to_have_count(5)
    expect(page.get_by_label("Title")).to_have_value("By hand")
    with page.expect_download() as download:
        page.get_by_role("button", name="sheet.json").click()
    assert download.value.suggested_filename == "sheet.json"


def test_the_labs_menu_follows_the_list_to_a_sheet(page: Page) -> None:
    page.goto("/lab?labels=1010&unretrieved=1&show=AP")
    page.locator("#rank-2 input[value='1']").check()
    page.wait_for_url("**labels=1110**")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("link", name="Create a sheet").click()
    page.wait_for_url("**/sheets/new?labels=1110**")
    expect(page.locator("[name='e1:list.labels']")).to_have_value("1110")


def test_the_preview_follows_what_is_typed_in_an_own_question(page: Page) -> None:
    page.goto(ADDRESS)
    page.get_by_role("button", name="Own question: choice").click()
    text = page.locator("[name='e7:text']")
    text.fill("Which is a *rank* measure? Choose ")
    text.press_sequentially("**one**.")
    expect(page.locator("#e7 .preview strong")).to_have_text("one")
    expect(text).to_be_focused()
    text.press_sequentially(" Now.")
    expect(text).to_have_value("Which is a *rank* measure? Choose **one**. Now.")
    page.locator("#e7 .hinting summary").click()
    page.locator("[name='e7:hint']").fill("$\\frac{1}{2}$")
    page.locator("#e7 .own-hint summary").click()
    expect(page.locator("#e7 .own-hint mfrac")).to_be_visible()
    assert_accessible(page, "#e7")
