"""Several processes that do the same work, because one Python process keeps only one core busy.

They are forked, so they share what was loaded before. The first process only supervises the others. On systems other
than Linux there is one process: Windows cannot fork, and the libraries of macOS may not survive a fork.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable

from web.server.serving import shutdown
from web.server.serving.tracebacks import short_traceback

MOST = 8
CTRL_C = 0, 5  # the values of `shutdown.plan` for Ctrl-C
RESTART_PAUSE = (
    0.5  # seconds until a process that died is replaced, so that repeated deaths do not keep the computer busy
)


def count(wanted: int) -> int:
    """How many processes to use; 0 takes one for each core."""
    if sys.platform != "linux":
        return 1
    return wanted or min(len(os.sched_getaffinity(0)), MOST)


def run(workers: int, work: Callable[[int], None], plan: tuple[float, float], release: Callable[[], None]) -> None:
    """Do `work(0)`, `work(1)`, ... each in a process, until they return. A process that dies is replaced.

    SIGTERM begins a shutdown with this plan, Ctrl-C one without delay, and a second signal ends all processes. When it
    begins, the first of several processes calls `release` to close what they share.
    """

    def end(number: int, _: object) -> None:
        if shutdown.is_requested():
            raise SystemExit(1)
        shutdown.begin(*(plan if number == signal.SIGTERM else CTRL_C))

    signal.signal(signal.SIGTERM, end)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in a job in the background
        signal.signal(signal.SIGINT, end)
    if workers == 1:
        work(0)
    else:
        _supervise(workers, work, release)


def _supervise(workers: int, work: Callable[[int], None], release: Callable[[], None]) -> None:
    alive, lifeline = os.pipe()  # nobody writes to it, so reading ends when this process ends, in whatever way
    woken, waker = os.pipe()  # each signal writes to it, also between two waits
    os.set_blocking(woken, False)
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, _ignore)
    children: dict[int, int] = {}  # process -> the number of its worker
    try:
        while not shutdown.is_requested():
            for number in set(range(workers)) - set(children.values()):
                children[_fork(work, number, alive, lifeline)] = number
            _wait(woken)
            if _forget_ended(children):
                time.sleep(RESTART_PAUSE)
        release()
        while children and (left := shutdown.seconds_left() + shutdown.GRACE) > 0:
            _wait(woken, left)
            _forget_ended(children)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
        for child in children:
            os.waitpid(child, 0)


def _wait(woken: int, seconds: float | None = None) -> None:
    """Wait for a signal."""
    if select.select([woken], [], [], seconds)[0]:
        os.read(woken, 4096)


def _forget_ended(children: dict[int, int]) -> bool:
    """Forget the processes that have ended; returns whether there are some. Processes of libraries are not touched."""
    ended = [child for child in children if os.waitpid(child, os.WNOHANG)[0]]
    for child in ended:
        del children[child]
    return bool(ended)


def _ignore(*_: object) -> None:
    """Leave a signal to the first process. Programs started by this process do not inherit this handler."""


def _fork(work: Callable[[int], None], number: int, alive: int, lifeline: int) -> int:
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, _ignore)  # Ctrl-C reaches all processes, and systemd's SIGTERM does, too
        signal.signal(signal.SIGTERM, _ignore)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.close(lifeline)
        threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()
        work(number)
        status = 0
    except BaseException:
        sys.stderr.write(short_traceback(sys.exc_info()) + "\n")
        sys.stderr.flush()
    finally:
        os._exit(status)  # exit handlers of the first process must not run here


def _end_with_parent(alive: int) -> None:
    os.read(alive, 1)
    os._exit(0)
