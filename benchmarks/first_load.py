"""The first visit: how much is loaded over the network, and when the first click is answered.

Loads the opening page in a headless Chromium with an empty cache, over a network as slow as asked for, and clicks a
label as soon as there is one. Sizes of files are as the product sends them to a browser; the page itself is sent as it
is, and counted as gzip would send it as well, for a proxy in front may do that.

Budget: own CSS, JS and HTML under 60 kB compressed, 130 kB with all that the tables need, and the first toggle answered
before Plotly has arrived.
"""

from __future__ import annotations

import argparse
import gzip
import re

from house import chromium, fetch, product
from playwright.sync_api import Browser, sync_playwright

USABLE = ("htmx", "mathfont")
OTHERS = ("plotly", *USABLE)
CLICK = """() => new Promise(done => {
  document.addEventListener("ireval:patched", () => {
    const come = performance.getEntriesByType("resource").some(e => e.name.includes("plotly") && e.responseEnd);
    done([performance.now(), come]);
  });
  document.querySelector("#rank-2 input:not(:checked)").click();
})"""
PLOTLY = """() => performance.getEntriesByType("resource").find(e => e.name.includes("plotly")).responseEnd"""


def sizes(server: str) -> list[tuple[str, int, bool]]:
    """Every file of the first load as (name, bytes sent, own)."""
    page = fetch(f"{server}/")
    found = [("page, as gzip would send it", len(gzip.compress(page, 6)), True)]
    for address in re.findall(
        r'(?:<link rel="stylesheet" href|<script(?: type="module"| defer)? src|data-plotly)="([^"]+)"', page.decode()
    ):
        name = re.sub(r"\.[0-9a-f]{12}\.", ".", address.rpartition("/")[2])
        sent = len(fetch(server + address, **{"Accept-Encoding": "gzip"}))
        found.append((name, sent, not name.startswith(OTHERS)))
    return [*found, ("page, as the product sends it", len(page), False)]


def first_toggle(browser: Browser, server: str, kilobytes: int, latency: int) -> tuple[float, bool, float]:
    """When the first toggle was answered, whether Plotly had arrived by then, and when it arrived, in milliseconds."""
    page = browser.new_page()
    network = page.context.new_cdp_session(page)
    conditions = {"offline": False, "latency": latency, "downloadThroughput": 1000 * kilobytes, "uploadThroughput": -1}
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", conditions)
    page.goto(f"{server}/", wait_until="commit")
    page.locator("#rank-8").wait_for()
    answered, come = page.evaluate(CLICK)
    page.locator("html.plotly").wait_for(state="attached", timeout=120_000)
    arrived = page.evaluate(PLOTLY)
    page.close()
    return answered, come, arrived


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--kilobytes", type=int, nargs="+", default=[10_000, 1_000, 200], help="kB a second, one after the other"
    )
    parser.add_argument("--latency", type=int, default=40, help="latency of each request, ms (40)")
    options = parser.parse_args()
    with product() as server, sync_playwright() as playwright:
        files = sizes(server)
        for name, size, own in sorted(files, key=lambda file: -file[1]):
            print(f"{size / 1000:9.1f} kB  {'own' if own else '   '}  {name}")
        total = sum(size for _, size, own in files if own)
        print(f"{total / 1000:9.1f} kB  own CSS, JS and HTML compressed; budget 60 kB")
        usable = total + sum(size for name, size, own in files if not own and name.startswith(USABLE))
        print(f"{usable / 1000:9.1f} kB  with htmx and the math font, all that the tables need; budget 130 kB\n")
        print(f"{'network':>12} {'first toggle answered':>22} {'Plotly arrived':>15}")
        browser = playwright.chromium.launch(**chromium())
        for kilobytes in options.kilobytes:
            answered, come, arrived = first_toggle(browser, server, kilobytes, options.latency)
            verdict = "too late" if come else "before"
            print(f"{kilobytes:7} kB/s {answered:19.0f} ms {arrived:12.0f} ms  {verdict}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
