"""A class that works without a pause, on a sheet for practice and on one with a roster, while its server is killed."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from typing import Any, Self

from tests.endurance.answer_page import AnswerPage
from tests.endurance.ledger import Ledger
from tests.endurance.published_sheet import OwnedSheet, new_key, publish
from tools.rehearse.http_client import Browser, UnreachableError

PRACTISING = 4  # students at a time on the sheet for practice
SITTING = 2  # students at a time on the sheet with a roster
TURNS = 60  # answers after which a student is replaced by a new one
BATCH = 4  # names that the owner enters at a time

Turn = Callable[[], Coroutine[Any, Any, None]]


class KilledClass:
    """Students and an owner, and what was acknowledged to them. Sheets are read through their pages alone."""

    def __init__(
        self, practice: OwnedSheet, exam: OwnedSheet, browser: Browser, chance: random.Random, thinking: float
    ) -> None:
        self.acknowledged: Counter[str] = Counter()
        self.lost: list[str] = []
        self.sheets = self._practice, self._exam = practice, exam
        self._browser, self._chance, self._thinking = browser, chance, thinking
        self._ledger = Ledger()
        self._names: dict[str, bool] = {}  # a batch of names by its first word -> whether it was acknowledged
        self._submitted: set[str] = set()  # the paths of pages whose submission was acknowledged
        self._free: list[str] = []  # paths of the pages of students on the roster who have not begun
        self._touched: set[str] = set()
        self._going = asyncio.Event()
        self._idle = 0
        self._workers: list[asyncio.Task[None]] = []

    @classmethod
    async def begin(cls, browser: Browser, chance: random.Random, *, thinking: float = 0) -> Self:
        """Publish two sheets, and give everybody something to do, once `work` is called.

        Students think for so many seconds before they save answers.
        """
        practice, exam = await publish(browser, "practice"), await publish(browser, "once")
        found = cls(practice, exam, browser, chance, thinking)
        await found._enter_names()
        turns = [found._practise] * PRACTISING + [found._sit] * SITTING + [found._own]
        found._workers = [asyncio.create_task(found._repeat(turn)) for turn in turns]
        return found

    async def work(self, answers: int) -> None:
        """Let everybody work, and wait until so many more answers are acknowledged, but not for ever."""
        wanted = self._ledger.acknowledged + answers
        self._going.set()
        for _ in range(1000):
            if self._ledger.acknowledged >= wanted:
                return
            await asyncio.sleep(0.01)

    async def rest(self) -> None:
        """Wait until nobody waits for an answer any more."""
        self._going.clear()
        async with asyncio.timeout(60):
            while self._idle < len(self._workers):
                for worker in self._workers:
                    if worker.done():
                        worker.result()
                await asyncio.sleep(0.01)

    async def end(self) -> None:
        """Nobody works any more."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._browser.close()

    async def owner_page_opens(self) -> None:
        """Open the owners' pages, and let the sheet for practice accept answers. Raises ``UnreachableError``."""
        for sheet in (self._practice, self._exam):
            await sheet.student_count()
        await _expect_303(self._practice.post("/reopen"))

    async def compare(self, *, everything: bool) -> list[str]:
        """Note what is lost of that which changed since the last comparison; returns the pages that do not open."""
        closed = []
        for path in sorted(self._ledger.pages() if everything else self._touched):
            page = self._page(path)
            try:
                shown = await page.load()
            except UnreachableError as error:
                closed.append(f"{path.rsplit('/', 1)[1]}: {error}")
                continue
            self._ledger.compare(path, shown)
            if path in self._submitted and not page.submitted:
                self._ledger.lost.append(f"{path.rsplit('/', 1)[1]}: the submission")
        self._touched.clear()
        await self._compare_roster()
        self.lost = self._ledger.lost
        self.acknowledged["answers"] = self._ledger.acknowledged
        return closed

    async def _compare_roster(self) -> None:
        found = Counter(row["name"].split()[0] for row in await self._exam.roster())
        for batch, acknowledged in self._names.items():
            if found[batch] != BATCH and (acknowledged or found[batch]):
                self._ledger.lost.append(f"{BATCH - found[batch]} of {BATCH} names of the batch {batch}")

    def _page(self, path: str) -> AnswerPage:
        return AnswerPage(self._browser, path, self._ledger, self._chance)

    async def _repeat(self, turn: Turn) -> None:
        """Do something again and again while the class works; what fails begins from the start."""
        while True:
            try:
                await turn()
            except UnreachableError:
                await self._pause(0.05)

    async def _pause(self, seconds: float = 0) -> None:
        """Between two requests; while the class rests, as long as it does."""
        if not self._going.is_set():
            self._idle += 1
            await self._going.wait()
            self._idle -= 1
        await asyncio.sleep(seconds)

    async def _practise(self) -> None:
        """A student begins with a new key, answers, and sometimes checks an exercise."""
        await self._pause()
        with closing(Browser(self._browser.ports, self._chance)) as browser:
            page = AnswerPage(browser, await new_key(browser, self._practice), self._ledger, self._chance)
            self.acknowledged["keys"] += 1
            await page.load()
            for _ in range(TURNS):
                await self._save(page)
                if self._chance.random() < 0.05:
                    await self._pause()
                    with suppress(UnreachableError):
                        await _expect_303(page.press("", check="ap"))
                        self.acknowledged["checks"] += 1

    async def _sit(self) -> None:
        """A student from the roster begins, answers and submits."""
        await self._pause()
        if not self._free:
            await self._pause(0.1)
            return
        with closing(Browser(self._browser.ports, self._chance)) as browser:
            page = AnswerPage(browser, self._free.pop(), self._ledger, self._chance)
            await page.load()
            for _ in range(self._chance.randint(1, TURNS // 4)):
                await self._save(page)
            await self._pause()
            self._touched.add(page.path)
            await _expect_303(page.press("/submit"))
            self._submitted.add(page.path)
            self.acknowledged["submissions"] += 1

    async def _save(self, page: AnswerPage) -> None:
        """Type some answers and save them. What fails stays in the page and is sent with the next ones."""
        await self._pause(self._thinking)
        page.type(self._chance.randint(1, 3))
        self._touched.add(page.path)
        try:
            await page.save(8)
        except UnreachableError:
            await self._pause(0.02)

    async def _own(self) -> None:
        """An owner looks at the class, enters names, and closes a sheet and reopens it."""
        await self._pause(0.5)
        await self._practice.student_count()
        if len(self._free) < 2 * SITTING:
            await self._pause()
            await self._enter_names()
        if self._chance.random() < 0.2:
            await self._pause()
            await _expect_303(self._practice.post("/close"))
            await _expect_303(self._practice.post("/reopen"))
            self.acknowledged["closings"] += 1

    async def _enter_names(self) -> None:
        """Enter a batch of names, and let students use the seats."""
        before = await self._exam.roster()
        batch = f"batch{len(self._names)}"
        self._names[batch] = False
        names = "\n".join(f"{batch} {number}" for number in range(BATCH))
        await _expect_303(self._exam.post("/roster", names=names, after=str(len(before))))
        self._names[batch] = True
        self.acknowledged["names"] += BATCH
        rows = await self._exam.roster()
        self._free += [f"{self._exam.students}/{row['key']}" for row in rows[len(before) :]]


async def _expect_303(answer: Coroutine[Any, Any, Any]) -> None:
    """Wait for an answer that acknowledges a change. Raises ``UnreachableError`` for any other one."""
    status = (await answer).status
    if status != 303:
        raise UnreachableError(f"status {status}")
