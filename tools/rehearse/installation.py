"""The installation that is rehearsed: one of its own, on this computer, or the one at an address."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
SECRET = "rehearsal " * 2
STARTING = r"https?://[^\s]+"
ENDING = 30.0  # seconds


class Installation(NamedTuple):
    """Where it is, and what is known of it; of one at an address, nothing is known but the address."""

    address: str
    own: bool
    database: str
    pid: int = 0


def is_here(address: str) -> bool:
    """Whether an address leads to this computer and to no other."""
    host = urlsplit(address).hostname or ""
    try:
        found = {entry[4][0] for entry in socket.getaddrinfo(host, None)}
    except OSError:
        return False
    return bool(found) and all(ipaddress.ip_address(str(text).partition("%")[0]).is_loopback for text in found)


@contextmanager
def own_installation(students: int) -> Iterator[Installation]:
    """Start `python app.py` with the settings of the environment; a database of its own, unless one is set.

    What an exam of so many students needs is set as well, unless the environment says something else.
    """
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        file = f"sqlite:///{Path(folder, 'sheets.sqlite')}"
        needed = {"DATABASE_URL": file, "SECRET_KEY": SECRET, **wanted_settings(students)}
        environment = needed | os.environ | {"HOST": "127.0.0.1", "PORT": "0"}
        database = "SQLite" if environment["DATABASE_URL"].startswith("sqlite") else "PostgreSQL"
        with Path(folder, "log").open("w+b") as log:
            started = subprocess.Popen(
                [sys.executable, "app.py"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
            try:
                found = re.search(STARTING, started.stdout.readline() if started.stdout else "")
                if not found:
                    raise OSError(f"The server did not start:\n{Path(folder, 'log').read_text('utf-8', 'replace')}")
                yield Installation(found[0].rstrip("/"), True, database, started.pid)
            finally:
                started.terminate()
                started.wait(ENDING)
                if started.stdout:
                    started.stdout.close()


def wanted_settings(students: int) -> dict[str, str]:
    """The settings that an exam of so many students needs."""
    return {"SHEET_STUDENTS": str(max(2000, students))}


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
