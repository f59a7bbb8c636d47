"""A server that speaks the protocol of Redis, in a process of its own, which can go away and come back."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

from tests.endurance.server_process import free_port

SERVER = """
import sys
import fakeredis
server = fakeredis.TcpFakeServer(("127.0.0.1", int(sys.argv[1])))
print("ready", flush=True)
server.serve_forever()
"""


class RateStorage:
    """Where several servers count requests together."""

    def __init__(self) -> None:
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None

    @staticmethod
    def exists() -> bool:
        """Whether what it needs is installed."""
        return all(importlib.util.find_spec(name) for name in ("fakeredis", "redis"))

    @property
    def url(self) -> str:
        """The value of the setting ``RATE_STORAGE``."""
        return f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-c", SERVER, str(self._port)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout
        if not self._process.stdout.readline():
            raise RuntimeError("The storage of rates did not start.")

    def stop(self) -> None:
        """Kill it, with all its connections."""
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None
