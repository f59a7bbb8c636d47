"""``python -m tests.fuzz``: hostile input for all that reads any, counted; faults end it with exit status 1."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from pathlib import Path

from tests.fuzz.areas import AREAS, areas
from tests.fuzz.driver import plan
from tests.fuzz.processes import tallies
from tests.fuzz.report import Tally, json_text, summary

#: Seconds between two lines of progress.
RHYTHM = 30


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    chosen = _parser().parse_args(arguments)
    began, tally = time.monotonic(), Tally()
    said = began
    until = began + 60 * chosen.minutes if chosen.minutes else None
    names = chosen.area or list(AREAS)
    batches = plan(areas(names), chosen.cases)
    for part in tallies(names, batches, chosen.seed, chosen.jobs):
        new = part.findings.keys() - tally.findings.keys()
        tally.add(part)
        for signature in sorted(new):
            print("\n".join(tally.findings[signature].lines()), flush=True)
        if time.monotonic() > said + RHYTHM:
            said = time.monotonic()
            print(f"{tally.cases:,} of {chosen.cases:,} inputs", file=sys.stderr, flush=True)
        if until and time.monotonic() > until:
            break
    seconds = time.monotonic() - began
    if chosen.json:
        Path(chosen.json).write_text(json_text(tally, seconds), "utf-8")
    print(summary(tally, seconds))
    return 1 if tally.findings else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000, help="how many inputs (default: 20,000)")
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other inputs (default: 0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that work on them (default: 1)")
    parser.add_argument("--area", action="append", choices=list(AREAS), help="only this area; may be repeated")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so many minutes")
    parser.add_argument("--json", default="", metavar="FILE", help="also write everything to FILE, as JSON")
    return parser


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the other processes are ended on the way out
    sys.exit(main())
