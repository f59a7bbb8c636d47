"""What working processes of tests run: as usual, with more kinds of work, which need time, a processor or memory."""

from __future__ import annotations

import time

from web.jobs import kinds
from web.jobs.working import worker

SLEEP, SPIN, GROW = "sleep", "spin", "grow"


def sleep(work: kinds.Work) -> kinds.MadeFile:
    """A file with the text of the order, after its seconds."""
    end = time.monotonic() + work.what["seconds"]
    while time.monotonic() < end:
        work.report(1, 2)
        time.sleep(0.05)
    work.into.write_text(work.what["text"])
    return kinds.MadeFile("slept.txt", "text/plain")


def spin(_: kinds.Work) -> kinds.MadeFile:
    """Never ends."""
    while True:
        pass


def grow(_: kinds.Work) -> kinds.MadeFile:
    """Takes all memory that it gets."""
    taken = []
    while True:
        taken.append(bytearray(2**24))


if __name__ == "__main__":
    kinds.KINDS = {**kinds.KINDS, SLEEP: sleep, SPIN: spin, GROW: grow}
    worker.main()
