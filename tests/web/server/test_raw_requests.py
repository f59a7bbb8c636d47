"""What reaches the app of a request as it was sent: all of it or nothing, and no forged name of a header."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from flask import Flask, request

from ireval.messages import ADVICE, Message, say
from tests.conftest import make_app
from tests.sentences import sentence
from tests.serving import running
from web.server.limits import BESIDE_FILES, LARGEST_BODY
from web.server.settings import Settings

UPLOAD = Settings().collection_megabytes * 10**6 + BESIDE_FILES
HEAD = b"POST /%s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"


@pytest.fixture(scope="module")
def seen() -> list[bytes]:
    """The bodies that reached the app."""
    return []


@pytest.fixture(scope="module")
def app(seen: list[bytes]) -> Flask:
    app = make_app(PROXIES=1)
    app.config["WTF_CSRF_ENABLED"] = False

    @app.post("/raw")
    def take() -> str:
        seen.append(request.get_data())
        return f"{request.remote_addr} {len(seen[-1])}"

    return app


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    with running(app) as found:
        yield found


@pytest.mark.parametrize("status", [200, 204, 304])
def test_the_connection_stays_open_unless_the_visitor_closes_it(status: int) -> None:
    def answering(_: object, start_response: Callable[..., object]) -> list[bytes]:
        start_response(f"{status} Whatever", [("Content-Length", "0")] if status == 200 else [])
        return []

    head = b"GET / HTTP/1.1\r\nHost: x\r\n%s\r\n"
    with running(answering) as address:
        answers = sent(address, head % b"" + head % b"Connection: close\r\n" + head % b"")
    assert answers.count(b"HTTP/1.1") == 2
    assert answers.count(b"Connection: close") == 1


def sent(address: str, data: bytes) -> bytes:
    """The answer to these bytes, after which the visitor says that nothing follows."""
    parts = urlsplit(address)
    connection = socket.create_connection((str(parts.hostname), parts.port or 0), 20)
    with closing(connection), connection.makefile("rb") as answer:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        return answer.read()


def chunked(*parts: bytes) -> bytes:
    return b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)


@pytest.mark.parametrize(
    "rest", [b"Content-Length: 1000\r\n\r\na=1&b=2", chunked(b"a=1&b=2"), chunked(b"a=1") + b"9\r\nb"]
)
def test_a_body_that_is_cut_off_never_reaches_the_app(rest: bytes, address: str, seen: list[bytes]) -> None:
    before = len(seen)
    assert not sent(address, HEAD % b"raw" + rest).startswith(b"HTTP/1.1 2")
    assert len(seen) == before


def test_a_body_in_chunks_arrives_whole_or_is_refused(address: str, seen: list[bytes]) -> None:
    before = len(seen)
    assert b" 200 " in sent(address, HEAD % b"raw" + chunked(b"a=1&", b"b=2", b"")).partition(b"\r\n")[0]
    assert seen.pop() == b"a=1&b=2"
    too_large = sent(address, HEAD % b"raw" + chunked(b"x" * (2**20 + 1), b""))
    assert b" 413 " in too_large.partition(b"\r\n")[0]
    assert b" 400 " in sent(address, HEAD % b"raw" + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n").partition(b"\r\n")[0]
    assert len(seen) == before


@pytest.mark.parametrize("path", [b"lab", b"nowhere", b"raw"])
def test_other_addresses_than_those_of_uploads_take_less(path: bytes, address: str) -> None:
    length = LARGEST_BODY + 1
    answer = sent(address, HEAD % path + b"Content-Length: %d\r\n\r\n" % length + bytes(length)).decode()
    assert answer.startswith("HTTP/1.1 413 ")
    assert sentence("body-too-large", megabytes=LARGEST_BODY // 10**6) in answer


@pytest.mark.parametrize("path", [b"collections", b"collections/own/abc/runs"])
def test_addresses_of_uploads_take_more(path: bytes, address: str) -> None:
    length = LARGEST_BODY + 1
    answer = sent(address, HEAD % path + b"Content-Length: %d\r\n\r\n" % length + bytes(length))
    assert b" 413 " not in answer.partition(b"\r\n")[0]


def test_what_is_larger_than_any_upload_is_refused_unread_in_words(address: str) -> None:
    answer = sent(address, HEAD % b"collections" + b"Content-Length: %d\r\n\r\n" % (UPLOAD + 1)).decode()
    reason = Message("body-too-large", megabytes=UPLOAD // 10**6)
    assert answer.startswith("HTTP/1.1 413 ")
    assert say(reason) in answer and say(reason, ADVICE) in answer


def test_a_name_with_an_underscore_does_not_pass_for_another_header(address: str) -> None:
    """A proxy replaces X-Forwarded-For, but not X_Forwarded_For, which looks the same to a WSGI app."""
    for forged in (b"X_Forwarded_For", b"X-Forwarded_For", b"x_forwarded-for", b"HTTP_X_FORWARDED_FOR"):
        for headers in (
            b"X-Forwarded-For: 192.0.2.1\r\n%s: 192.0.2.66\r\n",
            b"%s: 192.0.2.66\r\nX-Forwarded-For: 192.0.2.1\r\n",
        ):
            answer = sent(address, HEAD % b"raw" + headers % forged + b"Content-Length: 0\r\n\r\n")
            assert answer.endswith(b"\r\n192.0.2.1 0")
