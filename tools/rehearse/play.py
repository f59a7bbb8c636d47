"""The play itself: students in as many processes as the generator needs, so that it is not the bottleneck."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import ssl
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import ceil
from typing import NamedTuple
from urllib.parse import urlsplit

from tools.rehearse.candidate import Candidate
from tools.rehearse.figures import Figures
from tools.rehearse.http_client import HTTPS, Browser
from tools.rehearse.plan import Plan, arrival

A_PROCESS = 2_500  # students whom one process plays
GRACE = 30.0  # seconds after the end in which all must be done
LOOKING = 60.0  # seconds in which those are looked at again who could not submit
AT_ONCE = 20  # of them
FAULTS = 0.2  # of the students of a process, after which the play is given up


class Place(NamedTuple):
    """Where the installation is, and the path of the students' pages."""

    address: str
    students: str


def browser(address: str, chance: random.Random) -> Browser:
    """A browser for the installation at this address."""
    parts = urlsplit(address)
    secure = ssl.create_default_context() if parts.scheme == "https" else None
    return Browser([parts.port or (HTTPS if secure else 80)], chance, parts.hostname or "", secure)


def play(place: Place, keys: Sequence[str], plan: Plan) -> Figures:
    """Play the exam with these keys; returns the figures of all processes."""
    count = max(1, min(os.cpu_count() or 1, ceil(len(keys) / A_PROCESS)))
    start = time.time() + 1.5  # until all processes have started
    found = Figures()
    with ProcessPoolExecutor(count, multiprocessing.get_context("spawn")) as pool:
        parts = [pool.submit(_play_part, place, list(keys), plan, start, (n, count)) for n in range(count)]
        for part in parts:
            found.add(part.result())
    return found


def _play_part(place: Place, keys: list[str], plan: Plan, start: float, part: tuple[int, int]) -> Figures:
    more_files()
    return asyncio.run(_students(place, keys, plan, start, part))


async def _students(place: Place, keys: list[str], plan: Plan, start: float, part: tuple[int, int]) -> Figures:
    """Play every so manieth student, from the one with this number on."""
    first, step = part
    figures, loop = Figures(), asyncio.get_running_loop()
    begin = loop.time() + start - time.time()
    students, tasks = [], []
    for number in range(first, len(keys), step):
        chance = random.Random(number)  # noqa: S311
        student = Candidate(browser(place.address, chance), f"{place.students}/{keys[number]}", figures, chance, begin)
        students.append(student)
        tasks.append(asyncio.create_task(student.work(plan, arrival(plan, number))))
    end = begin + plan.seconds + GRACE
    while (left := [task for task in tasks if not task.done()]) and loop.time() < end:
        await asyncio.wait(left, timeout=1)
        if figures.errors.total() > 20 + FAULTS * len(students):
            figures.stopped = True
            break
    unfinished = [task for task in tasks if not task.done()]
    for task in unfinished:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    figures.errors.update(f"the generator: {error!r}" for error in ended if isinstance(error, Exception))
    if unfinished and not figures.stopped:
        figures.errors["not finished in time"] += len(unfinished)
    await _look_again(students, figures)
    return figures


async def _look_again(students: Sequence[Candidate], figures: Figures) -> None:
    """Look at the pages of those who have not seen their last answers again."""
    waiting = [student for student in students if student.acknowledged and not student.checked]
    end = asyncio.get_running_loop().time() + LOOKING
    for start in range(0, len(waiting), AT_ONCE):
        if asyncio.get_running_loop().time() > end:
            break
        await asyncio.gather(*(student.look() for student in waiting[start : start + AT_ONCE]))
    figures.unchecked = sum(not student.checked for student in waiting)


def more_files() -> int:
    """Let this process have as many open files as the system allows; returns the number."""
    if sys.platform == "win32":
        return 2**15
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2**20 if hard == resource.RLIM_INFINITY else hard
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted
