"""The dialog “Enter my ranking”: by keyboard, with the live preview, with questions and errors, and without scripts."""

from __future__ import annotations

import pytest

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import Lab

pytest.importorskip("playwright")
from playwright.sync_api import Page, expect

TABLE = "Rank\tEngine A\tEngine B\n1\tR\tN\n2\tN\tR"


def opened(lab: Lab, address: str = "/lab?labels=1010") -> Page:
    page = lab.open(address)
    page.get_by_role("link", name="Enter my ranking").press("Enter")
    expect(page.locator("#entry-pasted")).to_be_focused()
    return page


def test_a_list_is_entered_by_keyboard_alone_and_undone_by_back(lab: Lab) -> None:
    page = opened(lab)
    page.keyboard.type("RNNRN")
    expect(page.locator("#entry-preview .chips b")).to_have_text(["1", "0", "0", "1", "0"])
    expect(lab.summary).to_contain_text("4 documents")
    page.keyboard.press("Tab")
    page.keyboard.type("10")
    expect(page.locator("#entry-preview")).to_contain_text("(R = 10)")
    page.keyboard.press("Enter")
    lab.expect_address("labels=10010&unretrieved=11111111")
    expect(page.locator("#entry")).to_be_hidden()
    expect(lab.summary).to_have_text("5 documents retrieved; 2 of the 10 relevant documents found.")
    page.go_back()
    expect(lab.rows).to_have_count(4)
    page.get_by_role("link", name="Enter my ranking").click()
    expect(page.locator("#entry-pasted")).to_have_value("")
    expect(page.locator("#entry-preview .chips")).to_have_count(0)


@pytest.mark.allow_console("status of 400")
def test_a_table_is_shown_before_it_is_used_and_what_is_in_doubt_is_asked(lab: Lab) -> None:
    page = opened(lab)
    preview = page.locator("#entry-preview")
    page.locator("#entry-pasted").fill("1 2 3 4")
    expect(
        page.get_by_role("group", name="This can be read in 2 ways. Choose one:").get_by_role("radio")
    ).to_have_count(2)
    page.get_by_role("button", name="Use this list").click()
    expect(page.locator("#entry-fault-reading")).to_contain_text("Choose one of the 2 ways")
    page.get_by_role("radio", name="Labels 1 2 3 4").check()
    expect(preview.locator(".chips b")).to_have_text(list("1234"))
    page.locator("#entry-pasted").fill("1 0\n1 x 1 0")
    expect(page.locator("#entry-fault-pasted")).to_contain_text("Line 2: “x” is not a label.")
    expect(page.locator("#entry-pasted")).to_have_attribute("aria-invalid", "true")
    assert_accessible(page, "#entry", widths=(1280, 360))
    page.locator("#entry-pasted").fill(TABLE)
    expect(preview.locator("h4")).to_have_text(["Engine A", "Engine B"])
    page.get_by_role("radio", name="Add them as further lists").check()
    page.get_by_role("button", name="Use this list").click()
    expect(page.locator(".list-tab")).to_have_count(3)
    lab.expect_address("title3=Engine%20B&list=2")


def test_a_slow_answer_never_replaces_a_newer_one_and_nothing_is_wider_than_a_phone(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 360, "height": 700})
    page = opened(lab)
    with lab.server.holding():
        for typed in ("RN", "NN"):
            with page.expect_request("**/enter"):
                page.keyboard.type(typed)
    expect(page.locator("#entry-preview .chips b")).to_have_count(4)
    assert page.evaluate("document.querySelector('#entry').scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(page.locator("#entry")).to_be_hidden()
    expect(page.get_by_role("link", name="Enter my ranking")).to_be_focused()
    lab.open("/embed?labels=10")
    page.keyboard.press("e")
    page.keyboard.type("RRR")
    page.keyboard.press("Control+Enter")
    expect(lab.rows).to_have_count(3)
    expect(page).to_have_url(f"{lab.address}/embed?labels=111")
    expect(page.locator("#said")).not_to_be_empty()


def test_without_scripts_the_form_is_a_page(plain: Lab) -> None:
    page = plain.open("/lab?labels=1010")
    page.get_by_role("link", name="Enter my ranking").click()
    page.locator("#entry-pasted").fill(TABLE)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#entry-preview h4")).to_have_text(["Engine A", "Engine B"])
    page.get_by_role("button", name="Use this list").click()
    expect(page.locator(".list-tab")).to_have_count(2)
