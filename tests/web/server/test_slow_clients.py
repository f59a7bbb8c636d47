"""Visitors are answered while others send or read as slowly as they can."""

from __future__ import annotations

import http.client
import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import pytest

from tests.serving import running
from web.server.serving import refusals
from web.server.serving.connections import Bounds, bounds_of
from web.server.serving.http_server import listening_socket
from web.server.settings import Settings

# Long enough for a visitor whose computer is busy with other tests.
SMALL = Bounds(request=1.6, headers=0.8, idle=1.2, connections=60, of_one_address=30)
ROOMY = Bounds(request=1.6, headers=0.8, idle=1.2, connections=60, of_one_address=0)
PATIENT = Bounds(request=2, headers=2, idle=2, connections=60, of_one_address=0)
ENDLESS = Bounds(request=60, headers=60, idle=60, connections=60, of_one_address=0)
LARGE = b"x" * 30_000_000  # more than the system keeps for a connection
linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have a single loopback address")


def app(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
    body = LARGE if environ["PATH_INFO"] == "/large" else b"here"
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]


def open_to(address: str, source: str = "127.0.0.1", sent: bytes = b"") -> socket.socket:
    parts = urlsplit(address)
    opened = socket.create_connection((str(parts.hostname), parts.port or 0), 10, source_address=(source, 0))
    opened.sendall(sent)
    return opened


def visit(address: str, source: str = "127.0.0.2") -> int:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10, source_address=(source, 0))
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def is_answered(connection: socket.socket) -> bool:
    """Whether the server's answer arrives; the connection stays open."""
    said = b""
    while not said.endswith(b"here") and (more := connection.recv(2**16)):
        said += more
    return said.startswith(b"HTTP/1.1 200") and said.endswith(b"here")


def last_words(connection: socket.socket) -> bytes:
    """What the server says before it closes the connection; it has ten seconds to do so."""
    said = b""
    with connection:
        try:
            while more := connection.recv(2**20):
                said += more
        except ConnectionResetError:
            pass
    return said


class Drip(threading.Thread):
    """Many connections, each of which sends a byte ten times a second, and is opened again when it is closed.

    At most 200 a second are opened again. Whoever opens as many as the server has room for at one blow, between a
    visitor's connection and the first byte of the request, takes the visitor's place: nothing tells the two apart.
    """

    def __init__(self, address: str, sources: list[str]) -> None:
        super().__init__()
        self.address, self.ended = address, threading.Event()
        self.open = {self._opened(source): source for source in sources}
        self.closed = 0

    def _opened(self, source: str) -> socket.socket:
        return open_to(self.address, source, b"GET / HTTP/1.1\r\nX: ")

    def run(self) -> None:
        while not self.ended.wait(0.1):
            gone, _, _ = select.select(list(self.open), [], [], 0)
            again = set(gone[:20])
            for connection, source in list(self.open.items()):
                if connection in again:
                    del self.open[connection]
                    connection.close()
                    self.closed += 1
                    self.open[self._opened(source)] = source
                else:
                    try:
                        connection.send(b"x")
                    except OSError:
                        continue
        for connection in self.open:
            connection.close()


@contextmanager
def dripping(address: str, sources: list[str]) -> Iterator[Drip]:
    drip = Drip(address, sources)
    drip.start()
    try:
        yield drip
    finally:
        drip.ended.set()
        drip.join()


@linux
@pytest.mark.parametrize(
    ("bounds", "sources"),
    [(SMALL, ["127.0.0.1"] * 200), (ROOMY, [f"127.0.1.{i + 1}" for i in range(200)])],
    ids=["one address", "many addresses"],
)
def test_visitors_are_answered_beside_more_slow_connections_than_there_is_room_for(
    bounds: Bounds, sources: list[str]
) -> None:
    with running(app, bounds=bounds) as address, dripping(address, sources) as drip:
        answers: list[int] = []
        end = time.monotonic() + 20
        while (drip.closed < 200 or len(answers) < 20) and time.monotonic() < end:
            answers.append(visit(address))
        assert drip.closed >= 200  # at the deadline, or before
    assert set(answers) == {200}


@linux
def test_a_request_that_has_arrived_is_read_before_a_crowd_of_newcomers_is_let_in() -> None:
    """All of them wait at the door when the server looks: more than it has room for, and the visitor came first."""
    listener = listening_socket("127.0.0.1", 0)
    door = f"http://127.0.0.1:{listener.getsockname()[1]}"
    visitor = open_to(door, "127.0.0.2", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    crowd = [open_to(door, f"127.0.1.{i + 1}", b"GET / HTTP/1.1\r\n") for i in range(100)]
    with running(app, bounds=ROOMY, listener=listener):
        assert is_answered(visitor)
    for connection in [visitor, *crowd]:
        connection.close()


@linux
def test_a_visitor_who_needs_some_time_is_not_sent_away_for_newcomers() -> None:
    """Those of the address with most connections go, and of these the oldest."""
    with running(app, bounds=ENDLESS) as address:
        attackers = [open_to(address, sent=b"GET / HTTP/1.1\r\n") for _ in range(30)]
        visitor = open_to(address, "127.0.0.2", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
        attackers += [open_to(address, sent=b"GET / HTTP/1.1\r\n") for _ in range(100)]
        assert last_words(attackers[0]) == b""
        visitor.sendall(b"b")
        assert is_answered(visitor)
        for connection in [visitor, *attackers]:
            connection.close()


@linux
def test_kept_connections_make_room_before_requests_that_are_arriving() -> None:
    with running(app, bounds=ENDLESS) as address:
        arriving = open_to(address, "127.0.0.2", b"GET / HTTP/1.1\r\n")
        kept = [open_to(address, sent=b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(59)]
        assert all(map(is_answered, kept))
        newcomer = open_to(address, "127.0.0.3", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert is_answered(newcomer)
        gone, _, _ = select.select(kept, [], [], 10)
        assert gone and not any(connection.recv(1) for connection in gone)
        arriving.sendall(b"Host: x\r\n\r\n")
        assert is_answered(arriving)
        for connection in [arriving, newcomer, *kept]:
            connection.close()


def test_a_hall_behind_one_address_keeps_its_connections() -> None:
    """Up to the number that is granted, and beyond that its oldest unused one makes room."""
    with running(app, bounds=SMALL) as address:
        hall = [open_to(address) for _ in range(30)]
        for student in hall:
            student.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert all(map(is_answered, hall))
        assert visit(address, "127.0.0.1") == 200
        for student in hall:
            student.close()


REQUESTS = {
    "the headers come slowly": (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X: y\r\n"),
    "the first line comes slowly": (b"GET /", b"x"),
    "the body comes slowly": (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n", b"x"),
    "the chunks come slowly": (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "only lines without text come": (b"\r\n\r\n", b"\r\n"),
}


@pytest.fixture(scope="module")
def bounded() -> Iterator[str]:
    with running(app, bounds=SMALL) as address:
        yield address


def test_a_request_that_does_not_end_is_answered_with_408_and_the_connection_closed(bounded: str) -> None:
    """However regularly something comes."""
    connections = {name: open_to(bounded, sent=start) for name, (start, _) in REQUESTS.items()}
    said: dict[str, bytes] = {}
    end = time.monotonic() + 10
    while connections and time.monotonic() < end:
        gone, _, _ = select.select(list(connections.values()), [], [], 0.05)
        for name, connection in list(connections.items()):
            if connection in gone:
                said[name] = last_words(connections.pop(name))
            else:
                with suppress(ConnectionError):  # it is closed by now, and what the server said is read next
                    connection.send(REQUESTS[name][1])
    assert {name: words.partition(b"\r\n")[0] for name, words in said.items()} == dict.fromkeys(
        REQUESTS, b"HTTP/1.1 408 Request Timeout"
    )


def test_connections_that_say_nothing_are_closed_without_an_answer(bounded: str) -> None:
    """A browser that opened one in advance would take an answer for that to its next request."""
    silent, kept = open_to(bounded), open_to(bounded, sent=b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert last_words(silent) == b""
    assert last_words(kept).endswith(b"\r\n\r\nhere")


def test_a_visitor_who_does_not_take_the_answer_is_let_go_and_a_slow_one_is_served() -> None:
    reasons: list[str] = []
    refusals.watch(reasons.append)
    with (
        running(app, threads=1, bounds=PATIENT) as address,
        open_to(address, sent=b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n") as never,
        open_to(address) as slow,
    ):
        assert select.select([never], [], [], 10)[0]  # its answer begins before the other one is asked for
        slow.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        end = time.monotonic() + 10
        taken = 0
        while "slow-answer" not in reasons and time.monotonic() < end:
            if select.select([slow], [], [], 0.05)[0]:
                taken += len(slow.recv(2**14))
                time.sleep(0.02)  # so it takes far longer than those two seconds, but goes on
        while more := slow.recv(2**20):
            taken += len(more)
        assert taken > len(LARGE)
        assert visit(address, "127.0.0.1") == 200
        assert len(last_words(never)) < len(LARGE)
    assert reasons == ["slow-answer"]


def test_the_settings_say_how_long_and_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    usual = bounds_of(Settings(workers=2))
    assert (usual.request, usual.headers) == (30, 10)
    assert 2 * usual.of_one_address > 2000 and usual.of_one_address > 1800 / 2 + 150  # a hall, unevenly distributed
    assert usual.connections > usual.of_one_address  # one address never fills a process
    assert bounds_of(Settings(request_seconds=5)).headers == 5
    assert bounds_of(Settings(workers=1, connections_per_address=7)).of_one_address == 7
    assert bounds_of(Settings(connections_per_address=0)).of_one_address == 0
    assert bounds_of(Settings(proxies=1)).of_one_address == 0  # all come from the proxy
