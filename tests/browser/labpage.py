"""The lab's page for tests, and a server for it that can be delayed and made to fail."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal
from urllib.parse import parse_qs, urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

#: The list that the lectures share: 15 of 800 documents retrieved; 5 of the 10 relevant documents found.
LILLIS = "/lab?labels=101003000200003&unretrieved=32211&size=800&conventions=lillis"
#: Charts are read from a drawing, whose places have one decimal.
DRAWN = 0.005
Shared = Literal["with the library", "without it"]
VIEWPORT: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 360, "height": 740}
#: Said by the browser of every address without encryption that is not the computer's own.
UNENCRYPTED = "Cross-Origin-Opener-Policy"
#: Replaces the chart library and draws nothing, which saves the second that the real one takes to start.
STAND_IN = b"window.Plotly = {react() {}, Plots: {resize() {}}}"
#: Three frames and what was waiting for them have passed.
SETTLED = """new Promise(done => {
  const frame = left => requestAnimationFrame(left ? () => frame(left - 1) : () => setTimeout(done));
  frame(2);
})"""
#: Nothing that waits until a change is painted happens before `release()`.
HOLD_FRAMES = """() => {
  const next = window.requestAnimationFrame;
  const held = [];
  window.requestAnimationFrame = (act) => held.push(act);
  window.release = () => { window.requestAnimationFrame = next; held.forEach((act) => next(act)); };
}"""
#: Timers of a second or more wait until a test runs them, so that none ends while a slow test is still looking.
HELD_TIMERS = """() => {
  window.heldTimers = [];
  const start = window.setTimeout;
  window.setTimeout = (act, wait, ...rest) =>
      wait < 1000 ? start(act, wait, ...rest) : -heldTimers.push(() => act(...rest));
}"""


class Steered:
    """An application around the lab's that waits or fails on demand, and records the requests to the lab."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app
        self._free = threading.Event()
        self.reset()

    def reset(self) -> None:
        """Answer at once and without failures, and forget all requests."""
        self._free.set()
        self.fails = False
        self.stands_in = False
        self.requests: list[str] = []

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Answer no change within the block."""
        self._free.clear()
        try:
            yield
        finally:
            self._free.set()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if self.stands_in and "/plotly.min." in environ["PATH_INFO"]:
            start_response("200 OK", [("Content-Type", "text/javascript"), ("Cache-Control", "no-store")])
            return [STAND_IN]
        if "HTTP_HX_REQUEST" in environ:
            self.requests.append(environ["REQUEST_METHOD"])
            if environ["REQUEST_METHOD"] == "POST":
                self._free.wait()
            if self.fails:
                start_response("503 Service Unavailable", [("Content-Type", "text/plain")])
                return [b"out of order"]
        return self.app(environ, start_response)


def emptied(page: Page, address: str, viewport: ViewportSize = VIEWPORT) -> None:
    """Make a page again what it was: small, light and still, with nothing stored, routed, pressed or pointed at."""
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.unroute_all(behavior="ignoreErrors")
    page.goto(f"{address}/healthz")
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.mouse.move(0, 0)
    page.emulate_media(media="null", color_scheme="light", reduced_motion="reduce", forced_colors="none")
    if page.viewport_size != viewport:
        page.set_viewport_size(viewport)


class Lab:
    """One page with the lab on it: this test's own, or `shared` by many tests, with the chart library or without it."""

    def __init__(
        self, page: Page, address: str, server: Steered, *, shared: Shared | None = None, scripts: bool = True
    ) -> None:
        self.page, self.address, self.server, self.shared, self.scripts = page, address, server, shared, scripts

    def open(self, address: str = LILLIS, *, plotly: bool = False, wait: bool = True) -> Page:
        """Open the lab at an address, with the real chart library only if a test needs it."""
        assert self.shared in {None, "with the library" if plotly else "without it"}, "mark the test chart_library"
        self.server.stands_in = not plotly
        self.page.goto(self.address + address, wait_until="load" if wait else "commit")
        if plotly and wait:
            self.start_plotly()
        return self.page

    def start_plotly(self) -> None:
        """Tap the chart, and wait until the chart library has drawn it."""
        self.page.locator("#chart .box").dispatch_event("click")
        self.page.locator("html.plotly").wait_for(state="attached")

    @contextmanager
    def held(self, pattern: str | re.Pattern[str]) -> Iterator[Callable[[], None]]:
        """Hold files back until the yielded function is called."""
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)

        self.page.route(pattern, hold)

        def release() -> None:
            while waiting:
                waiting.pop().continue_()
            self.page.unroute(pattern)

        yield release
        release()

    def hold_timers(self) -> None:
        """Keep everything that lasts a moment from now on, such as the mark of a change, until `run_timers`."""
        self.page.evaluate(HELD_TIMERS)

    def run_timers(self) -> None:
        """Run the timers that were held."""
        self.page.evaluate("heldTimers.splice(0).forEach(act => act())")

    def radio(self, rank: int, value: str) -> Locator:
        """The control that gives the document at a rank a label."""
        return self.page.locator(f"#rank-{rank} input[value='{value}']")

    def choose_item(self, rank: int, item: str) -> None:
        """Open the menu of the document at a rank with its button, and choose an item."""
        self.page.locator(f"#rank-{rank} .row-more").click()
        self.page.locator(".row-menu").get_by_role("button", name=item).click()

    def cell(self, rank: int, column: int) -> Locator:
        """A cell of the step table, negative columns counted from the end."""
        return self.page.locator(f"#rank-{rank} > td").nth(column)

    @property
    def rows(self) -> Locator:
        """The rows that hold a document."""
        return self.page.locator("#steps tbody tr:has(input)")

    def field(self, name: str) -> Locator:
        """The control with a name."""
        return self.page.locator(f"#lab [name='{name}']")

    def type(self, name: str, text: str) -> None:
        """Type into a field, and leave it."""
        self.field(name).fill(text)
        self.field(name).press("Tab")

    def measure(self, label: str) -> Locator:
        """The control that opens a measure of the panel."""
        return self._item(label).get_by_role("radio")

    def choose(self, label: str) -> None:
        """Open a measure, in the projector view by its menu."""
        menu = self.page.locator("#measures > summary")
        if menu.count():
            menu.click()
        self.measure(label).click()
        self.expect_opened(label)

    def expect_opened(self, label: str) -> None:
        """Wait until the table of a measure is open."""
        expect(self.page.locator("#open-title")).to_have_text(re.compile(rf"^{re.escape(label)} "))

    def value(self, label: str) -> Locator:
        """The value of a measure in the panel."""
        return self._item(label).locator(".v")

    def _item(self, label: str) -> Locator:
        exactly = self.page.locator(".m", has_text=re.compile(rf"^{re.escape(label)}$"))
        return self.page.locator(".item", has=exactly)

    @property
    def summary(self) -> Locator:
        """The line that describes the list."""
        return self.page.locator("#summary")

    @property
    def refusal(self) -> Locator:
        """The part of the page that shows errors."""
        return self.page.locator("#refusal")

    def fault(self, name: str) -> Locator:
        """What is wrong in a field, below it."""
        return self.page.locator(f"#fault-{name}")

    @property
    def said(self) -> Locator:
        """What the page announces."""
        return self.page.locator("#said")

    @property
    def change(self) -> Locator:
        """The line about the last change."""
        return self.page.locator("#change")

    @property
    def labels(self) -> str:
        """The labels in the address."""
        self.settle()
        return parse_qs(urlsplit(self.page.url).query, keep_blank_values=True)["labels"][0]

    def expect_address(self, part: str) -> None:
        """Wait for a complete part of the address."""
        expect(self.page).to_have_url(re.compile(re.escape(part) + "(&|$)"))

    def expect_address_of_item(self, part: str) -> None:
        """Wait for a part of the address, which also has a place in a playlist."""
        expect(self.page).to_have_url(re.compile(re.escape(part) + "(&.*)?#playlist="))

    def go_back(self) -> None:
        """Press Back, as nobody can before the change is painted."""
        self.settle()
        self.page.go_back()

    def plotted(self, trace: int = 3) -> list[list[float]]:
        """The data that Plotly shows: recall and precision at each rank, or another trace."""
        self.settle()
        found: list[list[float]] = self.page.evaluate(
            "i => (({x, y}) => [x, y])(document.querySelector('.plotted').data[i])", trace
        )
        return found

    def settle(self) -> None:
        """Wait until the chart and the address have followed the numbers, which are painted first."""
        if self.scripts:  # else nothing follows, and the browser would wait forever
            self.page.evaluate(SETTLED)
