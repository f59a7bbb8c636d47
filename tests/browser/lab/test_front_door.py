"""The front door: a question, the lab in small, and the ways to begin; on a phone, too."""

from __future__ import annotations

import re

import pytest

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import PHONE, Lab

pytest.importorskip("playwright")
from playwright.sync_api import expect

pytestmark = pytest.mark.slow


def test_the_question_of_the_first_screen_is_answered_within_four_taps(lab: Lab) -> None:
    """What is nDCG, and why did I get 0.72 for 3 2 3 0 1 2? The fields are on the first screen of a phone."""
    page = lab.page
    page.set_viewport_size(PHONE)
    lab.open("/")
    number, ranking, why = (
        page.get_by_label("I got"),
        page.get_by_label("on this list"),
        page.get_by_role("button", name="Why?"),
    )
    for part in (page.get_by_role("searchbox"), number, ranking, why):
        expect(part).to_be_in_viewport(ratio=1)
    number.click()
    page.keyboard.type("0.72")
    ranking.click()
    page.keyboard.type("323012")
    why.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Why is my number different?")
    expect(page.locator("#verdict")).to_contain_text("0.72")


def test_a_search_leads_to_the_measure(lab: Lab) -> None:
    page = lab.open("/")
    page.get_by_role("link", name="what is nDCG").click()
    page.get_by_role("link", name="nDCG", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("nDCG")
    expect(page.locator("#figure")).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 900), (360, 740)], ids=str)
def test_the_lab_in_small_is_labelled_and_keeps_its_state_in_the_address(lab: Lab, size: tuple[int, int]) -> None:
    page = lab.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    lab.open("/")
    says = page.locator("#figure-says")
    expect(says).to_contain_text("nDCG is 0.631")
    expect(page.locator("#steps")).to_be_hidden()
    shown = page.locator(f"#figure .{'wide' if size[0] > 800 else 'slim'}")
    shown.locator(".card > .card[data-of='2'] .chip").click()
    expect(says).to_contain_text("nDCG is 0.708")
    expect(page).to_have_url(re.compile(r"/\?labels=1103&show=nDCG$"))
    page.go_back()
    expect(says).to_contain_text("nDCG is 0.631")
    page.get_by_role("link", name="Open in the lab").click()
    expect(page.locator("#steps")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_axe_finds_nothing_and_the_menu_has_the_same_entries_everywhere(lab: Lab) -> None:
    page = lab.open("/")
    assert_accessible(page)
    navigation = page.get_by_role("navigation", name="Main")
    entries = navigation.get_by_role("link").all_inner_texts()
    assert {"Learn", "Lab", "Measures", "Playlists", "Sheets", "Compare", "Collections", "Experiments"} <= set(entries)
    page.set_viewport_size(PHONE)
    expect(navigation.get_by_role("link").first).to_be_hidden()
    page.get_by_role("button", name="Menu", exact=True).click()
    assert navigation.get_by_role("link").all_inner_texts() == entries
    for link in navigation.get_by_role("link").all():
        assert link.evaluate("e => e.offsetHeight") >= 44
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(navigation.get_by_role("link").first).to_be_hidden()


#: A page of each kind.
PAGES: tuple[str, ...] = (
    "/",
    "/lab",
    "/lab?labels=10&labels2=01",
    "/measures",
    "/measures/AP",
    "/lessons",
    "/search?q=map",
    "/why",
)
PAGES += ("/lessons/average-precision/2", "/compare", "/collections", "/experiments", "/sheets/new", "/playlist")


@pytest.mark.allow_console("status of 400")  # of "Why?" without a number
@pytest.mark.parametrize("width", [360, 960, 1280, 1920])
def test_the_header_is_the_same_on_every_page(lab: Lab, width: int) -> None:
    """From 960 px on it has the whole navigation in one line, else the button of the menu; tools are in the page."""
    page = lab.page
    page.set_viewport_size({"width": width, "height": 740})
    seen = set()
    for address in PAGES:
        lab.open(address)
        links = page.get_by_role("navigation", name="Main").get_by_role("link")
        menu = page.get_by_role("button", name="Menu", exact=True)
        expect(menu).to_be_visible(visible=width < 960)
        expect(links.first).to_be_visible(visible=width >= 960)
        if width < 960:
            menu.click()
        header = page.locator(".site")
        places = [link.evaluate("e => [e.textContent, e.offsetLeft, e.offsetTop].join()") for link in links.all()]
        seen.add((*places, header.evaluate("e => e.clientHeight"), header.locator("a, button").count()))
    assert len(seen) == 1
    tools = lab.open("/lab").get_by_role("group", name="Tools of the lab")
    expect(tools.get_by_role("button", name="Share")).to_be_in_viewport(ratio=1)
    tops = {tool.bounding_box()["y"] for tool in tools.locator(".tool:visible, .menu > button").all()}  # type: ignore[index]
    assert max(tops) - min(tops) < 4, "one line"


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=str)
def test_two_systems_open_with_one_beside_the_other(lab: Lab, size: tuple[int, int]) -> None:
    """Both rankings stand in one table, rank by rank, at the top of the window."""
    page = lab.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    lab.open("/")
    page.get_by_role("link", name="Compare two systems").click()
    table = page.locator("#ranks-beside")
    expect(table).to_be_in_viewport(ratio=1)
    expect(table.locator("thead tr").first).to_have_text(re.compile("Engine A *Engine B"))
    assert page.evaluate("document.querySelector('#beside').getBoundingClientRect().top") < size[1] / 3


@pytest.mark.allow_console("status of 400")
def test_what_is_wrong_in_the_address_is_said(lab: Lab) -> None:
    page = lab.open("/?labels=10x")
    expect(page.locator("#refusal")).to_be_visible()
    lab.open("/?labels=")
    expect(page.locator("#steps")).to_be_visible()
