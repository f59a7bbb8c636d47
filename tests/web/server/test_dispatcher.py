"""Requests are answered one after the other, until an answer takes long; what comes meanwhile waits for its turn."""

from __future__ import annotations

import http.client
import select
import socket
import threading
from collections.abc import Callable
from typing import ClassVar
from urllib.parse import urlsplit

import pytest

from tests.serving import running
from web.server.serving import dispatcher as dispatching
from web.server.serving.connections import Channel
from web.server.serving.dispatcher import Dispatcher

SECONDS = 20  # until a test gives up
on_linux = pytest.mark.skipif(not hasattr(select, "epoll"), reason="elsewhere threads answer beside each other")


class Task:
    """A request whose answer takes until it is let go."""

    def __init__(self, *, quick: bool = True) -> None:
        self.begun, self.go, self.ended = threading.Event(), threading.Event(), threading.Event()
        if quick:
            self.go.set()

    def service(self) -> None:
        self.begun.set()
        assert self.go.wait(SECONDS)
        self.ended.set()


def test_the_next_request_waits_for_the_one_before() -> None:
    tasks = [Task(quick=False) for _ in range(5)]
    dispatcher = Dispatcher()
    dispatcher.set_thread_count(3)
    for task in tasks:
        dispatcher.add_task(task)
    for i, task in enumerate(tasks):
        assert task.begun.wait(SECONDS)
        assert not any(later.begun.is_set() for later in tasks[i + 1 :])
        task.go.set()
    assert tasks[-1].ended.wait(SECONDS)
    assert dispatcher.shutdown()
    assert not dispatcher.threads


def test_another_thread_takes_over_during_a_long_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    long, others = Task(quick=False), [Task() for _ in range(3)]
    dispatcher = Dispatcher()
    dispatcher.set_thread_count(2)
    for task in (long, *others):
        dispatcher.add_task(task)
    assert long.begun.wait(SECONDS)
    monkeypatch.setattr(dispatching, "PATIENCE", 60)
    assert dispatcher.relieve()  # requests wait, and the answer has not taken long
    assert not any(task.begun.is_set() for task in others)
    monkeypatch.setattr(dispatching, "PATIENCE", -1)
    dispatcher.relieve()
    assert all(task.ended.wait(SECONDS) for task in others)
    assert not long.ended.is_set()
    assert not dispatcher.relieve()
    long.go.set()
    assert long.ended.wait(SECONDS)
    dispatcher.shutdown()


def test_a_request_that_fails_does_not_keep_others_from_their_turn(caplog: pytest.LogCaptureFixture) -> None:
    class Failing:
        def service(self) -> None:
            raise ValueError("lost")

    dispatcher, task = Dispatcher(), Task()
    dispatcher.set_thread_count(2)
    dispatcher.add_task(Failing())
    dispatcher.add_task(task)
    assert task.ended.wait(SECONDS)
    dispatcher.shutdown()
    assert "lost" in caplog.text


@on_linux
def test_a_server_answers_others_while_one_answer_takes_long() -> None:
    released = threading.Event()

    def app(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
        if environ["PATH_INFO"] == "/long":
            assert released.wait(SECONDS)
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "4")])
        return [b"here"]

    with running(app, threads=2) as address:
        long = http.client.HTTPConnection(urlsplit(address).netloc, timeout=SECONDS)
        long.request("GET", "/long")
        for _ in range(5):
            other = http.client.HTTPConnection(urlsplit(address).netloc, timeout=SECONDS)
            other.request("GET", "/")
            assert other.getresponse().read() == b"here"
            other.close()
        released.set()
        assert long.getresponse().read() == b"here"
        long.close()


class Recorded(Channel):
    """A connection that records what it sends at a time."""

    sent_at_once: ClassVar[list[bytes]]

    def send(self, data: bytes, do_close: bool = True) -> int:
        self.sent_at_once.append(bytes(data))
        return super().send(data, do_close)


ANSWERS = {"/short": b"x" * 300, "/page": b"x" * 9_000, "/empty": b"", "/parts": b"x" * 900}


def answering(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
    body = ANSWERS[str(environ["PATH_INFO"])]
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    if environ["REQUEST_METHOD"] == "HEAD":
        return []
    return [body[:300], body[300:]] if environ["PATH_INFO"] == "/parts" else [body]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", ANSWERS)
def test_headers_and_body_are_sent_at_once(path: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.serving.waitress_server.Server.channel_class", Recorded)
    monkeypatch.setattr(Recorded, "sent_at_once", [], raising=False)
    with running(answering) as address:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=SECONDS)
        for _ in range(3):
            connection.request(method, path)
            answer = connection.getresponse()
            assert answer.read() == (ANSWERS[path] if method == "GET" else b"")
            assert answer.getheader("Content-Length") == str(len(ANSWERS[path]))
        connection.close()
    assert len(Recorded.sent_at_once) == (3 if path != "/parts" or method == "HEAD" else 9)


@on_linux
@pytest.mark.parametrize("number", [2, 7])
def test_requests_that_come_before_the_answer_are_answered_in_order(number: int) -> None:
    with running(answering, threads=2) as address:
        parts = urlsplit(address)
        connection = socket.create_connection((str(parts.hostname), parts.port or 0), SECONDS)
        with connection, connection.makefile("rb") as answers:
            for _ in range(3):
                for path in ["/short", "/page"] * number:
                    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
                for length in [300, 9_000] * number:
                    assert answers.readline() == b"HTTP/1.1 200 OK\r\n"
                    assert f"Content-Length: {length}\r\n".encode() in list(iter(answers.readline, b"\r\n"))
                    assert answers.read(length) == b"x" * length


@on_linux
def test_who_leaves_before_the_answer_is_let_go_and_others_are_answered() -> None:
    begun, released = threading.Event(), threading.Event()

    def app(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
        if environ["PATH_INFO"] == "/left":
            begun.set()
            assert released.wait(SECONDS)
        return answering(environ | {"PATH_INFO": "/short"}, start_response)

    with running(app, threads=2) as address:
        parts = urlsplit(address)
        left = socket.create_connection((str(parts.hostname), parts.port or 0), SECONDS)
        left.sendall(b"GET /left HTTP/1.1\r\nHost: here\r\n\r\n")
        assert begun.wait(SECONDS)
        left.close()
        for _ in range(3):
            other = http.client.HTTPConnection(parts.netloc, timeout=SECONDS)
            other.request("GET", "/")
            assert len(other.getresponse().read()) == 300
            other.close()
        released.set()
