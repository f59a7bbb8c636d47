"""The charts next to the table: chosen by tabs, read by keyboard, linked with the page, saved as pictures."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import DRAWN, LILLIS, Lab

pytestmark = pytest.mark.thorough

HEAR = """() => {
  window.heard = [];
  document.addEventListener('ireval:point', ({ detail }) => heard.push([detail.row, detail.from]));
}"""
POINT = """rank => document.dispatchEvent(
  new CustomEvent('ireval:point', { detail: { row: rank && `rank-${rank}`, from: 'table' } }))"""
#: Where the ring stands, and where the marked point of the rank is, in the window.
RING = """rank => {
  const circle = document.querySelector('.ring circle').getBoundingClientRect();
  const ring = [circle.x + circle.width / 2, circle.y + circle.height / 2];
  const box = document.querySelector('.plotted');
  if (!box._fullLayout) return [ring];
  const { x, y } = box.data.findLast(({ customdata }) => customdata?.[0] === "rank-1");
  const { xaxis, yaxis } = box._fullLayout;
  const at = box.getBoundingClientRect();
  return [ring, [at.x + xaxis._offset + xaxis.d2p(x[rank - 1]), at.y + yaxis._offset + yaxis.d2p(y[rank - 1])]];
}"""


def tab(lab: Lab, title: str) -> Locator:
    return lab.page.locator(".tabs").get_by_role("radio", name=title, exact=True)


def readout(lab: Lab) -> Locator:
    return lab.page.locator("figure .readout")


def ring(page: Page) -> Locator:
    return page.locator(".ring.at")


@pytest.mark.chart_library
def test_tabs_show_another_chart_and_are_part_of_the_address(lab: Lab) -> None:
    page = lab.open(plotly=True)
    for title, heading in (("Gain", "DCG"), ("AP", "precision"), ("bpref", "contribution")):
        tab(lab, title).check()
        expect(page.locator(".plotted .ytitle")).to_have_text(heading)
    lab.expect_address("chart=bpref")
    assert lab.plotted(2)[1][:3] == pytest.approx([1, 0, 0.9], abs=DRAWN)
    page.go_back()
    expect(tab(lab, "AP")).to_be_checked()
    expect(page.locator(".plotted .ytitle")).to_have_text("precision")
    lab.radio(1, "0").check()
    lab.expect_address("labels=001003000200003")
    assert lab.plotted(2)[1][0] == pytest.approx(0, abs=DRAWN)
    tab(lab, "AP").press("ArrowLeft")
    lab.expect_address("chart=gain")
    expect(page.locator(".plotted .y2title")).to_have_text("nDCG")


@pytest.mark.chart_library
def test_arrow_keys_go_from_rank_to_rank_and_a_row_pointed_at_elsewhere_is_marked(lab: Lab) -> None:
    page = lab.open(plotly=True)
    page.evaluate(HEAR)
    expect_keys_to_go_from_rank_to_rank(lab)
    page.evaluate(POINT, 6)
    expect(readout(lab)).to_have_text("rank 6: d6, precision 0.500, recall 0.300")
    expect(readout(lab)).to_have_attribute("aria-live", "off")  # it is not announced again
    lab.radio(6, "0").check()
    expect(readout(lab)).to_have_text("rank 6: d6, precision 0.333, recall 0.222")
    places = page.evaluate(RING, 6)
    assert places[0] == pytest.approx(places[1], abs=1), "the mark went along with the point"
    tab(lab, "Gain").check()
    expect(readout(lab)).to_contain_text("rank 6: d6, DCG 1.631")
    page.evaluate(POINT, 40)
    expect(ring(page)).to_have_count(0)
    page.evaluate(POINT, None)
    expect(readout(lab)).to_be_empty()
    assert page.evaluate("heard.splice(0)") == [["rank-6", "table"], ["rank-40", "table"], [None, "table"]]
    expect_keys_to_go_from_rank_to_rank(lab)  # with two axes
    assert_accessible(page, "figure")


def test_the_plain_drawing_is_read_by_keys_and_by_pointing(lab: Lab) -> None:
    page = lab.page
    page.route("**/plotly.min.*.js", lambda _route: None)  # it is requested and never arrives
    page.goto(lab.address + LILLIS + "&chart=bpref")
    page.locator("figure .drawn").scroll_into_view_if_needed()
    page.evaluate(HEAR)
    page.evaluate(POINT, 3)
    (((x, y)),) = page.evaluate(RING, 3)
    page.mouse.move(x + 2, y + 20)
    page.mouse.move(5, 5)
    expect(ring(page)).to_have_count(0)
    page.mouse.move(x + 1, y + 20)
    expect(readout(lab)).to_have_text("rank 3: d3, 1 judged non-relevant above, adds 0.900")
    page.mouse.move(5, 5)
    expect(ring(page)).to_have_count(0)
    told = [["rank-3", "table"], [None, "chart"], ["rank-3", "chart"], [None, "chart"]]
    assert page.evaluate("heard.splice(0)") == told
    expect_keys_to_go_from_rank_to_rank(lab)


def expect_keys_to_go_from_rank_to_rank(lab: Lab) -> None:
    """Expect the keys to move the ring from point to point, and the page to hear it."""
    page = lab.page
    page.locator("figure .box").focus()
    for key, rank in (("ArrowRight", 1), ("ArrowRight", 2), ("End", 15), ("ArrowLeft", 14), ("Home", 1)):
        page.keyboard.press(key)
        expect(readout(lab)).to_contain_text(f"rank {rank}: ")
        expect(readout(lab)).to_have_attribute("aria-live", "polite")
        places = page.evaluate(RING, rank)
        assert places[0] == pytest.approx(places[-1], abs=1)
    expect(ring(page)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(ring(page)).to_have_count(0)
    expect(readout(lab)).to_be_empty()
    heard = page.evaluate("heard.splice(0)")
    assert heard == [*([f"rank-{r}", "chart"] for r in (1, 2, 15, 14, 1)), [None, "chart"]]


@pytest.mark.chart_library
def test_pointing_at_the_chart_tells_the_page(lab: Lab) -> None:
    page = lab.open(LILLIS + "&chart=ap", plotly=True)
    page.evaluate(HEAR)
    page.locator(".plotted").scroll_into_view_if_needed()
    page.evaluate(POINT, 10)
    (_, (x, y)) = page.evaluate(RING, 10)
    page.mouse.move(x, y + 5)
    expect(page.locator(".plotted .hoverlayer .hovertext")).to_contain_text("adds 0.400")
    page.mouse.move(5, 5)
    expect(ring(page)).to_have_count(0)
    assert page.evaluate("heard")[-1] == [None, "chart"]


@pytest.mark.allow_console("Failed to load resource")
def test_a_picture_is_saved_of_the_list_as_it_is_now_or_the_page_says_that_it_was_not(lab: Lab, tmp_path: Path) -> None:
    page = lab.open(LILLIS + "&chart=ap")
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003&unretrieved=32211&size=800&conventions=lillis&chart=ap")
    for kind in ("SVG", "PNG"):
        with page.expect_download() as waiting:
            page.locator(".save").get_by_text(kind, exact=True).click()
        assert waiting.value.suggested_filename == f"ap.{kind.lower()}"
        waiting.value.save_as(tmp_path / kind)
    assert ET.parse(tmp_path / "SVG").getroot().tag.endswith("svg")  # noqa: S314 -- our own
    assert "6 relevant documents" in (tmp_path / "SVG").read_text("utf-8")
    png = (tmp_path / "PNG").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(png[16:20], "big") == 1440, "wide enough for print"
    page.route("**/chart.svg*", lambda route: route.abort())
    page.locator(".save").get_by_text("PNG").click()
    expect(readout(lab)).to_have_text("The picture could not be loaded. Try again.")


def test_the_table_comes_when_it_is_opened_and_follows_and_nothing_sticks_out(lab: Lab) -> None:
    page = lab.open(LILLIS + "&chart=ap")
    tables = "performance.getEntriesByType('resource').filter(e => e.name.includes('chart-table')).length"
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003&unretrieved=32211&size=800&conventions=lillis&chart=ap")
    assert page.evaluate(tables) == 0
    page.locator(".numbers summary").click()
    row = page.locator(".numbers tr", has=page.locator("th", has_text="2")).first
    expect(row).to_have_text("2d2yes1.0001.000")
    assert page.evaluate(tables) == 1
    lab.radio(2, "0").check()
    expect(row).to_have_text("2d2no0.500–")
    assert_accessible(page, ".numbers")
    tab(lab, "Gain").check()
    expect(page.locator(".numbers thead")).to_contain_text("ideal DCG")
    for width in (360, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_axe_finds_nothing(lab: Lab) -> None:
    """In the kinds of charts that the views of the lab, which axe looks at as a whole, do not show."""
    page = lab.open()
    for title, name in (("AP", "ap"), ("bpref", "bpref"), ("RR", "rr")):
        tab(lab, title).check()
        expect(page.locator("#chart")).to_have_class(name)
        page.locator("figure .box").focus()
        page.keyboard.press("End")
        assert_accessible(page, "figure")


@pytest.mark.chart_library
def test_the_chart_follows_the_measure_also_beside_the_library(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&show=nDCG@10&view=projector", plotly=True)
    figure = page.locator("#chart")
    expect(figure).to_have_class("gain")
    lab.choose("P@10")
    expect(figure).to_have_class("contingency")
    expect(figure.get_by_role("img", name="Contingency table")).to_be_visible()
    expect(figure.locator(".drawn text", has_text=re.compile("^784$"))).to_be_visible()
    expect(figure.locator(".plotted")).to_be_hidden()
    expect(figure.locator("#chart-says")).to_contain_text("4 of the 10 retrieved documents are relevant")
    page.locator(".box").focus()
    page.keyboard.press("Escape")
    lab.choose("RR")
    expect(figure).to_have_class("rr")
    expect(figure.locator(".plotted")).to_be_visible()
    page.get_by_role("radio", name="Precision-recall").check()
    lab.expect_address("chart=pr")
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    lab.expect_address("chart=pr")
    lab.choose("Accuracy")
    lab.expect_address("show=Accuracy")
    expect(figure).to_have_class("contingency")


#: The parts below a chart that a window's width pushes over each other.
COVERED = """() => [...document.querySelectorAll('.take')].filter(take => {
  const parts = [...take.querySelectorAll('summary, .save > *')].map(e => e.getBoundingClientRect());
  return parts.some((a, i) => parts.some((b, j) => i < j
    && Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top)));
}).map(take => take.textContent)"""


def test_the_files_of_a_chart_leave_its_table_to_be_opened(lab: Lab) -> None:
    for address in (f"{LILLIS}&view=projector", LILLIS, f"{LILLIS}&labels2=11000&show=P"):
        page = lab.open(address)
        for width, height in ((1024, 768), (1100, 900), (1280, 720), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(COVERED) == [], (address, width)
