"""The projector view, and the keys."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from ireval.measure.spelling import parse
from tests.browser.labpage import LILLIS, Lab
from web.lab.lab_answers import SHORTCUTS

pytestmark = pytest.mark.thorough

PROJECTED = f"{LILLIS}&show=nDCG@10&view=projector"
#: The smallest type of the table in pixels of a picture that is 720 high: no more than 36 lines would fit.
SMALLEST = 20


#: A screen of 4:3, the two that halls have, and larger ones.
SCREENS = ((1024, 768), (1280, 720), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160))


@pytest.mark.parametrize(
    "address",
    [PROJECTED, "/lab?labels=11010000100111101010&view=projector", f"{LILLIS}&show=Accuracy&view=projector"],
)
def test_it_fills_the_window_and_no_more_and_type_grows_with_it(lab: Lab, address: str) -> None:
    page = lab.open(address)
    for width, height in SCREENS if address == PROJECTED else (SCREENS[0], SCREENS[-1]):
        page.set_viewport_size({"width": width, "height": height})
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size[0] <= width and size[1] <= height, (width, height)
        boxes = [page.locator(name).bounding_box() for name in (".chart", ".final math", ".work", ".lecture")]
        chart, final, work, bar = boxes
        assert chart and final and work and bar
        assert min(work["y"] + work["height"], chart["y"] + chart["height"]) > 0.94 * height, "no part stays empty"
        assert final["x"] + final["width"] <= work["x"] + work["width"], "the sum is in view with its terms"
        assert bar["y"] + bar["height"] <= work["y"]
        sizes = page.locator("#steps tbody td:visible").evaluate_all(
            "cells => cells.map(cell => parseFloat(getComputedStyle(cell).fontSize))"
        )
        assert min(sizes) >= SMALLEST * min(width / 1280, height / 720, 1) or width < 1280
        assert min(sizes) >= SMALLEST * (height / 720 if 16 * height == 9 * width else 1)


#: Whether cells of one row of the table, its heads included, lie over each other, or are outside of what is in view.
OVERLAPS = """table => {
  const view = table.closest('.scroll').getBoundingClientRect();
  const found = [];
  for (const row of table.rows) {
    const boxes = [...row.cells].filter(cell => cell.offsetWidth).map(cell => [cell, cell.getBoundingClientRect()]);
    boxes.forEach(([cell, box], i) => {
      if (box.right > view.right + 1) found.push(`${row.id} ${cell.textContent.trim()} is out of view`);
      if (i && boxes[i - 1][1].right > box.left + 1) found.push(`${row.id} ${cell.textContent.trim()} covers another`);
      const cut = cell.scrollWidth > cell.clientWidth + 1 && !cell.matches('.doc, .calc');
      if (cut) found.push(`${cell.textContent} is cut`);
    });
  }
  return found;
}"""
NAMES = ",".join(["a-very-long-document-name"] * 20)
#: With as many grades as there are, and with subtopics; long names, and 20 documents.
WIDE = f"/lab?labels=10530u21102000032001&unretrieved=32211&size=800&more=1&names={NAMES}&view=projector"
DIVERSE = (
    "/lab?subtopics=1100,0100,0000,0010,1000,1111,0100,0000,0000,0011,1000,1100,0000,0100,0000"
    "&unretrieved_subtopics=0110&more=1&view=projector"
)


@pytest.mark.parametrize("address", [WIDE, DIVERSE], ids=["grades", "subtopics"])
def test_no_column_lies_over_another(lab: Lab, address: str) -> None:
    page = lab.page
    page.set_viewport_size({"width": 1280, "height": 720})
    lab.open(address)
    spellings = page.locator("input[name=show]").evaluate_all("all => all.map(radio => radio.value)")
    wide = sorted(spellings, key=lambda s: -len(parse(s).measure.columns))[:3]
    for spelling in wide:
        page.locator(f'input[name=show][value="{spelling}"]').evaluate("radio => radio.click()")
        expect(page.locator("input[name=show][checked]")).to_have_value(spelling)  # by the server's answer
        assert page.locator("#steps").evaluate(OVERLAPS) == [], spelling
    if address == DIVERSE:
        expect_the_gain_of_novelty_derived_beside_its_subtopics(lab)


def expect_the_gain_of_novelty_derived_beside_its_subtopics(lab: Lab) -> None:
    page = lab.open(DIVERSE + "&show=alpha_nDCG@10")
    cells = page.locator("#rank-6 > td").all_inner_texts()
    assert cells[2:5] == ["1–4", "0.52 + 0.52 + 0.5 + 1", "2.000"]
    expect(page.locator("#rank-6 .calc sup")).to_have_count(2)
    assert page.locator("#rank-10 > td").all_inner_texts()[2:5] == ["3 4", "0.52 + 0.5", "0.750"]
    expect(page.locator("#rank-6")).to_be_in_viewport(ratio=0.9)


def test_one_table_and_one_chart_are_shown_and_measures_open_on_demand_and_close_after_a_choice(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 1280, "height": 720})
    lab.open(PROJECTED)
    expect(page.locator("#steps:visible, #levels:visible")).to_have_count(1)
    expect(page.locator(".item:visible")).to_have_count(0)
    expect(page.locator("#measures summary")).to_contain_text("nDCG@10")
    expect(page.locator("figure:visible")).to_have_count(1)
    for clutter in (".settings", ".site nav", ".sentence", ".below", ".head .aside"):
        expect(page.locator(clutter)).to_be_hidden()
    menu, items = page.locator("#measures"), page.locator("#measures .families")
    menu.hover()
    expect(items).to_be_hidden()
    menu.locator("summary").click()
    lab.measure("AP").click()
    lab.expect_opened("AP")
    expect(items).to_be_hidden()
    page.keyboard.press("m")
    expect(lab.measure("AP")).to_be_focused()
    page.keyboard.press("ArrowDown")
    lab.expect_address("show=AP@10")
    expect(items).to_be_visible()
    page.keyboard.press("Enter")
    expect(items).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(items).to_be_visible()
    page.keyboard.press("Escape")
    expect(items).to_be_hidden()
    menu.locator("summary").click()
    page.locator(".result").click()
    expect(items).to_be_hidden()
    menu.locator("summary").click()
    place = lab.measure("RR").bounding_box()
    assert place
    touch = page.context.new_cdp_session(page)
    point = {"x": place["x"] + 20, "y": place["y"] + 10}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    lab.expect_address("show=RR")
    expect(items).to_be_hidden()
    assert not [request for request in lab.server.requests if request != "POST"]


def test_the_lecturers_bar_has_what_the_open_measure_depends_on(lab: Lab) -> None:
    page = lab.open(PROJECTED)
    bar = page.locator(".lecture")
    names = "all => all.filter(e => e.checkVisibility()).map(e => e.name)"
    assert bar.locator("select, input").evaluate_all(names) == [
        *("conventions", "k", "c-discount", "c-gain", "c-ideal", "c-ideal_cut")
    ]
    lab.field("c-discount").select_option("log2(i + 1)")
    lab.expect_address("discount=log2-rank-plus-1")
    lab.field("c-gain").select_option("2^grade - 1")
    lab.expect_address("gain=exponential")
    assert page.locator("#lab [name='c-gain']").count() == 1, "a setting is in one place"
    lab.choose("AP")
    expect(lab.field("c-divisor")).to_be_visible()
    assert bar.locator("select").evaluate_all(names) == ["conventions", "c-divisor"]
    lab.expect_address("gain=exponential")
    lab.field("conventions").select_option("trec_eval")
    lab.choose("bpref")
    assert bar.locator("select").evaluate_all(names) == ["conventions", "c-bpref"]
    lab.field("c-bpref").select_option(index=1)
    expect(page).to_have_url(re.compile("&bpref="))
    page.go_back()
    expect(page).not_to_have_url(re.compile("&bpref="))


def test_examples_stay_and_the_way_out_is_in_sight_at_200_percent(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 640, "height": 360})
    lab.open(PROJECTED)
    links = page.locator("#examples li a, .several a").evaluate_all("all => all.map(a => a.href)")
    assert len(links) > 10
    assert all("view=projector" in link for link in links)
    page.get_by_role("button", name="Examples").click()
    page.locator("#examples li a").last.click()
    page.wait_for_url("**view=projector**")
    out = page.get_by_role("link", name="Leave projector")
    expect(out).to_be_in_viewport(ratio=1)
    out.click()
    page.wait_for_url(lambda url: "view" not in url)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_several_lists_fill_the_first_screen_with_one_of_them_and_means_stay_in_view(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 1280, "height": 720})
    many = "".join(f"&labels{i}=0110010010" for i in range(2, 17))
    lab.open(f"/lab?labels={'10' * 10}{many}&arrangement=pairs&show=Rprec&view=projector")
    work = page.locator(".work").bounding_box()
    assert work
    assert 600 < work["y"] + work["height"] <= 720
    expect(page.locator(".overall strong")).to_have_count(2)
    expect(page.locator(".overall")).to_be_in_viewport(ratio=1)
    page.locator(".list-tab").last.click()
    lab.expect_address("list=16")
    expect(page.locator(".overall")).to_be_in_viewport(ratio=1)


@pytest.mark.chart_library
def test_the_chart_is_read_from_the_last_row_too(lab: Lab) -> None:
    page = lab.open(f"{PROJECTED}&chart=pr", plotly=True)
    sizes = page.locator(".plotted :is(.xtick, .ytick) text").evaluate_all(
        "texts => texts.map(text => parseFloat(getComputedStyle(text).fontSize))"
    )
    assert len(sizes) == 10
    assert min(sizes) >= 18


def test_in_and_out_with_one_key_and_the_state_goes_along(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&show=nDCG@10")
    page.set_viewport_size({"width": 1280, "height": 720})
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    page.keyboard.press("j")
    page.keyboard.press("v")
    page.wait_for_url("**view=projector**")
    lab.expect_address("labels=111003000200003")
    stop = page.locator(".stop")
    expect(stop).to_have_text("rank 1 of 15")
    for key, words in (("ArrowRight", "rank 2"), ("PageDown", "rank 3"), ("PageUp", "rank 2")):  # a presenter's remote
        page.keyboard.press(key)
        expect(stop).to_have_text(f"{words} of 15")
    for _ in range(13):
        page.keyboard.press("PageDown")
    expect(page.locator("#rank-15")).to_be_in_viewport()
    page.keyboard.press("]")
    lab.expect_address("show=IPrec@0.3")
    page.keyboard.press("v")
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
