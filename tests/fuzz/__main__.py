"""``python -m tests.fuzz``: hostile input for all that reads any, counted; faults end it with exit status 1."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.fuzz.areas import AREAS, areas
from tests.fuzz.driver import Batch, Runner, plan
from tests.fuzz.report import Tally, json_text, summary

_runner: Runner | None = None


def main(arguments: list[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    chosen = _parser().parse_args(arguments)
    began, tally = time.monotonic(), Tally()
    until = began + 60 * chosen.minutes if chosen.minutes else None
    names = chosen.area or list(AREAS)
    batches = plan(areas(names), chosen.cases)
    for part in _tallies(names, batches, chosen.seed, chosen.jobs):
        new = part.findings.keys() - tally.findings.keys()
        tally.add(part)
        for signature in sorted(new):
            print("\n".join(tally.findings[signature].lines()), flush=True)
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


def _tallies(names: list[str], batches: Iterable[Batch], seed: int, jobs: int) -> Iterator[Tally]:
    """What became of each batch, as soon as it is known."""
    if jobs < 2:
        runner = Runner(areas(names), seed)
        try:
            yield from map(runner.run, batches)
        finally:
            runner.close()
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _start, (names, seed)) as pool:
        yield from pool.imap(_run, batches)
        pool.close()
        pool.join()


def _start(names: list[str], seed: int) -> None:
    global _runner  # noqa: PLW0603 - a process of the pool has one runner
    _runner = Runner(areas(names), seed)
    multiprocessing.util.Finalize(None, _runner.close, exitpriority=10)


def _run(batch: Batch) -> Tally:
    assert _runner is not None
    return _runner.run(batch)


if __name__ == "__main__":
    sys.exit(main())
