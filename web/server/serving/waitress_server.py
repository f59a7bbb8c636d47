"""Waitress' server, with deadlines for requests, and a shutdown that cuts no answer off."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from wsgiref.types import WSGIApplication

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, WSGITask

from ireval.messages import ADVICE, Message, say
from web.server.limits import LARGEST_BODY
from web.server.serving import refusals, shutdown
from web.server.settings import Settings

TOO_SLOW = (
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 20\r\n\r\n"
    b"408 Request Timeout\n"
)
HEADERS = 10  # seconds until a request's headers have arrived; they seldom need a second packet
IDLE = 20  # seconds until an unused connection is closed
SLOWEST = 50_000  # bytes a second at which the part of a request beyond the usual size must arrive, on average
LINGER = 1.0  # seconds for which an unused connection stays open when the server ends: a request may be on its way
AT_ONCE = 16  # new connections that are accepted before others are served again: with more, each turn takes longer
TURN = 0.25  # seconds until the loop checks whether the server should end


@dataclass(frozen=True)
class Deadlines:
    """Seconds until a request must have arrived, until its headers must, and until an unused connection is closed."""

    request: float
    headers: float = HEADERS
    idle: float = IDLE

    @classmethod
    def of(cls, settings: Settings) -> Deadlines:
        """The deadlines of the settings."""
        return cls(settings.request_seconds, min(HEADERS, settings.request_seconds))


class _Refusal(ErrorTask):  # type: ignore[misc]
    """An answer of waitress itself, such as 413 to a body that is too large: it is counted, and says what to do."""

    def execute(self) -> None:
        """Count the refusal, and answer."""
        error = self.request.error
        refusals.count(str(error.code))
        if error.code == 413:
            reason = Message("body-too-large", megabytes=self.request.adj.max_request_body_size // 10**6)
            error.body = f"{say(reason)}\n{say(reason, ADVICE)}"
        super().execute()


class _KeepAliveTask(WSGITask):  # type: ignore[misc]
    """An answer after which the connection stays open even if there is no body, as after an answer was saved.

    Waitress closes it if no header gives the length of the body. An answer with status 204 or 304 has no body.
    """

    def set_close_on_finish(self) -> None:
        """Close the connection after this answer, if there is a reason for it."""
        if self.has_body or self.version != "1.1" or self.request.headers.get("CONNECTION", "").lower() == "close":
            super().set_close_on_finish()


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows when its last answer was made."""

    task_class = _KeepAliveTask
    error_task_class = _Refusal
    answered = 0.0

    def service(self) -> None:
        """Answer a request; during a shutdown, the answer says that the connection is closed."""
        if shutdown.is_requested():
            self.requests[0].headers["CONNECTION"] = "close"
        super().service()
        self.answered = time.time()

    @property
    def is_arriving(self) -> bool:
        """Whether a part of a request has arrived; empty lines are none."""
        request = self.request
        return request is not None and bool(request.headers_finished or request.header_plus.strip())

    def overdue(self, now: float, deadlines: Deadlines) -> str:
        """Why this connection has to be closed now; empty if it may stay open."""
        if self.requests:
            return ""
        if self.total_outbufs_len:
            return "slow-answer" if now - self.last_activity > deadlines.request else ""
        if not self.is_arriving:
            return "idle" if now - max(self.creation_time, self.answered) > deadlines.idle else ""
        began: float = self.request.__dict__.setdefault("began", now)
        allowed = deadlines.headers
        if self.request.headers_finished:
            allowed = deadlines.request + max(0, self.request.content_length - LARGEST_BODY) / SLOWEST
        return "slow-request" if now - began > allowed else ""


class Server(TcpWSGIServer):  # type: ignore[misc]
    """A server on one socket that already listens; `run()` serves until the server should end."""

    channel_class = Channel

    def __init__(self, app: WSGIApplication, listener: socket.socket, deadlines: Deadlines, **options: Any) -> None:
        self.deadlines = deadlines
        adjustments = Adjustments(sockets=[listener], **options)
        adjustments.cleanup_interval = min(1, deadlines.headers / 8)
        place = (listener.family, listener.type, listener.proto, listener.getsockname())
        self.watched = dict[int, Any]()  # the door and the connections, by the numbers of their files
        super().__init__(app, self.watched, True, listener, adj=adjustments, bind_socket=False, sockinfo=place)

    def handle_accept(self) -> None:
        """Accept some new connections."""
        for _ in range(AT_ONCE):
            known = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == known or len(self.watched) >= self.adj.connection_limit:
                return

    def maintenance(self, now: float) -> None:
        """Close the connections that are overdue. A client that sent too slowly gets a 408."""
        for channel in list(self.active_channels.values()):
            why = channel.overdue(now, self.deadlines)
            if why and not channel.will_close:
                channel.will_close = True
                if why != "idle":
                    refusals.count(why)
                if why == "slow-request":
                    with suppress(OSError):
                        channel.socket.send(TOO_SLOW)

    def run(self) -> None:
        """Serve until the server should end; then answer the requests that have arrived, and return."""
        while self.watched and not shutdown.is_due():
            self._turn(TURN)
        if self.watched:
            self._finish()
        self.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self.watched, ignore_all=True)

    def _turn(self, seconds: float) -> None:
        """Serve connections that are ready; if there is none, wait at most ``seconds`` for one."""
        wasyncore.loop(seconds, use_poll=True, map=self.watched, count=1)

    def _finish(self) -> None:
        """Accept the waiting connections, close the socket, and serve until all are closed, or time is over."""
        known = -1
        while known < len(self.active_channels):
            known = len(self.active_channels)
            self.handle_accept()
        self.accepting = False
        self.socket.close()
        while self.active_channels and shutdown.seconds_left() > 0:
            self._turn(TURN / 5)
            now = time.time()
            for channel in list(self.active_channels.values()):
                busy = channel.requests or channel.is_arriving or channel.total_outbufs_len
                channel.will_close |= not busy and now - channel.last_activity > LINGER
