"""The projector view, and the keys."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import LILLIS, Lab
from web.lab.routes import SHORTCUTS

PROJECTED = f"{LILLIS}&show=nDCG@10&view=projector"
#: The smallest type of the table in pixels of a picture that is 720 high: no more than 36 lines would fit.
SMALLEST = 20


def test_one_table_one_measure_one_chart_in_big_type(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 1280, "height": 720})
    lab.open(PROJECTED)
    expect(page.locator("#steps:visible, #levels:visible")).to_have_count(1)
    expect(page.locator(".item:visible")).to_have_count(1)
    expect(page.locator("figure:visible")).to_have_count(1)
    for clutter in (".settings", ".site nav", ".sentence", ".below", ".head .aside"):
        expect(page.locator(clutter)).to_be_hidden()
    sizes = page.locator("#steps tbody td:visible").evaluate_all(
        "cells => cells.map(cell => parseFloat(getComputedStyle(cell).fontSize))"
    )
    assert min(sizes) >= SMALLEST
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@pytest.mark.parametrize(
    "address",
    [PROJECTED, "/lab?labels=11010000100111101010&view=projector", f"{LILLIS}&show=Accuracy&view=projector"],
)
def test_it_fills_the_window_and_no_more(lab: Lab, address: str) -> None:
    page = lab.page
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        lab.open(address)
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        boxes = [page.locator(name).bounding_box() for name in (".chart", ".panel", ".final math", ".work")]
        chart, panel, final, work = boxes
        assert chart and panel and final and work
        assert chart["width"] == panel["width"], "one below the other"
        assert final["x"] + final["width"] <= work["x"] + work["width"], "the sum is in view with its terms"


def test_several_lists_fill_the_first_screen_with_one_of_them(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 1280, "height": 720})
    many = "".join(f"&labels{i}=1010" for i in range(2, 13))
    lab.open(f"/lab?labels={'10' * 10}{many}&arrangement=pairs&view=projector")
    work = page.locator(".work").bounding_box()
    assert work
    assert 600 < work["y"] + work["height"] <= 720


def test_means_stay_in_view_next_to_many_queries(lab: Lab) -> None:
    lists = "".join(f"&labels{n}=0110010010" for n in range(2, 17))
    lab.page.set_viewport_size({"width": 1280, "height": 720})
    page = lab.open(f"/lab?labels=1101001000{lists}&arrangement=pairs&show=Rprec&view=projector")
    expect(page.locator(".overall strong")).to_have_count(2)
    expect(page.locator(".overall")).to_be_in_viewport(ratio=1)
    page.locator(".list-tab").last.click()
    lab.expect_address("list=16")
    expect(page.locator(".overall")).to_be_in_viewport(ratio=1)


@pytest.mark.chart_library
def test_the_chart_is_read_from_the_last_row_too(lab: Lab) -> None:
    page = lab.open(PROJECTED, plotly=True)
    sizes = page.locator(".plotted :is(.xtick, .ytick) text").evaluate_all(
        "texts => texts.map(text => parseFloat(getComputedStyle(text).fontSize))"
    )
    assert len(sizes) == 10
    assert min(sizes) >= 18


def test_a_presenters_remote_steps(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 1280, "height": 720})
    lab.open(PROJECTED)
    stop = page.locator(".stop")
    for key, words in (("PageDown", "rank 1"), ("ArrowRight", "rank 2"), ("PageDown", "rank 3"), ("PageUp", "rank 2")):
        page.keyboard.press(key)
        expect(stop).to_have_text(f"{words} of 15")
    for _ in range(13):
        page.keyboard.press("PageDown")
    expect(page.locator("#rank-15")).to_be_in_viewport()


def test_in_and_out_with_one_key_and_the_state_goes_along(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&show=nDCG@10")
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    page.keyboard.press("j")
    page.keyboard.press("p")
    page.wait_for_url("**view=projector**")
    lab.expect_address("labels=111003000200003")
    expect(page.locator(".stop")).to_have_text("rank 1 of 15")
    page.keyboard.press("]")
    lab.expect_address("show=IPrec@0.3")
    page.keyboard.press("p")
    page.wait_for_url(lambda url: "view" not in url)
    lab.expect_address("show=IPrec@0.3")


def test_the_keys_are_listed_and_can_be_switched_off(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 1000, "height": 400})
    page = lab.open(LILLIS)
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(help_).to_be_visible()
    expect(help_.get_by_role("heading")).to_be_focused()
    assert help_.evaluate("e => e.scrollTop") == 0
    expect(help_.locator("dt")).to_have_count(len(SHORTCUTS))
    help_.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    page.keyboard.press("j")
    expect(page.locator(".stop")).to_have_text("whole table")
    page.reload()
    page.keyboard.press("j")
    expect(page.locator(".stop")).to_have_text("whole table")
    page.keyboard.press("?")
    help_.get_by_role("checkbox").check()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator(".stop")).to_have_text("rank 1 of 15")
