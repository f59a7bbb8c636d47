"""Visitors are answered while others send or read as slowly as they can."""

from __future__ import annotations

import http.client
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import pytest

from tests.serving import running
from web.server.limits import LARGEST_BODY
from web.server.serving import open_files, refusals
from web.server.serving.waitress_server import SLOWEST, Deadlines
from web.server.settings import Settings

pytestmark = pytest.mark.slow

# Long enough for a visitor whose computer is busy with other tests.
SHORT = Deadlines(request=1.6, headers=0.8, idle=1.2)
ENDLESS = Deadlines(request=60, headers=60, idle=60)
LARGE = b"x" * 30_000_000  # more than the system keeps for a connection


def app(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
    body = LARGE if environ["PATH_INFO"] == "/large" else b"here"
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]


def open_to(address: str, sent: bytes = b"") -> socket.socket:
    parts = urlsplit(address)
    opened = socket.create_connection((str(parts.hostname), parts.port or 0), 10)
    opened.sendall(sent)
    return opened


def visit(address: str) -> int:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


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


REQUESTS = {
    "the headers come slowly": (b"GET / HTTP/1.1\r\nHost: x\r\n", b"X: y\r\n"),
    "the first line comes slowly": (b"GET /", b"x"),
    "the body comes slowly": (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n", b"x"),
    "the chunks come slowly": (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "only lines without text come": (b"\r\n\r\n", b"\r\n"),  # which is no request
}


@pytest.fixture(scope="module")
def bounded() -> Iterator[str]:
    with running(app, deadlines=SHORT) as address:
        yield address


def test_a_request_that_does_not_end_is_answered_with_408_and_the_connection_closed(bounded: str) -> None:
    """However regularly something comes."""
    connections = {name: open_to(bounded, start) for name, (start, _) in REQUESTS.items()}
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
    assert said.pop("only lines without text come") == b""
    assert {words.partition(b"\r\n")[0] for words in said.values()} == {b"HTTP/1.1 408 Request Timeout"}
    assert len(said) == len(REQUESTS) - 1


def test_connections_that_say_nothing_are_closed_without_an_answer(bounded: str) -> None:
    """A browser that opened one in advance would take an answer for that to its next request."""
    silent, kept = open_to(bounded), open_to(bounded, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert last_words(silent) == b""
    assert last_words(kept).endswith(b"\r\n\r\nhere")


@pytest.mark.parametrize("start", [start for start, _ in REQUESTS.values()], ids=list(REQUESTS))
def test_requests_that_do_not_end_take_no_thread(start: bytes) -> None:
    with running(app, threads=1, deadlines=ENDLESS) as address, ExitStack() as connections:
        for _ in range(50):
            connections.enter_context(open_to(address, start))
        assert {visit(address) for _ in range(5)} == {200}


def test_newcomers_wait_until_slow_connections_are_closed_where_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(open_files, "connections", lambda: 20)
    with running(app, deadlines=SHORT) as address, ExitStack() as connections:
        for _ in range(30):
            connections.enter_context(open_to(address, b"GET / HTTP/1.1\r\n"))
        assert visit(address) == 200
    assert "limit" in caplog.text


def test_answers_that_nobody_takes_hold_no_thread_and_are_dropped_and_slow_visitors_are_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reasons: list[str] = []
    monkeypatch.setattr(refusals, "_counters", [reasons.append])
    ask = b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with running(app, threads=1, deadlines=SHORT) as address, ExitStack() as connections:
        never = [connections.enter_context(open_to(address, ask)) for _ in range(3)]
        slow = connections.enter_context(open_to(address, ask))
        assert visit(address) == 200  # though no answer has been taken
        taken, end = 0, time.monotonic() + 20
        while reasons.count("slow-answer") < len(never) and time.monotonic() < end:
            taken += len(slow.recv(2**14))
            time.sleep(0.02)  # so it takes far longer than those two seconds, but goes on
        while more := slow.recv(2**20):
            taken += len(more)
        assert taken > len(LARGE)
        assert all(len(last_words(connection)) < len(LARGE) for connection in never)
    assert set(reasons) == {"slow-answer"}


def test_the_settings_say_how_long() -> None:
    usual = Deadlines.of(Settings())
    assert (usual.request, usual.headers, usual.idle) == (30, 10, 20)
    assert Deadlines.of(Settings(request_seconds=5)).headers == 5


def test_only_what_is_larger_gets_more_time() -> None:
    """Of two requests that stop arriving, that with more than the usual bytes may take longer."""
    with running(app, deadlines=SHORT) as address:
        head = b"POST /collections HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\nx"
        usual = open_to(address, head % LARGEST_BODY)
        larger = open_to(address, head % (LARGEST_BODY + 2 * SLOWEST))  # two seconds
        assert last_words(usual).startswith(b"HTTP/1.1 408")
        assert not select.select([larger], [], [], 0.3)[0]
        assert last_words(larger).startswith(b"HTTP/1.1 408")
