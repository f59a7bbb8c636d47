"""Serve the app with waitress, which runs on every system Python runs on, in as many processes as there are cores."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
from typing import TYPE_CHECKING, Any

import waitress
from waitress.channel import HTTPChannel

from web.server import workers
from web.server.settings import SettingError, Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# A hall of students keeps several connections each. One more than these waits; more would not fit into what
# Linux (1,024) and Windows' select (512) allow a process by default.
CONNECTIONS = 450 if os.name == "nt" else 900
IDLE = 20  # seconds until a connection that carries nothing makes room
LARGEST_BODY = 4 * 2**20  # refused unread; smaller ones get the app's own answer if they are too large


def serve(app: WSGIApplication, settings: Settings) -> None:
    """Answer requests until Ctrl-C."""
    listeners = listening_sockets(settings, workers.count(settings.workers))
    print(f"ireval is at {' and '.join(addresses(listeners[0], settings))} (Ctrl-C ends it)", flush=True)
    workers.run(len(listeners), lambda number: create_server(app, listeners[number], settings.threads).run())


def listening_sockets(settings: Settings, number: int) -> list[socket.socket]:
    """A socket for each process, all at one address: the system deals connections out evenly.

    With one socket for all, the process that is awake gets them all and the others none.
    """
    listener = listening_socket(settings.host, settings.port)
    if number == 1:
        return [listener]
    address, family = listener.getsockname()[:2], listener.family
    listener.close()  # it has shown that the address is free: sockets that share one would not notice
    return [socket.create_server(address, family=family, reuse_port=True) for _ in range(number)]


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection on which waitress' main thread leaves sending to the thread that makes the answer.

    Otherwise it sees something to send, finds it locked, and looks again, thousands of times while the other thread
    waits for the interpreter: a tenth of the answers a second, or less.
    """

    def writable(self) -> bool:
        """Whether the main thread has something to send, or the connection to close."""
        if self.requests and self.total_outbufs_len < self.adj.outbuf_high_watermark:
            return bool(self.will_close or self.close_when_flushed)
        return bool(super().writable())


def create_server(app: WSGIApplication, listener: socket.socket, threads: int) -> Any:
    """A server of waitress (which has no types) on a socket that already listens; `run()` it."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a full hall is no reason for a line per click
    server = waitress.create_server(
        app,
        sockets=[listener],
        threads=threads,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE,
        cleanup_interval=IDLE // 2,
        max_request_body_size=LARGEST_BODY,
        asyncore_use_poll=True,
        ident=None,
        clear_untrusted_proxy_headers=False,  # the setting PROXIES says which headers are believed
    )
    server.channel_class = Channel
    return server


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket at this address; where there can be none, the message names the setting to change."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host, port, family)
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise SettingError(_reason(error, host, port)) from error


def _reason(error: OSError, host: str, port: int) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return (
            f"HOST is {host!r}, which is not an address of this computer. "
            "Use HOST=127.0.0.1 for this computer alone, HOST=0.0.0.0 for its network."
        )
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is in use, perhaps by another ireval. Set PORT={port % 65535 + 1}, for example."
    if error.errno == errno.EACCES:
        return f"Port {port} needs rights that this user does not have. Set PORT=8000, for example."
    return f"Cannot listen on HOST={host}, PORT={port}: {error.strerror}."


def addresses(listener: socket.socket, settings: Settings) -> list[str]:
    """What to type into a browser: on this computer, and on others if they may."""
    host, port = listener.getsockname()[:2]
    hosts = ["127.0.0.1", _address_in_network()] if host in {"0.0.0.0", "::"} else [host]
    written = [f"[{name}]" if ":" in name else name for name in hosts if name]
    return [f"http://{name}:{port}{settings.prefix}/" for name in written]


def _address_in_network() -> str:
    """The address of this computer as its network sees it, empty without a network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def fail(error: Exception) -> None:
    """End with the message alone: it says what to do, a stack trace would hide it."""
    sys.exit(f"ireval cannot start. {error}")
