"""The lab in a frame of slides: it fits, and the keys that it does not use reach the slides around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import FrameLocator, Page, expect

from tests.conftest import make_app
from tests.paths import ROOT
from tests.serving import running

TEN = "labels=1010011000&unretrieved=1"
SIZE = {"width": 960, "height": 600}
#: Parts that have to be in sight, and how far each goes beyond the frame, in pixels.
OUT_OF_SIGHT = """() => {
  const parts = ['h1', '#summary', '#open-title', '.title .result', '#steps thead', '#steps tbody tr:last-child',
    '.chart :is(.drawn, #figure) svg'];
  return parts.flatMap((selector) => {
    const all = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const seen = all.filter(({ width, height }) => width && height);
    if (!seen.length) return [[selector, 'missing']];
    const over = Math.max(...seen.map(({ bottom, right }) => Math.max(bottom - innerHeight, right - innerWidth)));
    return over > 1 ? [[selector, over]] : [];
  });
}"""
SCROLLS = (
    "() => [...document.querySelectorAll('html, main, .work > .scroll')].map(e => e.scrollHeight - e.clientHeight)"
)
#: A deck as reveal.js has one, as far as the documented script uses it, which follows.
DECK = """<!doctype html><title>Deck</title><link rel=icon href=data:><p id=at>0 0 0</p>
<iframe src="{frame}" width=960 height=600></iframe>
<script>
  const at = [0, 0, 0];
  const go = (place, by) => () => {{ at[place] += by; document.querySelector('#at').textContent = at.join(' '); }};
  const Reveal = {{ next: go(0, 1), prev: go(0, -1), right: go(1, 1), left: go(1, -1), down: go(1, 1), up: go(1, -1),
    togglePause: go(2, 1), toggleOverview: go(2, 10) }};
</script>
{script}"""


class Deck:
    """The site of the slides."""

    page = ""

    def __call__(self, _: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        start("200 OK", [("Content-Type", "text/html; charset=utf-8")])
        return [self.page.encode()]


@pytest.fixture(scope="module")
def deck() -> Iterator[str]:
    """The address of slides with the lab in a frame, and the script of the documentation."""
    site = Deck()
    with running(site) as slides:
        app = make_app(FRAME_ANCESTORS=slides)
        app.testing = False
        with running(app) as lab:
            found = re.search(
                r"```html\n(<script>.*?ireval-key.*?</script>)", (ROOT / "docs/addresses.md").read_text(), re.DOTALL
            )
            assert found
            script = found[1].replace("https://ireval.example.org", lab)
            site.page = DECK.format(frame=f"{lab}/embed?{TEN}&amp;show=AP", script=script)
            yield slides


@pytest.mark.parametrize("show", ["AP", "P", "nDCG@10", "RR", "IPrec11", "bpref"])
def test_ten_documents_fit_a_frame_of_slides(page: Page, show: str) -> None:
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    page.goto(f"/embed?{TEN}&show={show}")
    levels = page.locator("#levels").count()  # these measures have a second table, which scrolls within
    assert [over for over in page.evaluate(SCROLLS)[: 2 if levels else 3] if over > 1] == []
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.evaluate("document.documentElement.scrollWidth") == SIZE["width"]


def test_a_longer_list_scrolls_within_and_a_high_frame_has_all_controls(page: Page) -> None:
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    page.goto(f"/embed?labels={'10' * 20}&show=AP")
    frame, main, rows = page.evaluate(SCROLLS)
    assert frame <= 0 and main <= 0 and rows > 100
    page.locator("#rank-40").scroll_into_view_if_needed()
    expect(page.locator("#rank-40")).to_be_in_viewport()
    expect(page.locator("#open-title")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    expect(page.locator("#settings select").first).to_be_hidden()
    page.set_viewport_size({"width": 960, "height": 900})
    expect(page.locator("#settings select").first).to_be_visible()


@pytest.mark.own_page
def test_keys_reach_the_slides_by_the_documented_script(page: Page, deck: str) -> None:
    page.goto(deck)
    at, lab = page.locator("#at"), page.frame_locator("iframe")
    lab.locator("h1").click()
    for key, place in (
        ("PageDown", "1 0 0"),
        (" ", "2 0 0"),
        ("PageUp", "1 0 0"),
        ("ArrowRight", "1 1 0"),
        ("ArrowUp", "1 0 0"),
        ("b", "1 0 1"),
        (".", "1 0 2"),
        ("Escape", "1 0 12"),
    ):
        page.keyboard.press(key)
        expect(at, key).to_have_text(place)
    keeps_its_own_keys(page, lab)
    expect(at).to_have_text("1 0 12")
    lab.locator("#rank-2 input[value='1']").check()
    page.keyboard.press("PageDown")
    expect(at).to_have_text("2 0 12")


def keeps_its_own_keys(page: Page, lab: FrameLocator) -> None:
    """The lab uses letters of its own, the keys of a focused control, and all that is typed."""
    page.keyboard.press("w")
    lab.locator("#rank-1 input[value='1']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+PageDown")
    page.keyboard.press("?")
    expect(lab.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(lab.locator("#keys")).to_be_hidden()


@pytest.mark.own_page
def test_the_message_has_only_the_key_and_only_for_the_page_around(page: Page, deck: str) -> None:
    page.goto(deck)
    page.evaluate("addEventListener('message', ({ data }) => { window.got = data; })")
    page.frame_locator("iframe").locator("h1").click()
    page.keyboard.press("PageDown")
    expect(page.locator("#at")).to_have_text("1 0 0")
    got = page.evaluate("window.got")
    assert got == {"type": "ireval-key", "key": "PageDown", "code": "PageDown", "shiftKey": False, "repeat": False}
