"""A request as it comes from the network, and its answer: WSGI without a client that would correct anything."""

from __future__ import annotations

import gzip
import io
import logging
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask, got_request_exception, request, request_started

from tests.fuzz.shrinking import PARTS, WHOLE

#: Stands for the visitor's forgery token, which no case can know.
TOKEN = "CSRFTOKENHERE"  # noqa: S105


@dataclass(frozen=True)
class Sent:
    """A request: its address in two parts, the second one with the question mark; headers as pairs; and the bytes."""

    method: str = field(metadata=WHOLE)
    path: str = field(metadata=WHOLE)
    query: str = ""
    headers: tuple[tuple[str, str], ...] = field(default=(), metadata=PARTS)
    body: bytes = b""


@dataclass
class Received:
    """An answer, with what went wrong while it was made."""

    status: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    #: Exceptions that nothing in the app handled, and records of the log with a traceback.
    exceptions: list[BaseException] = field(default_factory=list)
    logged: list[logging.LogRecord] = field(default_factory=list)
    #: The rule that the request was routed to, empty if there was none.
    rule: str = ""

    def header(self, name: str) -> str:
        """The value of a header; empty without it."""
        return next((value for key, value in self.headers if key.lower() == name), "")


@dataclass(frozen=True)
class Visitor:
    """A browser: its cookie and its forgery token."""

    cookie: str
    token: str


def send(app: Flask, sent: Sent, visitor: Visitor) -> Received:
    """The answer of an app."""
    received = Received()
    with _listening(app, received):
        chunks: Any = ()
        try:
            chunks = app.wsgi_app(environ(sent, visitor), _starting(received))
            received.body = b"".join(chunks)
        except Exception as error:
            received.exceptions.append(error)
            received.status = received.status or 500
        finally:
            if hasattr(chunks, "close"):
                chunks.close()
    if received.header("content-encoding") == "gzip":
        try:
            received.body = gzip.decompress(received.body) if received.body else b""
        except (OSError, EOFError, zlib.error) as error:
            received.exceptions.append(error)
    return received


def environ(sent: Sent, visitor: Visitor) -> dict[str, Any]:
    """What a server makes of a request."""
    path, query = sent.path, sent.query.partition("#")[0].removeprefix("?")
    body = sent.body.replace(TOKEN.encode(), visitor.token.encode())
    made: dict[str, Any] = {
        "REQUEST_METHOD": sent.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path.encode("utf-8", "surrogatepass")).decode("latin-1"),
        "QUERY_STRING": query.encode("utf-8", "surrogatepass").decode("latin-1").replace(TOKEN, visitor.token),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost:8000",
        "HTTP_COOKIE": visitor.cookie,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
        "wsgi.input": io.BytesIO(body),
    }
    if body or sent.method in {"POST", "PUT", "PATCH"}:
        made["CONTENT_LENGTH"] = str(len(body))
    for name, value in sent.headers:
        key = name.upper().replace("-", "_")
        made[key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"] = value.replace(TOKEN, visitor.token)
    return made


def _starting(received: Received) -> Any:
    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        if exc_info:
            received.exceptions.append(exc_info[1])
        received.status, received.headers = int(status[:3]), [*headers]
        return lambda _: None

    return start


class _Records(logging.Handler):
    """Keeps the records of the log that have a traceback."""

    def __init__(self, received: Received) -> None:
        super().__init__()
        self.received = received

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_text or record.exc_info or "Traceback (most recent" in record.getMessage():
            self.received.logged.append(record)


@contextmanager
def _listening(app: Flask, received: Received) -> Iterator[None]:
    """Note what the app says of a request besides its answer."""

    def failed(_: Flask, exception: BaseException, **__: object) -> None:
        received.exceptions.append(exception)

    def routed(_: Flask, **__: object) -> None:
        received.rule = request.url_rule.rule if request.url_rule else ""

    root, records = logging.getLogger(), _Records(received)
    root.addHandler(records)
    try:
        with got_request_exception.connected_to(failed, app), request_started.connected_to(routed, app):
            yield
    finally:
        root.removeHandler(records)
