"""The processor time of a worker that has nothing to do: on an empty database, and on one with many ended jobs.

Starts `python -m web.jobs` on a SQLite file and reads its processor time, on Linux.

Budget: below 0.5 % of a core, whatever has ended.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from house import PYTHON, ROOT

sys.path.insert(0, str(ROOT))  # a script finds what is beside it, and not the project

from web.store.jobs.job_records import NewJob
from web.store.jobs.job_store import JobStore
from web.store.sheet_store import Store

BUDGET = 0.5


def add_ended(url: str, jobs: int) -> None:
    """Add jobs that were cancelled, each with a page like that of a sheet."""
    store = Store(url)
    kept = JobStore(store.database, lambda *_: None, None)
    page = {"title": "Week 5", "form": [["sheet", "x" * 4000]]}
    for number in range(jobs):
        new = NewJob("slips", {}, page, f"visitor {number}", "hall", str(number), is_long=False)
        kept.cancel(kept.add(new, lambda _: None).id)
    store.sweep()
    store.close_connections()


def share(url: str, seconds: float) -> float:
    """The percentage of a core that a worker takes, after it has started."""
    with subprocess.Popen([PYTHON, "-m", "web.jobs"], cwd=ROOT, env=os.environ | {"DATABASE_URL": url}) as worker:
        try:
            time.sleep(5)
            before = _processor_seconds(worker.pid)
            time.sleep(seconds)
            return 100 * (_processor_seconds(worker.pid) - before) / seconds
        finally:
            worker.terminate()


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="how long each worker is watched (60)")
    parser.add_argument("--jobs", type=int, default=1000, help="jobs that have ended (1000)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/store.sqlite"
        for ended in (0, options.jobs):
            add_ended(url, ended)
            found = share(url, options.seconds)
            print(
                f"{ended:5} ended jobs: {found:.2f} % of a core; {'kept' if found < BUDGET else 'EXCEEDED'}", flush=True
            )


if __name__ == "__main__":
    main()
