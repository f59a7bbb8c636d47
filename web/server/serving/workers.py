"""Several processes that do the same work, because one Python process keeps only one core busy.

They are forked, so they share what was loaded before. The first process only supervises the others. On systems other
than Linux there is one process: Windows cannot fork, and the libraries of macOS may not survive a fork.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable

MOST = 8


def count(wanted: int) -> int:
    """How many processes to use; 0 takes one for each core."""
    if sys.platform != "linux":
        return 1
    return wanted or min(len(os.sched_getaffinity(0)), MOST)


def run(workers: int, work: Callable[[int], None]) -> None:
    """Do `work(0)`, `work(1)`, ... each in a process, until Ctrl-C or SIGTERM. A process that dies is replaced."""
    signal.signal(signal.SIGTERM, _end)
    if workers == 1:
        work(0)
    else:
        _supervise(workers, work)


def _supervise(workers: int, work: Callable[[int], None]) -> None:
    alive, held = os.pipe()  # nobody writes to it, so reading ends when this process ends, in whatever way
    children: dict[int, int] = {}  # process -> the number of its worker
    try:
        while True:
            for number in set(range(workers)) - set(children.values()):
                children[_fork(work, number, alive, held)] = number
            children.pop(os.wait()[0], None)
            time.sleep(0.5)  # workers that die at once, again and again, must not keep the computer busy
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for child in children:
            os.kill(child, signal.SIGTERM)
        for child in children:
            os.waitpid(child, 0)


def _end(*_: object) -> None:
    sys.exit(0)


def _fork(work: Callable[[int], None], number: int, alive: int, held: int) -> int:
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the first one passes it on
        os.close(held)
        threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()
        work(number)
    except SystemExit:
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)  # exit handlers of the first process must not run here


def _end_with_parent(alive: int) -> None:
    os.read(alive, 1)
    os._exit(0)
