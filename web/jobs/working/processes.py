"""Starts working processes, gives them jobs, and ends them with everything that they have started.

One process always waits for the next job, since starting it takes half a second.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

Process = subprocess.Popen[bytes]

ROOT = Path(__file__).resolve().parents[3]
#: Environment variables of libraries that limit a working process to one processor.
ONE_PROCESSOR = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "RAYON_NUM_THREADS"), "1")
WORKER = "web.jobs.working.worker"
#: The server's secrets, which a working process does not need.
SECRETS = ("SECRET_KEY", "DATABASE_URL", "RATE_STORAGE")

_spare: list[Process] = []
_guard = threading.Lock()


def take(task: Mapping[str, object]) -> Process:
    """A process that works on this task (see ``worker``), and writes its progress to its standard output."""
    line = json.dumps(task).encode() + b"\n"
    with _guard:
        process = _spare.pop() if _spare else start(WORKER, subprocess.PIPE)
        try:
            _send(process, line)
        except OSError:  # the spare process has waited so long that it ended
            end(process)
            process = start(WORKER, subprocess.PIPE)
            _send(process, line)
        _spare.append(start(WORKER, subprocess.PIPE))
    return process


def end(process: Process, listener: threading.Thread | None = None) -> None:
    """End the process and everything that it has started, and then the thread ``listener`` that reads its output."""
    with suppress(OSError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if listener:
        listener.join()
    for pipe in filter(None, (process.stdin, process.stdout)):
        with suppress(OSError):
            pipe.close()


def end_spare() -> None:
    """End the process that waits for the next job."""
    with _guard:
        while _spare:
            end(_spare.pop())


def is_out_of_time(status: int) -> bool:
    """Whether a process ended with this status because it reached its limit of processor time."""
    return sys.platform != "win32" and status == -signal.SIGXCPU


def start(module: str, output: int = subprocess.DEVNULL) -> Process:
    """A process that runs this module, in a group of its own, which Ctrl-C in the terminal does not reach.

    Its standard input is a pipe, which is closed when the server ends, in whatever way.
    """
    environment = {name: value for name, value in os.environ.items() if name not in SECRETS} | ONE_PROCESSOR
    low = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)  # Windows
    return subprocess.Popen(  # noqa: S603 - a module of this project
        [sys.executable, "-m", module],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=output,
        start_new_session=True,
        creationflags=low,
    )


def _send(process: Process, line: bytes) -> None:
    if process.stdin:
        process.stdin.write(line)
        process.stdin.flush()
