"""A visitor toggles while 1,900 connections send a byte every few seconds.

Starts the product as it ships, or under gunicorn, alone or behind nginx or Caddy with the files of `deploy/`. A visitor
at 127.0.0.2 posts the lab's form, each time with one label changed, 20 times a second: half of the time over a
connection that is kept, half of the time over a new one. First nobody else is there; then a process opens the
slow connections, from one address or from many, and opens each again as soon as it is closed. They send half a header,
half a body or nothing, or take a large file slowly. Every answer must be 200.

Usage: `python benchmarks/slow_clients.py [--seconds 60] [--connections 1900] [--kinds bodies readers] [--proxy nginx]
[--server gunicorn]`. Needs Linux.
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode, urlsplit

import real_proxies
from house import Form, fetch, gunicorn, p50, p99, product
from slow_connections import FIRST, SlowConnections

PAGE = "/lab?labels=10100300020000310100&unretrieved=32211&size=800&conventions=lillis"
KINDS = ("headers", "bodies", "silent")


class Visitor:
    """Someone who toggles labels."""

    def __init__(self, address: str) -> None:
        self.netloc, self.path = urlsplit(address).netloc, urlsplit(address).path
        page = fetch(address + PAGE).decode()
        self.form = Form(page).posted
        self.file = page.partition('data-plotly="')[2].partition('"')[0]  # large
        self.kept = self._connection()
        self.faults = 0

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.netloc, timeout=30, source_address=("127.0.0.2", 0))

    def toggles(self, seconds: float) -> list[float]:
        """Milliseconds of each answer."""
        end = time.monotonic() + seconds
        found: list[float] = []
        while time.monotonic() < end:
            connection = self.kept if len(found) % 2 else self._connection()
            began = time.perf_counter()
            # A kept connection may have been closed; browsers then send the request once more.
            if not (self._toggle(connection, len(found)) or self._toggle(connection, len(found))):
                self.faults += 1
            found.append(1000 * (time.perf_counter() - began))
            if connection is not self.kept:
                connection.close()
            time.sleep(0.05)
        return found

    def _toggle(self, connection: http.client.HTTPConnection, number: int) -> bool:
        body = urlencode(self.form | {f"g{number % 20 + 1}": str(number % 3)})
        headers = {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request("POST", f"{self.path}/lab", body, headers)
            answer = connection.getresponse()
            return bool(answer.status == 200 and answer.read())
        except (OSError, http.client.HTTPException):
            connection.close()
            return False


def report(name: str, latencies: list[float], faults: int) -> None:
    """Print a line."""
    print(
        f"{name:32} {len(latencies):6,} toggles  p50 {p50(latencies):6.1f} ms  p99 {p99(latencies):6.1f} ms  "
        f"longest {max(latencies):6.1f} ms  failed {faults}",
        flush=True,
    )


def _attack(slow: SlowConnections, ended: Event, result: SimpleQueue[tuple[int, int]]) -> None:
    result.put(slow.run(ended))


@contextmanager
def _front(server: str, proxy: str, address: str) -> Iterator[str]:
    """The address at which visitors ask."""
    if address:
        yield address.rstrip("/")
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        settings = {"DATABASE_URL": f"sqlite:///{folder}/sheets.sqlite"}
        settings |= {"PROXIES": "1", "HOSTS": "127.0.0.1"} if proxy else {}
        started = gunicorn(2, 4, **settings) if server == "gunicorn" else product(**settings)
        address = stack.enter_context(started)
        port = urlsplit(address).port or 0
        if proxy == "nginx":
            address = f"http://127.0.0.1:{stack.enter_context(real_proxies.nginx(port, folder))}{real_proxies.PREFIX}"
        elif proxy == "caddy":
            address = f"http://127.0.0.1:{stack.enter_context(real_proxies.caddy(port, folder))}"
        yield address


def main() -> None:
    """Print the visitor's latencies without and with the slow connections."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--connections", type=int, default=1900)
    parser.add_argument("--every", type=float, default=3, help="seconds between two bytes")
    parser.add_argument("--addresses", type=int, default=1, help="addresses that the slow connections come from")
    parser.add_argument("--kinds", nargs="+", choices=FIRST, default=KINDS, help="all of them at the same time")
    parser.add_argument("--server", choices=("app.py", "gunicorn"), default="app.py")
    parser.add_argument("--proxy", choices=("nginx", "caddy"), help="with its file in deploy/")
    parser.add_argument("--address", help="of an installation on this computer, in place of one that is started")
    options = parser.parse_args()
    if sys.platform != "linux":
        raise SystemExit("Other systems have a single loopback address.")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2**16) if hard > 0 else 2**16, hard))
    with _front(options.server, options.proxy or "", options.address or "") as address:
        visitor = Visitor(address)
        visitor.toggles(1)
        report("quiet", visitor.toggles(min(options.seconds, 15)), visitor.faults)
        ended = multiprocessing.Event()
        result: SimpleQueue[tuple[int, int]] = multiprocessing.SimpleQueue()
        parts = urlsplit(address)
        slow = SlowConnections(
            parts.port or 80,
            options.connections,
            options.kinds,
            path=f"{parts.path}/lab",
            file=visitor.file,
            every=options.every,
            addresses=options.addresses,
        )
        attacker = multiprocessing.Process(target=_attack, args=(slow, ended, result))
        attacker.start()
        name = f"{options.connections:,} x {' '.join(options.kinds)}"
        report(name, visitor.toggles(options.seconds), visitor.faults)
        ended.set()
        opened, closed = result.get()
        attacker.join()
    print(f"{'':32} {opened:,} slow connections were opened, {closed:,} closed by the server")


if __name__ == "__main__":
    main()
