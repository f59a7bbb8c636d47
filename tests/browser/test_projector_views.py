"""The projector view of the switchboard, comparisons and experiments: type for the last row, one table at a time."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.tiers import sampled

LIST = "labels=101003000200003&unretrieved=32211&size=800"
#: Pages with a projector view, by name; what each has to show, in the order of the page.
PAGES = {
    "switchboard": f"/switchboard?{LIST}&conventions=lillis&show=nDCG@10",
    "switchboard with reasons": f"/switchboard?{LIST}&conventions=lillis&show=AP&gain=exponential&rows=differing",
    "switchboard without differences": "/switchboard?labels=1&k=1&rows=differing",
    "comparison": "/compare?collection=harbour&measures=AP",
    "comparison of many runs": "/compare?collection=harbour&run=words&run=pieces&run=words-title&measures=AP,P@10",
    "topic's pair": "/compare?collection=harbour&measures=AP&topic=3",
    "choice of runs": "/compare",
    "unpaired test": "/compare/pairing",
    "experiments": "/experiments",
    "incomplete judgements": "/experiments/incomplete?shares=50+10&repeats=2",
    "forms of assessors": "/experiments/assessors",
    "prediction": "/experiments/tests",
    "answer to the prediction": "/experiments/tests?guess=5",
    "simulated tests": "/experiments/tests?simulations=20&topics=5",
    "diversity": "/experiments/diversity",
    "assessors": "/experiments/assessors?collection=harbour",
    "counts": "/experiments/assessors?table=20+5%0A10+15",
    "guide": "/experiments/measures",
    "guide's answer": "/experiments/measures?task=one-answer&judgements=complete&grades=binary",
}
SIZES = ((1280, 720), (1920, 1080), (1024, 768))
#: Per cent of the window's height: of any text, and of what is read.
LEAST, LEAST_READ = 1.6, 2.2
#: The texts in view with their sizes as painted, in per cent of the window's height, and whether they are read.
TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (!text || !element.checkVisibility({ visibilityProperty: true }) || element.closest('.vh, noscript, option'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width, height } = range.getBoundingClientRect();
    if (!width || !height) continue;
    const svg = element.closest('svg');
    const scale = svg ? Math.abs(element.getScreenCTM().d || element.getScreenCTM().b) : 1;
    const script = element.closest('math :is(msub, msup, msubsup, munder, mover, munderover, mfrac) *, sub, sup');
    const size = 100 * scale * parseFloat(getComputedStyle(element).fontSize) / innerHeight;
    const isRead = !script && Boolean(element.closest('main'));
    found.push([text.slice(0, 40), Math.round(size * 1000) / 1000, isRead, element.outerHTML.slice(0, 80)]);
  }
  return found;
}"""
#: How many tables and charts are shown, without those within others.
COUNT = """() => [...document.querySelectorAll('main :is(table, figure)')].filter(
  (one) => one.checkVisibility() && !one.parentElement.closest('table, figure')).length"""
#: How far the table or the page can still be scrolled down, in pixels.
LEFT = """() => Math.max(0, ...[document.documentElement, ...document.querySelectorAll('main .scroll')].filter(
  (one) => one.checkVisibility()).map((one) => one.scrollHeight - one.clientHeight - one.scrollTop))"""
SLACK = 8


def projected(address: str) -> str:
    """The address of a page's projector view."""
    return f"{address}{'&' if '?' in address else '?'}view=projector"


def place(page: Page) -> tuple[int, int]:
    """The part that is shown, and the number of parts."""
    at, _, number = page.locator("#presenting-page .place").inner_text().partition(" of ")
    return int(at), int(number)


def too_small(page: Page) -> list[Any]:
    """The texts on the page that are smaller than the last row can read."""
    texts = page.evaluate(TEXTS)
    assert texts
    return [text for text in texts if text[1] < (LEAST_READ if text[2] else LEAST) - 0.001]


def lead_on(page: Page) -> None:
    """Press the remote's key until the next part is shown: not before all of this one was shown."""
    at = place(page)[0]
    for _ in range(60):
        left = page.evaluate(LEFT)
        page.keyboard.press("PageDown")
        if place(page)[0] != at:
            assert left <= SLACK, f"part {at} was not shown to its end"
            return
    raise AssertionError("the remote does not lead on")


@pytest.mark.parametrize("name", sampled(PAGES, 3))
def test_every_text_can_be_read_from_the_last_row(page: Page, name: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(projected(PAGES[name]))
        number = place(page)[1]
        assert number
        for i in range(1, number + 1):
            where = f"part {i} of {number}, {width} x {height}"
            assert place(page)[0] == i
            assert page.evaluate(COUNT) <= 1, f"more than one table or chart: {where}"
            assert too_small(page) == [], where
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, f"too wide: {where}"
            if i < number:
                lead_on(page)
        page.keyboard.press("?")
        expect(page.locator("#presenting-keys")).to_be_visible()
        assert too_small(page) == []


def test_the_view_begins_and_ends_on_the_page_and_the_remote_leads_both_ways(page: Page) -> None:
    page.goto(PAGES["comparison"])
    everything = page.evaluate(COUNT)
    assert everything > 1
    page.get_by_role("link", name="Present", exact=True).click()
    expect(page).to_have_url(re.compile(r"/compare[?]collection=harbour&measures=AP&view=projector$"))
    for _ in range(1, place(page)[1]):
        lead_on(page)
    for _ in range(20):
        page.keyboard.press("PageDown")
    expect(page.locator("#presenting-said")).to_have_text("This is the end of the page.")
    seen: list[int] = []
    while place(page)[0] > 1 and len(seen) < 100:
        page.keyboard.press("PageUp")
        seen.append(place(page)[0])
    assert seen == sorted(seen, reverse=True) and seen[-1] == 1
    page.get_by_role("link", name="End").click()
    expect(page).to_have_url(re.compile(r"/compare[?]collection=harbour&measures=AP$"))
    assert page.evaluate(COUNT) == everything


def test_a_comparison_of_files_is_presented_without_being_sent_again(page: Page) -> None:
    page.goto("/compare")
    page.get_by_text("Paste instead").click()
    page.locator("[name=qrels_text]").fill("1 0 a 1\n1 0 b 0\n2 0 a 0\n2 0 b 1\n")
    for i, order in enumerate(("ab", "ba")):
        lines = [f"{topic} Q0 {doc} {rank} {9 - rank} run{i}" for topic in "12" for rank, doc in enumerate(order, 1)]
        page.locator("[name=run_text]").nth(i).fill("\n".join(lines))
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator("table.topics").first).to_be_visible()
    present = page.get_by_role("link", name="Present", exact=True)
    before = page.evaluate(COUNT)
    present.click()
    assert page.evaluate(COUNT) == 1 and place(page)[1] > 2
    assert too_small(page) == []
    page.keyboard.press("b")
    expect(page.locator("html")).to_have_class("black")
    page.keyboard.press("b")
    page.get_by_role("link", name="End").click()
    assert page.evaluate(COUNT) == before
    page.keyboard.press("b")
    expect(page.locator("html")).not_to_have_class("black")
    present.click()
    page.keyboard.press("PageDown")
    assert place(page)[0] == 2, "the remote was followed twice"


def test_what_leads_to_the_same_page_stays_in_the_view(page: Page) -> None:
    page.goto(projected(PAGES["switchboard"]))
    page.get_by_role("link", name="Only the 6 that differ").click()
    expect(page).to_have_url(re.compile("(?=.*view=projector)(?=.*rows=differing)"))
    page.goto(projected(PAGES["prediction"]))
    page.get_by_text("About 5 %", exact=True).click()
    page.get_by_role("button", name="Show the answer").click()
    expect(page).to_have_url(re.compile("guess=5.*view=projector"))
    expect(page.get_by_role("heading", name="Your prediction")).to_be_visible()
    page.goto(projected(PAGES["diversity"]))
    page.locator("#matrix [type=checkbox]").first.click()
    expect(page).to_have_url(re.compile("diversity[?]labels.*view=projector"))
    assert page.evaluate(COUNT) == 1
    page.goto(projected("/experiments"))
    page.get_by_role("link", name="Incomplete judgements").click()
    expect(page).to_have_url(re.compile("/experiments/incomplete[?]view=projector"))


AP = "/lessons/average-precision/K7M2PX"
#: A presenter view of each kind; an item of a playlist is the lab with a bar.
PRESENTED = {
    "lab": f"/lab?{LIST}&show=AP&view=projector",
    "lab with a step": f"/lab?{LIST}&show=nDCG@10&view=projector&step=3",
    "lab with several lists": f"/lab?{LIST}&labels2=1101&show=P&view=projector",
    "lesson's text": f"{AP}/1?present=1",
    "lesson's list": f"{AP}/3?present=1",
    **{name: projected(PAGES[name]) for name in ("assessors", "guide", "diversity", "switchboard", "comparison")},
}


@pytest.mark.parametrize("name", sampled(PRESENTED, 5))
def test_b_makes_every_presenter_view_black(page: Page, name: str) -> None:
    page.goto("/healthz")
    page.evaluate("document.documentElement.style.background = '#000'; document.body.remove()")
    black = page.screenshot()
    page.goto(PRESENTED[name])
    assert page.screenshot() != black
    for key in ("b", "."):
        page.keyboard.press(key)
        expect(page.locator("html")).to_have_class(re.compile(r"\bblack\b"))
        assert page.screenshot() == black, f"something is to be seen after {key}"
        page.keyboard.press("PageDown")
        expect(page.locator("html")).not_to_have_class(re.compile(r"\bblack\b"))
