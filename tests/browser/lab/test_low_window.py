"""A low window, as at 200 % zoom: the list is in view; and the keyboard is soon at the first label, at any size."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT
from tests.browser.labpage import LILLIS, Lab

#: Laptops' windows at 200 % zoom, and a low one that is not narrow.
LOW = ((640, 400), (683, 384), (900, 420))
TWO = "/lab?labels=00011&labels2=11000"
ADDRESSES = (LILLIS, f"{LILLIS}&show=nDCG@10&gain=exponential", f"{LILLIS}&show=IPrec11", TWO)
#: The labels that can be seen and clicked: nothing sticks in front of them.
IN_VIEW = """() => [...document.querySelectorAll('#steps .seg')].filter(cell => {
  const box = cell.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight) return false;
  return cell.contains(document.elementFromPoint(box.x + box.width / 3, box.y + box.height / 2));
}).length"""
AT_LABEL = "document.activeElement.name === 'g1' && document.activeElement.type === 'radio'"


@pytest.mark.parametrize("size", LOW, ids=str)
def test_the_list_is_in_view(lab: Lab, size: tuple[int, int]) -> None:
    lab.page.set_viewport_size({"width": size[0], "height": size[1]})
    for address in ADDRESSES:
        page = lab.open(address)
        assert page.evaluate(IN_VIEW) >= 3, address
        assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, address


def test_both_lists_can_be_opened_in_a_low_window_and_axe_finds_nothing(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 640, "height": 400})
    page = lab.open(TWO)
    page.locator(".list-tab").nth(1).click()
    lab.expect_address("list=2")
    assert_accessible(page)


@pytest.mark.parametrize("width", [360, 640, 1280])
@pytest.mark.parametrize("address", [LILLIS, f"{LILLIS}&show=IPrec11", TWO])
def test_the_keyboard_is_at_the_first_label_within_eight_tabs(lab: Lab, width: int, address: str) -> None:
    """By a link that is the second stop of the page; the script that follows the history leaves the state as it is."""
    page = lab.page
    page.set_viewport_size({"width": width, "height": 720})
    lab.open(address)
    tabs = 0
    while not page.evaluate(AT_LABEL) and tabs < 9:
        page.keyboard.press("Tab")
        tabs += 1
        if page.evaluate("document.activeElement.textContent") == "Skip to the list":
            page.keyboard.press("Enter")
    assert tabs <= 8
    page.keyboard.press("ArrowRight")
    assert lab.labels
    lab.settle()
    assert page.evaluate(AT_LABEL)
