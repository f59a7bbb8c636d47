"""Serve the app with waitress, which runs on every system Python runs on."""

from __future__ import annotations

import errno
import os
import socket
import sys
from typing import TYPE_CHECKING, Any

import waitress

from web.settings import SettingError, Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# A hall of students keeps several connections each. One more than these waits; more would not fit into what
# Linux (1,024) and Windows' select (512) allow a process by default.
CONNECTIONS = 450 if os.name == "nt" else 900
IDLE = 20  # seconds until a connection that carries nothing makes room
LARGEST_BODY = 4 * 2**20  # refused unread; smaller ones get the app's own answer if they are too large


def serve(app: WSGIApplication, settings: Settings) -> None:
    """Answer requests until Ctrl-C."""
    listener = listening_socket(settings.host, settings.port)
    server = create_server(app, listener, settings.threads)
    print(f"ireval is at {' and '.join(addresses(listener, settings))} (Ctrl-C ends it)", flush=True)
    server.run()


def create_server(app: WSGIApplication, listener: socket.socket, threads: int) -> Any:
    """A server of waitress (which has no types) on a socket that already listens; `run()` it."""
    return waitress.create_server(
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
