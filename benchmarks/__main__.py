"""Run every benchmark that takes part, and print what the README and docs/speed.md say of speed.

    python -m benchmarks                     # runs them, and prints both
    python -m benchmarks --write             # writes both instead
    python -m benchmarks --only load toggle --keep figures
    python -m benchmarks --from figures --write

A benchmark takes part if it has the option ``--json`` (see `results.py`). One that fails, or needs what is not
installed, is left out, and said to be. The variable TREC_EVAL names trec_eval's program, if it is not on the path.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # where `python benchmarks/load.py` finds what benchmarks share

import speed_pages  # noqa: E402
from results import Row, read  # noqa: E402

ROOT = HERE.parent
LONGEST = 400  # seconds after which a benchmark is stopped
PATIENCE = 30  # seconds until it has ended
#: Those that write a table of their own into docs/speed.md.
WRITERS = ("files",)


def names() -> list[str]:
    """The benchmarks that take part: their programs define or add the option ``--json``."""
    programs = {path.stem: path.read_text("utf-8") for path in sorted(HERE.glob("[!_]*.py")) if path.stem != "results"}
    return [name for name, text in programs.items() if "add_json(" in text or '"--json"' in text]


def run(name: str, file: Path, *, write: bool) -> str:
    """Run a benchmark, which writes its rows into the file; returns why it failed, empty if it did not."""
    command = [sys.executable, "-m", f"benchmarks.{name}", "--json", str(file)]
    command += ["--write"] if write and name in WRITERS else []
    path = os.pathsep.join([str(ROOT), str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])])
    print(f"\n== {name}", flush=True)
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": path})
    try:
        status = process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)  # so that it ends the server that it started
        process.wait(PATIENCE)
        return f"it was stopped after {LONGEST} seconds"
    return f"it ended with status {status}" if status else ""


def measured(folder: Path, only: Sequence[str], *, write: bool) -> dict[str, list[Row]]:
    """The rows of each benchmark after it was run."""
    found = {}
    for name in only or names():
        file = folder / f"{name}.json"
        if failure := run(name, file, write=write):
            print(f"{name}: {failure}.", file=sys.stderr)
        if file.exists():
            found[name] = read(file)
        else:
            print(f"{name} is left out: it has written no figures.", file=sys.stderr)
    return found


def main() -> None:
    """Measure, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write README.md and docs/speed.md")
    parser.add_argument("--only", nargs="+", default=[], choices=names(), help="these benchmarks alone")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the figures as JSON in this folder")
    parser.add_argument(
        "--from", type=Path, dest="kept", metavar="FOLDER", help="take kept figures, and measure nothing"
    )
    options = parser.parse_args()
    if options.kept:
        found = {path.stem: read(path) for path in sorted(options.kept.glob("*.json"))}
    else:
        with tempfile.TemporaryDirectory() as temporary:
            folder = options.keep or Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            found = measured(folder, options.only, write=options.write)
    section, table = speed_pages.section(found), speed_pages.table(found)
    if options.write:
        speed_pages.write(ROOT / "README.md", section)
        speed_pages.write(ROOT / "docs" / "speed.md", table)
    else:
        print(f"\n{section}\n\n{table}")


if __name__ == "__main__":
    main()
