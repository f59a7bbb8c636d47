"""Serve the app with waitress, which runs wherever Python runs, in as many processes as there are cores."""

from __future__ import annotations

import errno
import logging
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ireval.messages import Message, say
from web.server.serving import workers
from web.server.serving.connections import Bounds, bounds_of
from web.server.serving.heap import settle_heap
from web.server.serving.shares import Share, Shares
from web.server.serving.waitress_server import Server
from web.server.settings import SettingError, Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

LARGEST_BODY = 4 * 2**20  # larger ones are refused unread; to smaller ones the app itself gives the answer


def serve(app: WSGIApplication, settings: Settings, beside: Sequence[Callable[[], None]] = ()) -> None:
    """Answer requests until Ctrl-C. What is `beside` runs next to it, in processes of its own if there are several."""
    processes = workers.count(settings.workers)
    listener, shares = listening_socket(settings.host, settings.port), Shares(processes)
    print(say(Message("server-running", addresses=addresses(listener, settings))), flush=True)

    def work(number: int) -> None:
        if number >= processes:
            beside[number - processes]()
        else:
            create_server(app, listener, settings, share=shares.of(number)).run()

    settle_heap()
    if processes == 1:
        for run in beside:
            threading.Thread(target=run, daemon=True).start()
        beside = ()
    workers.run(processes + len(beside), work)


def create_server(
    app: WSGIApplication,
    listener: socket.socket,
    settings: Settings,
    bounds: Bounds | None = None,
    share: Share | None = None,
) -> Server:
    """A server on a socket that already listens, perhaps with other processes; `run()` starts it."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a full hall must not write a line per click
    return Server(
        app,
        listener,
        bounds or bounds_of(settings),
        share or Shares(1).of(0),
        threads=settings.threads,
        max_request_body_size=LARGEST_BODY,
        ident=None,
        clear_untrusted_proxy_headers=False,  # the setting PROXIES says which headers are trusted
    )


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens at this address. Raises ``SettingError`` with the setting to change where that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host, port, family)
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise _listening_error(error, host, port) from error


def _listening_error(error: OSError, host: str, port: int) -> SettingError:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return SettingError("host-not-here", host=host)
    if error.errno == errno.EADDRINUSE:
        return SettingError("port-in-use", host=host, port=port, free=port % 65535 + 1)
    if error.errno == errno.EACCES:
        return SettingError("port-not-allowed", port=port)
    return SettingError("cannot-listen", host=host, port=port, reason=error.strerror or str(error))


def addresses(listener: socket.socket, settings: Settings) -> list[str]:
    """What to type into a browser: on this computer, and on other computers if they have access."""
    host, port = listener.getsockname()[:2]
    hosts = ["127.0.0.1", _address_in_network()] if host in {"0.0.0.0", "::"} else [host]
    written = [f"[{name}]" if ":" in name else name for name in hosts if name]
    return [f"http://{name}:{port}{settings.prefix}/" for name in written]


def _address_in_network() -> str:
    """The address of this computer in its network, empty without a network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def fail(error: Exception) -> None:
    """End with the message alone: it says what to do, and a stack trace would hide it."""
    sys.exit(f"{say(Message('cannot-start'))} {error}")
