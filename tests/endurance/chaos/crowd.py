"""Visitors who use an installation all the time, and what was acknowledged to them."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress

from tests.endurance.answer_page import AnswerPage
from tests.endurance.chaos import job_orders
from tests.endurance.chaos.chaos_browser import PATIENCE, ChaosBrowser
from tests.endurance.chaos.deletions import Deletions
from tests.endurance.chaos.scenario_figures import ScenarioFigures
from tests.endurance.ledger import Ledger
from tests.endurance.published_sheet import OwnedSheet, new_key, publish
from tests.ireval.collection.upload.uploads import GOOD
from tools.rehearse.http_client import Browser, UnreachableError

STUDENTS = 3
LAB_READERS = 2
LATE = 10.0  # seconds after which a page that needs no store counts as missing, on a busy computer
WARM = 3  # connections for each page, so that each process gets some
REPEATING = 10.0  # seconds for which somebody repeats a request that was cut off
PLAIN = "/lessons", "/healthz", "/glossary", "/measures/AP"
FIRST = 60.0  # seconds until everything works at the start, and again after a failure
KEPT = 4  # one of so many collections is not deleted

Turn = Callable[[], Awaitable[None]]


class Crowd:
    """Visitors of the servers at ``ports``, which may change. ``figures`` are those of the scenario that is played."""

    def __init__(self, ports: list[int], chance: random.Random) -> None:
        self.ports, self._chance = ports, chance
        self.figures = ScenarioFigures("before")
        self.deletions = Deletions(ports, chance)
        self._ledger = Ledger()
        self._kept: set[str] = set()  # the paths of owners of collections that are not deleted
        self._pages: list[AnswerPage] = []
        self._checked = ""  # the path of a page on which nobody works
        self._uploads = 0
        self._orders = False
        self._going = asyncio.Event()
        self._idle = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self, *, orders: bool) -> None:
        """Publish a sheet, and let students open it; nobody works before `start`. Without ``orders`` of files."""
        with closing(self._browser()) as owner:
            sheet = await publish(owner, "practice")
            self._checked = await new_key(owner, sheet)
            for _ in range(STUDENTS):
                browser = self._browser()
                self._pages.append(AnswerPage(browser, await new_key(browser, sheet), self._ledger, self._chance))
                await self._pages[-1].load()
        turns: list[tuple[Turn, float]] = [(self._read_lab, 0.04)] * LAB_READERS
        turns += [(self._saver(page), 0.1) for page in self._pages]
        turns += [(self._upload_and_delete, 0.3), (self._publish_and_delete, 0.3), (self._look_for_deleted, 0.05)]
        if orders:
            await asyncio.to_thread(job_orders.expected)
            turns.append((lambda: job_orders.order(self._browser(), self.figures), 1))
        self._orders = orders
        self._tasks = [asyncio.create_task(self._repeat(turn, pause)) for turn, pause in turns]

    def start(self, figures: ScenarioFigures) -> None:
        """Everybody works; what happens counts for these figures."""
        self.figures = figures
        self._going.set()

    async def warm(self) -> None:
        """Open the pages that the first visitor of a process waits longer for, at all processes of all servers."""
        for port in list(self.ports):
            for path in (*PLAIN, "/lab") * WARM:
                with closing(Browser([port], self._chance)) as browser, suppress(UnreachableError):
                    await browser.open(path)

    async def rest(self) -> None:
        """Wait until nobody waits for an answer any more."""
        self._going.clear()
        async with asyncio.timeout(2 * PATIENCE):
            while self._idle < len(self._tasks):
                for task in self._tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.01)

    async def end(self) -> None:
        """Nobody works any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for page in self._pages:
            page.browser.close()

    async def seconds_until_it_works(self) -> float:
        """How long it takes until each server saves answers and is ready. Then each takes a collection and deletes it.

        Raises ``TimeoutError`` after a minute.
        """
        begun = time.monotonic()
        async with asyncio.timeout(FIRST):
            for port in list(self.ports):
                await self._until(self._saves, port)
            seconds = time.monotonic() - begun
            for port in list(self.ports):
                await self._until(self._takes_collection, port)
        return seconds

    async def compare(self) -> None:
        """Look for what was acknowledged and is lost, and for what was deleted and is there."""
        found = self.figures
        for path in (self._checked, *(page.path for page in self._pages)):
            with closing(self._browser()) as browser:
                fresh = AnswerPage(browser, path, self._ledger, self._chance)
                self._ledger.compare(path, await fresh.load())
        found.lost += self._ledger.lost
        self._ledger.lost.clear()
        for path in self._kept:
            with closing(self._browser()) as browser:
                if (status := (await browser.get(path, PATIENCE)).status) != 200:
                    found.lost.append(f"a collection: status {status}")
        found.shown_again += await self.deletions.look_everywhere()

    async def _until(self, succeeds: Callable[[ChaosBrowser], Awaitable[bool]], port: int) -> None:
        """Try again and again at a port."""
        while True:
            with closing(ChaosBrowser([port], self._chance)) as browser, suppress(UnreachableError):
                if await succeeds(browser):
                    return
            await asyncio.sleep(0.1)

    async def _saves(self, browser: ChaosBrowser) -> bool:
        page = AnswerPage(browser, self._checked, self._ledger, self._chance)
        await page.load()
        page.type()
        saved = await page.save(PATIENCE)
        return saved.status in {200, 204} and (await browser.get("/readyz", PATIENCE)).status == 200

    async def _takes_collection(self, browser: ChaosBrowser) -> bool:
        return await self._delete(browser, await browser.upload(self._title(), GOOD))

    async def _repeat(self, turn: Turn, pause: float) -> None:
        while True:
            if not self._going.is_set():
                self._idle += 1
                await self._going.wait()
                self._idle -= 1
            try:
                await turn()
            except UnreachableError as error:
                status = str(error).rpartition(" ")[2]
                self.figures.refused[int(status) if status.isdecimal() else 0] += 1
                await asyncio.sleep(0.1)
            await asyncio.sleep(pause * self._chance.uniform(0.5, 1.5))

    async def _read_lab(self) -> None:
        """Open a state of the lab that nobody has asked for, or a page that needs no store either."""
        labels = "".join(self._chance.choices("0123", k=15))
        path = self._chance.choice([f"/lab?labels={labels}&show=AP"] * 3 + [self._chance.choice(PLAIN)])
        found, begun = self.figures, time.monotonic()
        found.asked += 1
        while time.monotonic() < begun + REPEATING:
            with closing(Browser(self.ports, self._chance)) as browser:
                try:
                    status = (await browser.get(path, LATE)).status
                    found.answered += status == 200
                    if status != 200:
                        found.faults.append(f"status {status} of {path.partition('?')[0]}")
                    break
                except UnreachableError as error:
                    found.repeated += 1
                    found.cuts[f"{path.partition('?')[0]}: {error}"] += 1
                    await asyncio.sleep(0.02)
        found.longest = max(found.longest, time.monotonic() - begun)

    def _saver(self, page: AnswerPage) -> Turn:
        async def save() -> None:
            page.type(self._chance.randint(1, 2))
            before = self._ledger.acknowledged
            answer = await page.save(PATIENCE)
            self.figures.acknowledged += self._ledger.acknowledged - before
            if answer.status not in {200, 204}:
                self.figures.refused[answer.status] += 1

        return save

    async def _upload_and_delete(self) -> None:
        """Upload a collection, look at it in all ways, and delete most of them."""
        with closing(self._browser()) as browser:
            owner = await browser.upload(self._title(), GOOD)
            self.figures.acknowledged += 1
            self._kept.add(owner)
            if self._uploads % KEPT:
                await self._delete(browser, owner)

    async def _delete(self, browser: ChaosBrowser, owner: str) -> bool:
        """Look at a collection in all ways, so that caches may have it, and delete it."""
        page = (await browser.open(owner)).text
        reader = page.partition('id="reader-link" value="http://')[2].partition('"')[0].partition("/")[2]
        key = reader.rpartition("/")[2]
        lab = f"/lab?collection={key}&topic=1&run=bm25"
        paths = [owner, f"/{reader}", f"/{reader}/files/collection.zip", lab, lab.replace("collection", "c%6fllection")]
        for path in paths:
            if not path.endswith(".zip") and (await browser.get(path, PATIENCE)).status != 200:
                raise UnreachableError(f"a collection: status {(await browser.get(path, PATIENCE)).status}")
        return await self._press_delete(browser, owner, page, paths)

    async def _publish_and_delete(self) -> None:
        """Publish a sheet, save an answer to it, look at it in all ways, order a file of it, and delete it."""
        with closing(self._browser()) as browser:
            sheet: OwnedSheet = await publish(browser, "practice")
            page = AnswerPage(browser, await new_key(browser, sheet), Ledger(), self._chance)
            await page.load()
            page.type()
            await page.save(PATIENCE)
            own = (await browser.open(sheet.own)).text
            paths = [sheet.students, sheet.own, page.path, f"{sheet.own}/points.csv", f"{sheet.own}/answers.csv"]
            self.figures.acknowledged += 1
            if self._orders:
                ordered = await browser.get(f"{sheet.own}/file/moodle?variants=30&anyway=1", PATIENCE)
                if ordered.status == 303:
                    paths += [ordered.leads_to, f"{ordered.leads_to}/file"]
            await self._press_delete(browser, sheet.own, own, paths)

    async def _press_delete(self, browser: Browser, owner: str, page: str, paths: list[str]) -> bool:
        token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
        self._kept.discard(owner)  # if no answer comes, it may be there or not
        answer = await browser.post(f"{owner}/delete", {"csrf_token": token, "sure": "yes"}, PATIENCE)
        if answer.status != 200:
            raise UnreachableError(f"a deletion: status {answer.status}")
        self.deletions.note(paths)
        self.figures.deleted += 1
        return True

    async def _look_for_deleted(self) -> None:
        self.figures.shown_again += await self.deletions.look()

    def _title(self) -> str:
        self._uploads += 1
        return f"Collection {self._uploads}"

    def _browser(self) -> ChaosBrowser:
        return ChaosBrowser(self.ports, self._chance)
