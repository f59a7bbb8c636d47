"""Several processes that do the same work, as one Python process keeps only one core busy.

They are forked, so they share what was loaded before. The first process only looks after the others. Elsewhere than on
Linux there is one: Windows cannot fork, on macOS its own libraries may not outlive it.
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
    """Do `work(0)`, `work(1)`, ... each in a process, until Ctrl-C or SIGTERM. One that dies is replaced."""
    signal.signal(signal.SIGTERM, _end)
    if workers == 1:
        work(0)
    else:
        _look_after(workers, work)


def _look_after(workers: int, work: Callable[[int], None]) -> None:
    alive, held = os.pipe()  # nobody writes: reading ends when this process does, in whatever way
    children: dict[int, int] = {}  # process -> which of the workers it is
    try:
        while True:
            for number in set(range(workers)) - set(children.values()):
                children[_fork(work, number, alive, held)] = number
            children.pop(os.wait()[0], None)
            time.sleep(0.5)  # what dies at once, again and again, must not keep the computer busy
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
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the first process passes it on
        os.close(held)
        threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()
        work(number)
    except SystemExit:
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)  # what the first process wants done at its exit is not for this one


def _end_with_parent(alive: int) -> None:
    os.read(alive, 1)
    os._exit(0)
