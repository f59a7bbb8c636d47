"""From click to paint: how long somebody waits for the numbers after a click on a label, and how long for the chart.

Opens the product as it ships, and beside it the same page made by hand with Flask and thirty lines of JavaScript
(`plain_page.py`), in a headless Chromium, in turns of the same run. The mouse clicks labels of the first ranks, random
but seeded, so that each click changes AP and the curve. The clock runs from the click until the frame is painted in
which AP and the table have their final form, and until the chart has. The product is measured twice: with the server's
drawing as its chart, as long as nobody has pointed at it, and with Plotly. Both pages must show the same AP each time.

Targets: p50 and p95 to the painted numbers at most those of the plain page, to the chart at most 1.3 times, at 20 and
at 100 ranks; no task over 50 ms from the first paint on, before the chart is touched; one request a toggle.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

import results
from house import chromium, p50, p95, product, serving
from paint_probe import probe
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from results import Row

TARGETS = {"numbers": 1.0, "chart": 1.3}
FIRST_RANKS = 6
LONG = 50  # ms
#: Of the rows in the README.
PLACES = {("numbers", 20): 1, ("numbers", 100): 2, ("chart", 20): 3}


class Side(NamedTuple):
    """One of the pages: its address, and where it shows what."""

    name: str
    address: str
    ap: str
    table: str
    chart: str
    label: str  #: what to click, with the places {rank} and {value}
    plotly: bool


class Outcome(TypedDict):
    """What one click leads to: milliseconds until the numbers and the chart are painted, and AP as text."""

    numbers: float
    chart: float
    ap: str


class Found(NamedTuple):
    """What the clicks on one page have shown: milliseconds, requests of each click, and the longest task."""

    numbers: list[float]
    chart: list[float]
    requests: list[int]
    longest: list[float]


def sides(server: str, plain: str) -> list[Side]:
    """The product with the drawing, the product with Plotly, and the plain page."""
    own = (f"{server}/lab?places=4&labels=", ".item:has([value='AP']) .v", "#steps tbody")
    label = "#rank-{rank} label:has([value='{value}'])"
    lines = ".scatterlayer .js-line"
    return [
        Side("product", *own, ".drawn path", label, plotly=False),
        Side("product with Plotly", *own, lines, label, plotly=True),
        Side(
            "plain Flask",
            f"{plain}/?labels=",
            "#measures tr:nth-child(6) td",
            "#steps tbody",
            lines,
            label,
            plotly=True,
        ),
    ]


def turn(browser: Browser, side: Side, labels: list[str], clicks: list[tuple[int, str]], found: Found) -> list[str]:
    """Open one page, click, and add what it shows; the first two clicks warm up. Returns AP after each click."""
    context = browser.new_context(viewport={"width": 1600, "height": 1100})
    context.add_init_script(probe(side.ap, side.table, side.chart))
    page = context.new_page()
    page.on("pageerror", lambda error: print(f"{side.name} failed: {error}"))
    network = context.new_cdp_session(page)
    requests = _requests(network)
    page.goto(side.address + "".join(labels))
    page.locator(".item .v, .js-plotly-plot").first.wait_for()
    page.wait_for_timeout(1000)
    if side.plotly and side.name.startswith("product"):
        page.locator("#chart .box").hover()
        page.locator("html.plotly").wait_for(state="attached")
        page.wait_for_timeout(500)
    shown = []
    for i, (rank, value) in enumerate(clicks):
        requests.clear()
        outcome = _click(page, side.label.format(rank=rank, value=value))
        shown.append(outcome["ap"])
        if i >= 2:
            found.numbers.append(outcome["numbers"])
            found.chart.append(outcome["chart"])
            found.requests.append(len(requests))
    found.longest.append(page.evaluate("longest()"))
    context.close()
    return shown


def _requests(network: CDPSession) -> list[str]:
    """The addresses that a page requests from now on."""
    requests: list[str] = []

    def note(event: dict[str, dict[str, str]]) -> None:
        address = event["request"]["url"]
        if not address.startswith("data:"):
            requests.append(address)

    network.on("Network.requestWillBeSent", note)
    network.send("Network.enable")
    return requests


def _click(page: Page, selector: str) -> Outcome:
    """Click with the mouse, and wait until the page stays as it is."""
    page.locator(selector).hover()
    page.wait_for_timeout(100)
    page.evaluate("watch()")
    page.mouse.down()
    page.mouse.up()
    outcome: Outcome | None = page.evaluate("outcome()")
    if outcome is None:
        raise SystemExit(f"A click on {selector} has changed nothing.")
    return outcome


def plan(chance: random.Random, labels: list[str], count: int) -> list[tuple[int, str]]:
    """Clicks as (rank, label), each of which makes a document relevant or not; `labels` becomes what they lead to."""
    clicks = []
    for _ in range(count):
        rank = chance.randrange(FIRST_RANKS)
        labels[rank] = chance.choice("u0" if labels[rank] in "123" else "123")
        clicks.append((rank + 1, labels[rank]))
    return clicks


def measure(browser: Browser, pages: list[Side], rows: int, options: argparse.Namespace) -> dict[str, Found]:
    """The pages in turns, which begin with another page each time."""
    chance = random.Random(f"{options.seed}/{rows}")
    labels = [*chance.choices("u0123", k=rows - 2), "1", "0"]  # never without a relevant document
    found = {side.name: Found([], [], [], []) for side in pages}
    for i in range(options.rounds):
        before = labels.copy()
        clicks = plan(chance, labels, options.toggles // options.rounds + 2)
        shown = {side.name: turn(browser, side, before, clicks, found[side.name]) for side in pages[i:] + pages[:i]}
        if len({tuple(each) for each in shown.values()}) > 1:
            raise SystemExit(f"The pages show different values of AP: {shown}")
    return found


def report(rows: int, found: dict[str, Found]) -> list[Row]:
    """Print the figures of one number of rows; returns those of the product before anybody points at the chart."""
    plain = found["plain Flask"]
    for name, each in found.items():
        figures = []
        for part, target in TARGETS.items():
            mine, other = getattr(each, part), getattr(plain, part)
            figures.append(f"{part:>8} {p50(mine):5.0f} {p95(mine):5.0f}")
            if each is not plain:
                ratios = p50(mine) / p50(other), p95(mine) / p95(other)
                figures.append(f"x{ratios[0]:.2f} x{ratios[1]:.2f} (target {target})")
        requests = f"{sum(each.requests) / len(each.requests):.1f} requests"
        print(f"{rows:4} {name:20} {'  '.join(figures)}  {requests}", flush=True)
    longest = max(found["product"].longest)
    said = f"{longest:.0f} ms" if longest else f"none over {LONG} ms"
    print(f"{rows:4} longest task from first paint on, chart not touched: {said} (target {LONG} ms)\n", flush=True)
    return [_row(rows, part, getattr(found["product"], part), getattr(plain, part)) for part in TARGETS]


def _row(rows: int, part: str, mine: Sequence[float], other: Sequence[float]) -> Row:
    """The figures of a part beside those of the plain page; the target is kept if it is at p50 and at p95."""
    times = [(p50(mine), p50(other)), (p95(mine), p95(other))]
    return Row(
        f"click to painted {part}, {rows} rows, p50/p95",
        "/".join(f"{own:.0f}" for own, _ in times) + " ms",
        "/".join(f"{plain:.0f}" for _, plain in times) + " ms, a plain Flask page",
        round(max(own / plain for own, plain in times), 2),
        f"at most {TARGETS[part]}",
        all(own <= TARGETS[part] * plain for own, plain in times),
        place=PLACES.get((part, rows), 0),
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--toggles", type=int, default=21, help="clicks on each page, for each number of rows (21)")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each page, one click after the other (3)")
    parser.add_argument("--rows", type=int, nargs="+", default=[20, 100], help="documents in the list (20 100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the labels (1)")
    results.add_json(parser)
    options = parser.parse_args()
    print(f"ms from click to paint: p50, p95, times plain Flask; {options.toggles} clicks, {os.cpu_count()} cores\n")
    with product() as server, serving("benchmarks/plain_page.py") as plain, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium())
        figures = [f for n in options.rows for f in report(n, measure(browser, sides(server, plain), n, options))]
        browser.close()
    results.write(options.json, figures)


if __name__ == "__main__":
    main()
