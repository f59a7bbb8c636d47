"""Work on many blocks, some at the same time: NumPy computes outside of Python's lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

#: Blocks that are worked on at the same time, at most.
THREADS = 4


def in_threads(work: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
    """``work`` on all items, its results in their order."""
    workers = min(THREADS, os.cpu_count() or 1, len(items))
    if workers < 2:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(work, items)
