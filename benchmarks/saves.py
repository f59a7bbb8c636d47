"""Answers of a hall: 300 students of one sheet, each of whom saves an answer every two seconds.

Starts the product as it ships, on a SQLite file and, if TEST_POSTGRES_URL names a server, on PostgreSQL as well. The
students type at moments of their own, whether or not the server keeps up: each latency counts from the moment at which
the save was due. Every answer must be 204, and afterwards the database must hold each student's last text. In the same
run: how often the same server answers with a small file, and how many saves it takes when nobody pauses.

Before the measurement each student saves a few times, since a worker draws the questions of a key that it has not seen.

Budget: p99 below 100 ms, no error, nothing lost.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import results
from class_sheet import class_sheet, permission
from hall import small_file
from house import ROOT, p50, p95, p99, product
from pace import Pace
from results import Row

sys.path.insert(0, str(ROOT))

from ireval.exercises import make_sheet, variant
from web.store.tokens import device

RHYTHM = 2.0  # seconds between two saves of a student
BUDGET = 100  # ms
CLOSED = 3.0  # seconds for each of the loads without a pause
STRAIGHT = 16  # connections of these
ROUNDS = 6  # saves of each student before the measurement


class Desk:
    """A student with a connection, who saves one answer again and again."""

    def __init__(self, netloc: str, path: str, field: str, headers: str) -> None:
        self.path, self.field = path, field
        self.head = f"POST {path}/answers HTTP/1.1\r\nHost: {netloc}\r\n{headers}ireval-device={device()}\r\n"
        self.saved: str | None = None
        self.acknowledged = ""
        self.faults = 0
        self.count = 0

    async def connect(self, address: tuple[str, int]) -> None:
        """Open the connection."""
        _, self.pace = await asyncio.get_running_loop().create_connection(Pace, *address)

    async def save(self) -> None:
        """Save another text, and count it as a fault if it is not acknowledged."""
        self.count += 1
        text = f"0.{self.count:04}"
        body = urlencode({self.field: text, "since": ""})
        known = f"X-Saved: {self.saved}\r\n" if self.saved is not None else ""
        form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        answer = (await self.pace.exchange(f"{self.head}{known}{form}\r\n{body}".encode())).decode("latin-1")
        if not answer.startswith("HTTP/1.1 204"):
            self.faults += 1
            return
        self.acknowledged = text
        found = re.search(r"(?im)^x-saved: (\S*)", answer)
        self.saved = found[1] if found else None


@contextmanager
def hall(url: str, students: int, *, exercises: int) -> Iterator[tuple[str, list[Desk], Callable[[], int]]]:
    """The server's address, the students of a sheet, and what counts those whose last text is not in the database."""
    content = make_sheet(42, exercises, conventions="lillis")
    with class_sheet(url, content, "Hall", students) as (store, published, sheet, keys):
        first = variant(content, keys[0]).questions[0]
        part = first.parts[0].id
        with product(DATABASE_URL=url) as server:
            sent = permission(f"{server}/s/{published.student}/{keys[0]}")
            headers = "\r\n".join(f"{name}: {value}" for name, value in sent.items()) + "; "
            netloc = urlsplit(server).netloc
            desks = [Desk(netloc, f"/s/{published.student}/{key}", f"{first.id}.{part}", headers) for key in keys]

            def lost() -> int:
                given = {found.key: found.given.get((first.id, part)) for found in store.all_answers(sheet)}
                return sum(given[key] != desk.acknowledged for key, desk in zip(keys, desks, strict=True))

            yield server, desks, lost


async def begin(address: tuple[str, int], desks: Sequence[Desk]) -> None:
    """Connect everybody, and let everybody save some answers."""
    for desk in desks:
        await desk.connect(address)
    for _ in range(ROUNDS):
        for start in range(0, len(desks), STRAIGHT):
            await asyncio.gather(*(desk.save() for desk in desks[start : start + STRAIGHT]))


async def rhythm(desks: Sequence[Desk], seconds: float) -> list[float]:
    """The latencies in milliseconds of saves that are due every two seconds, for each student at another moment."""
    chance, start, latencies = random.Random(1), time.perf_counter() + 0.5, list[float]()

    async def type_answers(desk: Desk, due: float) -> None:
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await desk.save()
            latencies.append(1000 * (time.perf_counter() - due))
            due += RHYTHM

    await asyncio.gather(*(type_answers(desk, start + RHYTHM * chance.random()) for desk in desks))
    return latencies


async def straight(work: Callable[[int], Coroutine[Any, Any, object]]) -> float:
    """How often something is done in a second by several at once without a pause."""
    end, done = time.perf_counter() + CLOSED, 0

    async def repeat(place: int) -> None:
        nonlocal done
        while time.perf_counter() < end:
            await work(place)
            done += 1

    await asyncio.gather(*(repeat(place) for place in range(STRAIGHT)))
    return done / CLOSED


async def small_files(server: str, address: tuple[str, int]) -> float:
    """How many small files the server sends in a second."""
    request = (await asyncio.to_thread(small_file, server)).request
    made = [await asyncio.get_running_loop().create_connection(Pace, *address) for _ in range(STRAIGHT)]
    return await straight(lambda place: made[place][1].exchange(request))


async def measured(server: str, desks: Sequence[Desk], seconds: float) -> tuple[list[float], float, float]:
    """The latencies, and how many saves and small files a second there are without a pause."""
    parts = urlsplit(server)
    address = parts.hostname or "", parts.port or 0
    await begin(address, desks)
    latencies = await rhythm(desks, seconds)
    most = await straight(lambda place: desks[place].save())
    return latencies, most, await small_files(server, address)


@contextmanager
def databases() -> Iterator[list[tuple[str, str]]]:
    """The name and the URL of each database, empty; PostgreSQL's is a schema, which is gone afterwards."""
    server, name = os.environ.get("TEST_POSTGRES_URL", ""), f"ireval_{secrets.token_hex(6)}"
    with tempfile.TemporaryDirectory() as folder:
        found = [("SQLite", f"sqlite:///{Path(folder, 'hall.sqlite')}")]
        if not server:
            yield found
            return
        import psycopg

        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'CREATE SCHEMA "{name}"'.encode())
            try:
                mark = "&" if "?" in server else "?"
                yield [*found, ("PostgreSQL", f"{server}{mark}options=-csearch_path%3D{name}")]
            finally:
                connection.execute(f'DROP SCHEMA "{name}" CASCADE'.encode())


def report(
    name: str, students: int, times: Sequence[float], rates: tuple[float, float], failed: tuple[int, int]
) -> Row:
    """Print the figures of one database; returns the row for docs/speed.md.

    ``rates`` are saves and small files a second at most, ``failed`` wrong answers and texts that were lost.
    """
    (most, files), (faults, lost) = rates, failed
    a, b, c = p50(times), p95(times), p99(times)
    kept = c < BUDGET and not faults and not lost
    print(f"{name:11}{len(times):6} saves   p50 {a:.0f} ms   p95 {b:.0f}   p99 {c:.0f}")
    print(f"{'':11}errors: {faults}, texts lost: {lost}; without a pause {most:.0f} saves/s,", end=" ")
    print(f"{files:.0f} small files/s: a save costs {files / most:.0f} of them")
    print(f"{'':11}budget, p99 below {BUDGET} ms and nothing lost: {'kept' if kept else 'EXCEEDED'}")
    return Row(
        f"{students} students, a save every {RHYTHM:g} s each, {name}, p50/p95/p99",
        f"{a:.0f}/{b:.0f}/{c:.0f} ms, {faults} errors, {lost} lost; {most:,.0f} saves/s at most",
        f"{files:,.0f}/s, small files of the same server",
        round(files / most, 1),
        f"p99 under {BUDGET} ms, nothing lost",
        kept,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=300, help="students, each with a save every two seconds (300)")
    parser.add_argument("--seconds", type=float, default=20, help="how long they type (20)")
    parser.add_argument("--exercises", type=int, default=2, help="exercises of the sheet (2)")
    results.add_json(parser)
    options = parser.parse_args()
    rows = []
    print(f"{os.cpu_count()} cores, generator included; {options.students} students, a save every {RHYTHM:g} s each")
    with databases() as found:
        for name, url in found:
            with hall(url, options.students, exercises=options.exercises) as (server, desks, lost):
                times, most, files = asyncio.run(measured(server, desks, options.seconds))
                faults = sum(desk.faults for desk in desks)
                rows.append(report(name, options.students, times, (most, files), (faults, lost())))
    results.write(options.json, rows)


if __name__ == "__main__":
    main()
