"""What a working process runs: `python -m web.jobs.worker` makes the file of one job, within limits, and ends.

Its standard input stays open as long as the server lives. The first line names the job and the limits; when the input
ends, the process ends with everything that it has started.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from ireval.errors import InputError
from ireval.messages import say
from web.jobs.spool import FAILED, READY, Job

#: Seconds after which a process that has got no job ends, so that it does not keep memory.
IDLE = 300
#: By how much a process gives way to others: at its start, and when a long job begins.
MODEST, LOWEST = 5, 19
#: Seconds between two notes of the progress.
RHYTHM = 0.1
MEGABYTE = 2**20


def main() -> None:
    """Wait for a job and do it."""
    if hasattr(os, "nice"):
        os.nice(MODEST)  # pages come first
    from web.jobs import kinds  # takes half a second, which is over before a job comes

    idle = threading.Timer(IDLE, os._exit, (0,))
    idle.daemon = True
    idle.start()
    line = sys.stdin.buffer.readline()
    idle.cancel()
    if not line:
        return
    task = json.loads(line)
    threading.Thread(target=_end_with_server, daemon=True).start()
    if task["is_long"]:
        give_way()
    _limit(task["seconds"], task["megabytes"])
    job = Job(Path(task["folder"]))
    try:
        _make(job, kinds)
    except InputError as error:
        job.finish(FAILED, key=error.key, field=error.field, problem=error.message, advice=error.suggestion)
    except (MemoryError, ImportError):  # without memory, no library can be loaded either
        job.finish(FAILED, reason="memory")
    except OSError as error:
        if error.errno != errno.ENOMEM:
            raise
        job.finish(FAILED, reason="memory")
    except subprocess.CalledProcessError as error:
        job.finish(FAILED, reason="time" if _out_of_time(error.returncode) else "memory")


def give_way() -> None:
    """Work only while nothing else does, where the system can do that: at the lowest priority, pages wait for turns."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            return
    if hasattr(os, "nice"):
        os.nice(LOWEST)


def _make(job: Job, kinds: Any) -> None:
    order, last = job.order, 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > RHYTHM or done == total:
            last = time.monotonic()
            job.write("progress", f"{done} {total}")

    fresh = job.folder / ".file"
    made = kinds.KINDS[order["kind"]](kinds.Work(order["what"], job.sent_files, fresh, report))
    fresh.replace(job.file)
    notes = [say(note) for note in made.notes]
    job.finish(READY, name=made.name, media_type=made.media_type, size=job.file.stat().st_size, notes=notes)


def _limit(seconds: int, megabytes: int) -> None:
    """Limit processor time and memory of this process and of those that it starts, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    used = int(time.process_time()) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, used + seconds + 2))
    with suppress(ValueError, OSError):  # macOS does not limit the address space
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _out_of_time(status: int) -> bool:
    return sys.platform != "win32" and status in {-signal.SIGXCPU, -signal.SIGKILL}


def _end_with_server() -> None:
    while os.read(0, 1024):
        pass
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)  # this process leads a group of its own
    os._exit(1)


if __name__ == "__main__":
    main()
