"""What gunicorn does in each of its processes, where it is started in this folder."""

from __future__ import annotations

from web.server.serving.heap import settle_heap

#: Seconds for which a connection is kept between two requests: longer than the proxy in front keeps it.
keepalive = 20


def post_worker_init(_: object) -> None:
    """Search for garbage seldom, and not in what a process has loaded."""
    settle_heap()
