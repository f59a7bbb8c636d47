"""The working process: `python -m web.jobs.working.worker` makes the file of one job, within limits, and ends.

Its standard input stays open as long as the worker lives. The first line names a folder and the limits; when the input
ends, the process ends with everything that it has started. The folder holds `order.json`, the order, and `sent` with
the files that came with it; the process writes `file`. To its standard output it writes lines of JSON: its `progress`,
and at last the `state` of the job with its outcome.
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
from typing import IO, Any

from ireval.errors import InputError
from ireval.messages import say
from web.store.jobs.job_records import FAILED, READY

#: Seconds after which a process without a job ends, so that it does not keep memory.
IDLE = 300
#: The niceness of a process: at its start, and when a long job begins.
MODEST, LOWEST = 5, 19
#: Seconds between two notes of the progress.
RHYTHM = 0.1
MEGABYTE = 2**20


def main() -> None:
    """Wait for a job and do it."""
    if hasattr(os, "nice"):
        os.nice(MODEST)  # pages come first
    from web.jobs import kinds  # takes half a second, so it is done before a job comes

    idle = threading.Timer(IDLE, os._exit, (0,))
    idle.daemon = True
    idle.start()
    line = sys.stdin.buffer.readline()
    idle.cancel()
    if not line:
        return
    task = json.loads(line)
    threading.Thread(target=_end_with_worker, daemon=True).start()
    if task["is_long"]:
        give_way()
    _limit(task["seconds"], task["megabytes"])
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that output of libraries does not reach the worker
        _say(output, _outcome(Path(task["folder"]), output, kinds))


def _outcome(folder: Path, output: IO[str], kinds: Any) -> dict[str, Any]:
    """Make the file; returns the state of the job and its outcome."""
    try:
        return _make(folder, output, kinds)
    except InputError as error:
        return {
            **{"state": FAILED, "key": error.key, "field": error.field},
            **{"problem": error.message, "advice": error.suggestion},
        }
    except (MemoryError, ImportError):  # without memory, no library can be loaded either
        return {"state": FAILED, "reason": "memory"}
    except OSError as error:
        if error.errno != errno.ENOMEM:
            raise
        return {"state": FAILED, "reason": "memory"}
    except subprocess.CalledProcessError as error:
        return {"state": FAILED, "reason": "time" if _out_of_time(error.returncode) else "memory"}


def give_way() -> None:
    """Run only on an idle processor, if the system supports that: even with the lowest priority, pages would wait."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            return
    if hasattr(os, "nice"):
        os.nice(LOWEST)


def _make(folder: Path, output: IO[str], kinds: Any) -> dict[str, Any]:
    order, last = json.loads((folder / "order.json").read_text("utf-8")), 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > RHYTHM or done == total:
            last = time.monotonic()
            _say(output, {"progress": [done, total]})

    sent = sorted((folder / "sent").iterdir(), key=lambda path: int(path.name))
    made = kinds.KINDS[order["kind"]](kinds.Work(order["what"], sent, folder / "file", report))
    notes = [say(note) for note in made.notes]
    return {"state": READY, "name": made.name, "media_type": made.media_type, "notes": notes}


def _say(output: IO[str], facts: dict[str, Any]) -> None:
    print(json.dumps(facts), file=output, flush=True)


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


def _end_with_worker() -> None:
    while os.read(0, 1024):
        pass
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)  # this process leads a group of its own
    os._exit(1)


if __name__ == "__main__":
    main()
