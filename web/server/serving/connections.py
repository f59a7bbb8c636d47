"""What connections may take of the server: time, and a number for each address.

A request has to arrive, and its answer to be taken, before a deadline. A client that sends a byte now and then would
otherwise hold a connection for hours, and a few thousand such connections would keep everybody else out. When there is
no room for a newcomer, connections that nobody waits for are closed first. Then come the requests that have been
arriving for longest, first those of the address with most of them: who fills the server with them loses his own.
"""

from __future__ import annotations

import math
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from web.server.serving import open_files, refusals, workers
from web.server.serving.large_requests import BESIDE_FILES, Parser, more_seconds
from web.server.serving.refused_requests import RefusedTask
from web.server.settings import Settings

TOO_SLOW = (
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 20\r\n\r\n"
    b"408 Request Timeout\n"
)
SLOWEST = 2000  # bytes a second in which an answer has to be taken, on average
HEADERS = 10  # seconds until a request's headers have arrived; they seldom need a second packet
IDLE = 20  # seconds until an unused connection is closed
RESET = struct.pack("ii", 1, 0) if sys.platform != "win32" else struct.pack("hh", 1, 0)  # discard what is not sent yet


@dataclass(frozen=True)
class Bounds:
    """What one process grants: seconds for a whole request and for its headers, and connections."""

    request: float
    headers: float
    idle: float
    connections: int
    of_one_address: int  # 0: as many as there are
    upload: int = 0  # bytes of a request with files


def bounds_of(settings: Settings) -> Bounds:
    """The bounds of one process. Behind a proxy all connections come from one address, so the proxy counts them."""
    processes = workers.count(settings.workers)
    seconds = settings.request_seconds
    of_one_address = 0 if settings.proxies else share(settings.connections_per_address, processes)
    upload = settings.collection_megabytes * 10**6 + BESIDE_FILES
    return Bounds(seconds, min(HEADERS, seconds), IDLE, open_files.connections(), of_one_address, upload)


def share(total: int, processes: int) -> int:
    """The connections of one address that one of several processes takes, so that `total` of them find room.

    Processes share all connections evenly, but those of one address by chance, so one may get some more than others.

    >>> share(2000, 1), share(2000, 2), share(2000, 8), share(0, 2)
    (2000, 1095, 298, 0)
    """
    mean = total / processes
    return total if processes == 1 else math.ceil(mean + 3 * math.sqrt(mean))


def network(address: str) -> str:
    """The address whose connections are counted together: of IPv6, all those that one visitor has.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("2001:db8:1:2:3:4:5:6"), network("fe80::1%eth0")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::', 'fe80::')
    """
    if ":" not in address:
        return address
    parsed = ip_address(address.partition("%")[0])
    mapped = getattr(parsed, "ipv4_mapped", None)
    return str(mapped or ip_address((int(parsed) >> 64 << 64).to_bytes(16, "big")))


class _KeptTask(WSGITask):  # type: ignore[misc]
    """An answer after which the connection stays open even if there is no body, as to an answer that is saved.

    Waitress closes it where no header says how long the body is. An answer of 204 or 304 ends with its headers.
    """

    wrote_header: bool

    def set_close_on_finish(self) -> None:
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.version != "1.1":
            super().set_close_on_finish()

    def write(self, data: bytes) -> None:
        """Send data of the body; where it is all of it, headers and body leave at once, mostly in one packet."""
        if self.wrote_header or not self.complete or not self.has_body or self.content_length != len(data):
            super().write(data)
            return
        self.channel.write_soon(self.build_response_header() + data)
        self.wrote_header, self.content_bytes_written = True, len(data)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when a request has been arriving and how much of the answer was taken."""

    parser_class = Parser
    task_class = _KeptTask
    error_task_class = RefusedTask

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: A002
        self.address = network(str(addr[0]))
        self.began = 0.0  # when the first byte of the request that is arriving came
        self.said = False  # whether it says anything, other than line ends
        self.used = False  # whether a request has arrived
        self.sent = 0  # bytes given to the system
        self.taken, self.taken_since = 0, 0.0  # bytes that the visitor's computer has, when they were last enough
        super().__init__(server, sock, addr, adj, map)
        server.enter(self)

    def del_channel(self, map: Any = None) -> None:  # noqa: A002
        """Leave the server, which waitress asks for when it closes the connection."""
        if self._fileno is not None:
            self.server.leave(self, self._fileno)
        super().del_channel(map)

    def writable(self) -> bool:
        """Whether the main thread has something to send, or the connection to close.

        Sending is left to the thread that makes the answer. The main thread would find something to send, could not
        lock it, and would try again thousands of times while the other thread waits for the interpreter. The server
        would then give a tenth of the answers a second, or fewer.
        """
        if self.requests and self.total_outbufs_len < self.adj.outbuf_high_watermark:
            return bool(self.will_close or self.close_when_flushed)
        return bool(super().writable())

    def service(self) -> None:
        """Answer a request, in a thread of its own."""
        self.server.served.add(self)
        try:
            super().service()
        finally:
            self.server.served.discard(self)

    @property
    def waits(self) -> bool:
        """Whether the main thread has something to do for it: to send, to close, or to watch it again."""
        left = self.total_outbufs_len or self.will_close or self.close_when_flushed
        return bool(left) or not self.server.watched.get(self._fileno)

    def received(self, data: bytes) -> bool:
        """Take bytes of a request. Empty lines alone neither complete a request nor restart its time."""
        self.said = self.said or bool(data.strip())
        taken = bool(super().received(data))
        if self.request is None and self.said:
            self.used, self.said, self.began = True, False, 0.0
        elif not self.began:
            self.began = time.time()
        return taken

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the system takes now; returns the number of bytes."""
        number: int = super().send(data, do_close)
        self.sent += number
        return number

    @property
    def idle(self) -> bool:
        """Whether nobody waits: a request was answered, and no other has begun."""
        return self.used and not (self.began or self.requests or self.total_outbufs_len)

    @property
    def waiting_since(self) -> float:
        """Since when the visitor has kept the server waiting."""
        return float(self.last_activity if self.used and not self.began else self.began or self.creation_time)

    def overdue(self, now: float, bounds: Bounds) -> str:
        """Why this connection has to be closed now; empty if it may stay open."""
        if self.total_outbufs_len >= (self.adj.outbuf_high_watermark if self.requests else 1):
            return "" if self._is_taken(now, bounds) else "slow-answer"
        self.taken_since = 0.0
        if self.requests:
            self.began = now if self.began else 0.0  # the next request may wait while this one is answered
            return ""
        if self.began:
            allowed = bounds.headers
            if self.request is not None and self.request.headers_finished:
                allowed = bounds.request + more_seconds(self.request, self.adj.max_request_body_size)
            return "slow-request" if now - self.began > allowed else ""
        silent = bounds.idle if self.used else min(bounds.idle, bounds.headers)
        return "idle" if now - self.last_activity > silent else ""

    def _is_taken(self, now: float, bounds: Bounds) -> bool:
        """Whether the visitor takes the answer as fast as a slow telephone would."""
        taken = self.sent - _unacknowledged(self.socket)
        if not self.taken_since or taken - self.taken >= SLOWEST * bounds.request:
            self.taken, self.taken_since = taken, now
        return now - self.taken_since <= bounds.request

    def give_up(self, why: str) -> None:
        """Close the connection now. Who sent too slowly gets a 408, if sending it does not have to wait."""
        if why != "idle":
            refusals.count(why)
        if why == "slow-request":
            with suppress(OSError):
                self.socket.send(TOO_SLOW)
        elif why == "slow-answer":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.handle_close()


def _unacknowledged(sock: socket.socket) -> int:
    """Bytes that the system still keeps for sending; 0 where it does not tell."""
    if sys.platform != "linux":
        return 0
    from fcntl import ioctl
    from termios import TIOCOUTQ

    try:
        found: int = struct.unpack("i", ioctl(sock, TIOCOUTQ, b"\0" * 4))[0]
    except OSError:
        return 0
    return found


def least_needed(channels: Iterable[Channel], number: int) -> list[Channel]:
    """The connections to close first, where room is needed: at most `number`, never one that is being answered."""
    free = [channel for channel in channels if not channel.requests]
    arriving = Counter(channel.address for channel in free if not channel.idle)

    def need(channel: Channel) -> tuple[bool, bool, int, float]:
        arrives = not channel.idle
        return bool(channel.total_outbufs_len), arrives, -arriving[channel.address] * arrives, channel.waiting_since

    return sorted(free, key=need)[:number]
