"""Runs work on several blocks at the same time, which helps because NumPy releases Python's global lock."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

#: The most blocks that are processed at the same time.
THREADS = 4


def in_threads(work: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
    """The results of ``work`` on all items, in the order of the items."""
    # One block is usually one small list, whose score takes less time than the query for the number of processors.
    workers = 1 if len(items) < 2 else min(THREADS, os.cpu_count() or 1, len(items))
    if workers < 2:
        yield from map(work, items)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(work, items)


def in_threads_one_by_one(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """The results of ``work`` on items, in their order; only a few items and results exist at the same time."""
    workers, rest = min(THREADS, os.cpu_count() or 1), iter(items)
    begin = list(islice(rest, 2))
    if min(workers, len(begin)) < 2:
        yield from map(work, chain(begin, rest))
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[Result]] = deque()
        for item in chain(begin, rest):
            waiting.append(pool.submit(work, item))
            if len(waiting) > workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
