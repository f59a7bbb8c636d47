"""How short processes end that read a run with `ireval.trec`: with exit status 0, or aborted by a thread of PyArrow.

A thread that releases memory of Python's while Python shuts down aborts the process: "terminate called without an
active exception". Half of the processes end as soon as the run is read. The other half make this as likely as possible:
they keep Python's lock for a moment, so that a thread has to wait for it, and take a while to shut down.

Budget: no process is aborted.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from house import PYTHON, ROOT

READ = "import sys; from ireval.trec import read_run; run = read_run(sys.argv[1])"
SLOW = """
import time
class Slow:
    sleep = staticmethod(time.sleep)
    def __del__(self):
        self.sleep(0.03)
slow = Slow()
"""
PROGRAMS = {"ends at once": READ, "shuts down slowly": f"{SLOW}{READ}; sum(range(60000))"}
#: The topics, of 1,000 documents each, of the two files.
TOPICS = {"small": 2, "large": 150}


def end(program: str, run: Path) -> str:
    """How a process ends: its exit status, and the last line on standard error."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [PYTHON, "-c", program, str(run)], env=environment, capture_output=True, text=True, check=False
    )
    return f"exit status {done.returncode} {''.join(done.stderr.splitlines()[-1:])}".rstrip()


def main() -> None:
    """Start the processes one after the other, and print how many of each kind ended in which way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=1000, help="processes in all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for name, topics in TOPICS.items():
            files[name] = Path(folder, name)
            rows = (f"{t} Q0 doc{t}-{rank} {rank} {-rank} me\n" for t in range(topics) for rank in range(1000))
            files[name].write_text("".join(rows), "utf-8")
        kinds = [(program, file) for program in PROGRAMS for file in files]
        ends: dict[tuple[str, str], Counter[str]] = {kind: Counter() for kind in kinds}
        for number in range(options.processes):
            program, file = kinds[number % len(kinds)]
            ends[program, file][end(PROGRAMS[program], files[file])] += 1
    for (program, file), counts in ends.items():
        print(f"{program:20}{file:8}" + ", ".join(f"{count} x {what}" for what, count in counts.items()))


if __name__ == "__main__":
    main()
