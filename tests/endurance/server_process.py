"""The product as `python app.py` starts it, in processes that can be killed."""

from __future__ import annotations

import itertools
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.paths import ROOT

SECRET = "endurance " * 2
PATIENCE = 20.0  # seconds


def free_port() -> int:
    """A port that is free at all addresses, below those that the system gives to outgoing connections."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with suppress(OSError), socket.create_server(("", port)):
            return port


class Server:
    """A server on a port of its own, with a log; `settings` are environment variables, and `tree` has the code."""

    def __init__(self, folder: Path, database_url: str, tree: Path = ROOT, /, **settings: str) -> None:
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        own = {"HOST": "127.0.0.1", "PORT": str(self.port), "DATABASE_URL": database_url, "SECRET_KEY": SECRET}
        self._tree = tree
        self._environment = os.environ | own | settings
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """The first process."""
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "app.py"],
                cwd=self._tree,
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self._process.stdout
        if not re.search(r":\d+/", self._process.stdout.readline()):
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()
            raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")

    def kill(self) -> None:
        """Kill all processes at once, as a power failure would."""
        everyone = [self.pid, *descendants(self.pid)]
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._bury(everyone)

    def kill_first(self) -> None:
        """Kill the first process. The others must end by themselves."""
        everyone = [self.pid, *descendants(self.pid)]
        os.kill(self.pid, signal.SIGKILL)
        self._bury(everyone)

    def kill_worker(self, number: float) -> None:
        """Kill one of the other processes, at this share of the way through their list; it must be replaced."""
        workers = descendants(self.pid)
        os.kill(workers[int(number * len(workers))], signal.SIGKILL)

    def stop(self) -> None:
        """End it as its operator does."""
        if self._process and self._process.poll() is None:
            everyone = [self.pid, *descendants(self.pid)]
            self._process.terminate()
            self._bury(everyone)

    def tracebacks(self) -> list[str]:
        """The error at the end of each traceback in the log, with the innermost line of the code."""
        _, *found = self.log.read_text(errors="replace").split("Traceback (most recent call last):\n")
        return [_error(text.splitlines()) for text in found]

    def _bury(self, everyone: list[int]) -> None:
        """Wait until the processes are gone."""
        assert self._process and self._process.stdout
        self._process.wait(PATIENCE)
        self._process.stdout.close()
        end = time.monotonic() + PATIENCE
        while left := [pid for pid in everyone if _runs(pid)]:
            if time.monotonic() > end:
                for pid in left:
                    os.kill(pid, signal.SIGKILL)
                raise RuntimeError(f"{len(left)} processes outlived their server")
            time.sleep(0.02)


def _error(lines: list[str]) -> str:
    """The error of a traceback, of which the first line is missing."""
    frames = list(itertools.takewhile(lambda line: line.startswith("  "), lines))
    places = [line.strip() for line in frames if line.startswith("  File")]
    return f"{''.join(lines[len(frames) : len(frames) + 1])} ({''.join(places[-1:])})"


def descendants(pid: int) -> list[int]:
    """The processes below this one."""
    return [found for child in _children(pid) for found in (child, *descendants(child))]


def _children(pid: int) -> Iterator[int]:
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            yield from map(int, tasks.read_text().split())


def _runs(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False
