"""A real proxy in front of the product, as its visitors find it: the usual ones, and 1,900 slow ones."""

from __future__ import annotations

import http.client
import resource
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import real_proxies
from slow_connections import SlowConnections

PATIENCE = 20  # seconds; an answer that never comes is a failure, a slow computer is none
VISITOR = "127.0.0.2"
#: Of the product behind a proxy.
SETTINGS = {"PROXIES": "1", "HOSTS": "127.0.0.1", "WORKERS": "2", "LOG": "json", "LOG_NETWORKS": "1"}


def needed(name: str) -> None:
    """Skip the test if this proxy is not on the computer."""
    if not real_proxies.program(name):
        pytest.skip(f"{name} is not installed")


@dataclass(frozen=True)
class Front:
    """A proxy: its port, the path under which it offers the product, its folder, and the log of the product."""

    port: int
    prefix: str
    folder: Path
    log: Path

    def answer(
        self,
        path: str,
        source: str = VISITOR,
        headers: Mapping[str, str] | None = None,
        method: str = "GET",
        body: bytes = b"",
    ) -> tuple[int, str, http.client.HTTPMessage]:
        """Status, text and headers of the answer to a request from an address of this computer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=(source, 0))
        try:
            connection.request(method, self.prefix + path, body or None, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers
        finally:
            connection.close()

    def send(self, sent: bytes, *, cut_off: bool = False) -> bytes:
        """What comes back; if the request is cut off, its sender says that nothing will follow."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(sent)
            if cut_off:
                connection.shutdown(socket.SHUT_WR)
            return connection.recv(65536)


@contextmanager
def slow(front: Front, number: int, *kinds: str, **options: object) -> Iterator[SlowConnections]:
    """So many slow connections of these kinds, while the context lasts."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found = SlowConnections(front.port, number, kinds, path=f"{front.prefix}/lab", **options)  # type: ignore[arg-type]
    ended = threading.Event()
    thread = threading.Thread(target=found.run, args=(ended,))
    thread.start()
    try:
        while found.open < number:
            assert thread.is_alive()
            time.sleep(0.02)
        yield found
    finally:
        ended.set()
        thread.join()
