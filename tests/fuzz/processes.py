"""Batches in several processes, each with a runner of its own, which end cleanly when the command is ended."""

from __future__ import annotations

import multiprocessing
import multiprocessing.util
import os
import signal
from collections.abc import Iterable, Iterator

from tests.fuzz.areas import areas
from tests.fuzz.driver import Batch, Runner
from tests.fuzz.report import Tally

_runner: Runner | None = None


def tallies(names: list[str], batches: Iterable[Batch], seed: int, jobs: int) -> Iterator[Tally]:
    """What became of each batch, in their order and as soon as it is known."""
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others
    signal.signal(signal.SIGTERM, _end)


def _end(*_: object) -> None:
    """Remove the files and end, without an exception, which some callback of a library might swallow."""
    if _runner:
        _runner.close()
    os._exit(1)


def _run(batch: Batch) -> Tally:
    assert _runner is not None
    return _runner.run(batch)
