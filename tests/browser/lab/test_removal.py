"""Documents leave the ranking by their menu or by key, and come back: by Undo, by Ctrl+Z, and from the missed ones."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import LILLIS, Lab


def test_no_label_deletes_and_the_menu_says_what_becomes_of_r(lab: Lab) -> None:
    page = lab.open()
    lab.radio(6, "3").focus()
    page.keyboard.press("ArrowRight")
    expect(lab.radio(6, "u")).to_be_checked()  # round to the first label
    lab.expect_address("labels=10100u000200003")
    page.keyboard.press("ArrowLeft")
    lab.expect_address("labels=101003000200003")
    page.keyboard.press("Enter")
    menu = page.locator(".row-menu")
    expect(menu.get_by_role("button", name="Not retrieved")).to_contain_text("R stays 10")
    expect(menu.get_by_role("button", name="Delete")).to_contain_text("R becomes 9")
    page.keyboard.press("Escape")
    expect(lab.radio(6, "3")).to_be_focused()
    for shown in (True, False):
        page.locator("#rank-6 .row-more").click()
        expect(menu).to_be_visible(visible=shown)

    lab.choose_item(6, "Not retrieved")  # AP is (1 + 2/3 + 3/9 + 4/14) / 10
    lab.expect_address("labels=10100000200003&unretrieved=332211&size=800")
    assert ",d5,d7," in page.url, "the others keep their names"
    expect(lab.said).to_contain_text("d6 moved to the judged documents that were not retrieved. R stays 10.")
    expect(lab.change).to_have_text(
        "AP 0.290 → 0.229, R stays 10 d6 moved to the judged documents that were not retrieved."
    )
    page.get_by_role("button", name="Undo").click()
    lab.expect_address("labels=101003000200003")
    expect(lab.said).to_contain_text("Undone.")
    expect(lab.change).to_have_text("AP 0.229 → 0.290, R stays 10 Undone.")


def test_keys_of_a_row_and_control_z(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&view=projector")
    lab.radio(3, "1").focus()
    page.keyboard.press("Delete")
    expect(lab.said).to_contain_text("d3 deleted. R is now 9.")
    expect(lab.radio(3, "0")).to_be_checked()
    page.keyboard.press("x")
    expect(lab.said).to_contain_text("d3 moved to the judged documents that were not retrieved. R stays 9.")
    lab.expect_address("labels=1003000200003")
    page.keyboard.press("Control+z")
    lab.expect_address("labels=10003000200003")
    page.keyboard.press("Control+z")
    expect(lab.rows).to_have_count(15)
    page.keyboard.press("Control+z")
    expect(lab.said).to_contain_text("There is nothing to undo.")
    page.keyboard.press("Control+Shift+z")
    lab.expect_address("labels=10003000200003")
    page.keyboard.press("Control+y")
    lab.expect_address("labels=1003000200003")


def test_an_unjudged_document_leaves_and_a_missed_one_comes_back(lab: Lab) -> None:
    page = lab.open("/lab?labels=1u0&unretrieved=1&names=a,b,c,e")
    lab.choose_item(2, "Not retrieved")
    expect(lab.said).to_contain_text("b is unjudged, so it has left the list. R stays 2.")
    lab.expect_address("labels=10&unretrieved=1&names=a,c,e")
    page.get_by_role("button", name="Retrieve e").click()
    lab.expect_address("labels=101&names=a,c,e")
    expect(lab.said).to_contain_text("e is at the end of the list.")
    lab.choose_item(3, "Not retrieved")
    lab.expect_address("labels=10&unretrieved=1&names=a,c,e")


def test_a_document_that_another_system_has_stays_judged(lab: Lab) -> None:
    page = lab.open("/lab?labels=1100&names=a,b,c,d")
    page.get_by_role("button", name="Compare with a copy").click()
    lab.expect_address("list=2")
    delete = page.locator(".row-menu").get_by_role("button", name="Delete")
    page.locator("#rank-2 .row-more").click()
    expect(delete).to_contain_text("R stays 2")
    delete.click()
    expect(lab.said).to_contain_text("b deleted. R stays 2.")
    lab.expect_address("labels2=100&unretrieved2=1&names2=a,c,d,b")
    page.locator(".list-tab").first.click()
    expect(lab.rows).to_have_count(4)
    page.locator("#rank-2 .row-more").click()
    expect(delete).to_contain_text("R becomes 1")
    delete.click()
    expect(lab.said).to_contain_text("b deleted. R is now 1.")
    lab.expect_address("labels=100&names=a,c,d&labels2=100&names2=a,c,d")


def test_undo_never_leaves_the_page_and_takes_back_what_is_under_way(lab: Lab) -> None:
    page = lab.open("/lab?labels=000")
    page.goto(page.url.replace("000", "0000"))
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Control+z")
    expect(lab.said).to_contain_text("There is nothing to undo.")
    with lab.server.holding():
        lab.radio(1, "1").check()
        expect(undo).to_have_attribute("aria-disabled", "false")
        page.keyboard.press("Control+z")
        expect(lab.radio(1, "0")).to_be_checked()
    lab.radio(2, "1").check()
    lab.expect_address("labels=0100")
    lab.field("k").fill("7")
    page.keyboard.press("Control+z")  # the field's own
    expect(lab.field("k")).not_to_have_value("7")
    assert lab.labels == "0100"
    page.reload()
    undo.click()
    lab.expect_address("labels=0000")
    expect(undo).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("arrangement", ["systems", "queries"])
def test_of_several_lists(lab: Lab, arrangement: str) -> None:
    lab.open(f"/lab?labels=110&labels2=011&list=2&arrangement={arrangement}")
    lab.choose_item(2, "Not retrieved")
    name = "d2" if arrangement == "queries" else "b2"  # on one query, unnamed documents of two lists differ by name
    expect(lab.said).to_contain_text(f"{name} moved to the judged documents that were not retrieved.")
    expect(lab.page.locator(".box svg.ghost path")).to_have_attribute("d", re.compile("^M"))
    lab.page.locator(".list-tab").first.click()  # of another list there is nothing to compare
    expect(lab.change).to_have_text(" Change a label to see the score before and after.")
    expect(lab.page.locator(".box svg.ghost path")).to_have_attribute("d", "")
    lab.page.get_by_role("button", name="Undo").click()
    lab.page.get_by_role("button", name="Undo").click()
    lab.expect_address("labels2=011")
