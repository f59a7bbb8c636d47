"""Predict, then reveal: what is covered is checked where it stood, explained, and uncovered."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, expect

from ireval.messages import Message
from tests.browser.labpage import LILLIS, Lab
from tests.known_causes import DIVIDED_BY_FOUND
from tests.sentences import sentence

NDCG = f"{LILLIS}&show=nDCG@10"


def guess(lab: Lab, name: str) -> Locator:
    """The field in the place of what is covered."""
    return lab.page.locator(f".guess[name='{name}']")


def test_a_column_is_covered_predicted_explained_and_uncovered(lab: Lab) -> None:
    page = lab.open(NDCG)
    menu, summary = page.locator("#cover .sheet"), page.locator("#cover summary")
    summary.click()
    expect(menu).to_be_visible()
    page.locator("h1").click()
    expect(menu).to_be_hidden()
    summary.click()
    page.get_by_role("checkbox", name="DCG", exact=True).check()
    lab.expect_address("cover=DCG")
    expect(menu).to_be_visible()
    expect(page.locator(".guess")).to_have_count(15)
    expect(page.locator("#rank-6")).not_to_contain_text("2.791")
    expect(page.locator("#rank-6")).not_to_contain_text("log")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(summary).to_be_focused()
    field = guess(lab, "DCG.6")
    field.fill("2,79")
    field.press("Enter")
    expect(page.locator("#rank-6 .revealed strong")).to_have_text("2.791")
    expect(page.locator("#rank-6 .revealed .hit")).to_contain_text("Your value was correct")
    expect(page.locator("#verdict")).to_contain_text(sentence("verdict-correct", number="2,79"))
    expect(guess(lab, "DCG.7")).to_be_focused()
    guess(lab, "DCG.7").fill("5")
    guess(lab, "DCG.7").press("Enter")
    hint = sentence("other-column", column="CG", asked="DCG", axis=Message("rank"))
    expect(page.locator("#verdict")).to_contain_text(hint)
    expect(page.locator("#verdict")).to_contain_text(sentence("another-try"))
    expect(page.locator("#verdict")).not_to_contain_text("2.791")
    expect(guess(lab, "DCG.7")).to_be_focused()
    guess(lab, "DCG.7").press_sequentially("5.0")  # what was typed is selected
    guess(lab, "DCG.7").press("Enter")
    expect(page.locator("#rank-7 .revealed .miss")).to_contain_text("Your value was 5.0")
    shown, verdict = page.locator("#rank-7 .revealed strong"), page.locator("#verdict").inner_text()
    expect(shown).to_have_text("2.791")
    page.locator("input[name='chart'][value='ap']").check(force=True)
    lab.expect_address("chart=ap")
    expect(shown).to_have_text("2.791")
    expect(page.locator("#verdict")).to_have_text(verdict, use_inner_text=True)
    lab.radio(2, "1").check()
    expect(guess(lab, "DCG.7")).to_be_visible()  # of another list
    expect(guess(lab, "DCG.6")).to_be_visible()


def test_the_score_is_covered_everywhere_and_predicted(lab: Lab) -> None:
    page = lab.open(NDCG)
    page.keyboard.press("h")
    lab.expect_address("cover=NDCG,nDCG@10")
    expect(page.locator("#said")).to_have_text("Covered: NDCG, nDCG@10")
    expect(lab.value("nDCG@10")).to_have_text("?")
    expect(page.locator("main")).not_to_contain_text("0.287")
    expect(page.locator(".final")).to_have_count(0)
    field = guess(lab, "nDCG@10")
    field.fill("0.28")
    field.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("cut")
    expect(page.locator("main")).not_to_contain_text("0.287")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Reveal nDCG@10")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".title .revealed strong")).to_have_text("0.287")
    expect(page.locator("#verdict")).to_contain_text("nDCG@10 is 0.287.")
    page.keyboard.press("Escape")
    page.locator(".scroll").focus()
    page.keyboard.press("h")
    lab.expect_address("show=nDCG@10")
    expect(page.locator("#said")).to_have_text("Uncovered: NDCG, nDCG@10")
    expect(page.locator(".guess")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("cover"))


def test_a_single_cell_with_one_key(lab: Lab) -> None:
    page = lab.open(NDCG)
    page.keyboard.press("t")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("h")
    lab.expect_address("cover=G.2")
    expect(guess(lab, "G.2")).to_be_focused()
    reveal = page.get_by_role("button", name="Reveal G at rank 2")
    page.keyboard.press("Tab")
    expect(reveal).to_be_focused()
    expect(reveal).to_have_css("opacity", "1")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("h")
    expect(page.locator(".guess")).to_have_count(0)
    expect(page.locator("#rank-2 td:focus")).to_have_text("0")
    page.locator("#rank-6 td", has_text="2.791").click()  # a cell that was clicked is at hand
    page.keyboard.press("h")
    lab.expect_address("cover=DCG.6")
    expect(guess(lab, "DCG.6")).to_be_focused()


def test_a_cell_that_was_tapped_is_in_the_menu(lab: Lab) -> None:
    name, words, (column, number) = "P.4", "P at recall level 0.3", ("P", 4)
    page = lab.open(f"{LILLIS}&show=IPrec11")
    menu = page.locator("#cover")
    box = menu.get_by_role("checkbox", name=words, exact=True)
    table = page.locator("table:has(th[data-col])").last
    place = table.locator("thead th").evaluate_all(
        "(hs, c) => hs.findLastIndex(h => h.dataset.col === c) - hs.length", column
    )
    table.locator(f"tr[id$='-{number}'] td").nth(place).dispatch_event("click")
    menu.locator("summary").click()
    box.check()
    lab.expect_address(f"cover={name}")
    expect(guess(lab, name)).to_have_accessible_name(f"Your value for {words}")
    expect(box).to_be_checked()
    box.uncheck()
    expect(page.locator(".guess")).to_have_count(0)
    expect(box).not_to_be_checked()
    lab.measure("RR").check(force=True)
    expect(page.locator("#open-title")).to_contain_text("RR")
    expect(box).to_have_count(0)


def test_covers_outlive_a_change_and_the_score_of_any_measure_can_be_covered(lab: Lab) -> None:
    page = lab.open(f"{NDCG}&cover=AP,IDCG")
    expect(lab.value("AP")).to_have_text("?")
    lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    expect(lab.value("AP")).to_have_text("?")
    expect(guess(lab, "IDCG.1")).to_be_visible()
    page.locator("#cover summary").click()
    page.get_by_role("button", name="Reveal all").click()
    expect(lab.value("AP")).not_to_have_text("?")
    expect(page.locator(".guess")).to_have_count(0)
    lab.open(f"{NDCG}&cover=AP,IDCG")
    lab.measure("AP").check()
    expect(page.locator(".title .guess")).to_be_visible()
    expect(page.locator("#rank-15 td").last.locator(".guess")).to_be_visible()


@pytest.mark.allow_console("status of 400")
def test_any_number_is_explained_announced_briefly_reached_by_a_key_and_closed_and_nonsense_is_kept(lab: Lab) -> None:
    page = lab.open(LILLIS)
    page.keyboard.press("y")
    expect(page.locator("#ask-value")).to_be_focused()
    page.keyboard.type("0.58")
    page.keyboard.press("Enter")
    verdict = page.locator("#verdict")
    given = "0.58 is what scikit-learn, Ragas and TorchMetrics give. Your lecture's rule gives 0.290."
    summary = f"{given} convention: {DIVIDED_BY_FOUND}"
    users = "These compute it your way: scikit-learn; Ragas; TorchMetrics."
    expect(page.locator("#said")).to_have_text(f"{summary} {users}")
    assert verdict.get_attribute("role") != "status", "it would be announced twice"
    page.keyboard.press("Tab")
    page.keyboard.press("a")
    expect(verdict).to_be_focused()
    page.keyboard.press("Escape")
    expect(verdict).to_be_empty()
    expect(page.get_by_role("button", name="Find out why")).to_be_focused()
    page.locator("#ask-value").fill("a lot")
    page.locator("#ask-value").press("Enter")
    expect(verdict).to_contain_text("“a lot”")
    expect(page.locator("#ask-value")).to_have_value("a lot")
    lab.radio(2, "1").check()
    expect(verdict).to_be_empty()  # it was about another list
    lab.radio(2, "0").check()
    lab.expect_address("labels=101003000200003")
    page.locator("#ask-value").fill("0.58")
    page.locator("#ask-value").press("Enter")
    expect(verdict).to_contain_text(DIVIDED_BY_FOUND)
    expect(verdict).to_contain_text("scikit-learn")
    expect(verdict.locator("math")).not_to_have_count(0)
    verdict.get_by_role("link", name=re.compile("Adopt")).first.click()
    lab.expect_address("divisor=relevant-retrieved")
    expect(lab.value("AP")).to_have_text("0.580")


def test_both_calculations_are_completely_visible_next_to_the_table(lab: Lab) -> None:
    page = lab.open(LILLIS)
    page.locator("#ask-value").fill("0.58")
    page.locator("#ask-value").press("Enter")
    figures = page.locator("#verdict figure")
    expect(figures).to_have_count(2)
    for width in (360, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert figures.evaluate_all("fs => fs.every(f => f.scrollWidth <= f.clientWidth)"), width


def test_without_a_script_a_guess_leads_to_its_page(plain: Lab) -> None:
    name, value = "DCG.6", "2.791"
    page = plain.page
    page.goto(f"{plain.address}{NDCG}&cover=DCG,nDCG@10")
    page.locator(f".guess[name='{name}']").fill("5")
    page.locator(f".guess[name='{name}']").press("Enter")
    page.wait_for_url("**/why?**")
    expect(page.locator("main")).to_contain_text("5 is not correct")
    expect(page.locator("main")).to_contain_text(sentence("another-try"))
    expect(page.locator("main")).not_to_contain_text(value)
    page.get_by_label("Your number").fill("6")
    page.get_by_label("Your number").press("Enter")
    expect(page.locator("main")).to_contain_text(value)
    page.goto(f"{plain.address}{NDCG}&cover=DCG,nDCG@10")
    page.locator(".guess[name='nDCG@10']").focus()
    page.locator(".reveal[value='nDCG@10']").click()
    expect(page.locator(".headline")).to_contain_text("is 0.287.")


def test_a_measure_that_has_the_focus_is_covered_alone(lab: Lab) -> None:
    page = lab.open(NDCG)
    page.keyboard.press("m")
    page.keyboard.press("h")
    lab.expect_address("cover=nDCG@10")
    expect(lab.value("nDCG@10")).to_have_text("?")
    expect(page.locator(".title .guess")).to_be_visible()
    expect(page.locator("#rank-9 td").last).to_have_text("0.242")
    expect(page.locator(".bench")).not_to_contain_text("0.287")
    expect(lab.measure("nDCG@10")).to_be_focused()
    page.keyboard.press("h")
    expect(lab.value("nDCG@10")).to_have_text("0.287")


def test_calculations_do_not_reveal_what_is_covered(lab: Lab) -> None:
    """Neither those of rows below, nor those of other columns, nor the last line; a prediction sets them free."""
    page = lab.open(f"{NDCG}&cover=DCG.9&step=10")
    expect(page.locator("#line > span")).to_have_count(3)  # DCG starts from the covered cell
    expect(page.locator("#rank-10 .calc")).to_be_empty()
    expect(page.locator("#rank-10 td", has_text="3.394")).to_be_visible()
    page.keyboard.press("w")
    guess(lab, "DCG.9").fill("2.79")
    guess(lab, "DCG.9").press("Enter")
    expect(page.locator("#rank-9 .revealed .hit")).to_be_visible()
    page.locator("#rank-10 td", has_text="3.394").hover()
    expect(page.locator("#line")).to_contain_text("2.7915")
    lab.open(f"{LILLIS}&cover=term")
    expect(page.locator(".final")).to_have_count(0)
    lab.open(f"{LILLIS}&show=Accuracy&cover=tn")


def test_asking_does_not_tell_a_covered_score(lab: Lab) -> None:
    """The hall's numbers are explained, one after the other, and the right one stays covered."""
    page = lab.open(f"{LILLIS}&cover=AP")
    page.locator("#ask-value").fill("0.58")
    page.locator("#ask-value").press("Enter")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text(DIVIDED_BY_FOUND)
    expect(verdict).not_to_contain_text("0.29")
    expect(page.locator(".title .guess")).to_be_visible()
    lab.open(f"{LILLIS}&step=6")  # the score is read at rank 15
    page.locator("#ask-value").fill("0.58")
    page.locator("#ask-value").press("Enter")
    expect(verdict).to_contain_text(DIVIDED_BY_FOUND)
    expect(verdict).not_to_contain_text("0.29")


def test_the_scores_do_not_hide_a_field(lab: Lab) -> None:
    page = lab.page
    page.set_viewport_size({"width": 360, "height": 740})
    lab.open(f"{NDCG}&cover=DCG,NDCG")
    guess(lab, "DCG.6").fill("2.79")
    guess(lab, "DCG.6").press("Enter")
    after = page.locator(".guess:focus")
    expect(after).to_have_attribute("name", "NDCG.6")
    seen = after.evaluate(
        "f => { const {x, y, width: w, height: h} = f.getBoundingClientRect();"
        "return [0.1, 0.5, 0.9].every(part => document.elementFromPoint(x + part * w, y + h / 2) === f); }"
    )
    assert seen
