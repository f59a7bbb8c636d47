"""Numbers first: the chart follows them, and the chart library runs only for those who touch the chart."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from tests.browser.labpage import HOLD_FRAMES, LILLIS, Lab

FETCHED = "performance.getEntriesByType('resource').filter(e => e.name.includes('plotly')).map(e => e.initiatorType)"
#: Notes in which frame the score and the drawing change.
WATCH = """() => {
  window.frame = 0;
  window.changes = {};
  (function next() { frame++; requestAnimationFrame(next); })();
  const note = (name) => new MutationObserver(() => { changes[name] ??= frame; });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  note("score").observe(document.querySelector("output.result"), all);
  note("chart").observe(document.querySelector("#chart .drawn"), all);
}"""
#: Answers come faster than frames: each changes the curve.
HURRY = """count => {
  window.drawn = [];
  Plotly.react = (box, data) => drawn.push(data[0].y[0]);
  const curve = document.querySelector(".drawn .stairs");
  for (let i = 0; i < count; i++) {
    curve.setAttribute("d", `M60,${20 + i} 80,100`);
    document.dispatchEvent(new CustomEvent("ireval:patched", { detail: { address: location.href, refused: [] } }));
  }
}"""
#: The parts of the chart that are not those of the page as the server sends it now.
DIFFERENT = """async () => {
  const text = await (await fetch(location.href)).text();
  const fresh = new DOMParser().parseFromString(text, "text/html");
  return [".drawn", ".keys", "#chart-says"].filter(
    (part) => !document.querySelector(`#chart ${part}`).isEqualNode(fresh.querySelector(`#chart ${part}`)));
}"""
#: What people do to the chart, as Playwright calls it.
INTENTS = ("hover", "focus", "tap")


@pytest.mark.parametrize("intent", INTENTS)
def test_the_library_is_fetched_early_and_runs_on_the_first_intent(request: pytest.FixtureRequest, intent: str) -> None:
    lab: Lab = request.getfixturevalue("phone" if intent == "tap" else "lab")
    page = lab.open()
    expect_fetched(page)
    if intent == "tap":
        page.locator("#rank-2 input:checked").tap()
        page.locator(".label-picker").get_by_role("button", name="1", exact=True).tap()
    else:
        lab.radio(2, "1").check()
    lab.expect_address("labels=111003000200003")
    page.locator("figcaption").hover()
    lab.settle()
    assert page.evaluate("typeof Plotly") == "undefined"
    expect(page.locator(".drawn")).to_be_visible()
    getattr(page.locator("#chart .box"), intent)()
    page.locator("html.plotly").wait_for(state="attached")
    assert page.evaluate(FETCHED) == ["fetch", "script"]


def expect_fetched(page: Page) -> None:
    """Wait until the library's file has come."""
    page.evaluate(f"new Promise(done => (function look() {{ {FETCHED}.length ? done() : setTimeout(look, 20) }})())")


def test_a_chart_that_the_library_does_not_draw_starts_nothing(lab: Lab) -> None:
    page = lab.open(f"{LILLIS}&show=P@10&chart=contingency")
    page.locator("#chart .box").click()
    page.locator("#chart .box").focus()
    lab.settle()
    assert page.evaluate("document.querySelectorAll('head script[src*=plotly]').length") == 0


def test_numbers_are_painted_before_the_chart_and_one_request_is_sent(lab: Lab) -> None:
    page = lab.open()
    expect_fetched(page)
    network = page.context.new_cdp_session(page)
    requested: list[str] = []
    network.on("Network.requestWillBeSent", lambda event: requested.append(event["request"]["url"]))
    network.send("Network.enable")
    page.evaluate(WATCH)
    for rank in (2, 4):
        lab.radio(rank, "1").check()
        lab.expect_address(f"labels={'111003000200003' if rank == 2 else '111103000200003'}")
    lab.settle()
    network.detach()
    changes = page.evaluate("changes")
    assert changes["score"] < changes["chart"]
    assert [address for address in requested if not address.startswith("data:")] == [f"{lab.address}/lab"] * 2


def test_redraws_are_one_in_the_latest_state(lab: Lab) -> None:
    page = lab.open()
    lab.start_plotly()
    page.evaluate(HURRY, 5)
    lab.settle()
    drawn = page.evaluate("drawn")
    assert drawn == [pytest.approx(1.05 - 1.08 * (24 - 8) / 168, abs=0.001)], "once, with the curve of the last answer"


def test_a_chart_that_two_answers_have_changed_is_that_of_the_second(lab: Lab) -> None:
    page = lab.open()
    page.evaluate(HOLD_FRAMES)
    page.locator(".tab input[value=gain]").check()
    expect(page.locator("#lab")).to_have_attribute("data-address", re.compile("chart=gain"))
    lab.radio(2, "1").check()
    expect(lab.summary).to_contain_text("6 of the 11 relevant documents")
    page.evaluate("release()")
    expect(page.locator("#chart")).to_have_class("gain")
    lab.settle()
    assert page.evaluate(DIFFERENT) == []
