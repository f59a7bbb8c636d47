"""A student of the exam: opens the sheet, saves answers, reloads the page now and then, submits, and looks again."""

from __future__ import annotations

import asyncio
import html
import random
import re
from collections.abc import Awaitable, Mapping

from tools.rehearse.figures import Figures
from tools.rehearse.http_client import TIMEOUT, Answer, Browser, UnreachableError
from tools.rehearse.plan import Plan

AGAIN = 2.0  # seconds until the page tries again what was not saved
FIELD = re.compile(r'<input id="[^"]*" name="(\w+\.[^"]+)" value="([^"]*)"')
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
SAVED = re.compile(r'data-saved="([^"]*)"')
#: What the operating system says when it has no more files or ports.
FEW_FILES, FEW_PORTS = "Errno 24", "Errno 99"


class Candidate:
    """A student with a key, whose page has this path. ``start`` is the loop's time at which the play starts."""

    def __init__(self, browser: Browser, path: str, figures: Figures, chance: random.Random, start: float) -> None:
        self._browser, self._path, self._figures, self._chance = browser, path, figures, chance
        self._start = start
        self._token = self._saved = ""
        self._fields: list[str] = []
        self._unsaved: dict[str, str] = {}
        self._sent: dict[str, list[str]] = {}  # after the last acknowledgement
        self.acknowledged: dict[str, str] = {}
        self.checked = False

    async def work(self, plan: Plan, comes: float) -> None:
        """Take part, and come at this time, in seconds after the start."""
        await self._until(comes)
        while not await self._load(self._start + comes):
            await asyncio.sleep(AGAIN)
        self._figures.arrived.append(self._now() - self._start)
        hands_in = plan.seconds - plan.submissions * self._chance.random()
        due = comes + plan.rhythm * self._chance.uniform(0.5, 1)
        while due < hands_in:
            await self._until(due)
            if self._chance.random() < plan.reloads:
                await self._load(self._now())
            self._figures.planned += 1
            await self._answer(self._start + due)
            due += plan.rhythm
        await self._until(hands_in)
        await self._submit()

    async def look(self) -> None:
        """Load the page once more, and count what is not as it was acknowledged."""
        answer = await self._tried(self._browser.get(self._path))
        if answer and answer.status == 200:
            self._compare(answer.text)

    async def _load(self, due: float) -> bool:
        """Load the page; whether it came."""
        answer = await self._tried(self._browser.get(self._path))
        if not answer:
            return False
        token = TOKEN.search(answer.text)
        if answer.status != 200 or not token:
            self._figures.errors[f"a page: status {answer.status}"] += 1
            return False
        self._figures.pages.append(self._now() - due)
        self._token = token[1]
        saved = SAVED.search(answer.text)
        self._saved = saved[1] if saved else ""
        self._fields = [name for name, _ in FIELD.findall(answer.text)]
        self._compare(answer.text)
        self.checked = False
        return True

    async def _answer(self, due: float) -> None:
        """Save another answer, with what could not be saved before."""
        self._unsaved[self._chance.choice(self._fields)] = f"0.{self._chance.randrange(10**6):06}"
        if await self._save():
            now = self._now()
            self._figures.saves.append(now - due)
            self._figures.saved.append(now - self._start)

    async def _save(self) -> bool:
        """Send what is not saved; whether it was acknowledged."""
        batch = dict(self._unsaved)
        for name, text in batch.items():
            self._sent.setdefault(name, []).append(text)
        headers = {"X_CSRFToken": self._token, "X_Saved": self._saved}
        answer = await self._tried(self._browser.post(f"{self._path}/answers", batch, TIMEOUT, **headers))
        if answer and answer.status == 202:  # an earlier request was stored without an answer
            headers["X_Saved"] = answer.headers.get("x-saved", self._saved)
            answer = await self._tried(self._browser.post(f"{self._path}/answers", batch, TIMEOUT, **headers))
        if not answer or answer.status not in (200, 204):
            if answer:
                self._figures.errors[f"a save: status {answer.status}"] += 1
            return False
        self._saved = answer.headers.get("x-saved", self._saved)
        self._figures.acknowledged += len(batch)
        self.acknowledged.update(batch)
        for name in batch:
            self._sent.pop(name, None)
        self._unsaved = {}
        return True

    async def _submit(self) -> None:
        """Submit, asked and confirmed, and look at what the page then shows."""
        while self._unsaved and not await self._save():
            await asyncio.sleep(AGAIN)
        form = {"csrf_token": self._token}
        shown = ""
        for path, more in (("", self.acknowledged | {"submit": "yes"}), ("/submit", {})):
            answer = await self._tried(self._browser.post(self._path + path, form | more))
            if not answer or answer.status != 303:
                self._figures.errors[f"a submission: status {answer.status if answer else 'none'}"] += 1
                return
            page = await self._tried(self._browser.get(answer.leads_to))
            if not page or page.status != 200:
                self._figures.errors["a page after a submission"] += 1
                return
            shown = page.text
        self._figures.submitted += 1
        self._compare(shown)

    def _compare(self, text: str) -> None:
        """Count what the page does not show as it was acknowledged last, or sent after that."""
        shown: Mapping[str, str] = {name: html.unescape(value) for name, value in FIELD.findall(text)}
        wrong = [
            name
            for name, known in self.acknowledged.items()
            if shown.get(name) != known and shown.get(name) not in self._sent.get(name, ())
        ]
        self._figures.lost += len(wrong)
        self.checked = True

    async def _tried(self, request: Awaitable[Answer]) -> Answer | None:
        """The answer; None if there is none, which is counted."""
        try:
            return await request
        except UnreachableError as error:
            text = str(error)
            few = next((kind for kind in (FEW_FILES, FEW_PORTS) if kind in text), "")
            kind = few or text.partition("(")[0]
            self._figures.errors[f"no answer: {kind}"] += 1
            return None

    async def _until(self, seconds: float) -> None:
        """Wait until so many seconds after the start; how much later it is by then is the generator's own lag."""
        due = self._start + seconds
        left = due - self._now()
        if left > 0:
            await asyncio.sleep(left)
            self._figures.lags.append(self._now() - due)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
