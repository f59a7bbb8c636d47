"""Serve the app with waitress, which runs wherever Python runs, in as many processes as there are cores."""

from __future__ import annotations

import errno
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from wsgiref.types import WSGIApplication

from ireval.messages import Message, say
from web.server.limits import BESIDE_FILES
from web.server.serving import open_files, shutdown, workers
from web.server.serving.heap import settle_heap
from web.server.serving.waitress_server import Deadlines, Server
from web.server.settings import SettingError, Settings

CHECK_INTERVAL = 0.25  # seconds between two checks whether the server should end
MOST_BUFFERED = 2**28  # bytes of an answer that are buffered, mostly in files, for a visitor with a slow connection


def serve(app: WSGIApplication, settings: Settings, beside: Sequence[Callable[[threading.Event], None]] = ()) -> None:
    """Answer requests until Ctrl-C or SIGTERM.

    The functions `beside` run until their event is set: in processes of their own if the server has several.
    """
    processes = workers.count(settings.workers)
    listener = listening_socket(settings.host, settings.port)
    print(say(Message("server-running", addresses=addresses(listener, settings))), flush=True)

    def work(number: int) -> None:
        if number < processes:
            create_server(app, listener, settings).run()
        else:
            listener.close()
            beside[number - processes](_stop())

    settle_heap()
    if processes > 1:
        workers.run(processes + len(beside), work, shutdown.plan(settings), listener.close)
        return
    threads = [threading.Thread(target=run, args=(_stop(),), daemon=True) for run in beside]
    for thread in threads:
        thread.start()
    workers.run(1, work, shutdown.plan(settings), listener.close)
    for thread in threads:
        thread.join(max(shutdown.seconds_left(), 0))


def _stop() -> threading.Event:
    """An event that is set as soon as the server should end."""
    stop = threading.Event()

    def watch() -> None:
        while not shutdown.is_requested():
            time.sleep(CHECK_INTERVAL)
        stop.set()

    threading.Thread(target=watch, daemon=True).start()
    return stop


def create_server(
    app: WSGIApplication, listener: socket.socket, settings: Settings, deadlines: Deadlines | None = None
) -> Server:
    """A server on a socket that already listens, perhaps with other processes; `run()` starts it."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a full lecture hall must not write a line per click
    return Server(
        app,
        listener,
        deadlines or Deadlines.of(settings),
        threads=settings.threads,
        connection_limit=open_files.connections(),
        max_request_body_size=settings.collection_megabytes * 10**6 + BESIDE_FILES + 1,
        outbuf_high_watermark=MOST_BUFFERED,  # so that no thread waits for a slow reader
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
    """The addresses to type into a browser: on this computer, and on other computers if they have access."""
    host, port = listener.getsockname()[:2]
    hosts = ["127.0.0.1", _address_in_network()] if host in {"0.0.0.0", "::"} else [host]
    written = [f"[{name}]" if ":" in name else name for name in hosts if name]
    return [f"http://{name}:{port}{settings.prefix}/" for name in written]


def _address_in_network() -> str:
    """The address of this computer in its network, empty without a network. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def fail(error: Exception) -> None:
    """Exit with the message only: it says what to do, and a stack trace would hide it."""
    sys.exit(f"{say(Message('cannot-start'))} {error}")
