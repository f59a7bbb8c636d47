"""A presenter's remote in the projector view: its keys step whatever was clicked before."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import LILLIS, Lab

pytestmark = pytest.mark.thorough

PROJECTED = f"{LILLIS}&show=nDCG@10&view=projector"
#: A short list, whose rows are painted faster.
SHORT = PROJECTED.replace("101003000200003", "101003")
FOCUS = "document.activeElement.localName"
#: The keys of a remote, and where they lead. Back by one comes after forward by one.
KEYS = (("PageDown", 1), ("ArrowUp", -1), (" ", 1), ("ArrowRight", 1), ("PageUp", -1))


def test_its_keys_step_after_a_click_on_anything(lab: Lab) -> None:
    page = lab.open(SHORT)
    stop = page.locator(".stop")
    step, in_turn = 0, cycle(KEYS)
    clicks: dict[str, Callable[[], object]] = {
        "a label": lambda: lab.radio(2, "1").click(),
        "unjudged, the label beside a row's menu": lambda: lab.radio(4, "u").click(),
        "›": lambda: page.get_by_role("button", name="One row forward").click(),
        "a measure": lambda: lab.choose("AP"),
        "a chart": lambda: page.locator(".tab").nth(1).click(),
        "a row's cell": lambda: lab.cell(1, -1).click(),
        "the slider": lambda: page.locator("input[name=step]").click(position={"x": 1, "y": 5}),
        "a menu": lambda: page.locator("#cover > summary").click(),
        "examples": lambda: page.get_by_role("button", name="Examples").click(),
    }
    for name, click in clicks.items():
        page.mouse.move(0, 0)
        click()
        expect(page.locator(".lab:not(.htmx-request)")).to_be_attached()
        labels = lab.labels
        step = 0 if name == "the slider" else step + (name == "›")
        for key, by in KEYS if name == "a label" else (next(in_turn), next(in_turn)):
            page.keyboard.press(key)
            step += by
            expect(stop, f"{key} after a click on {name}").to_contain_text(f"rank {step} of")
        assert lab.labels == labels
        if name != "a row's cell":  # from now on, single letters apply to this cell
            assert page.evaluate(FOCUS) == "body", f"a click on {name} leaves the focus behind"
    assert lab.labels == "111u03"


def test_a_black_screen_ends_with_the_next_key_and_fields_and_focused_controls_keep_theirs(lab: Lab) -> None:
    page = lab.open(PROJECTED)
    stop = page.locator(".stop")
    page.keyboard.press(".")
    expect(page.locator("main")).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(page.locator("main")).to_be_visible()
    expect(stop).to_have_text("whole table")  # the key has ended the black screen and nothing else
    page.locator("#ask-value").focus()
    page.keyboard.type(". b")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#ask-value")).to_have_value(". b")
    expect(stop).to_have_text("whole table")
    lab.radio(2, "0").focus()
    page.keyboard.press("Shift+ArrowRight")
    lab.expect_address("labels=111003000200003")
    page.keyboard.press("ArrowRight")
    expect(stop).to_have_text("rank 1 of 15")
    page.keyboard.press("2")
    lab.expect_address("labels=121003000200003")
    page.get_by_role("button", name="One row back").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    for _ in range(2):
        page.get_by_role("button", name="One row forward").press("Enter")
    expect(stop).to_have_text("rank 3 of 15")
