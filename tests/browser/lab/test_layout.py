"""From a phone to a projector: nothing is wider than the page."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import LILLIS, Lab

pytestmark = pytest.mark.thorough

PAGES = {
    "opening": "/",
    "ndcg": LILLIS + "&show=nDCG@10",
    "levels": LILLIS + "&show=IPrec11",
    "contingency": LILLIS + "&show=Accuracy",
    "wide scale, long names": "/lab?labels=5u3210&names=" + ",".join(["n" * 40] * 6),
    "empty": "/lab?labels=",
}
WIDTHS = (360, 640, 768, 1280, 1920)  # 640: 200 % zoom on a small laptop
STICKS_OUT = """() => {
  const room = document.documentElement.clientWidth;
  const clipped = e => e.closest('.scroll, .final, .formula, .panel, .vh, .plotted, svg, math, .menu');
  const out = [...document.body.querySelectorAll('*')].filter(
    e => e.checkVisibility() && !clipped(e) && e.getBoundingClientRect().right > room + 1);
  return {page: document.documentElement.scrollWidth - room, out: out.map(e => e.outerHTML.slice(0, 80))};
}"""


def test_nothing_sticks_out(lab: Lab) -> None:
    for name, address in PAGES.items():
        page = lab.open(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"{name} at {width} px"


def test_labels_are_set_with_a_thumb_and_menu_and_settings_fit_on_a_phone(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 360, "height": 640})
    lab.open()
    for value in "u01":
        size = lab.radio(3, value).bounding_box()
        assert size
        assert min(size["width"], size["height"]) >= 24, "WCAG 2.2 asks for 24 px"
    lab.radio(2, "1").check()
    expect(lab.value("AP")).to_have_text("0.415")
    page.get_by_text("Settings", exact=True).click()
    page.get_by_text("More settings").click()
    expect(lab.field("c-gain")).to_be_visible()
    assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}
    page.get_by_role("button", name="Examples").click()
    sheet = page.locator("#examples").bounding_box()
    assert sheet
    assert sheet["x"] >= 0
    assert sheet["x"] + sheet["width"] <= 360


@pytest.mark.parametrize("address", [LILLIS + "&show=nDCG@10", "/lab?labels=00011&labels2=11000&show=P"])
def test_on_a_phone_list_and_result_are_seen_together(lab: Lab, address: str) -> None:
    """One list from the start, and any all the way down; the line of measures shows the open one."""
    page = lab.page
    page.set_viewport_size({"width": 360, "height": 740})
    lab.open(address)
    header = page.locator(".site").bounding_box()
    assert header
    assert header["height"] < 50, "one row"
    expect(page.locator(".item:has(:checked)")).to_be_in_viewport(ratio=0.9)
    if "labels2" not in address:
        expect(page.locator("#rank-2 fieldset")).to_be_in_viewport(ratio=1)
        expect(page.locator(".formulas")).not_to_be_in_viewport()
    for rank in (1, page.locator("#steps tbody tr").count()):
        page.locator(f"#rank-{rank}").scroll_into_view_if_needed()
        expect(page.locator(".title .result")).to_be_in_viewport(ratio=1)


def test_on_a_projector_the_whole_lecture_list_is_in_view(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    lab.open()
    for part in ("#rank-15", ".panel", "figure"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 1080, part
