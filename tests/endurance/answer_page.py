"""A student's page as its script keeps it: texts are sent as they are typed, and again until they are stored."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Mapping
from contextlib import suppress

from tests.endurance.ledger import Ledger
from tests.endurance.page_forms import Control, Form
from tests.paths import ROOT
from tools.rehearse.http_client import Answer, Browser, UnreachableError

TYPING = 0.4  # seconds without a key before an answer is sent


def _constants() -> dict[str, float]:
    """The numbers of the script that decides how long pages wait, in seconds."""
    script = (ROOT / "static" / "page" / "patience.js").read_text("utf-8")
    return {name: int(number) / 1000 for name, number in re.findall(r"^const (\w+) = (\d+);", script, re.MULTILINE)}


WAITS = _constants()


def timeout(failures: int) -> float:
    """Seconds until a request is given up, after so many failures in a row."""
    return WAITS["TIMEOUT"] if failures < 2 else WAITS["SLOW"]


def pause(failures: int, answer: Answer | None, chance: random.Random) -> float:
    """Seconds until the next try."""
    after = answer.headers.get("retry-after", "") if answer else ""
    if after.isdecimal():
        return min(int(after), WAITS["BUSIEST"]) * chance.uniform(1, 1.25)
    longest: float = min(WAITS["FIRST"] * 2.0 ** (failures - 1), WAITS["LONGEST"])
    return longest * chance.uniform(0.5, 1)


class AnswerPage:
    """An open page with its fields, and the texts in them that may not be stored yet."""

    def __init__(self, browser: Browser, path: str, ledger: Ledger, chance: random.Random) -> None:
        self.browser, self.path = browser, path
        self.controls: Mapping[str, Control] = {}
        self.unsaved: dict[str, str] = {}
        self.latencies: list[tuple[float, float]] = []  # when each answer that saved came, and after how many seconds
        self.refusals: list[int] = []  # the status of each answer that did not save
        self.failures = 0  # in a row
        self.submitted = False
        self._ledger, self._chance = ledger, chance
        self._token = ""
        self._saved = ""  # when the page's answers were saved, as far as it knows

    async def load(self) -> Mapping[str, str]:
        """Load the page; returns the answers that it shows."""
        page = await self.browser.open(self.path)
        form = Form(page.text, "sheet")
        if not form.answers:
            raise UnreachableError("The page has no fields.")
        self.controls, self._token = form.answers, form.token
        self.submitted = 'id="state"' not in page.text
        self._saved = page.text.partition('data-saved="')[2].partition('"')[0]
        return {name: control.value for name, control in form.answers.items()}

    def type(self, count: int = 1) -> None:
        """Type new texts into some fields."""
        for name in self._chance.sample(sorted(self.controls), min(count, len(self.controls))):
            choices = [choice for choice in self.controls[name].choices if choice]
            self.unsaved[name] = self._chance.choice(choices) if choices else f"{self._chance.random():.6f}"

    async def save(self, patience: float = 20) -> Answer:
        """Send what is not stored. Raises ``UnreachableError`` if no complete answer comes."""
        batch = dict(self.unsaved)
        self._ledger.note_sent(self.path, batch)
        began = asyncio.get_running_loop().time()
        answer = await self._post(batch, patience)
        if answer.status == 202:  # an earlier request was stored without an answer
            answer = await self._post(batch, patience)
        if answer.status in {200, 204}:
            self.latencies.append((began, asyncio.get_running_loop().time() - began))
            self._ledger.note_acknowledged(self.path, batch)
            self.unsaved = {name: text for name, text in self.unsaved.items() if batch.get(name) != text}
        else:
            self.refusals.append(answer.status)
        return answer

    async def _post(self, batch: Mapping[str, str], patience: float) -> Answer:
        headers = {"X_CSRFToken": self._token, "X_Saved": self._saved}
        answer = await self.browser.post(f"{self.path}/answers", batch, patience, **headers)
        self._saved = answer.headers.get("x-saved", self._saved)
        return answer

    async def save_patiently(self) -> None:
        """Save as the script does, until everything is stored."""
        await asyncio.sleep(TYPING)
        while self.unsaved:
            answer = None
            with suppress(UnreachableError):
                answer = await self.save(timeout(self.failures))
            if answer and answer.status in {200, 204}:
                self.failures = 0
                continue
            self.failures += 1
            if self._chance.random() < 0.2:
                self.type()  # people do not stop typing
            await asyncio.sleep(pause(self.failures, answer, self._chance))

    async def press(self, path: str, **form: str) -> Answer:
        """The answer to a button of the page."""
        return await self.browser.post(self.path + path, {"csrf_token": self._token, **form})
