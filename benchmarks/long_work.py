"""Toggles while files of many variants are made: how much a click waits because of somebody's export.

Starts the product as it ships. First it measures quiet toggles, at a fixed rate that leaves the processors time. Then,
in the same run, it measures the same toggles while eight visitors wait for the most expensive files that the web allows
(each polling as the page does). Every answer to a toggle must be 200 and hold the labels that were posted.

Budget: a toggle's p99 stays below twice its quiet value.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from urllib.parse import urlsplit

from hall import WARM, Hall
from house import ROOT, p50, p99, product
from traffic import in_process, paced

sys.path.insert(0, str(ROOT))  # a script finds what is beside it, and not the project

from ireval.exercises import make_sheet

BUDGET = 2.0
#: The format whose variants cost most, and as many of a usual sheet as the web allows.
FORMAT, VARIANTS = "moodle", 200


def toggled(hall: Hall, address: tuple[str, int], students: int, seconds: float) -> list[float]:
    """The latencies of toggles in milliseconds: each student sends one a second, to a state that nobody has sent."""
    result = in_process(paced, address, hall.plans(students, seconds), WARM)
    if result.errors:
        raise SystemExit(f"{result.errors} wrong answers, or none")
    return result.latencies


class Visitor(threading.Thread):
    """Waits for one dear file after the other, as a page does."""

    def __init__(self, netloc: str, seed: int, stopped: threading.Event) -> None:
        super().__init__(daemon=True)
        self.netloc, self.seed, self.stopped = netloc, seed, stopped
        self.variants = self.files = self.refused = 0
        self.body = json.dumps(
            {"format": FORMAT, "variants": VARIANTS, "sheet": json.loads(make_sheet(seed).to_json())}
        )

    def _ask(self, verb: str, path: str, body: str | None = None) -> tuple[int, str, bytes]:
        connection = HTTPConnection(self.netloc, timeout=60)
        try:
            # A visitor of its own: behind the trusted proxy, each has an address.
            connection.request(verb, path, body, {"X-Forwarded-For": f"192.0.2.{self.seed}"})
            answer = connection.getresponse()
            return answer.status, answer.getheader("Location") or "", answer.read()
        finally:
            connection.close()

    def run(self) -> None:
        """Ask until it is stopped, then cancel."""
        while not self.stopped.is_set():
            status, where, _ = self._ask("POST", "/api/v1/sheets", self.body)
            if status != 202:
                self.refused += 1
                self.stopped.wait(1)
                continue
            self._poll(where)

    def _poll(self, where: str) -> None:
        while not self.stopped.wait(1):
            status, _, body = self._ask("GET", where)
            if status != 202:
                self.files += status == 200 and len(body) > 1000
                return
            self.variants = max(self.variants, json.loads(body)["done"])
        self._ask("DELETE", where)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="how long each of the two loads lasts (20)")
    parser.add_argument("--students", type=int, default=50, help="students, each with a toggle a second (50)")
    parser.add_argument("--files", type=int, default=8, help="visitors who wait for files (8)")
    parser.add_argument("--rounds", type=int, default=1, help="how often quiet and busy toggles follow each other (1)")
    options = parser.parse_args()
    settings = {name: os.environ[name] for name in ("WORKERS", "THREADS", "JOBS") if name in os.environ}
    quiet, busy = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        settings |= {"DATABASE_URL": f"sqlite:///{folder}/store.sqlite", "PROXIES": "1"}
        server = stack.enter_context(product(**settings))
        parts = urlsplit(server)
        address = (parts.hostname or "", parts.port or 0)
        hall = Hall(server, 20, 0, 1)
        toggled(hall, address, options.students, 3)  # everything is loaded then
        for number in range(options.rounds):
            quiet += toggled(hall, address, options.students, options.seconds)
            stopped = threading.Event()
            visitors = [Visitor(parts.netloc, 8 * number + i + 1, stopped) for i in range(options.files)]
            for visitor in visitors:
                visitor.start()
            time.sleep(2)
            busy += toggled(hall, address, options.students, options.seconds)
            stopped.set()
            for visitor in visitors:
                visitor.join()
            made = sum(v.files for v in visitors), max(v.variants for v in visitors), sum(v.refused for v in visitors)
            print("files made: {}, most variants of one: {}, refused orders: {}".format(*made))
    print(f"{os.cpu_count()} cores, generator included; {options.students} students, {options.files} files")
    for name, times in (("quiet", quiet), ("while files are made", busy)):
        print(f"{name:22} {len(times):6} toggles   p50 {p50(times):7.1f} ms   p99 {p99(times):7.1f} ms")
    ratio = p99(busy) / p99(quiet)
    print(f"p99: {ratio:.2f} x the quiet value; budget: below {BUDGET:g}: {'kept' if ratio < BUDGET else 'EXCEEDED'}")


if __name__ == "__main__":
    main()
