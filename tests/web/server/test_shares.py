"""Several processes that accept at one socket get about the same number of connections."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress

import pytest

from web.server.serving.http_server import create_server, listening_socket
from web.server.serving.shares import SLACK, Shares
from web.server.serving.waitress_server import Server
from web.server.settings import Settings

CONNECTIONS, SECONDS = 60, 20
pytestmark = pytest.mark.skipif(not hasattr(select, "epoll"), reason="there is one process elsewhere than on Linux")


def app(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:  # noqa: ARG001
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "4")])
    return [b"here"]


def is_answered(connection: socket.socket) -> bool:
    connection.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
    said = b""
    while not said.endswith(b"here") and (more := connection.recv(2**16)):
        said += more
    return said.startswith(b"HTTP/1.1 200")


def serve(stack: ExitStack, listener: socket.socket, shares: Shares, number: int) -> Server:
    server = create_server(app, listener.dup(), Settings(threads=1), share=shares.of(number))
    thread = threading.Thread(target=server.run)
    thread.start()

    def end() -> None:
        server.task_dispatcher.shutdown()
        with suppress(OSError):
            server.trigger.pull_trigger(lambda: server.asyncore.close_all(server._map))
        thread.join()

    stack.callback(end)
    return server


def connected(stack: ExitStack, listener: socket.socket) -> socket.socket:
    return stack.enter_context(socket.create_connection(listener.getsockname(), SECONDS))


def test_newcomers_are_shared_and_those_who_leave_make_room() -> None:
    with ExitStack() as stack:
        listener, shares = stack.enter_context(listening_socket("127.0.0.1", 0)), Shares(2)
        servers = [serve(stack, listener, shares, number) for number in range(2)]
        for _ in range(2):
            visitors = [connected(stack, listener) for _ in range(CONNECTIONS)]
            assert all(map(is_answered, visitors))
            numbers = [len(server.active_channels) for server in servers]
            assert sum(numbers) == CONNECTIONS
            assert min(numbers) >= CONNECTIONS // 4
            for visitor in visitors:
                visitor.close()
            until = time.monotonic() + SECONDS
            while any(server.active_channels for server in servers) and time.monotonic() < until:
                time.sleep(0.01)


def test_a_process_that_accepts_nothing_keeps_nobody_out() -> None:
    with ExitStack() as stack:
        listener, shares = stack.enter_context(listening_socket("127.0.0.1", 0)), Shares(2)
        serve(stack, listener, shares, 0)
        visitors = [connected(stack, listener) for _ in range(3 * SLACK)]
        assert all(map(is_answered, visitors))
