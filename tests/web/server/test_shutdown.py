"""SIGTERM: `/readyz` says no, then the door is closed, and whatever has come is answered."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.paths import ROOT
from web.server.serving import shutdown
from web.server.serving.http_server import create_server, listening_socket
from web.server.serving.waitress_server import AT_ONCE
from web.server.settings import Settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="Windows has no SIGTERM, and macOS a single process"),
]

SERVER = """
import sys, time
from app import create_app
from web.server.serving import http_server
from web.server.settings import Settings
app = create_app({"ANSWER_CACHE": 0})
app.add_url_rule("/slow/<float:seconds>", view_func=lambda seconds: (time.sleep(seconds), "done")[1])
http_server.serve(app, Settings.read(dict(pair.split("=") for pair in sys.argv[1:])))
"""
CLIENTS = 20
SECONDS = 60  # until a test gives up


@contextmanager
def serving(*settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of the product with a slow address, and where it is."""
    command = [sys.executable, "-c", SERVER, "PORT=0", "HOSTS=127.0.0.1", "THREADS=4", *settings]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout
        found = re.search(r"http://([^/ ]+)/", process.stdout.readline())
        assert found, process.communicate()
        try:
            yield process, found[1]
        finally:
            process.kill()


class Client(threading.Thread):
    """Asks without a pause over a connection that it keeps; where an answer closes it, over a new one."""

    def __init__(self, netloc: str, path: str = "/lab?labels=1010") -> None:
        super().__init__()
        self.connection, self.path = http.client.HTTPConnection(netloc, timeout=SECONDS), path
        self.answers, self.cut = 0, ""
        self.begun = threading.Event()

    def run(self) -> None:
        """Ask until nobody listens any more."""
        while True:
            if self.connection.sock is None:
                try:
                    self.connection.connect()
                except ConnectionRefusedError:
                    return
            try:
                self.connection.request("GET", self.path)
                self.begun.set()
                answer = self.connection.getresponse()
                assert answer.read() and answer.status == 200
            except (OSError, http.client.HTTPException, AssertionError) as error:
                self.cut = repr(error)
                return
            self.answers += 1


def soon(happens: Callable[[], bool]) -> bool:
    end = time.monotonic() + SECONDS
    while not happens() and time.monotonic() < end:
        time.sleep(0.05)
    return happens()


def is_open(netloc: str) -> bool:
    """Whether the server still accepts connections."""
    host, port = netloc.split(":")
    try:
        socket.create_connection((host, int(port)), SECONDS).close()
    except (ConnectionRefusedError, ConnectionResetError):  # reset where the port closed while it was asked
        return False
    return True


def get(netloc: str, path: str) -> tuple[int, bytes, str | None]:
    connection = http.client.HTTPConnection(netloc, timeout=SECONDS)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.read(), answer.getheader("Connection")
    connection.close()
    return found


@pytest.mark.parametrize(("workers", "seconds"), [(1, 0.5), (2, 3.0)])
def test_nobody_is_cut_off(workers: int, seconds: float) -> None:
    """It takes three seconds, because that is what the slow answer takes."""
    with serving(f"WORKERS={workers}") as (process, netloc):
        slow = Client(netloc, f"/slow/{seconds}")
        clients = [slow, *(Client(netloc) for _ in range(CLIENTS))]
        for client in clients:
            client.start()
        while min(client.answers for client in clients[1:]) < 2 or not slow.begun.is_set():
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        for client in clients:
            client.join()
        assert process.communicate(timeout=SECONDS) == ("", "")
    assert [client.cut for client in clients if client.cut] == []
    assert slow.answers
    assert process.returncode == 0


def test_who_waits_at_the_door_when_it_is_closed_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than are let in at a time, and one of them with only a part of a request."""

    def answering(_: object, start_response: Callable[..., object]) -> list[bytes]:
        start_response("200 OK", [("Content-Length", "4")])
        return [b"here"]

    listener = listening_socket("127.0.0.1", 0)
    waiting = [socket.create_connection(listener.getsockname(), SECONDS) for _ in range(3 * AT_ONCE)]
    for connection in waiting[1:]:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    waiting[0].sendall(b"GET / HTTP/1.1\r\n")
    monkeypatch.setattr(shutdown, "_moments", [time.monotonic() - 1, time.monotonic() + SECONDS])
    thread = threading.Thread(target=create_server(answering, listener, Settings()).run)
    thread.start()
    answers = [connection.makefile("rb").read() for connection in waiting[1:]]
    waiting[0].sendall(b"Host: x\r\n\r\n")
    answers.append(waiting[0].makefile("rb").read())
    thread.join(SECONDS)
    assert all(answer.endswith(b"here") and b"\r\nConnection: close\r\n" in answer for answer in answers)
    assert listener.fileno() == -1 and not thread.is_alive()
    for connection in waiting:
        connection.close()


def test_a_server_behind_a_proxy_first_says_that_it_is_not_ready_and_goes_on_answering() -> None:
    with serving("WORKERS=2", "PROXIES=1", "DRAIN_SECONDS=600") as (process, netloc):
        assert get(netloc, "/readyz")[0] == 200
        process.send_signal(signal.SIGTERM)
        assert soon(lambda: get(netloc, "/readyz")[0] == 503)
        said = {"ready": False, "checks": {"server": "stopping"}}
        for _ in range(8):  # of both processes, whichever answers
            status, body, connection = get(netloc, "/readyz")
            assert (status, json.loads(body), connection) == (503, said, "close")
            assert get(netloc, "/healthz") == (200, b"ok\n", "close")


def test_it_waits_for_the_proxy_before_it_closes_the_door() -> None:
    with serving("WORKERS=2", "PROXIES=1", "DRAIN_SECONDS=1") as (process, netloc):
        assert get(netloc, "/healthz")[0] == 200
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS) == 0
        assert time.monotonic() - began >= 1


def test_ctrl_c_does_not_wait_for_the_proxy() -> None:
    with serving("WORKERS=2", "PROXIES=1", "DRAIN_SECONDS=600") as (process, netloc):
        assert get(netloc, "/healthz")[0] == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_it_ends_in_time_even_if_a_request_does_not_and_at_once_after_a_second_signal(workers: int) -> None:
    for signals, code in ((1, 0), (2, 1)):
        with serving(f"WORKERS={workers}", f"REQUEST_SECONDS={1 if signals == 1 else 600}") as (process, netloc):
            client = Client(netloc, "/slow/600.0")
            client.start()
            assert client.begun.wait(SECONDS) and get(netloc, "/healthz")[0] == 200
            for _ in range(signals):
                process.send_signal(signal.SIGTERM)
                assert soon(lambda: not is_open(netloc))
            assert process.wait(SECONDS) == code
            client.join()


def test_the_page_says_how_long_the_end_may_take() -> None:
    """Docker's and Kubernetes' own time has to be longer."""
    page = (ROOT / "docs" / "running-a-server.md").read_text("utf-8")
    behind = Settings(proxies=1)
    assert shutdown.longest(behind) == behind.drain_seconds + behind.request_seconds + shutdown.GRACE
    assert shutdown.longest(Settings()) == Settings().request_seconds + shutdown.GRACE
    found = re.search(
        r"`DRAIN_SECONDS` \+ `REQUEST_SECONDS` \+ (\d+).*?, that is (\d+) s.*?at least (\d+) s", page, re.DOTALL
    )
    assert found
    assert (int(found[1]), int(found[2])) == (shutdown.GRACE, shutdown.longest(behind))
    assert int(found[3]) > shutdown.longest(behind)
