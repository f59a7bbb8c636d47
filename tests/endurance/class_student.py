"""A student of a class: joins, types answers, reloads the page, and tries something in the lab now and then."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tests.endurance.answer_page import AnswerPage, pause, timeout
from tests.endurance.ledger import Ledger
from tests.endurance.page_forms import Form
from tests.endurance.published_sheet import OwnedSheet, new_key
from tests.endurance.relay import Intervals, Relay
from tools.rehearse.http_client import Browser, UnreachableError

T = TypeVar("T")
THINKING = 6.0  # seconds between two actions, on average
LAB = "/lab?labels={}&unretrieved=32211&size=800&conventions=lillis&show=AP"
RANKS = 15
GRADES = "0123"


class ClassStudent:
    """A student behind a relay. ``errors`` are failures while network and servers worked."""

    def __init__(
        self, relay: Relay, ledger: Ledger, chance: random.Random, kills: Intervals, thinking: float = THINKING
    ) -> None:
        self.toggles: list[tuple[float, float]] = []  # when each was answered, and after how many seconds
        self.reloads = 0
        self.errors: list[str] = []
        self.back: list[float] = []  # seconds from a return of the network to the success of what had failed
        self.relay = relay
        self._ledger, self._chance, self._kills, self._thinking = ledger, chance, kills, thinking
        self._browser = Browser([relay.port], chance)
        self.page = AnswerPage(self._browser, "", ledger, chance)
        self._labels = "".join(chance.choices(GRADES, k=RANKS))
        self._lab: dict[str, str] = {}

    async def join(self, sheet: OwnedSheet) -> None:
        """Get a key at the door, and open the page and the lab."""
        self.page.path = await self._patiently(lambda: new_key(self._browser, sheet))
        await self._patiently(self.page.load)
        lab = await self._patiently(lambda: self._browser.open(LAB.format(self._labels)))
        self._lab = Form(lab.text, "lab").posted

    async def work(self, until: float) -> None:
        """Work until this time of the loop's clock."""
        while (left := until - self._now()) > 0:
            await asyncio.sleep(min(left, self._chance.expovariate(1 / self._thinking)))
            action, begun = self._chance.random(), self._now()
            if action < 0.7:
                self.page.type(self._chance.randint(1, 2))
                await self.page.save_patiently()
                self._note_refusals(begun)
            elif action < 0.9:
                await self._toggle()
            else:
                await self._patiently(self._reload)
            if begun < self.relay.outages.last_end() <= self._now():
                self.back.append(self._now() - self.relay.outages.last_end())

    def measured(self, times: list[tuple[float, float]]) -> list[float]:
        """The seconds of those answers that no outage delayed."""
        return [took for begun, took in times if not self._disturbed(begun, begun + took)]

    def leave(self) -> None:
        """Close the browser."""
        self._browser.close()

    async def _reload(self) -> None:
        shown = await self.page.load()
        if self._ledger.compare(self.page.path, shown):
            self.errors.append("an answer was gone after a reload")
        self.reloads += 1

    async def _toggle(self) -> None:
        rank = self._chance.randrange(RANKS)
        label = self._chance.choice([label for label in GRADES if label != self._labels[rank]])
        changed = self._labels[:rank] + label + self._labels[rank + 1 :]
        form = self._lab | {f"g{rank + 1}": label}

        async def post() -> None:
            begun = self._now()
            answer = await self._browser.post("/lab", form, timeout(0), HX_Request="true")
            if answer.status != 200 or f'data-address="/lab?labels={changed}&amp;' not in answer.text:
                self.errors.append(f"a toggle: status {answer.status}")
            self.toggles.append((begun, self._now() - begun))

        await self._patiently(post)

    async def _patiently(self, action: Callable[[], Awaitable[T]]) -> T:
        """Try again until it succeeds, as pages do, or people who reload them."""
        failures = 0
        while True:
            begun = self._now()
            try:
                return await action()
            except UnreachableError as error:
                failures += 1
                if not self._disturbed(begun, self._now()):
                    self.errors.append(str(error))
            await asyncio.sleep(pause(failures, None, self._chance))

    def _note_refusals(self, begun: float) -> None:
        found, self.page.refusals = self.page.refusals, []
        if not self._disturbed(begun, self._now()):
            self.errors += [f"a save: status {status}" for status in found]

    def _disturbed(self, begun: float, ended: float) -> bool:
        return self.relay.outages.touch(begun, ended) or self._kills.touch(begun, ended)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
