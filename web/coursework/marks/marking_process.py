"""Marks answers in a process that works only while the server does nothing else.

The server starts it and sends students, a line of JSON for each; a line with the marks, as they are stored, comes back.
Where an error ends the process, the owner's page marks the student and meets the error. The process has no access to
the database, and ends with the server, in whatever way that ends: its input is over then.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from web.jobs.working import processes
from web.jobs.working.worker import give_way

MODULE = "web.coursework.marks.marking_process"
#: A student is sent this often: the process may have been ended since the last one.
ATTEMPTS = 2
#: Texts that cannot be written otherwise are sent as they are.
ENCODING = "utf-8", "surrogatepass"


class MarkingProcess:
    """A process that is started when it is needed first, and ended at the end of the `with` statement."""

    def __init__(self) -> None:
        self._process: processes.Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.end()

    def marks(self, body: str, key: str, given: Mapping[tuple[str, str], str]) -> str:
        """A student's marks as they are stored; empty if no process lives long enough to give them."""
        task = {"body": body, "key": key, "given": [[*place, text] for place, text in given.items()]}
        for _ in range(ATTEMPTS):
            line = self._answer(json.dumps(task).encode() + b"\n")
            if line.endswith(b"\n"):
                return line.decode(*ENCODING).rstrip("\n")
            self.end()
        return ""

    def _answer(self, line: bytes) -> bytes:
        """What comes back for a line; nothing if the process has ended."""
        if self._process is None:
            self._process = processes.start(MODULE, subprocess.PIPE)
        sent, received = self._process.stdin, self._process.stdout
        if sent is None or received is None:
            return b""
        try:
            sent.write(line)
            sent.flush()
            return received.readline()
        except BrokenPipeError:
            return b""

    def end(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            processes.end(self._process)
            if self._process.stdout:
                self._process.stdout.close()
            self._process = None


def main() -> None:
    """Mark the students that are sent."""
    give_way()
    from web.coursework.marks.marked_answers import mark
    from web.coursework.marks.stored_marks import marks_of, packed

    for line in sys.stdin.buffer:
        task = json.loads(line)
        given = {(exercise, part): text for exercise, part, text in task["given"]}
        marks = packed(marks_of(mark(task["body"], task["key"], given)))
        try:
            sys.stdout.buffer.write(marks.encode(*ENCODING) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(0)  # the server has ended meanwhile, which is nothing to report


if __name__ == "__main__":
    main()
