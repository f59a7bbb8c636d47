"""Toggles a second: fifty students click at the same time, without a pause.

Starts the product as it ships and posts the lab's real form, each time with one label changed, over connections that
are kept, from a process of its own on the same computer. Every answer must be 200 and hold the labels that were posted.
Beside it, in the same run: the same server answering a small file, which is what it could do at most, and gunicorn
if it is installed.

Budget: at least 400 toggles a second on two cores, this program included, with p99 under 150 ms; aim for 1,000.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import multiprocessing
import os
import random
import re
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from house import Form, fetch, gunicorn, p50, p99, product

if TYPE_CHECKING:
    from multiprocessing.connection import Connection as Pipe

PAGE = "/lab?labels={}&unretrieved=32211&size=800&conventions=lillis&show=nDCG@10"
BUDGET = "budget: 400 toggles/s or more, p99 under 150 ms; aim: 1,000 toggles/s"


class Exchange(NamedTuple):
    """A request, and what its answer must contain."""

    request: bytes
    contains: bytes


class Result(NamedTuple):
    """The result of one load; latencies are in milliseconds."""

    rate: float
    latencies: list[float]
    faults: int


class Connection(asyncio.Protocol):
    """Sends the next request as soon as it has the answer, and opens a new connection if the server closes this one."""

    def __init__(self, address: tuple[str, int], exchanges: Sequence[Exchange], chance: random.Random) -> None:
        self.address, self.exchanges, self.chance = address, exchanges, chance
        self.latencies: list[float] = []
        self.faults = 0
        self.running = True
        self.finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        """Connect and send the first request."""
        await asyncio.get_running_loop().create_connection(lambda: self, *self.address)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first request."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._send()

    def _send(self) -> None:
        self.exchange = self.chance.choice(self.exchanges)
        self.received = bytearray()
        self.expected = 0
        self.began = time.perf_counter()
        self.transport.write(self.exchange.request)

    def data_received(self, data: bytes) -> None:
        """Count the answer once it is complete."""
        self.received += data
        if not self.expected:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return
            length = re.search(rb"content-length: (\d+)", self.received[:end].lower())
            self.expected = end + 4 + (int(length[1]) if length else 0)
        if len(self.received) < self.expected:
            return
        self.latencies.append(1000 * (time.perf_counter() - self.began))
        if not self.received.startswith(b"HTTP/1.1 200") or self.exchange.contains not in self.received:
            self.faults += 1
        self.expected = 0
        if self.running and b"connection: close" not in self.received[:400].lower():
            self._send()
        else:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Continue with a new connection."""
        if self.running:
            self.faults += exc is not None
            self.task = asyncio.ensure_future(self.open())
        elif not self.finished.done():
            self.finished.set_result(None)


async def load(
    address: tuple[str, int], exchanges: Sequence[Exchange], connections: int, seconds: float, seed: int
) -> Result:
    """Keep every connection busy for this many seconds, after a second that does not count."""
    clients = [Connection(address, exchanges, random.Random(f"{seed}/{i}")) for i in range(connections)]
    for client in clients:
        await client.open()
    await asyncio.sleep(1)
    for client in clients:
        client.latencies.clear()
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    latencies = [x for client in clients for x in client.latencies]
    elapsed = time.perf_counter() - began
    for client in clients:
        client.running = False
    await asyncio.wait([client.finished for client in clients], timeout=10)
    return Result(len(latencies) / elapsed, latencies, sum(client.faults for client in clients))


def _generate(channel: Pipe, *arguments: Any) -> None:
    channel.send(asyncio.run(load(*arguments)))


def generated(*arguments: Any) -> Result:
    """The result of the load, which runs in a separate process."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_generate, args=(there, *arguments))
    process.start()
    result: Result = here.recv()
    process.join()
    return result


def toggles(server: str, rows: int, lists: int, seed: int) -> list[Exchange]:
    """The posts of pages with random lists when one label is changed."""
    chance = random.Random(seed)
    made = []
    for _ in range(lists):
        labels = chance.choices("u0123", k=rows)
        controls = Form(fetch(server + PAGE.format("".join(labels))).decode()).posted
        for rank in chance.sample(range(rows), min(rows, 5)):
            new = chance.choice([label for label in "u0123" if label != labels[rank]])
            changed = "".join([*labels[:rank], new, *labels[rank + 1 :]])
            body = urlencode(controls | {f"g{rank + 1}": new}).encode()
            head = (
                f"POST /lab HTTP/1.1\r\nHost: {urlsplit(server).netloc}\r\nHX-Request: true\r\n"
                f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            made.append(Exchange(head.encode() + body, f'value="labels={changed}&amp;'.encode()))
    return made


def small_file(server: str) -> list[Exchange]:
    """The request for a small static file."""
    page = fetch(server + "/lab?labels=1").decode()
    found = re.search(r'href="([^"]+favicon[^"]+)"', page)
    assert found
    head = f"GET {found[1]} HTTP/1.1\r\nHost: {urlsplit(server).netloc}\r\n\r\n"
    return [Exchange(head.encode(), b"<svg")]


def measure(name: str, server: str, options: argparse.Namespace) -> None:
    """One server under both loads, as two lines of the table."""
    parts = urlsplit(server)
    address = (parts.hostname, parts.port)
    exchanges = {
        "toggle": toggles(server, options.rows, options.lists, options.seed),
        "small file": small_file(server),
    }
    for what, load_ in exchanges.items():
        seconds = options.seconds if what == "toggle" else min(3.0, options.seconds)
        for _ in range(options.repeat if what == "toggle" else 1):
            r = generated(address, load_, options.connections, seconds, options.seed)
            faults = f"  {r.faults} WRONG ANSWERS" if r.faults else ""
            numbers = f"{r.rate:9.0f} {p50(r.latencies):9.1f} {p99(r.latencies):9.1f}"
            print(f"{name:24} {what:11}{numbers}{faults}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8, help="how long each load lasts (8)")
    parser.add_argument("--connections", type=int, default=50, help="simultaneous students (50)")
    parser.add_argument("--rows", type=int, default=20, help="documents in a list (20)")
    parser.add_argument("--lists", type=int, default=100, help="different lists, each with five toggles (100)")
    parser.add_argument("--repeat", type=int, default=1, help="times each load is measured (1)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random labels (1)")
    parser.add_argument("--only", choices=["product", "gunicorn"], help="one server only")
    options = parser.parse_args()
    print(f"{options.connections} connections, {options.rows} rows, {os.cpu_count()} cores, generator included")
    print(f"{BUDGET}\n")
    print(f"{'server':24} {'answers':11}{'a second':>9} {'p50 ms':>9} {'p99 ms':>9}")
    servers: list[tuple[str, AbstractContextManager[str]]] = []
    if options.only != "gunicorn":
        settings = {name: os.environ[name] for name in ("WORKERS", "THREADS") if name in os.environ}
        servers.append((" ".join(["python app.py", *(f"{n}={v}" for n, v in settings.items())]), product(**settings)))
    if options.only != "product" and importlib.util.find_spec("gunicorn"):
        servers.append(("gunicorn, 2 workers", gunicorn(2, 4)))
    for name, started in servers:
        with started as server:
            measure(name, server, options)


if __name__ == "__main__":
    main()
