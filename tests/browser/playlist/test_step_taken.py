"""What lies over a presenter view takes a step of the remote before the view does, on every kind of page."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page

from tests.web.lessons.test_lessons import KEY
from web.playlist.playlist_code import FIVE_SOURCES

pytestmark = pytest.mark.thorough

#: As `hear("stepping", ..., { first: true })` does.
TAKE = """() => {
  window.steps = [];
  document.addEventListener("ireval:stepping", ({ detail }) => {
    window.steps.push([detail.by, detail.remote]);
    detail.taken = true;
  }, true);
}"""
VIEWS = {
    "lab": "/lab?labels=101&view=projector&step=1",
    "playlist": f"/lab?labels=101&view=projector#playlist={FIVE_SOURCES}&item=1",
    "step with a lab": f"/lessons/average-precision/{KEY}/5?present=1",
    "step of text": f"/lessons/average-precision/{KEY}/1?present=1",
}
SHOWN = "[location.href, scrollY, document.querySelector('tr.now')?.id, document.querySelectorAll('[open]').length]"


@pytest.mark.parametrize("view", VIEWS)
def test_a_step_that_is_taken_moves_nothing_else(page: Page, server: str, view: str) -> None:
    page.goto(f"{server}{VIEWS[view]}")
    page.locator(".presenting").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.evaluate(TAKE)
    before = page.evaluate(SHOWN)
    for key in ("PageDown", "PageUp", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("steps") == [[1, True], [-1, True], [1, True]]
    assert page.evaluate(SHOWN) == before
