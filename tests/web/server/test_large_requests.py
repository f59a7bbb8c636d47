"""Requests with files may be larger than others, and take as much longer to arrive; all else is as before."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from flask import Flask, request

from ireval.messages import ADVICE, Message, say
from tests.serving import running
from web.server.serving.connections import bounds_of
from web.server.serving.http_server import LARGEST_BODY
from web.server.serving.large_requests import BESIDE_FILES, SLOWEST, more_seconds
from web.server.settings import Settings

#: A process takes so many bytes of a request with files: 6 MB, and what is beside the files.
UPLOAD = 6 * 10**6 + BESIDE_FILES


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = Flask(__name__)

    @app.post("/", defaults={"path": ""})
    @app.post("/<path:path>")
    def take(path: str) -> str:
        return f"{path} {len(request.get_data())}"

    with running(app, bounds=bounds_of(Settings(collection_megabytes=6))) as found:
        yield found


def posted(address: str, path: str, size: int) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    try:
        connection.putrequest("POST", path)
        connection.putheader("Content-Length", str(size))
        connection.endheaders()
        if size <= UPLOAD:
            with suppress(ConnectionError):  # it is refused before all of it was sent
                connection.send(bytes(size))
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/collections", "/ir/collections", "/collections/own/abc_-1/runs"])
def test_addresses_of_uploads_take_more(path: str, address: str) -> None:
    size = LARGEST_BODY + 10**6
    assert posted(address, path, size) == (200, f"{path[1:]} {size}".encode())
    assert posted(address, path, UPLOAD + 1)[0] == 413  # unread: nothing of it was sent


@pytest.mark.parametrize("path", ["/lab", "/", "/collections/own/abc/delete", "/collections/abc", "/xcollections/"])
def test_other_addresses_do_not(path: str, address: str) -> None:
    assert posted(address, path, 1000)[0] == 200
    assert posted(address, path, LARGEST_BODY + 10**6)[0] == 413


def test_who_sent_too_much_reads_how_much_is_possible_and_what_to_do(address: str) -> None:
    reason = Message("body-too-large", megabytes=LARGEST_BODY // 10**6)
    status, body = posted(address, "/compare", LARGEST_BODY + 10**6)
    assert (status, body.decode().splitlines()) == (413, [say(reason), say(reason, ADVICE)])
    status, body = posted(address, "/api/v1/compare", LARGEST_BODY + 10**6)
    error = json.loads(body)["error"]
    assert (status, error["message"], error["suggestion"]) == (413, say(reason), say(reason, ADVICE))


def test_only_what_is_larger_gets_more_time() -> None:
    def seconds(size: int) -> float:
        return more_seconds(SimpleNamespace(content_length=size), LARGEST_BODY)

    assert seconds(0) == seconds(LARGEST_BODY) == 0
    assert seconds(LARGEST_BODY + 10 * SLOWEST) == 10
    assert bounds_of(Settings()).upload == Settings().collection_megabytes * 10**6 + BESIDE_FILES
