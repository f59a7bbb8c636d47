"""Several lists in a browser: opened with one click, updated in every number, arranged by keyboard, undone by back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from ireval.explanation.worked_examples import EXAMPLES
from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import Lab
from web.state.address import from_example

BESIDE = [e for e in EXAMPLES if e.others]
SYSTEMS = "/lab?labels=00011&title=Engine%20A&labels2=11000&title2=Engine%20B&conventions=lillis"
QUERIES = "/lab?labels=10&labels2=01&labels3=001&arrangement=queries&conventions=lillis"
PAIRS = "/lab?labels=110&labels2=011&labels3=010&labels4=100&arrangement=pairs&conventions=mir&show=Rprec"


def beside(page: Page, row: str) -> Any:
    return page.locator("#measures-beside tr").filter(has=page.locator("th", has_text=re.compile(rf"^{row}( |$)")))


def test_every_example_side_by_side_is_one_click_away(lab: Lab) -> None:
    """One example of each arrangement is clicked on; where the links of the others lead is read."""
    page = lab.open("/lab")
    examples = page.get_by_role("navigation", name="Examples with several lists")
    addresses = {link.inner_text(): link.get_attribute("href") or "" for link in examples.get_by_role("link").all()}
    clicked = {from_example(example).arrangement: example for example in BESIDE}
    assert len(clicked) == 3
    for example in BESIDE:
        assert addresses[example.title].endswith(from_example(example).query()), example.title
    for example in clicked.values():
        examples.get_by_role("link", name=example.title, exact=True).click()
        expect(page.locator("#beside")).to_be_visible()
        expect(page.locator(".list-tab")).to_have_count(1 + len(example.others))
        lab.expect_address(from_example(example).query())


def test_numbers_follow_a_label(lab: Lab) -> None:
    page = lab.open(SYSTEMS)
    expect(beside(page, "AP").locator("td")).to_have_text(["0.325", "▲ 1.000", "+0.675"])
    curves = page.locator("#beside .curve").first.get_attribute("d")
    lab.radio(1, "1").check()
    lab.expect_address("labels=10011")
    expect(beside(page, "AP").locator("td").first).to_have_text(re.compile("0.7"))
    expect(page.locator("#beside .note")).to_contain_text("disagree on R")
    expect(page.locator("#beside .curve").first).not_to_have_attribute("d", curves or "")
    lab.open(QUERIES)
    map_ = page.locator("#queries-beside tfoot td").first
    expect(map_).to_have_text("0.611MAP")  # (1 + 1/2 + 1/3)/3
    page.get_by_role("radio", name="Query 3").check()
    expect(lab.rows).to_have_count(3)
    lab.radio(1, "1").check()
    expect(map_).to_have_text("0.778MAP")  # (1 + 1/2 + (1 + 2/3)/2)/3
    expect(page.locator("dl.means")).to_contain_text("(1 + 0.500 + 0.833)/3 = 0.778")


def test_changes_in_the_comparison_are_marked_and_the_mean_announced(lab: Lab) -> None:
    page = lab.open(QUERIES)
    lab.hold_timers()
    said = page.locator("#said")
    expect(page.locator(".list-tab small")).to_have_text(["1.000", "0.500", "0.333"])
    expect(page.locator(".overall")).to_have_text(re.compile(r"^\s*MAP\s*= 0\.611 = \(1 \+ 0\.500 \+ 0\.333\)/3\s*$"))
    lab.radio(2, "1").check()
    lab.radio(1, "0").check()  # 01 in the place of 10
    expect(page.locator(".list-tab small").first).to_have_text("0.500")
    expect(said).to_have_text(re.compile(r"^AP 1\.000 to 0\.500, MAP 0\.611 to 0\.444; \d+ more measures changed$"))
    for marked in (".list-tab small >> nth=0", ".overall strong", "#queries-beside tbody td >> nth=1"):
        expect(page.locator(marked)).to_have_attribute("data-change", "fell")
    expect(page.locator("#queries-beside tbody tr").nth(1).locator("[data-change]")).to_have_count(0)
    lab.run_timers()
    expect(page.locator("[data-change]")).to_have_count(0)


def test_another_list_is_announced_but_not_as_a_change(lab: Lab) -> None:
    page = lab.open(SYSTEMS)
    lab.hold_timers()
    page.get_by_role("radio", name="Engine B").check()
    expect(page.locator("#said")).to_have_text("Engine B: AP 1.000.")
    expect(page.locator("[data-change]")).to_have_count(0)
    lab.radio(1, "0").check()
    expect(page.locator("#said")).to_have_text(re.compile(r"^AP 1\.000 to 0\.500; \d+ more measures changed$"))
    expect(beside(page, "AP").locator("td").nth(1)).to_have_attribute("data-change", "fell")
    expect(beside(page, "AP").locator("td").first).not_to_have_attribute("data-change", re.compile("rose|fell"))


def test_labels_can_be_changed_when_a_list_has_come_or_gone(lab: Lab) -> None:
    """What surrounds the strip of lists stays the same before and after, and is not made again."""
    page = lab.open("/lab?labels=10")
    page.evaluate("window.kept = document.querySelector('#rank-1 input')")
    page.locator("#copy-list").click()
    expect(page.locator(".list-tab")).to_have_count(2)
    lab.radio(2, "1").check()
    lab.expect_address("labels=11&names=d1,d2&labels2=11&names2=d1,d2&list=2")
    page.locator("#remove-list").click()
    expect(page.locator(".list-tab")).to_have_count(0)
    lab.radio(2, "0").check()
    lab.expect_address("labels=10")
    assert page.evaluate("window.kept.isConnected")


def test_one_key_leads_from_list_to_list(lab: Lab) -> None:
    page = lab.open(SYSTEMS.replace("lillis", "lillis&view=projector"))
    for title, place in (("Engine B", "list=2"), ("Engine A", "title2=Engine%20B&conventions=lillis")):
        page.keyboard.press("l")
        expect(page.get_by_role("radio", name=title)).to_be_checked()
        lab.expect_address(place)
    lab.open("/lab?labels=101")
    page.keyboard.press("l")
    expect(lab.radio(1, "1")).to_be_checked()


def test_rows_keep_their_names_in_view_on_a_phone(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 360, "height": 800})
    page = lab.open(f"{PAIRS}&title={'name' * 10}")
    region = page.get_by_role("region", name="Scores of both systems, query by query")
    last = region.locator("tbody tr").first.locator("td").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)
    expect(region.locator("tbody th").first).to_be_in_viewport(ratio=0.9)
    name, number = region.locator("tbody th").first.bounding_box(), last.bounding_box()
    assert name and number
    assert name["x"] + name["width"] < number["x"], "they do not cover each other"


def test_systems_share_their_judgements_and_their_results_are_on_the_first_screen(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 1280, "height": 720})
    page = lab.open("/lab?labels=101&names=d1,d2,d3&labels2=011&names2=d2,d3,d4")
    results = page.locator("#results")
    note = page.locator("#lists .note")
    expect(note).to_contain_text("System A: d4, so R is 3; System B: d1, so R is 3.")
    expect(results).to_be_in_viewport(ratio=1)
    expect(results.locator(".open-column")).to_have_text(["AP (open)", "▲ 0.556", "0.389", "−0.167"])
    lab.radio(2, "1").check()
    expect(results.locator("td.open-column")).to_have_text(["0.750", "0.750", "0.000"])
    lab.expect_address("labels=111&unretrieved=1&names=d1,d2,d3,d4&labels2=111&unretrieved2=1&names2=d2,d3,d4,d1")
    lab.page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("scrollTo(0, 0)")
    expect(results.locator("td.open-column").last).to_be_in_viewport(ratio=1)
    lab.open(PAIRS.replace("labels2=011", "labels2=01"))
    expect(page.locator(".overall dd")).to_have_text(["= 0.500 = (1 + 0)/2", "= 0.500 = (0 + 1)/2"])
    expect(page.locator(".overall")).to_be_in_viewport(ratio=1)


def test_no_link_of_the_navigation_loses_the_list(lab: Lab) -> None:
    page = lab.open("/lab?labels=10")
    lab.radio(2, "1").check()
    lab.expect_address("labels=11")
    main = page.get_by_role("navigation", name="Main")
    expect(page.locator(".brand")).to_have_attribute("href", "/lab?labels=11")
    main.get_by_role("link", name="Measures").click()
    page.wait_for_url("**/measures?labels=11")
    main.get_by_role("link", name="Lab").click()
    page.wait_for_url("**/lab?labels=11")
    for other in ("/switchboard?labels=11&rows=all", "/why?labels=11&measure=AP&value=1", "/sheets/new?labels=11"):
        lab.page.goto(lab.address + other)
        expect(page.locator(".brand")).to_have_attribute("href", "/lab?labels=11")
        expect(main.get_by_role("link", name="Lab")).to_have_attribute("href", "/lab?labels=11")
    main.get_by_role("link", name="Start").click()
    page.wait_for_url(f"{lab.address}/")


def test_added_and_rearranged_lists_are_announced(lab: Lab) -> None:
    page = lab.open("/lab?labels=10")
    said = page.locator("#said")
    page.locator("#copy-list").click()
    expect(said).to_have_text("Two systems, one query. System B: AP 1.000.")
    page.locator("[name=arrangement]").select_option("queries")
    expect(said).to_have_text("Two queries of one system. Query 2: AP 1.000.")
    page.locator("#remove-list").click()
    expect(said).to_have_text("One ranked list.")


def test_the_tabs_do_not_reveal_what_is_covered(lab: Lab) -> None:
    page = lab.open(f"{QUERIES}&cover=AP")
    expect(page.locator(".list-tab small, .overall")).to_have_count(0)
    lab.open(f"{QUERIES}&step=1")
    expect(page.locator(".list-tab small").first).to_be_hidden()
    expect(page.locator(".overall strong")).to_be_hidden()
    expect(page.locator("#queries-beside")).to_be_hidden()
    expect(page.locator("#beside")).to_contain_text("Hidden: the comparison would show rows that are still to come.")
    page.keyboard.press("j")
    expect(page.locator("#queries-beside")).to_be_visible()  # there is no row below
    expect(page.locator(".overall strong")).to_be_visible()
    page.keyboard.press("k")
    page.get_by_role("radio", name="Query 3").check()
    lab.expect_address("list=3&arrangement=queries&conventions=lillis&step=1")
    expect(page.locator("#said")).not_to_contain_text(re.compile(r"AP = |AP\[[2-9]\]|mean", re.IGNORECASE))


def test_a_measure_that_the_panel_does_not_list_can_be_open(lab: Lab) -> None:
    page = lab.open(f"{SYSTEMS}&show=AP(rel=2)")
    page.get_by_role("radio", name="Engine B").check()
    lab.expect_address("list=2&conventions=lillis&show=AP(rel=2)")
    lab.radio(1, "0").check()
    lab.expect_address("labels2=01000&title2=Engine%20B&list=2&conventions=lillis&show=AP(rel=2)")


def test_lists_come_go_and_are_named_by_keyboard(lab: Lab) -> None:
    page = lab.open("/lab?labels=101")
    page.locator("#copy-list").focus()
    page.keyboard.press("Enter")
    lab.expect_address("labels2=101&names2=d1,d2,d3&list=2")
    expect(page.get_by_role("radio", name="System B")).to_be_checked()
    page.locator("#field-title").focus()
    page.keyboard.type("mine")
    page.keyboard.press("Tab")
    lab.expect_address("title2=mine&list=2")
    expect(page.locator(".list-tab", has_text="mine")).to_be_visible()
    page.get_by_role("radio", name="mine").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="System A")).to_be_checked()
    lab.expect_address("labels2=101&names2=d1,d2,d3&title2=mine")
    page.locator("#add-list").press("Enter")
    expect(page.locator(".list-tab")).to_have_count(3)
    assert page.evaluate("document.activeElement.id") == "add-list"
    page.locator("#remove-list").press("Enter")
    expect(page.locator(".list-tab")).to_have_count(2)
    page.locator("#remove-list").press("Enter")
    expect(page.locator("#beside")).to_have_count(0)
    assert page.evaluate("document.activeElement.form?.id") == "lab", "the focus is lost"


def test_back_brings_a_removed_list_back(lab: Lab) -> None:
    page = lab.open(SYSTEMS)
    page.locator("#remove-list").click()
    expect(page.locator("#beside")).to_have_count(0)
    expect(page.locator("h1")).to_have_text("One ranked list")
    lab.go_back()
    expect(page.locator("#beside")).to_be_visible()
    expect(page.get_by_role("radio", name="Engine A")).to_be_checked()
    expect(page.locator("#measures-beside thead th")).to_have_text(["measure", "Engine A", "Engine B", "difference"])
    page.locator("[name=arrangement]").select_option("queries")
    expect(page.locator("#queries-beside")).to_be_visible()
    expect(page.locator("#measures-beside")).to_have_count(0)
    lab.go_back()
    expect(page.locator("#measures-beside")).to_be_visible()


@pytest.mark.parametrize(
    ("address", "names"),
    [(SYSTEMS, ["curves"]), (QUERIES, ["average"]), (PAIRS, ["differences-Rprec", "averages"])],
)
def test_charts_are_saved_as_pictures(lab: Lab, address: str, names: list[str], tmp_path: Path) -> None:
    page = lab.open(address)
    figures = page.locator("#beside figure")
    expect(figures).to_have_count(len(names))
    for i, name in enumerate(names):
        links = figures.nth(i).locator(".save")
        assert page.request.get(f"{lab.address}{links.get_by_text('SVG', exact=True).get_attribute('href')}").ok, name
        with page.expect_download() as waiting:
            links.get_by_text("PNG", exact=True).click()
        assert waiting.value.suggested_filename == f"{name}.png"
        waiting.value.save_as(tmp_path / "PNG")
        png = (tmp_path / "PNG").read_bytes()
        assert png.startswith(b"\x89PNG")
        assert int.from_bytes(png[16:20], "big") > 1440, "wide enough for print"
    with page.expect_download() as waiting:
        figures.first.locator(".save").get_by_text("SVG", exact=True).click()
    assert waiting.value.suggested_filename == f"{names[0]}.svg"
    waiting.value.save_as(tmp_path / "SVG")
    assert b"</svg>" in (tmp_path / "SVG").read_bytes()


def test_the_comparison_is_downloaded_once_there_is_one(lab: Lab, tmp_path: Path) -> None:
    page = lab.open("/lab?labels=10&show=AP")
    menu = page.locator("#share")
    page.get_by_role("button", name="Share").click()
    of_queries = menu.get_by_text("All queries of the open list’s system")
    expect(menu.get_by_role("link", name="CSV of the lists")).to_be_hidden()
    page.keyboard.press("Escape")
    page.locator("#copy-list").click()
    lab.expect_address("labels2=10&names2=d1,d2&list=2")
    page.get_by_role("button", name="Share").click()
    expect(of_queries).to_be_hidden()
    with page.expect_download() as waiting:
        menu.get_by_role("link", name="CSV of the lists").click()
    waiting.value.save_as(tmp_path / "lists.csv")
    assert "\nAP,1.000,1.000,0.000\n" in (tmp_path / "lists.csv").read_text("utf-8")
    page.keyboard.press("Escape")
    lab.field("arrangement").select_option("queries")
    lab.expect_address("arrangement=queries")
    page.get_by_role("button", name="Share").click()
    expect(of_queries).to_be_visible()


def test_a_long_title_leaves_room_for_its_score(lab: Lab) -> None:
    page = lab.open(f"{QUERIES}&title={'long' * 10}&view=projector")
    tab = page.locator(".list-tab").first
    whole, score = tab.bounding_box(), tab.locator("small").bounding_box()
    assert whole and score
    assert score["x"] + score["width"] <= whole["x"] + whole["width"]


@pytest.mark.allow_console("Failed to load resource")
def test_a_picture_that_cannot_be_loaded_is_reported(lab: Lab) -> None:
    page = lab.open(SYSTEMS)
    page.route("**/beside/*", lambda route: route.abort())
    page.locator("#beside .png").click()
    expect(page.locator("#beside .readout")).to_have_text("The picture could not be loaded. Try again.")


def test_pairs_follow_the_open_measure(lab: Lab) -> None:
    page = lab.open(PAIRS)
    expect(page.locator("#beside .zero")).to_have_count(1)
    lab.measure("RR").check()
    expect(page.locator("#beside .zero")).to_have_count(2)
    expect(page.locator("#pairs-beside thead tr").first).to_contain_text("RR")
    page.get_by_role("radio", name="Query 2, B").check()
    lab.expect_address("list=4")
    expect(lab.radio(1, "1")).to_be_checked()


@pytest.mark.parametrize(("address", "part"), [(SYSTEMS, None), (QUERIES, "#beside"), (PAIRS, "#beside")])
def test_axe_finds_nothing(lab: Lab, address: str, part: str | None) -> None:
    """Of the page with queries or pairs axe looks at what the page with systems does not have."""
    page = lab.open(address)
    page.evaluate("document.querySelectorAll('.lab details').forEach(details => { details.open = true })")
    assert_accessible(page, part, widths=None if part else (1280, 360))
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_long_lists_of_everything_stay_on_a_phone(lab: Lab) -> None:
    lab.page.set_viewport_size({"width": 360, "height": 800})
    many = "".join(f"&labels{i}={'10' * i}&title{i}={'long' * 10}" for i in range(2, 15))
    for arrangement in ("systems", "queries", "pairs"):
        page = lab.open(f"/lab?labels=10&title={'x' * 40}{many}&arrangement={arrangement}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_every_example_s_address_is_short_enough_to_share() -> None:
    assert max(len(from_example(e).query()) for e in BESIDE) < 500
