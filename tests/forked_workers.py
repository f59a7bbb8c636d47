"""Working processes that are forked from one that has imported what they need: each is there in a moment.

A process that starts from nothing takes half a second of processor time for each file of a test. These are processes
like those, with the same program, limits, group and end. Tests of what they are in ``tests/web/jobs`` start them as the
server does.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from multiprocessing.connection import Connection
from typing import IO, cast

from web.jobs.working import processes

#: What working processes import at their start.
IMPORTED = ["web.jobs.working.worker", "web.jobs.kinds", "tests.forked_workers"]
from_nothing = processes.start


class ForkedWorker:
    """A process with what ``processes`` and the runner of jobs use of ``subprocess.Popen``."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(IMPORTED)
        heard, told = context.Pipe(duplex=False)
        ready, begun = context.Pipe(duplex=False)
        said, saying = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(heard, saying, begun), daemon=True)
        self._process.start()
        heard.close()
        saying.close()
        begun.close()
        with ready:
            ready.poll(None)  # it leads a group of its own now
        self.pid = cast("int", self._process.pid)
        self.stdin: IO[bytes] = os.fdopen(os.dup(told.fileno()), "wb")
        told.close()
        self.stdout: IO[bytes] = os.fdopen(os.dup(said.fileno()), "rb")
        said.close()

    def poll(self) -> int | None:
        """The status with which it ended."""
        return self._process.exitcode

    def wait(self) -> int | None:
        """Wait until it ends."""
        self._process.join()
        return self._process.exitcode


def _work(told: Connection, saying: Connection, begun: Connection) -> None:
    os.setsid()
    os.dup2(told.fileno(), 0)
    told.close()
    os.dup2(saying.fileno(), 1)
    saying.close()
    begun.close()
    for name in processes.SECRETS:
        os.environ.pop(name, None)
    os.environ.update(processes.ONE_PROCESSOR)
    from web.jobs.working import worker

    with open(0, encoding="utf-8", closefd=False) as sys.stdin:
        worker.main()


def start(module: str, output: int = subprocess.DEVNULL) -> processes.Process:
    """In place of ``processes.start``."""
    if module != processes.WORKER:
        return from_nothing(module, output)
    return cast("processes.Process", ForkedWorker())
