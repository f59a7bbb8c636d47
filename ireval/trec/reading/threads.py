"""Runs work on several blocks at the same time, which helps because NumPy releases Python's global lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

#: The most blocks that are processed at the same time.
THREADS = 4


def in_threads(work: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
    """The results of ``work`` on all items, in the order of the items."""
    workers = min(THREADS, os.cpu_count() or 1, len(items))
    if workers < 2:
        yield from map(work, items)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(work, items)
