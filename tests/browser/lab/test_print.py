"""On paper, A4 portrait: no column and no chart is cut, everything is black on white, and controls are left out."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.labpage import LILLIS, Lab

pytestmark = pytest.mark.thorough

#: The width of A4 without its margins, in px.
WIDTH = 703
VIEWS = (
    LILLIS + "&show=nDCG@10&gain=exponential&places=6&names=" + ",".join(["n" * 40] * 15),
    LILLIS + "&show=IPrec11&step=3",
    LILLIS + "&view=projector&show=nDCG@10&chart=gain",
    "/lab?labels=1010111010&subtopics=110,000,011,000,100,111,010,000,001,000&show=alpha_nDCG@10",
    "/lab?labels=101&labels2=011&labels3=110&arrangement=queries",
)
CONTROLS = [".site", ".stepper", ".settings", ".lecture", "#line", ".take", ".add", ".tabs", ".enter", ".retrieve"]
CUT = """() => [...document.querySelectorAll('main, main *')]
  .filter(e => e.checkVisibility() && !e.closest('.vh, .plotted, svg, math'))
  .flatMap(e => {
    const box = e.getBoundingClientRect(), style = getComputedStyle(e);
    const name = e.outerHTML.slice(0, 90);
    const clips = style.overflowX !== 'visible' && e.scrollWidth > e.clientWidth + 1 && !e.matches('.doc, .m');
    return [...(box.right > innerWidth + 1 || box.left < -1 ? [`out of the page: ${name}`] : []),
            ...(clips ? [`cut: ${name}`] : []), ...(style.position === 'sticky' ? [`sticky: ${name}`] : [])];
  })"""


def test_nothing_is_cut_on_paper(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": WIDTH, "height": 1000})
    page.emulate_media(media="print", color_scheme="dark")
    for view in VIEWS:
        lab.open(view)
        assert page.evaluate(CUT) == [], view
        chart = page.locator("#chart .drawn svg")
        expect(chart).to_be_visible()
        box = chart.bounding_box()
        assert box and box["width"] > 400 and box["height"] > 200, view
        colours = page.evaluate("['color', 'backgroundColor'].map(name => getComputedStyle(document.body)[name])")
        assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
        for control in CONTROLS:
            assert page.locator(control).locator("visible=true").count() == 0, (view, control)
        expect(page.locator(".title h2")).to_be_visible()
        assert page.locator("#rank-1 .g").locator("visible=true").count() == 1, "the label alone"
