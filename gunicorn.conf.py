"""What gunicorn does in each of its processes, where it is started in this folder."""

from __future__ import annotations

from web.server.serving.heap import freeze_heap


def post_worker_init(_: object) -> None:
    """Keep what a process has loaded out of later searches for garbage."""
    freeze_heap()
