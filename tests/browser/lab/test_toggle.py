"""A label changes, and everything follows: numbers, table, curve, address, summary. No click is lost."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import DRAWN, LILLIS, Lab

MARK = "document.querySelectorAll('#lab *').forEach(element => { element.mark = true })"
UNMARKED = """[...document.querySelectorAll('#lab *')].filter(
  e => !e.mark && !e.closest('.plotted, math, .values, .ghost')).length"""


@pytest.mark.chart_library
def test_a_click_changes_numbers_table_curve_address_and_summary(lab: Lab) -> None:
    page = lab.open(LILLIS, plotly=True)
    expect(page.locator("output")).to_have_text("0.290")
    expect(lab.cell(2, -1)).to_have_text("0.100")
    lab.radio(2, "1").check()
    expect(page.locator("output")).to_have_text("0.415")  # (1 + 1 + 1 + 4/6 + 5/10 + 6/15) / 11
    expect(lab.value("AP")).to_have_text("0.415")
    expect(lab.cell(2, -1)).to_have_text("0.182")  # 2/11
    expect(lab.summary).to_have_text("15 of 800 documents retrieved; 6 of the 11 relevant documents found.")
    lab.expect_address("labels=111003000200003")
    recall, precision = lab.plotted()
    assert (recall[1], precision[1]) == pytest.approx((2 / 11, 1), abs=DRAWN)
    expect(lab.radio(2, "1")).to_be_focused()
    assert lab.server.requests == ["POST"]
    page.evaluate(MARK)
    lab.radio(15, "1").check()
    lab.expect_address("labels=111003000200001")
    assert page.evaluate(UNMARKED) == 0, "elements were replaced"


@pytest.mark.chart_library
def test_five_fast_clicks_on_a_slow_server_all_count(lab: Lab) -> None:
    page = lab.open("/lab?labels=000000001", plotly=True)
    with lab.server.holding():
        for rank in (1, 3, 5, 7, 8):
            lab.radio(rank, "1").evaluate("radio => radio.click()")
            page.wait_for_timeout(30)
    lab.expect_address("labels=101010111")
    expect(lab.summary).to_contain_text("all 6 relevant documents found")
    assert lab.plotted()[1][-1] == pytest.approx(6 / 9, abs=DRAWN)
    assert [rank for rank in range(1, 10) if lab.radio(rank, "1").is_checked()] == [1, 3, 5, 7, 8, 9]


def test_documents_are_added_and_removed(lab: Lab) -> None:
    page = lab.open("/lab?labels=11&names=apple,pear")
    add = page.get_by_role("button", name="Add a document")
    add.click()
    lab.expect_address("labels=110")
    expect(lab.rows).to_have_count(3)
    expect(add).to_be_focused()
    lab.radio(3, "1").check()  # a row that came later
    lab.expect_address("labels=111")
    lab.choose_item(1, "Delete")
    expect(lab.rows).to_have_count(2)
    expect(lab.cell(1, 0)).to_have_text("pear")  # its name left with it
    expect(page).to_have_url(re.compile("labels=11&names=pear"))
    lab.type("documents", "5")
    expect(page).to_have_url(re.compile("labels=11000&"))
    expect(lab.rows).to_have_count(5)
    lab.type("documents", "1")
    expect(lab.rows).to_have_count(1)
    lab.choose_item(1, "Delete")
    expect(page.locator("#steps tbody")).to_contain_text("The list is empty")
    expect(add).to_be_focused()
    lab.expect_address("labels=")


def test_documents_added_and_removed_fast_on_a_slow_server_all_count(lab: Lab) -> None:
    page = lab.open("/lab?labels=1")
    with lab.server.holding():
        for _ in range(4):
            page.get_by_role("button", name="Add a document").click()
    lab.expect_address("labels=10000")
    expect(lab.field("documents")).to_have_value("5")
    lab.open("/lab?labels=01230&names=a,b,c,d,e")
    with lab.server.holding():
        for rank in (2, 4):
            lab.radio(rank, "0").focus()
            page.keyboard.press("Delete")
        lab.radio(1, "2").check()
    lab.expect_address("labels=220&names=a,c,e")


def test_typed_text_is_kept_when_an_answer_arrives(lab: Lab) -> None:
    lab.open("/lab?labels=000&k=5")
    with lab.server.holding():
        lab.radio(1, "1").check()
        lab.field("k").fill("8")
    lab.expect_address("labels=100&k=5")
    expect(lab.field("k")).to_have_value("8")
    expect(lab.field("k")).to_be_focused()
    lab.field("k").press("Tab")
    lab.expect_address("labels=100&k=8")
