"""A visitor toggles while 1,900 connections send a byte every few seconds.

Starts the product as it ships. A visitor at 127.0.0.2 posts the lab's form, each time with one label changed, 20 times
a second: half of the time over a connection that is kept, half of the time over a new one. First nobody else is there;
then a process of its own opens the slow connections, from one address or from many, and opens each again as soon as it
is closed. Every answer must be 200.

Usage: `python benchmarks/slow_clients.py [--seconds 60] [--connections 1900] [--every 3] [--addresses 1]`. Needs Linux.
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import random
import resource
import selectors
import socket
import sys
import time
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from urllib.parse import urlencode, urlsplit

from house import Form, fetch, p50, p99, product

PAGE = "/lab?labels=10100300020000310100&unretrieved=32211&size=800&conventions=lillis"
BODY = b"POST /lab HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n"
BEGINNINGS = (b"GET / HTTP/1.1\r\nHost: x\r\nX: ", BODY, b"")


class Attack:
    """Slow connections, which are opened again when they are closed."""

    def __init__(self, port: int, number: int, every: float, addresses: int) -> None:
        self.port, self.number, self.every, self.addresses = port, number, every, addresses
        self.selector = selectors.DefaultSelector()
        self.due: dict[socket.socket, float] = {}
        self.opened = self.closed = 0

    def run(self, ended: Event) -> tuple[int, int]:
        """Attack until `ended`; returns how many connections were opened and how many the server closed."""
        while not ended.is_set():
            for _ in range(min(100, self.number - len(self.due))):
                self._open()
            for key, _ in self.selector.select(0.02):
                assert isinstance(key.fileobj, socket.socket)
                self._read(key.fileobj)
            now = time.monotonic()
            for connection in [c for c, due in self.due.items() if due <= now]:
                self._send(connection, now)
        return self.opened, self.closed

    def _open(self) -> None:
        connection = socket.socket()
        connection.setblocking(False)
        number = self.opened % self.addresses
        connection.bind((f"127.1.{number // 250}.{number % 250 + 1}", 0))
        connection.connect_ex(("127.0.0.1", self.port))
        self.opened += 1
        self.due[connection] = time.monotonic() + random.uniform(0, self.every)
        self.selector.register(connection, selectors.EVENT_READ, BEGINNINGS[self.opened % len(BEGINNINGS)])

    def _read(self, connection: socket.socket) -> None:
        try:
            gone = not connection.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            gone = True
        if gone:
            self._drop(connection)

    def _send(self, connection: socket.socket, now: float) -> None:
        beginning = self.selector.get_key(connection).data
        try:
            connection.send(beginning or b"x")
        except BlockingIOError:
            pass
        except OSError:
            self._drop(connection)
            return
        self.selector.modify(connection, selectors.EVENT_READ, b"x")
        self.due[connection] = now + self.every

    def _drop(self, connection: socket.socket) -> None:
        self.selector.unregister(connection)
        del self.due[connection]
        connection.close()
        self.closed += 1


class Visitor:
    """Someone who toggles labels."""

    def __init__(self, address: str) -> None:
        self.netloc = urlsplit(address).netloc
        self.form = Form(fetch(address + PAGE).decode()).posted
        self.kept = self._connection()
        self.faults = 0

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.netloc, timeout=30, source_address=("127.0.0.2", 0))

    def toggles(self, seconds: float) -> list[float]:
        """Milliseconds of each answer."""
        end, found = time.monotonic() + seconds, []
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
            connection.request("POST", "/lab", body, headers)
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


def _attack(attack: tuple[int, int, float, int], ended: Event, result: SimpleQueue[tuple[int, int]]) -> None:
    result.put(Attack(*attack).run(ended))


def main() -> None:
    """Print the visitor's latencies without and with the slow connections."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--connections", type=int, default=1900)
    parser.add_argument("--every", type=float, default=3, help="seconds between two bytes")
    parser.add_argument("--addresses", type=int, default=1, help="addresses that the slow connections come from")
    options = parser.parse_args()
    if sys.platform != "linux":
        raise SystemExit("Other systems have a single loopback address.")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2**16) if hard > 0 else 2**16, hard))
    with product() as address:
        visitor = Visitor(address)
        visitor.toggles(1)
        report("quiet", visitor.toggles(min(options.seconds, 15)), visitor.faults)
        ended, result = multiprocessing.Event(), multiprocessing.SimpleQueue()
        attack = (urlsplit(address).port or 0, options.connections, options.every, options.addresses)
        attacker = multiprocessing.Process(target=_attack, args=(attack, ended, result))
        attacker.start()
        report(f"{options.connections:,} slow connections", visitor.toggles(options.seconds), visitor.faults)
        ended.set()
        opened, closed = result.get()
        attacker.join()
    print(f"{'':32} {opened:,} slow connections were opened, {closed:,} closed by the server")


if __name__ == "__main__":
    main()
