"""A lesson in class: a remote leads through its steps, and one click asks the class."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT
from tests.web.lessons.test_lessons import AP as LESSON
from tests.web.lessons.test_lessons import KEY
from web.playlist.playlist import Item, Playlist
from web.playlist.playlist_code import write_code

AP = f"/lessons/average-precision/{KEY}"
TALL: ViewportSize = {"width": 1280, "height": 2600}
FLAT: ViewportSize = {"width": 1280, "height": 720}
PHONE_TO_PROJECTOR = (360, 1280, 1920)


def test_a_remote_unfolds_what_is_folded_and_then_leads_on_and_back(page: Page, server: str) -> None:
    page.set_viewport_size(TALL)
    page.goto(f"{server}{AP}/1?present=1")
    folded, press = page.locator("main .unfold"), page.keyboard.press
    expect(folded).not_to_have_attribute("open", "")
    press("PageDown")
    expect(folded).to_have_attribute("open", "")
    press("PageUp")
    expect(folded).not_to_have_attribute("open", "")
    press("ArrowRight")
    press("ArrowRight")
    expect(page).to_have_url(f"{server}{AP}/2?present=1")
    expect(page.locator("#figure")).to_be_visible()
    press("PageUp")
    expect(page).to_have_url(f"{server}{AP}/1?present=1#unfolded")
    expect(folded).to_have_attribute("open", "")
    press("PageUp")
    press("PageUp")
    expect(page.locator("#presenting-said")).to_have_text("This is the beginning of the lesson.")


def test_a_remote_shows_the_rows_of_a_table_first_and_scrolls_what_is_below_the_window(page: Page, server: str) -> None:
    page.set_viewport_size(TALL)
    page.goto(f"{server}{AP}/5?labels=101&step=1&view=projector")
    press = page.keyboard.press
    for row in (2, 3):
        press("PageDown")
        expect(page.locator("tr.now")).to_have_attribute("id", f"rank-{row}")
    expect(page.locator("main .unfold")).not_to_have_attribute("open", "")
    press("PageDown")
    expect(page.locator("main .unfold")).to_have_attribute("open", "")
    page.get_by_role("button", name="One row back").click()
    expect(page.locator("tr.now")).to_have_attribute("id", "rank-2")
    page.get_by_role("button", name="One row forward").click()
    page.get_by_role("button", name="One row forward").click()
    expect(page).to_have_url(re.compile(re.escape(f"{AP}/5?labels=101")))  # the lab's own buttons lead nowhere else
    page.set_viewport_size(FLAT)
    page.goto(f"{server}{AP}/5?present=1")
    press("PageDown")
    expect(page.locator("main .unfold")).not_to_have_attribute("open", "")
    assert page.evaluate("scrollY") > 300


def test_a_key_makes_the_screen_black(page: Page, server: str) -> None:
    page.set_viewport_size(FLAT)
    page.goto(f"{server}{AP}/1?present=1")
    page.keyboard.press("b")
    expect(page.locator("html")).to_have_class("black")
    expect(page.get_by_role("heading", level=1)).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Use single letters as shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_step_is_an_item_of_a_playlist_between_views_of_the_lab(page: Page, server: str) -> None:
    page.set_viewport_size(TALL)
    items = (Item("labels=101", "First"), Item("/lessons/average-precision/5", "Divide"), Item("labels=10", "Last"))
    code = write_code(Playlist("Mixed", items))
    page.goto(f"{server}/lab?labels=101&view=projector#playlist={code}&item=1")
    expect(page.locator("#presenting .place")).to_have_text("1 of 3")
    page.keyboard.press("PageDown")
    expect(page).to_have_url(re.compile(f"/lessons/average-precision/\\w+/5\\?present=1#playlist={code}&item=2$"))
    expect(page.locator("#presenting-step .called")).to_have_text("Item 2 of 3: Divide")
    page.locator("#rank-2 input[value='1']").check(force=True)
    expect(page).to_have_url(re.compile(f"view=projector#playlist={code}&item=2$"))
    page.keyboard.press("PageDown")
    expect(page.locator("main .unfold")).to_have_attribute("open", "")
    page.keyboard.press("PageDown")
    expect(page.locator("#presenting .place")).to_have_text("3 of 3")
    page.keyboard.press("PageUp")
    expect(page.locator("#presenting-step .called")).to_have_text("Item 2 of 3: Divide")
    page.keyboard.press("PageUp")
    expect(page.locator("#presenting .place")).to_have_text("1 of 3")


def test_a_step_is_added_to_the_playlist(page: Page, server: str) -> None:
    page.goto(f"{server}{AP}/1")
    for count in (1, 2):
        page.get_by_role("link", name="Add the step to the playlist").click()
        expect(page.locator("#collected-step")).to_have_text(f"Added as item {count}.")
    page.goto(f"{server}/playlist")
    expect(page.locator("input[name='title1']")).to_have_value(f"{LESSON.title}: {LESSON.steps[0].title}")


def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, server: str) -> None:
    printed = f"/lessons/relevance-and-judges/{KEY}/print?answers=1"
    for address in (f"{AP}/5?present=1", printed):
        page.goto(server + address)
        assert_accessible(page)
        for width in PHONE_TO_PROJECTOR:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"{address} at {width} px"
