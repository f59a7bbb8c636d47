"""The list by keyboard alone: arrows move between rows, digits and letters label, Delete deletes; the focus stays."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import Lab


def test_arrows_home_and_end_lead_between_rows_and_left_and_right_change_the_label(lab: Lab) -> None:
    page = lab.open("/lab?labels=0123")
    lab.radio(2, "1").focus()
    for key, rank in [("ArrowDown", 3), ("ArrowDown", 4), ("ArrowDown", 4), ("Home", 1), ("ArrowUp", 1), ("End", 4)]:
        page.keyboard.press(key)
        expect(lab.radio(rank, "1")).to_be_focused()
    lab.radio(2, "1").focus()
    page.keyboard.press("Tab")
    expect(lab.radio(3, "2")).to_be_focused()  # a row is one stop
    assert lab.labels == "0123"
    assert lab.server.requests == []
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    lab.expect_address("labels=0223")
    expect(lab.radio(2, "2")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(lab.radio(2, "2")).to_be_focused()


def test_a_digit_or_letter_sets_the_label_and_keys_with_another_meaning_are_left_alone(lab: Lab) -> None:
    page = lab.open("/lab?labels=333")
    lab.radio(2, "3").focus()
    for key in ("9", "Control+2", "Alt+2", "3", "q"):
        page.keyboard.press(key)
    lab.field("k").focus()
    page.keyboard.press("2")
    assert lab.labels == "333"
    assert lab.server.requests == []
    page.keyboard.press("Backspace")
    lab.radio(2, "3").focus()
    for key, value in (("2", "2"), ("n", "0"), ("r", "1"), ("N", "0"), ("R", "1"), ("u", "u"), ("3", "3"), ("-", "u")):
        page.keyboard.press(key)
        expect(lab.radio(2, value), f"after {key}").to_be_checked()
        expect(lab.radio(2, value), f"after {key}").to_be_focused()
        lab.expect_address(f"labels=3{value}3")


def test_a_column_typed_down_on_a_slow_server(lab: Lab) -> None:
    page = lab.open("/lab?labels=00000&scale=3")
    lab.radio(1, "0").focus()
    with lab.server.holding():
        for key in "12r2n":
            page.keyboard.press(key)
            page.keyboard.press("ArrowDown")
    lab.expect_address("labels=12120")
    expect(lab.summary).to_contain_text("all 4 relevant documents found")


def test_delete_removes_the_row_and_stays_at_its_place(lab: Lab) -> None:
    page = lab.open("/lab?labels=0123")
    lab.radio(3, "2").focus()
    page.keyboard.press("Delete")
    lab.expect_address("labels=013")
    expect(lab.radio(3, "2")).to_be_focused()
    expect(lab.radio(3, "3")).to_be_checked()
    page.keyboard.press("Delete")
    expect(lab.rows).to_have_count(2)
    expect(lab.radio(2, "2")).to_be_focused()
