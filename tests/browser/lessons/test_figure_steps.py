"""The figure of a lesson's step in a browser: a tap changes a label, and without scripts it is a still picture."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.web.lessons.test_lessons import KEY

pytestmark = pytest.mark.thorough

#: Five documents, the first, third and fifth relevant: AP is (1 + 2/3 + 3/5) / 3.
STEP = f"/lessons/average-precision/{KEY}/2"


def test_a_card_is_relabelled_in_place_and_the_question_stays(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{server}{STEP}")
    says = page.locator("#figure-says")
    expect(says).to_contain_text("0.756")
    expect(page.locator("#steps")).to_be_hidden()
    page.locator("#figure .slim .card > .card[data-of='2']").click()
    expect(says).to_contain_text("0.950")  # (1 + 2/2 + 3/3 + 4/5) / 4
    expect(page.locator(".quiz")).to_be_visible()
    assert_accessible(page)


def test_without_scripts_a_figure_is_a_still_picture(server: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{server}{STEP}")
    expect(page.locator("#figure-says")).to_contain_text("0.756")
    expect(page.locator("#steps")).to_be_hidden()
    expect(page.locator(".quiz")).to_be_visible()
