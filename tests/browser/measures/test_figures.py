"""The figure of a measure in a browser: labelled, dragged, moved by mouse, touch and keys; and everything follows."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT
from tests.browser.labpage import SETTLED

pytestmark = pytest.mark.slow

#: nDCG of 1 0 0 3 under log2(i + 1): (1 + 3/log2(5))/(3 + 1/log2(3)) = 2.292/3.631.
NDCG = "/measures/nDCG?labels=1003&show=nDCG"
#: The sizes of all texts of the drawing that is shown, in pixels.
SIZES = """() => [...document.querySelectorAll('#figure text')]
  .filter((text) => text.checkVisibility({visibilityProperty: true}))
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
#: From now on, movements of shapes are counted.
COUNT = """() => {
  window.moved = 0;
  document.querySelector("#figure").addEventListener("transitionrun", () => { window.moved += 1; });
}"""


@pytest.fixture
def figure(page: Page, server: str) -> Locator:
    page.goto(server + NDCG)
    expect(page.locator("output.result")).to_have_text("0.631")
    # The cards answer once the scripts have come.
    expect(page.locator("html.by-hand")).to_have_count(1)
    return page.locator("#figure svg.wide")


def card(figure: Locator, rank: int) -> Locator:
    return figure.locator(f".card > .card[data-of='{rank}']")


def middle(of: Locator) -> tuple[float, float]:
    box = of.locator(".face").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_click_on_a_card_gives_the_next_label(page: Page, figure: Locator) -> None:
    page.mouse.click(*middle(card(figure, 2)))
    expect(page.locator("#rank-2 input[value='1']")).to_be_checked()
    # (1 + 1/log2(3) + 3/log2(5))/(3 + 1/log2(3) + 1/2)
    expect(page.locator("output.result")).to_have_text("0.708")
    expect(figure.locator("[id^=wide-in-tank]")).to_have_text("nDCG 0.708")
    expect(page.locator("#figure-says")).to_contain_text("nDCG is 0.708")


def test_a_dragged_card_takes_its_document_along(page: Page, figure: Locator) -> None:
    dragged = card(figure, 4)
    name = dragged.get_attribute("id")
    (x, y), (_, top) = middle(dragged), middle(card(figure, 1))
    page.mouse.move(x, y)
    page.mouse.down()
    for part in range(1, 9):
        page.mouse.move(x, y + (top - y) * part / 8)
    expect(page.locator("output.result")).to_have_text("1.000")  # before it is dropped
    page.mouse.up()
    expect(page).to_have_url(re.compile("labels=3100.*names=d4,d1,d2,d3"))
    assert card(figure, 1).get_attribute("id") == name
    expect(figure.locator(".held")).to_have_count(0)
    page.go_back()


def test_escape_puts_a_held_card_back(page: Page, figure: Locator) -> None:
    (x, y), (_, low) = middle(card(figure, 1)), middle(card(figure, 3))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, low, steps=4)
    expect(page).to_have_url(re.compile("names=d2,d3,d1,d4"))
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("labels=1003&show=nDCG"))
    expect(page.locator("output.result")).to_have_text("0.631")
    page.mouse.up()


def test_keys_label_and_move_cards(page: Page, figure: Locator) -> None:
    focused = page.locator(":focus")
    card(figure, 1).focus()
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("aria-label", "Rank 2, d2, label 0")
    page.keyboard.press("3")
    expect(focused).to_have_attribute("aria-label", "Rank 2, d2, label 3")
    page.keyboard.press("Alt+ArrowUp")
    expect(focused).to_have_attribute("aria-label", "Rank 1, d2, label 3")
    page.keyboard.press("u")
    expect(focused).to_have_attribute("aria-label", "Rank 1, d2, unjudged")
    page.keyboard.press("Space")
    expect(focused).to_have_attribute("aria-label", "Rank 1, d2, label 0")
    expect(page).to_have_url(re.compile("labels=0103.*names=d2,d1,d3,d4"))


def test_a_rank_is_marked_everywhere(page: Page, figure: Locator) -> None:
    """The card, its gain, its piece and its numbers in the table."""
    page.mouse.move(*middle(card(figure, 4)))
    expect(page.locator("#rank-4.pointed")).to_have_count(1)
    expect(figure.locator(".marked.fill")).to_have_count(2 + 1 + 1)  # gain, piece, and the ideal list's bar and part
    page.wait_for_timeout(200)  # it stays as long as the pointer does
    expect(figure.locator(".marked.fill")).to_have_count(4)
    page.locator("#rank-1 td").last.hover()
    expect(card(figure, 1)).to_have_class(re.compile("marked"))
    expect(card(figure, 4)).not_to_have_class(re.compile("marked"))


def moved(page: Page) -> int:
    """How many properties of shapes begin to move when a label changes."""
    page.evaluate(COUNT)
    page.locator("#rank-2 input[value='2']").check()
    expect(page.locator("output.result")).not_to_have_text("0.631")
    expect(page.locator("#figure-says")).not_to_contain_text("0.631")
    page.evaluate(SETTLED)
    return int(page.evaluate("moved"))


def test_shapes_move_to_their_places(page: Page, figure: Locator) -> None:
    page.emulate_media(reduced_motion="no-preference")
    assert moved(page) > 0
    expect(figure).to_be_visible()


def test_shapes_do_not_move_for_those_who_prefer_it(page: Page, server: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(server + NDCG)
    assert moved(page) == 0


def test_steps_go_down_the_figure(page: Page, figure: Locator) -> None:
    page.get_by_role("button", name="Next").or_(page.locator("button[value='step 1']")).first.click()
    piece = figure.locator("[id^='wide-piece-'][data-of='4']")
    expect(piece).to_have_class(re.compile("ahead"))
    expect(page.locator("#figure-says")).to_be_hidden()
    page.locator("button[value='step all']").click()
    expect(piece).not_to_have_class(re.compile("ahead"))


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
@pytest.mark.own_page
def test_a_finger_drags_a_card_and_the_page_stays(page: Page, server: str) -> None:
    page.goto(server + NDCG)
    expect(page.locator("html.by-hand")).to_have_count(1)
    slim = page.locator("#figure svg.slim")
    card(slim, 4).scroll_into_view_if_needed()
    (x, y), (_, top) = middle(card(slim, 4)), middle(card(slim, 1))
    fingers = page.context.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 9):
        points = [{"x": x, "y": y + (top - y) * part / 8}]
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    expect(page.locator("output.result").first).to_have_text("1.000")
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page).to_have_url(re.compile("labels=3100.*names=d4,d1,d2,d3"))
    page.evaluate(SETTLED)
    assert middle(card(slim, 1))[1] == pytest.approx(top, abs=2)  # pixels: the card lies where the finger left it


@pytest.mark.parametrize("name", ["nDCG", "AP", "Bpref", "P", "RR", "ERR", "IPrec", "Judged"])
def test_texts_can_be_read_on_a_phone(page: Page, server: str, name: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{server}/measures/{name}")
    assert min(page.evaluate(SIZES)) >= 11
    assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}


def test_axe_finds_nothing(page: Page, figure: Locator) -> None:  # noqa: ARG001
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_accessible(page)


def test_the_figure_is_a_chart_of_the_lab(page: Page, server: str) -> None:
    page.goto(f"{server}/lab?labels=1003&show=nDCG")
    page.get_by_role("radio", name="Figure").check()
    expect(page.locator("#figure svg.slim")).to_be_visible()
    expect(page).to_have_url(re.compile("chart=figure"))
    page.locator(".panel input[value='AP']").check()
    expect(page.locator("#figure-says")).to_contain_text("AP is the mean filled length")
    page.get_by_role("radio", name="Gain").check()
    expect(page.locator("#figure")).to_have_count(0)
    expect(page.locator("#chart svg").first).to_be_visible()
    page.go_back()
    expect(page.locator("#figure svg.slim")).to_be_visible()


#: When rows, the tank and numbers begin to change after a label has, and when they are done, in milliseconds.
BEGINS = """() => {
  const begin = (which) => {
    const all_of = [...document.querySelectorAll(which)];
    const within = all_of.filter((each) => each.checkVisibility({visibilityProperty: true}));
    const all = within.flatMap((each) => each.getAnimations({subtree: true})).map((each) => each.effect.getTiming());
    return [Math.min(...all.map((each) => each.delay)), Math.max(...all.map((each) => each.delay + each.duration))];
  };
  const numbers = "text[id*='-in-tank-'], .result, #figure-total output, #figure-says";
  return [".row > rect", ".tank > rect", numbers].map(begin);
}"""


def test_rows_move_first_then_the_tank_and_numbers_come_last(page: Page, figure: Locator) -> None:
    """The new number is there at once for those who do not look at it, and is seen when the tank has moved."""
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    expect(page.locator("html.by-hand")).to_have_count(1)
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    page.locator("#rank-2 input[value='2']").check()
    expect(figure.locator("[id^=wide-in-tank]")).not_to_have_text("nDCG 0.631")
    (rows, _), (tank, full), (numbers, _) = page.evaluate(BEGINS)
    assert 0 < rows < tank < numbers
    assert numbers >= full - 60  # milliseconds: they come when the tank has all but settled


@pytest.mark.browser_context_args(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
@pytest.mark.own_page
def test_play_is_a_quiet_control_that_takes_no_line(page: Page, server: str) -> None:
    """It has 44 px for a finger, but lies above the cards, covers none, and is no filled button."""
    for address in (NDCG, "/", "/lab?labels=1010&chart=figure"):
        page.goto(server + address)
        play = page.locator("#play")
        expect(play).to_be_visible()
        box, first = play.bounding_box(), card(page.locator("#figure .slim"), 1).locator(".face").bounding_box()
        assert box and first
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= first["y"] + 1
        assert first["y"] - box["y"] <= 52
        assert play.evaluate("button => getComputedStyle(button).backgroundColor") == "rgba(0, 0, 0, 0)"
        expect(page.locator("#figure > .save")).to_be_visible(visible=address != "/")
