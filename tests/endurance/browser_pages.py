"""Students and an owner in a real browser, in the same class and behind the same relays."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.endurance.ledger import Ledger
from tests.endurance.published_sheet import OwnedSheet
from tests.endurance.relay import Relay

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

LONGEST = 60_000  # ms until what a page must show is missed


class WindowStudent:
    """A student whose page is open in a browser."""

    def __init__(self, page: Page, relay: Relay, ledger: Ledger, chance: random.Random) -> None:
        self.back: list[float] = []
        self.errors: list[str] = []
        self._events: deque[str] = deque(maxlen=8)  # what became of the last requests
        page.on("requestfailed", lambda request: self._events.append(str(request.failure)))
        page.on("response", lambda answer: self._events.append(f"{answer.request.method} {answer.status}"))
        self._page, self._relay, self._ledger, self._chance = page, relay, ledger, chance

    async def join(self, sheet: OwnedSheet) -> None:
        """Begin at the door, as somebody who clicks."""
        await self._page.goto(f"http://127.0.0.1:{self._relay.port}{sheet.students}")
        await self._page.locator("#begin").click()
        await self._page.wait_for_url(f"**{sheet.students}/*", wait_until="load")

    async def work(self, until: float) -> None:
        """Type numbers, and wait after each until it is saved."""
        clock = asyncio.get_running_loop().time
        path = urlsplit(self._page.url).path
        fields = self._page.locator("#sheet .exercise input[inputmode][name*='.']:enabled")
        while clock() < until:
            begun = clock()
            field = fields.nth(self._chance.randrange(await fields.count()))
            name, text = await field.get_attribute("name") or "", f"{self._chance.random():.4f}"
            self._ledger.note_sent(path, {name: text})
            await field.fill("")
            self._ledger.note_sent(path, {name: ""})
            await field.press_sequentially(text, delay=20)
            if not await self._is_saved():
                self.errors.append(f"a page in a browser saved nothing for a minute: {', '.join(self._events)}")
                return
            self._ledger.note_acknowledged(path, {name: text})
            if begun < self._relay.outages.last_end() <= clock():
                self.back.append(clock() - self._relay.outages.last_end())
            await asyncio.sleep(min(max(until - clock(), 0), self._chance.uniform(1, 3)))

    async def _is_saved(self) -> bool:
        """Wait until the page says that everything is saved; returns whether it ever does."""
        from playwright.async_api import expect

        try:
            await expect(self._page.locator("#state")).to_have_text("Saved", timeout=LONGEST)
        except AssertionError:
            return False
        return True


async def follow(page: Page, address: str, until: float) -> str:
    """Open the owner's page, leave it open until this time, and return how many students it shows then."""
    await page.goto(address)
    await asyncio.sleep(max(0, until - asyncio.get_running_loop().time()))
    return await page.locator("#figures dd").first.inner_text()


@asynccontextmanager
async def windows(count: int) -> AsyncIterator[Sequence[Page]]:
    """So many pages, each in a browser context of its own; none if there is no Chromium."""
    if not count or not CHROMIUM:
        yield []
        return
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser: Browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield [await (await browser.new_context()).new_page() for _ in range(count)]
        finally:
            await browser.close()
