"""A playlist is built in the browser: views are added in the lab, arranged, kept, taken away and opened again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import Lab


def titles(page: Page) -> Locator:
    return page.locator(".item .wide input")


def expect_titles(page: Page, *wanted: str) -> None:
    expect(titles(page)).to_have_count(len(wanted))
    for i, title in enumerate(wanted):
        expect(titles(page).nth(i)).to_have_value(title)


def move_and_edit(page: Page) -> None:
    """Move the items AP and P with buttons, keys and the pointer; edit P in their place; remove it and undo that."""
    page.get_by_role("button", name="Move item 2 up").click()
    expect_titles(page, "P: 4 documents", "AP: 3 documents")
    expect(page.get_by_role("button", name="Move item 1 down")).to_be_focused()
    expect(page.locator("#said")).to_have_text("Moved to place 1 of 2")
    titles(page).nth(1).focus()
    page.keyboard.press("Alt+ArrowUp")
    expect_titles(page, "AP: 3 documents", "P: 4 documents")
    page.locator(".grip").nth(1).drag_to(page.locator(".grip").first)
    expect_titles(page, "P: 4 documents", "AP: 3 documents")
    titles(page).first.fill("Precision")
    page.get_by_label("Item 1: minutes").fill("soon")
    page.keyboard.press("Tab")
    expect(page.locator(".fault")).to_contain_text("Minutes")
    page.get_by_label("Item 1: minutes").fill("2")
    page.keyboard.press("Tab")
    expect(page.locator(".sum")).to_contain_text("2 items, 2 minutes.")
    page.get_by_role("button", name="Remove item 1: Precision").click()
    expect_titles(page, "AP: 3 documents")
    page.get_by_role("button", name="Undo").click()
    expect_titles(page, "Precision", "AP: 3 documents")


@pytest.mark.allow_console("status of 400")
def test_views_are_added_in_the_lab_and_arranged(lab: Lab, tmp_path: Path) -> None:
    page = lab.open("/lab?labels=101")
    add, said = page.locator("#collect"), page.locator("#collected")
    add.click()
    expect(said).to_contain_text("Added as item 1: AP: 3 documents.")
    lab.open("/lab?labels=1010&show=P&view=projector")
    page.get_by_role("button", name="One row forward").click()
    add.click()
    expect(said).to_contain_text("Added as item 2: P: 4 documents, from row 1.")
    add.click()
    expect(said).to_contain_text("Added as item 3")
    said.get_by_role("button", name="Undo").click()
    lab.page.goto(f"{lab.address}/playlist")
    expect_titles(page, "AP: 3 documents", "P: 4 documents")
    expect(page).to_have_url(re.compile(r"/playlist\?items=1[\w-]+$"))
    expect(page.get_by_label("Item 2: step through the rows")).to_be_checked()

    move_and_edit(page)
    assert_accessible(page)

    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download").click()
    waiting.value.save_as(tmp_path / "lecture.json")
    here = page.url
    page.goto(f"{lab.address}/playlist?items=five-sources")
    page.get_by_text("Open a file").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "lecture.json")
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_url(here)
    page.get_by_role("link", name="Start the lecture").click()
    expect(page.locator("#presenting .place")).to_have_text("1 of 2")
    expect(page.locator("#presenting .clock")).to_have_text(re.compile(r"^[12]:\d\d$"))
    expect(add).to_be_hidden()


def press_slowly(page: Page, name: str) -> None:
    """Hold the button until the page has the answer to what the earlier field's change sent."""
    page.get_by_role("button", name=name).hover()
    with page.expect_response("**/playlist"):
        page.mouse.down()
    expect(page.locator("form.htmx-request")).to_have_count(0)
    page.mouse.up()


@pytest.mark.allow_console("status of 400")
def test_links_are_pasted_and_another_playlist_is_kept(lab: Lab) -> None:
    page = lab.open("/lab?labels=101")
    page.locator("#collect").click()
    expect(page.locator("#collected")).to_contain_text("Added as item 1")
    page.goto(f"{lab.address}/playlist?items=five-sources")
    expect(titles(page)).to_have_count(37)
    page.get_by_role("button", name="Open it").click()
    expect_titles(page, "AP: 3 documents")
    page.get_by_text("Add links").click()
    page.locator("[name=links]").fill("https://example.org/lab?labels=1")
    page.get_by_role("button", name="Add these links").click()
    expect(page.locator("#links-fault")).to_contain_text("is not a link to the lab")
    page.locator("[name=links]").fill(f"Two {lab.address}/lab?labels=11")
    press_slowly(page, "Add these links")
    expect(page.locator("[name=links]")).to_have_value("")
    expect_titles(page, "AP: 3 documents", "Two")
    lab.go_back()
    expect_titles(page, "AP: 3 documents")
    page.goto(f"{lab.address}/playlist?items=five-sources")
    page.get_by_role("button", name="Remove item 37", exact=False).click()
    expect(titles(page)).to_have_count(36)
    page.get_by_role("button", name="Open it").click()
    expect_titles(page, "AP: 3 documents", "Two")
    page.goto(f"{lab.address}/playlist")
    expect_titles(page, "AP: 3 documents", "Two")
    page.go_back()
    page.goto(f"{lab.address}/playlist")
    expect_titles(page, "AP: 3 documents", "Two")
    lab.page.set_viewport_size({"width": 360, "height": 740})
    lab.open("/lab?labels=101")
    header = page.locator(".site").bounding_box()
    assert header and header["height"] < 60, "one row"
