"""Marks answers in a process that works only while the server is idle.

The server starts it and sends students, a line of JSON for each; the process answers with a line with the marks, as
they are stored. If an error ends the process, the owner's page marks the student and reports the error. The process has
no access to the database. It ends when the server ends, in whatever way, because its input is closed then.
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
#: How often a student is sent, because the process may have been ended since the last one.
ATTEMPTS = 2
#: An encoding for all texts, even those with surrogates.
ENCODING = "utf-8", "surrogatepass"


class MarkingProcess:
    """A process that is started at its first use, and ended at the end of the `with` statement."""

    def __init__(self) -> None:
        self._process: processes.Process | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.end()

    def marks(self, body: str, key: str, given: Mapping[tuple[str, str], str]) -> str:
        """A student's marks as they are stored; empty if the process ended before it had made them."""
        task = {"body": body, "key": key, "given": [[*place, text] for place, text in given.items()]}
        for _ in range(ATTEMPTS):
            line = self._answer(json.dumps(task).encode() + b"\n")
            if line.endswith(b"\n"):
                return line.decode(*ENCODING).rstrip("\n")
            self.end()
        return ""

    def _answer(self, line: bytes) -> bytes:
        """The answer to a line; empty if the process has ended."""
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
            os._exit(0)  # the server has ended meanwhile, which is not an error


if __name__ == "__main__":
    main()
