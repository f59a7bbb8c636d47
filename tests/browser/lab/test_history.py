"""Back and forward are undo and redo: the page stays, and labels, numbers and curve follow."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import DRAWN, HOLD_FRAMES, Lab


@pytest.mark.chart_library
def test_back_and_forward_undo_and_redo_without_a_new_page(lab: Lab) -> None:
    page = lab.open("/lab?labels=001", plotly=True)
    page.evaluate("window.same = true")
    lab.radio(3, "0").check()
    expect(page.locator("output")).to_have_text("0.000")
    lab.radio(1, "1").check()
    lab.expect_address("labels=100")
    lab.radio(2, "1").check()
    lab.expect_address("labels=110")
    lab.measure("RR").check()
    lab.expect_address("show=RR")
    page.go_back()
    expect(page.locator("#open-title")).to_contain_text("AP")
    page.go_back()
    lab.expect_address("labels=100")
    expect(lab.radio(2, "0")).to_be_checked()
    expect(lab.summary).to_contain_text("the only relevant document found")
    assert lab.plotted()[1] == pytest.approx([1, 1 / 2, 1 / 3], abs=DRAWN)
    page.go_back()
    expect(lab.radio(1, "0")).to_be_checked()
    expect(page.locator("output")).to_have_text("0.000")
    page.go_forward()
    expect(lab.radio(1, "1")).to_be_checked()
    page.go_forward()
    expect(lab.radio(2, "1")).to_be_checked()
    expect(page.locator("output")).to_have_text("1.000")
    assert lab.plotted()[1] == pytest.approx([1, 1, 2 / 3], abs=DRAWN)
    assert page.evaluate("window.same"), "the page was loaded again"
    assert lab.server.requests == ["POST"] * 4 + ["GET"] * 5


def test_a_page_opened_again_sends_nothing_and_fields_go_back_too(lab: Lab) -> None:
    page = lab.open("/lab?labels=101&k=5")
    page.reload()
    page.wait_for_timeout(200)
    assert lab.server.requests == []
    lab.type("k", "007")
    lab.expect_address("k=7")
    expect(lab.field("k")).to_have_value("7")
    lab.field("scale").select_option("3")
    lab.expect_address("scale=3&k=7")
    page.go_back()
    expect(lab.field("scale")).to_have_value("1")
    page.go_back()
    expect(lab.field("k")).to_have_value("5")


def test_going_back_overtakes_a_change_that_is_under_way(lab: Lab) -> None:
    page = lab.open("/lab?labels=000")
    lab.radio(1, "1").check()
    lab.expect_address("labels=100")
    with lab.server.holding():
        lab.radio(3, "1").check()
        page.go_back()
        expect(lab.radio(1, "0")).to_be_checked()
    page.wait_for_timeout(350)
    expect(lab.radio(3, "0")).to_be_checked()
    assert lab.labels == "000"


def test_back_from_an_example_shows_the_list_as_it_was(lab: Lab) -> None:
    page = lab.open("/lab?labels=000")
    lab.radio(1, "1").check()
    lab.expect_address("labels=100")
    page.get_by_role("button", name="Examples").click()
    page.locator("#examples a").first.click()
    expect(lab.rows).not_to_have_count(3)
    page.go_back()
    expect(lab.rows).to_have_count(3)
    expect(lab.radio(1, "1")).to_be_checked()
    lab.radio(2, "1").check()
    lab.expect_address("labels=110")


def test_undo_or_a_step_before_a_change_is_painted(lab: Lab) -> None:
    page = lab.open("/lab?labels=000")
    page.evaluate("window.same = true")
    lab.radio(1, "1").check()
    lab.expect_address("labels=100")
    page.evaluate(HOLD_FRAMES)
    lab.radio(2, "1").check()
    expect(lab.summary).to_contain_text("2 relevant documents")
    page.keyboard.press("Control+z")
    expect(lab.radio(2, "0")).to_be_checked()
    expect(lab.summary).to_contain_text("the only relevant document found")
    page.evaluate("release()")
    lab.settle()
    lab.expect_address("labels=100")
    page.go_forward()
    lab.expect_address("labels=110")
    expect(lab.radio(2, "1")).to_be_checked()
    page.evaluate(HOLD_FRAMES)
    lab.radio(3, "1").check()
    expect(lab.summary).to_contain_text("3 relevant documents")
    page.locator(".scroll").focus()
    page.keyboard.press("j")
    page.evaluate("release()")
    lab.settle()
    lab.expect_address("labels=111&step=1")
    page.go_back()
    lab.expect_address("labels=110")
    expect(lab.radio(3, "0")).to_be_checked()
    assert page.evaluate("window.same"), "the page was loaded again"
