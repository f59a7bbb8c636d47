"""Clients that keep connections open and are slow, for the benchmark and for the tests of real proxies."""

from __future__ import annotations

import random
import selectors
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

#: What a connection sends first, by kind: nothing, half a header, half a body, or a request for a file that it then
#: takes slowly. `{more}` is for further headers.
FIRST = {
    "silent": "",
    "headers": "GET {path} HTTP/1.1\r\nHost: {host}\r\nX: ",
    "bodies": "POST {path} HTTP/1.1\r\nHost: {host}\r\n{more}Content-Length: 9999\r\n\r\n",
    "readers": "GET {file} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n",
}
RECEIVED = 4096  # bytes that the system keeps for a slow reader


@dataclass
class _Connection:
    kind: str
    unsent: bytes  # the beginning, until it is sent
    due: float  # when it does something next


class Flag(Protocol):
    """An event of threads or of processes."""

    def is_set(self) -> bool:
        """Whether it has happened."""
        ...


@dataclass
class SlowConnections:
    """Slow connections to a port of this computer, which are opened again when they are closed.

    They come from `addresses` addresses of this computer, the first of which is 127.`network`.0.`first`. Each sends a
    byte, or takes 1,000, every `every` seconds. `{number}` in the further headers is the number of the connection, in
    hexadecimal.
    """

    port: int
    number: int
    kinds: Sequence[str]
    host: str = ""
    path: str = "/lab"
    file: str = ""
    more: str = ""
    every: float = 3
    addresses: int = 1
    network: int = 1
    first: int = 1
    opened: int = 0
    closed: int = 0
    answered: int = 0
    _connections: dict[socket.socket, _Connection] = field(default_factory=dict)
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    @property
    def open(self) -> int:
        """How many there are now."""
        return len(self._connections)

    def run(self, ended: Flag) -> tuple[int, int]:
        """Be slow until `ended`; returns how many connections were opened, and how many the server closed."""
        try:
            while not ended.is_set():
                for _ in range(min(100, self.number - self.open)):
                    self._open()
                for key, _ in self._selector.select(0.02):
                    assert isinstance(key.fileobj, socket.socket)
                    self._take(key.fileobj)
                now = time.monotonic()
                for connection in [c for c, state in self._connections.items() if state.due <= now]:
                    self._go_on(connection, now)
        finally:
            for connection in self._connections:
                connection.close()
            self._selector.close()
        return self.opened, self.closed

    def _open(self) -> None:
        connection = socket.socket()
        connection.setblocking(False)
        kind = self.kinds[self.opened % len(self.kinds)]
        if kind == "readers":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
        number = self.opened % self.addresses
        connection.bind((f"127.{self.network}.{number // 250}.{number % 250 + self.first}", 0))
        connection.connect_ex(("127.0.0.1", self.port))
        more = self.more.format(number=f"{self.opened + 1:x}")
        first = FIRST[kind].format(
            path=self.path, file=self.file, host=self.host or f"127.0.0.1:{self.port}", more=more
        )
        self.opened += 1
        due = time.monotonic() + random.uniform(0, min(self.every, 0.5))
        self._connections[connection] = _Connection(kind, first.encode(), due)
        if kind != "readers":
            self._selector.register(connection, selectors.EVENT_READ)

    def _take(self, connection: socket.socket, size: int = 4096) -> None:
        try:
            received = connection.recv(size)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        if not received:
            self._drop(connection)
        elif self._connections[connection].kind != "readers":
            self.answered += 1

    def _go_on(self, connection: socket.socket, now: float) -> None:
        state = self._connections[connection]
        state.due = now + self.every
        if state.kind == "readers" and not state.unsent:
            self._take(connection, 1000)
            return
        try:
            connection.send(state.unsent or b"x")
        except BlockingIOError:
            return
        except OSError:
            self._drop(connection)
            return
        state.unsent = b""

    def _drop(self, connection: socket.socket) -> None:
        if self._connections.pop(connection).kind != "readers":
            self._selector.unregister(connection)
        connection.close()
        self.closed += 1
