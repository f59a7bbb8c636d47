"""The first visit: how much is loaded until the tables are usable, and how soon the first click is answered.

Sizes are as the product sends them to a browser that asks for gzip. Then a headless Chromium that has been running
opens the page, each time with an empty cache, and clicks a label as soon as the page is loaded: over loopback, beside a
later click on the same page, and over slow networks, where the time counts from the request for the page.

Targets: the page, its styles and scripts, htmx and the math font have at most 130 kB in all; Plotly comes when the page
is usable. The first click is answered within 200 ms on loopback. The command fails if the sum is over.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence

import results
from first_files import BUDGET, files_of, plain_name
from house import chromium, fetch, p50, product
from playwright.sync_api import Browser, Page, sync_playwright
from results import Row

ANSWERED = 200  # milliseconds
FOREIGN = ("htmx", "mathfont")
#: Clicks a label and returns when it was clicked and when the answer was on the page, from the request for the page.
CLICK = """rank => new Promise(done => {
  const began = performance.now();
  document.addEventListener("ireval:patched", () => done([began, performance.now()]), {once: true});
  document.querySelector(`#rank-${rank} input:not(:checked)`).click();
})"""


def sizes(server: str) -> dict[str, int]:
    """The bytes of the page and of each file that it needs, as they are sent."""
    page = fetch(f"{server}/").decode()
    addresses = {"the page": "/"} | {plain_name(address): address for address in files_of(page)}
    return {name: len(fetch(server + path, **{"Accept-Encoding": "gzip"})) for name, path in addresses.items()}


def plotly_size(server: str) -> int:
    """The bytes of the chart library."""
    found = re.search(r'"([^"]*plotly[^"]*\.js)"', fetch(f"{server}/").decode())
    return len(fetch(server + found[1], **{"Accept-Encoding": "gzip"})) if found else 0


def opened(browser: Browser, server: str, kilobytes: int = 0, latency: int = 0) -> Page:
    """The opening page in a context of its own, which has nothing in its cache; over a slow network if one is given."""
    page = browser.new_context().new_page()
    if kilobytes:
        network = page.context.new_cdp_session(page)
        conditions = {"latency": latency, "downloadThroughput": 1000 * kilobytes, "uploadThroughput": -1}
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", {"offline": False} | conditions)
    page.goto(f"{server}/", wait_until="domcontentloaded")
    return page


def clicks(browser: Browser, server: str, rounds: int) -> tuple[list[float], list[float]]:
    """The milliseconds from the first click on a page to its answer, and those of the fifth."""
    first, later = list[float](), list[float]()
    for number in range(-1, rounds):  # the first one warms up the browser
        page = opened(browser, server)
        times = [end - begin for begin, end in (page.evaluate(CLICK, rank) for rank in (2, 3, 4, 5, 6))]
        page.context.close()
        if number >= 0:
            first.append(times[0])
            later.append(times[-1])
    return first, later


def rows_of(total: int, plotly: int, first: Sequence[float], later: Sequence[float]) -> list[Row]:
    """The figures for the README and docs/speed.md."""
    size = Row(
        "first load until the tables are usable, compressed",
        f"{total / 1000:.0f} kB",
        f"{plotly / 1000:,.0f} kB, the chart library, fetched after it",
        round(total / plotly, 2),
        f"at most {BUDGET / 1000:.0f} kB",
        total <= BUDGET,
        place=6,
    )
    if not first:
        return [size]
    answered = Row(
        "first click answered, loopback, p50",
        f"{p50(first):.0f} ms",
        f"{p50(later):.0f} ms, the fifth click on the same page",
        round(p50(first) / p50(later), 1),
        f"within {ANSWERED} ms",
        p50(first) <= ANSWERED,
    )
    return [size, answered]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kilobytes", type=int, nargs="*", default=[1_000, 200], help="kB a second of slow networks")
    parser.add_argument("--latency", type=int, default=40, help="latency of each request there, ms (40)")
    parser.add_argument("--rounds", type=int, default=7, help="first clicks (7)")
    results.add_json(parser)
    options = parser.parse_args()
    first, later = list[float](), list[float]()
    with product() as server:
        sent, plotly = sizes(server), plotly_size(server)
        for name, size in sorted(sent.items(), key=lambda file: -file[1]):
            print(f"{size / 1000:9.1f} kB  {'' if name.startswith(FOREIGN) else 'own':4} {name}")
        total = sum(sent.values())
        print(
            f"{total / 1000:9.1f} kB  in all; budget {BUDGET / 1000:.0f} kB; "
            f"Plotly outside of it: {plotly / 1000:,.0f} kB"
        )
        try:
            browsers = chromium()
        except SystemExit as missing:
            print(f"\nWithout clicks: {missing}")
        else:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(**browsers)
                first, later = clicks(browser, server, options.rounds)
                print(f"\nfirst click answered after {p50(first):.0f} ms (p50), the longest after {max(first):.0f} ms;")
                print(f"the fifth on the same page after {p50(later):.0f} ms; target: within {ANSWERED} ms\n")
                for kilobytes in options.kilobytes:
                    _, end = opened(browser, server, kilobytes, options.latency).evaluate(CLICK, 2)
                    print(
                        f"{kilobytes:7} kB/s: first click answered {end:.0f} ms after the page was asked for",
                        flush=True,
                    )
                browser.close()
    results.write(options.json, rows_of(total, plotly, first, later))
    sys.exit(f"The first load is over its budget of {BUDGET} bytes." if total > BUDGET else 0)


if __name__ == "__main__":
    main()
