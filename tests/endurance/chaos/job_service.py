"""Workers of jobs: services of their own, or the processes that servers run beside those for pages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.endurance.server_process import Server, descendants
from tests.paths import ROOT

LONGEST = 30  # seconds that a worker may take to end
LISTENING = "0A"


class JobService:
    """`python -m web.jobs`, which can be started again."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.log = folder / "workers.log"
        self._environment = os.environ | settings
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        command = [sys.executable, "-m", "web.jobs"]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stderr=log, start_new_session=True
            )

    def end(self, number: int = signal.SIGTERM) -> None:
        """End it with this signal."""
        if self._process:
            self._process.send_signal(number)
            try:
                self._process.wait(LONGEST)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)  # what it started
            self._process = None

    def end_and_start(self, number: int) -> None:
        """As whoever supervises services does."""
        self.end(number)
        self.start()


def workers_beside(server: Server) -> list[int]:
    """The processes of a server that do not answer pages: they do not hold the socket that listens."""
    socket = f"socket:[{_listening_inode(server.port)}]"
    return [pid for pid in descendants(server.pid) if _parent(pid) == server.pid and socket not in _open_files(pid)]


def _listening_inode(port: int) -> str:
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    rows = (line.split() for line in lines)
    return next(row[9] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == LISTENING)


def _open_files(pid: int) -> set[str]:
    found = set()
    with suppress(OSError):
        for link in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                found.add(str(link.readlink()))
    return found


def _parent(pid: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0
