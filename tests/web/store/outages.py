"""Asks a server for pages while its database cannot be used: some need the store, the others do not."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from tests.endurance.relay import Network, Relay
from tests.endurance.server_process import descendants
from tools.rehearse.http_client import Browser, UnreachableError
from web.store.tokens import reader_token, student_token

RATE = 15  # requests for pages of the store in a second
PAUSE = 0.1  # seconds between two requests for other pages
LATE = 4.0  # seconds after which a page that needs no store counts as missing: less than any wait for the store
NEVER = 30.0  # the same for pages of the store
ONE = Random(1)  # noqa: S311 (it chooses among ports, of which there is one)
PLAIN = "/healthz", "/lab", "/lessons", "/glossary"
READY = "/readyz"
STORED = (
    f"/s/{student_token('x' * 32)}",
    f"/lab?collection={reader_token('x' * 32)}&topic=3&run=words",
    READY,
)


@dataclass
class Asked:
    """The statuses of answers, 0 where none came, and the seconds that each took."""

    answers: list[tuple[str, int, float]] = field(default_factory=list)

    @property
    def statuses(self) -> Counter[int]:
        """How often each status came."""
        return Counter(status for _, status, _ in self.answers)

    @property
    def longest(self) -> float:
        """The seconds that the slowest answer took."""
        return max(seconds for *_, seconds in self.answers)

    async def ask(self, port: int, path: str, patience: float) -> None:
        """Ask for a page on a new connection."""
        browser, begun = Browser([port], ONE), time.perf_counter()
        try:
            status = (await browser.get(path, patience)).status
        except UnreachableError:
            status = 0
        browser.close()
        self.answers.append((path, status, time.perf_counter() - begun))


async def ask_all(port: int, seconds: float) -> tuple[Asked, Asked]:
    """What comes of pages without the store and of pages of the store, while both are asked for all the time."""
    plain, stored, end = Asked(), Asked(), time.monotonic() + seconds
    tasks = set[asyncio.Task[None]]()

    async def ask_for_others() -> None:
        while time.monotonic() < end:
            await plain.ask(port, PLAIN[len(plain.answers) % len(PLAIN)], LATE)
            await asyncio.sleep(PAUSE)

    others = asyncio.create_task(ask_for_others())
    while time.monotonic() < end:
        path = STORED[len(tasks) % len(STORED)]
        tasks.add(asyncio.create_task(stored.ask(port, path, NEVER)))
        await asyncio.sleep(1 / RATE)
    await asyncio.gather(others, *tasks)
    return plain, stored


async def seconds_until_it_works(port: int, most: float = 20.0) -> float:
    """How long it takes until all pages are there, those of the store among them. Raises ``TimeoutError``."""
    begun = time.monotonic()
    while time.monotonic() < begun + most:
        asked = Asked()
        for path in (*PLAIN, *STORED):
            await asked.ask(port, path, NEVER)
        if set(asked.statuses) <= {200, 400, 404}:  # there is no such sheet, and no such collection
            return time.monotonic() - begun
        await asyncio.sleep(0.2)
    raise TimeoutError(f"{asked.answers}")


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Stop this process and all that it has started, so that they keep their connections and do nothing."""
    everyone = [pid]
    os.kill(pid, signal.SIGSTOP)  # the first one, so that it starts no others
    for process in descendants(pid):
        os.kill(process, signal.SIGSTOP)
        everyone.append(process)
    try:
        yield
    finally:
        for process in everyone:
            os.kill(process, signal.SIGCONT)


class RelayThread:
    """A relay to a port, in a thread; the network behind it can be silent for a while."""

    def __init__(self, port: int) -> None:
        self._relay = Relay([port], ONE, late=0)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._do(self._relay.open())

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._relay.port

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Pass nothing on, and report no error."""
        with self._lost(Network.SILENT):
            yield

    @contextmanager
    def slow(self, delay: float) -> Iterator[None]:
        """Pass everything on this many seconds later."""
        self._relay.delay = delay
        with self._lost(Network.SLOW):
            yield

    @contextmanager
    def _lost(self, how: Network) -> Iterator[None]:
        self._do(self._relay.lose(how))
        try:
            yield
        finally:
            self._do(self._relay.restore())

    def close(self) -> None:
        """End it."""
        self._do(self._relay.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: object) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)  # type: ignore[arg-type]
