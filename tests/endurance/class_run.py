"""A class that works on a sheet, each third of it losing the network for a while."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.endurance.answer_page import AnswerPage
from tests.endurance.browser_pages import WindowStudent, follow, windows
from tests.endurance.class_figures import Figures
from tests.endurance.class_student import THINKING, ClassStudent
from tests.endurance.databases import database
from tests.endurance.ledger import Ledger
from tests.endurance.published_sheet import OwnedSheet, publish
from tests.endurance.relay import Intervals, Network, Relay
from tests.endurance.server_process import Server
from tools.rehearse.http_client import Browser, UnreachableError

#: The parts of the class, and how each loses the network.
PARTS = Network.REFUSING, Network.SILENT, Network.REFUSING
RHYTHM = 10.0  # seconds after which the owner's page asks again
AT_ONCE = 4  # pages that are read at a time at the end


@dataclass(frozen=True)
class Plan:
    """How large a class is, and how long it works. Times are in seconds."""

    students: int = 300
    seconds: float = 600
    outage: float = 20
    servers: int = 1
    browsers: int = 3  # real ones
    thinking: float = THINKING
    seed: int = 1


class Class:
    """A class at work: its students, and what is noted of all of them."""

    def __init__(self, plan: Plan, servers: Sequence[Server], sheet: OwnedSheet, chance: random.Random) -> None:
        self.plan, self.servers, self.sheet, self.chance = plan, servers, sheet, chance
        self.ledger, self.kills = Ledger(), Intervals()
        self.ports = [server.port for server in servers]
        self.relays = [Relay(self.ports, chance) for _ in PARTS]
        self.students: list[ClassStudent] = []
        self.in_windows: list[WindowStudent] = []
        self.figures = Figures("class")

    async def run(self) -> None:
        """Let everybody join and work, lose the network in turn, and read at the end what is stored."""
        for relay in self.relays:
            await relay.open()
        self.students = [self._student(number) for number in range(self.plan.students)]
        try:
            async with windows(self.plan.browsers) as pages:
                for number, page in enumerate(pages[1:]):
                    self.in_windows.append(WindowStudent(page, self.relays[number % 3], self.ledger, self.chance))
                everybody: list[ClassStudent | WindowStudent] = [*self.in_windows, *self.students]
                await asyncio.gather(*map(self._join, everybody))
                end = asyncio.get_running_loop().time() + self.plan.seconds
                async with asyncio.TaskGroup() as tasks:
                    for student in everybody:
                        tasks.create_task(student.work(end))
                    for number, relay in enumerate(self.relays):
                        tasks.create_task(self._lose_network(relay, number))
                    tasks.create_task(self._watch(end))
                    if len(self.servers) > 1:
                        tasks.create_task(self._kill_servers())
                    if pages:
                        address = f"http://127.0.0.1:{self.ports[0]}{self.sheet.own}"
                        following = tasks.create_task(follow(pages[0], address, end + 2 * RHYTHM))
                if pages:
                    self._expect_everybody(int(following.result()), "in a browser")
            await self._compare()
        finally:
            for someone in self.students:
                someone.leave()
            self.sheet.browser.close()
            for relay in self.relays:
                await relay.close()

    def _student(self, number: int) -> ClassStudent:
        relay = self.relays[number % len(self.relays)]
        return ClassStudent(relay, self.ledger, self.chance, self.kills, self.plan.thinking)

    async def _join(self, student: ClassStudent | WindowStudent) -> None:
        await asyncio.sleep(self.chance.uniform(0, self.plan.seconds / 20))
        await student.join(self.sheet)

    async def _lose_network(self, relay: Relay, number: int) -> None:
        await asyncio.sleep(self.plan.seconds * (0.3 + 0.2 * number))
        await relay.lose(PARTS[number])
        await asyncio.sleep(self.plan.outage)
        await relay.restore()

    async def _kill_servers(self) -> None:
        """Kill each server once, and start it again."""
        for server in self.servers:
            await asyncio.sleep(self.plan.seconds * 0.4)
            self.kills.begin()
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            self.kills.end()

    async def _watch(self, end: float) -> None:
        """Ask for the owner's page as its script does."""
        clock = asyncio.get_running_loop().time
        state = ""
        while clock() < end:
            begun = clock()
            try:
                answer = await self.sheet.browser.get(self.sheet.own, If_None_Match=state)
                if answer.status not in {200, 304}:
                    self.figures.errors.append(f"the owner's page: status {answer.status}")
                found = answer.text.partition('data-state="')[2].partition('"')[0]
                state = f'"{found}"' if found else state
                self.figures.owner.append(clock() - begun)
            except UnreachableError as error:
                if not self.kills.touch(begun, clock()):
                    self.figures.errors.append(f"the owner's page: {error}")
            await asyncio.sleep(min(RHYTHM, self.plan.seconds / 10))

    def _expect_everybody(self, shown: int, where: str) -> None:
        if shown != (there := len(list(self.ledger.pages()))):
            self.figures.errors.append(f"the owner's page {where} shows {shown} students of {there}")

    async def _compare(self) -> None:
        """Read every page, through the servers themselves."""
        places, browser = asyncio.Semaphore(AT_ONCE), Browser(self.ports, self.chance)

        async def compare(path: str) -> None:
            async with places:
                reader = Browser(browser.ports, self.chance)
                try:
                    page = AnswerPage(reader, path, self.ledger, self.chance)
                    self.ledger.compare(path, await page.load())
                except UnreachableError as error:
                    self.figures.errors.append(f"a page at the end: {error}")
                reader.close()

        await asyncio.gather(*map(compare, self.ledger.pages()))
        self._expect_everybody(await self.sheet.student_count(), "at the end")

    def collect(self) -> Figures:
        """The figures of everybody."""
        figures = self.figures
        figures.students = len(self.students) + len(self.in_windows)
        for student in self.students:
            figures.saves += student.measured(student.page.latencies)
            figures.toggles += student.measured(student.toggles)
            figures.reloads += student.reloads
            figures.back += student.back
            figures.errors += student.errors
        figures.errors += [error for window in self.in_windows for error in window.errors]
        figures.browsers_back = [seconds for window in self.in_windows for seconds in window.back]
        figures.acknowledged, figures.lost = self.ledger.acknowledged, self.ledger.lost
        figures.tracebacks = [error for server in self.servers for error in server.tracebacks()]
        return figures


async def run_class(kind: str, plan: Plan) -> Figures:
    """Let a class work on a new database of this kind."""
    chance = random.Random(plan.seed)
    with tempfile.TemporaryDirectory() as name, database(kind, Path(name)) as stored:
        servers = [Server(Path(name), stored.url) for _ in range(plan.servers)]
        try:
            for server in servers:
                await asyncio.to_thread(server.start)
            sheet = await publish(Browser([server.port for server in servers], chance), "practice")
            class_ = Class(plan, servers, sheet, chance)
            class_.figures.title = f"{kind}, {plan.servers} server{'s' if plan.servers > 1 else ''}"
            await class_.run()
            return class_.collect()
        finally:
            for server in servers:
                server.stop()
