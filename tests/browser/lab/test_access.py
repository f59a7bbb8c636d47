"""Everyone can use the lab: axe finds nothing in any of its views, and Tab alone reaches everything visibly."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.labpage import LILLIS, Lab

#: The beginning of the lectures' list, which has everything that the whole of it has, in fewer rows.
SHORT = LILLIS.replace("101003000200003", "101003")
NDCG = SHORT + "&show=nDCG@10"
#: Addresses, and what is looked at if it is not the page: what other views do not have.
VIEWS = {
    "empty": ("/lab?labels=", ".work"),
    "levels": (f"{SHORT}&show=IPrec11", ".work"),
    "contingency": (f"{SHORT}&show=Accuracy", ".work"),
    "stepping through what is covered": (f"{NDCG}&step=4&chart=gain&cover=DCG,NDCG.3,nDCG@10", None),
    "projector": (f"{NDCG}&view=projector&step=3", None),
}


def test_axe_finds_nothing(lab: Lab) -> None:
    for address, part in VIEWS.values():
        assert_accessible(lab.open(address), part)


@pytest.mark.chart_library
def test_axe_finds_nothing_on_the_opening_page_with_the_chart_library(lab: Lab) -> None:
    page = lab.open("/lab", plotly=True, wait=False)
    page.get_by_role("radio", name="Precision-recall").check()  # the first chart is not drawn by the library
    page.locator("#chart.precision-recall").wait_for()
    lab.start_plotly()
    assert_accessible(page)


@pytest.mark.allow_console("status of 400", "status of 404")
def test_axe_finds_nothing_where_something_is_wrong(lab: Lab) -> None:
    assert_accessible(lab.open("/lab?labels=10x&k=0"))
    assert_accessible(lab.open("/no-such-page"))


def test_axe_finds_nothing_with_everything_open(lab: Lab) -> None:
    page = lab.open(f"{NDCG}&gain=exponential")
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert_accessible(page, widths=(1280, 360))


def test_axe_finds_nothing_in_answers_marks_and_menus(lab: Lab) -> None:
    page = lab.open(f"{NDCG}&cover=DCG")
    guess = page.locator(".guess[name='DCG.6']")
    guess.fill("5")
    guess.press("Enter")
    expect(page.locator("#verdict .verdict")).to_be_visible()
    expect(page.locator("tr.pointed")).to_have_count(1)
    assert_accessible(page, ".work")
    page.get_by_role("button", name="Close the explanation").click()
    page.locator("#cover summary").click()
    assert_accessible(page, "#cover")
    page.locator("#cover summary").click()
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page, "dialog[open]")
    page.evaluate("document.getElementById('lab').classList.add('htmx-request')")
    animation = "getComputedStyle(document.getElementById('lab'), '::before').animationName"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(animation) == "waiting"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(animation) == "none", "still for those who want it still"


STOPS = """() => {
  const seen = new Set();
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter(e => e.checkVisibility() && e.tabIndex >= 0 && !e.closest('.plotted') && e.type !== 'hidden')
    .filter(e => e.type !== 'radio' || (e.checked && !seen.has(e.name) && seen.add(e.name)))
    .map(e => { e.dataset.stop = e.name || e.id || e.textContent.trim() || e.className; return e.dataset.stop; });
}"""
FOCUSED = """() => {
  const e = document.activeElement;
  const style = x => getComputedStyle(x);
  const outlined = x => x && style(x).outlineStyle !== 'none' && parseFloat(style(x).outlineWidth) > 0;
  const near = style(e).opacity === '0' ? [e.nextElementSibling, e.closest('.item')] : [e];
  return [e.dataset.stop || e.localName, near.some(outlined)];
}"""


def test_tab_reaches_everything_and_shows_where_it_is(lab: Lab) -> None:
    page = lab.page
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        lab.open("/lab?labels=1010&show=P@10")
        page.evaluate("document.querySelectorAll('.lab details').forEach(details => { details.open = true })")
        page.locator(".numbers table").first.wait_for()
        wanted = page.evaluate(STOPS)
        assert {"g1", "g4", "show", "conventions", "k", "add", "missed1", "c-gain"} <= set(wanted)
        reached = []
        for _ in wanted:
            page.keyboard.press("Tab")
            reached.append(page.evaluate(FOCUSED))
        assert [name for name, _ in reached] == wanted, width
        assert [name for name, visible in reached if not visible] == [], width


def test_one_score_lights_up_after_a_change(lab: Lab) -> None:
    """The open measure's; if that is the same, the one last pointed at; else the first. The others have an arrow."""
    page = lab.open(f"{LILLIS}&show=P@10")
    lab.hold_timers()
    background = "e => getComputedStyle(e).backgroundColor"
    calm = lab.value("RR").locator("xpath=..").evaluate(background)
    score = page.locator(".title .result")
    lab.radio(1, "0").check()
    expect(page.locator("[data-looked]")).to_have_count(1)
    expect(score).to_have_attribute("data-looked", "")
    assert score.evaluate(background) != calm
    quiet = page.locator(".item[data-change='fell']")
    assert quiet.count() > 5
    assert {quiet.nth(i).evaluate(background) for i in range(quiet.count())} <= {
        calm,
        lab.value("P@10").locator("xpath=..").evaluate(background),
    }
    lab.run_timers()
    expect(page.locator("[data-looked], [data-change]")).to_have_count(0)
    lab.radio(15, "0").check()  # below the cutoff of the open measure
    lab.expect_address("labels=001003000200000")
    expect(page.locator("[data-looked]")).to_have_count(1)
    expect(page.locator("[data-looked] .m")).to_have_text("P")
    expect(lab.said).to_have_text(re.compile(r"^P 0\.267 to 0\.200; \d+ more measures changed$"))
    lab.run_timers()
    lab.value("AP").locator("xpath=..").hover()
    lab.radio(15, "3").check()
    expect(page.locator("[data-looked] .m")).to_have_text("AP")
    expect(lab.said).to_have_text(re.compile(r"^AP 0\.\d+ to 0\.\d+; \d+ more measures changed$"))


def test_changes_are_announced(lab: Lab) -> None:
    """One polite region says what changed; it says so even if the summary reads the same."""
    page = lab.open()
    lab.hold_timers()
    said = page.locator("#said")
    assert said.get_attribute("role") == "status"
    assert lab.refusal.get_attribute("role") == "alert"
    expect(said).to_be_empty()
    lab.radio(2, "1").check()
    expect(said).to_have_text(re.compile(r"^AP 0\.290 to 0\.415; \d+ more measures changed$"))
    expect(lab.value("AP").locator("xpath=..")).to_have_attribute("data-change", "rose")
    lab.radio(2, "0").check()
    expect(said).to_have_text(re.compile(r"^AP 0\.415 to 0\.290"))
    expect(lab.value("AP").locator("xpath=..")).to_have_attribute("data-change", "fell")
    lab.run_timers()
    expect(page.locator("[data-change]")).to_have_count(0)
    said_before = said.text_content()
    lab.type("places", "4")
    lab.expect_address("places=4")
    assert said.text_content() == said_before, "more decimals are not a change"
    page = lab.open("/lab?labels=00&conventions=lillis")
    lab.hold_timers()
    lab.radio(1, "1").check()
    expect(said).to_have_text(re.compile(r"^AP not defined to 1\.000; \d+ more measures changed$"))
    for marked in (lab.value("AP").locator("xpath=.."), page.locator(".title .result")):
        expect(marked).to_have_attribute("data-change", "became")  # it neither rose nor fell
