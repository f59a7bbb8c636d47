"""A live server for tests: the product's own, on a free port, in a thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from wsgiref.types import WSGIApplication

from tests.slowness import MACHINE
from web.server.serving.http_server import create_server, listening_socket
from web.server.serving.waitress_server import Deadlines
from web.server.settings import Settings


@contextmanager
def running(app: WSGIApplication, threads: int = 4, deadlines: Deadlines | None = None) -> Iterator[str]:
    """The address, without a slash at its end, of `app` while it is served; `deadlines` replace the usual ones.

    A slow server is an application around the application: one that waits and passes the call on.
    """
    listener = listening_socket("127.0.0.1", 0)
    server = create_server(MACHINE.serving(app), listener, Settings(threads=threads), deadlines)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.task_dispatcher.shutdown()  # first: threads that still answer need what is closed next
        with suppress(OSError):  # an earlier pull of the trigger may have had it closed already
            server.trigger.pull_trigger(lambda: server.asyncore.close_all(server.watched))
        thread.join()
