"""The figure plays down the ranks, and its formula grows; a card, its term and its cell are marked together."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.slow

#: DCG of 1 0 0 3 under log2(i + 1): 1/log2(2) + 3/log2(5) = 1 + 1.292 = 2.292.
NDCG = "/measures/nDCG?labels=1003&show=nDCG"
STEP = "() => document.querySelector('.work').dataset.step"
#: From now on, rises in the number of transitions are counted.
COUNT = """() => {
  window.moved = 0;
  document.querySelector("#figure").addEventListener("transitionrun", () => { window.moved += 1; });
}"""


@pytest.fixture
def total(page: Page, server: str) -> Locator:
    page.goto(server + NDCG)
    expect(page.locator("html.by-hand")).to_have_count(1)
    return page.locator("#figure-total")


def seen(total: Locator) -> list[str]:
    """The ranks of the terms that are seen."""
    return [term.get_attribute("data-of") or "" for term in total.locator(".term:visible").all()]


def test_play_goes_down_the_ranks_and_stops_at_the_end(page: Page, total: Locator) -> None:  # noqa: ARG001
    page.clock.install()
    play = page.get_by_role("button", name="Play", exact=True)
    play.click()
    pause = page.get_by_role("button", name="Pause", exact=True)
    expect(pause).to_be_visible()
    expect(page.locator("#rank-1.now")).to_have_count(1)
    for rank in (2, 3, 4):
        page.clock.run_for(1300)
        expect(page.locator(f"#rank-{rank}.now")).to_have_count(1)
    expect(play).to_be_visible()
    page.clock.run_for(5000)
    assert page.evaluate(STEP) == "4"
    expect(page.locator("#figure-says")).to_contain_text("nDCG is 0.631")


@pytest.mark.parametrize("action", ["pause", "key", "press", "label"])
def test_any_action_stops_it(page: Page, total: Locator, action: str) -> None:  # noqa: ARG001
    page.clock.install()
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(1300)
    if action == "pause":
        page.get_by_role("button", name="Pause", exact=True).click()
    elif action == "key":
        page.keyboard.press("k")
    elif action == "press":
        page.mouse.click(5, 5)
    else:
        page.locator("#rank-1 input[value='2']").check()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    step = page.evaluate(STEP)
    page.clock.run_for(6000)
    assert page.evaluate(STEP) == step == ("1" if action == "key" else "2")


def test_the_formula_grows_term_by_term(page: Page, total: Locator) -> None:
    assert seen(total) == ["1", "4"]
    expect(total.locator("output")).to_have_text("2.292")
    for step, ranks, value in ((1, ["1"], "1.000"), (2, ["1"], "1.000"), (4, ["1", "4"], "2.292")):
        page.locator("input[name='step']").fill(str(step))
        expect(total.locator("output")).to_have_text(value)
        assert seen(total) == ranks
        assert [term.get_attribute("data-of") for term in total.locator(".now").all()] == ranks[-1:]
    page.reload()  # the server says the same
    expect(total.locator("output")).to_have_text("2.292")
    page.goto(page.url.replace("step=4", "step=2"))
    assert seen(total) == ["1"] and total.locator("output").inner_text() == "1.000"
    page.locator("button[value='step all']").click()
    expect(total.locator("output")).to_have_text("2.292")


def test_the_sum_of_the_whole_list_is_read_at_the_cutoff(page: Page, server: str) -> None:
    """nDCG@2 of 1 0 0 3: only rank 1 adds to the DCG that counts."""
    page.goto(server + "/measures/nDCG?labels=1003&show=nDCG@2")
    expect(page.locator("html.by-hand")).to_have_count(1)
    total = page.locator("#figure-total")
    assert seen(total) == ["1"]
    page.locator("input[name='step']").fill("3")
    expect(total.locator("output")).to_have_text("1.000")


def marked(page: Page) -> tuple[str, str, str]:
    """The ranks of the card, the term and the cell that are marked."""
    cards = page.locator("#figure svg.wide .card > .card.marked")
    terms = page.locator("#figure-total .term.marked")
    cells = page.locator("#steps td.lit")
    expect(cards).to_have_count(1)
    expect(cells).to_have_count(1)
    row = str(cells.evaluate("cell => cell.parentNode.id"))
    heads = page.locator("#steps thead th")
    assert heads.nth(cells.evaluate("cell => cell.cellIndex")).inner_text() == "DCG"
    term = terms.get_attribute("data-of") if terms.count() else ""
    return cards.get_attribute("data-of") or "", term or "", row.removeprefix("rank-")


def test_card_term_and_cell_are_marked_together(page: Page, total: Locator) -> None:
    wide = page.locator("#figure svg.wide")
    wide.locator(".card > .card[data-of='4']").hover()
    assert marked(page) == ("4", "4", "4")
    wide.locator(".card > .card[data-of='1']").focus()
    assert marked(page) == ("1", "1", "1")
    total.locator(".term[data-of='4']").hover()
    assert marked(page) == ("4", "4", "4")
    wide.locator(".card > .card[data-of='2']").focus()  # it adds nothing
    assert marked(page) == ("2", "", "2")
    page.locator("#rank-1 td").last.hover()
    expect(wide.locator(".card > .card[data-of='1']")).to_have_class(re.compile("marked"))
    expect(total.locator(".term[data-of='1']")).to_have_class(re.compile("marked"))


def test_nothing_moves_while_it_plays_for_those_who_prefer_it(page: Page, server: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(server + NDCG)
    expect(page.locator("html.by-hand")).to_have_count(1)
    page.evaluate(COUNT)
    page.clock.install()
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(4000)
    expect(page.locator("#rank-4.now")).to_have_count(1)
    assert page.evaluate("moved") == 0


def test_the_figure_stays_in_sight_while_it_plays_on_a_phone(page: Page, server: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(server + "/measures/AP?labels=1010010001&show=AP")
    expect(page.locator("html.by-hand")).to_have_count(1)
    page.locator("#play").scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    page.clock.install()
    page.locator("#play").click()
    page.clock.run_for(4000)
    assert page.evaluate("scrollY") == scrolled


def test_the_front_door_plays_too(page: Page, server: str) -> None:
    page.goto(server + "/")
    expect(page.locator("html.by-hand")).to_have_count(1)
    expect(page.locator("#figure-total")).to_be_hidden()
    page.locator("#play").click()
    expect(page.locator("#figure-total .now")).to_be_visible()
