"""Kills a server again and again while students and an owner work, and looks for what it lost."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.endurance.databases import Database, database
from tests.endurance.killed_class import KilledClass
from tests.endurance.server_process import Server
from tools.rehearse.http_client import Browser, UnreachableError

LONGEST = 20.0  # seconds until a server that was hit must answer again
ANSWERS = 10  # answers that are acknowledged between two kills, at least
LONGER = 0.3  # seconds after them until the kill, at most


@dataclass
class Outcome:
    """What the kills did to one database."""

    database: str
    kills: Counter[str] = field(default_factory=Counter)
    acknowledged: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # damage in the database, and pages that do not open
    tracebacks: list[str] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """Whether anything was lost, damaged or not expected."""
        return bool(self.lost or self.faults or self.tracebacks)

    def __str__(self) -> str:
        """The figures, and the first losses."""
        kills = ", ".join(f"{count} {name}" for name, count in sorted(self.kills.items()))
        given = ", ".join(f"{count:,} {name}" for name, count in sorted(self.acknowledged.items()))
        lines = [
            f"{self.database}: {sum(self.kills.values())} kills ({kills})",
            f"  acknowledged: {given}",
            f"  lost: {len(self.lost)}, damaged or not opening: {len(self.faults)}, tracebacks: {len(self.tracebacks)}",
        ]
        return "\n".join([*lines, *(f"  {text}" for text in (self.lost + self.faults + self.tracebacks)[:20])])


async def kill_repeatedly(kind: str, kills: int, seed: int) -> Outcome:
    """Kill a server on a new database of this kind so many times."""
    outcome, chance = Outcome(kind), random.Random(f"{seed} {kind}")
    with tempfile.TemporaryDirectory() as name, database(kind, Path(name)) as stored:
        server = Server(Path(name), stored.url, WORKERS="2", RATE_CHANGES="1000000/minute", RATE_KEYS="1000000/hour")
        server.start()
        try:
            class_ = await KilledClass.begin(Browser([server.port], chance), chance)
            for number in range(kills):
                await _kill(class_, server, stored, chance, outcome)
                tenth = number % 10 == 9
                await _examine(class_, stored, outcome, everything=tenth or number == kills - 1)
                if tenth:
                    done = f"{kind}: {number + 1} of {kills} kills, {len(class_.lost)} lost"
                    print(done, file=sys.stderr, flush=True)
            await class_.end()
        finally:
            server.stop()
        outcome.tracebacks = server.tracebacks()
    outcome.acknowledged = class_.acknowledged
    outcome.lost = class_.lost
    return outcome


async def _kill(class_: KilledClass, server: Server, stored: Database, chance: random.Random, outcome: Outcome) -> None:
    """Let the class work, kill something meanwhile, and wait until the server is back."""
    ways: dict[str, Callable[[], None]] = {
        "all processes": server.kill,
        "first process": server.kill_first,
        "one worker": lambda: server.kill_worker(chance.random()),
        **stored.failures,
    }
    way = chance.choice([*ways, "all processes"])
    await class_.work(ANSWERS)
    await asyncio.sleep(chance.uniform(0, LONGER))
    await asyncio.to_thread(ways[way])
    outcome.kills[way] += 1
    if way == "one worker":
        await asyncio.sleep(chance.uniform(0, 0.2))  # the other one goes on
    await class_.rest()
    if way in {"all processes", "first process"}:
        await asyncio.to_thread(server.start)
    await _soon(class_.owner_page_opens)


async def _examine(class_: KilledClass, stored: Database, outcome: Outcome, *, everything: bool) -> None:
    """Compare the stored data with what was acknowledged."""
    outcome.faults += await asyncio.to_thread(stored.faults)
    try:
        outcome.faults += await class_.compare(everything=everything)
    except UnreachableError as error:
        outcome.faults.append(str(error))


async def _soon(opens: Callable[[], Awaitable[object]]) -> None:
    """Wait until something does not fail any more."""
    async with asyncio.timeout(LONGEST):
        while True:
            try:
                await opens()
            except UnreachableError:
                await asyncio.sleep(0.05)
            else:
                return
