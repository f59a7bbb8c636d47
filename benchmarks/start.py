"""How long the command takes to start: `ireval evaluate` on two tiny files, against `import numpy, pyarrow`.

Each program runs as a process of its own, the two in turn, and the quickest run of each counts. The files are so small
that nearly all of the time goes into imports.

Budget: at most twice the time of the imports.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from house import PYTHON, ROOT

QRELS = "1 0 a 1\n1 0 b 0\n"
RUN = "1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n"
BUDGET = 2.0


def seconds(command: Sequence[str]) -> float:
    """The wall time of one run, in seconds."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    start = time.perf_counter()
    subprocess.run([PYTHON, *command], env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    """Measure, and print both times and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=30, help="runs of each program, of which the quickest counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        qrels, run = Path(folder, "qrels.txt"), Path(folder, "run.txt")
        qrels.write_text(QRELS, "utf-8")
        run.write_text(RUN, "utf-8")
        programs = {
            "import numpy, pyarrow": ["-c", "import numpy, pyarrow"],
            "ireval evaluate": ["-m", "ireval", "evaluate", str(qrels), str(run)],
        }
        for command in programs.values():  # compiles what was never imported before
            seconds(command)
        taken: dict[str, list[float]] = {name: [] for name in programs}
        for _ in range(options.runs):
            for name, command in programs.items():
                taken[name].append(seconds(command))
    least, ours = (min(times) for times in taken.values())
    for name, times in taken.items():
        print(f"{name:24}{1000 * min(times):6.0f} ms")
    print(f"{'ratio':24}{ours / least:6.2f}, budget {BUDGET:.1f}")


if __name__ == "__main__":
    main()
