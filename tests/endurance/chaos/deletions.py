"""What was deleted: once that was acknowledged, no page shows it again, whichever process is asked."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing, suppress

from tools.rehearse.http_client import Browser, UnreachableError

AGAIN = 3  # times that each address is asked for at each server, on new connections: there are several processes


class Deletions:
    """The addresses of what was deleted."""

    def __init__(self, ports: Sequence[int], chance: random.Random) -> None:
        self.count = 0
        self._gone: list[str] = []
        self._ports, self._chance = ports, chance

    def note(self, paths: Sequence[str]) -> None:
        """These paths showed something whose deletion was acknowledged."""
        self.count += 1
        self._gone += paths

    async def look(self) -> list[str]:
        """Ask for a path, for one of the latest as often as for any; returns it if it is still answered."""
        if not self._gone:
            return []
        path = self._chance.choice(self._gone[-8:] if self._chance.random() < 0.5 else self._gone)
        return await self._shown(path, self._chance.choice(self._ports))

    async def look_everywhere(self) -> list[str]:
        """Ask for all paths at all servers, and forget them; returns those that are still answered."""
        gone, self._gone = self._gone, []
        asks = [(path, port) for path in gone for port in self._ports] * AGAIN
        return [found for path, port in asks for found in await self._shown(path, port)]

    async def _shown(self, path: str, port: int) -> list[str]:
        with closing(Browser([port], self._chance)) as browser, suppress(UnreachableError):
            if (await browser.get(path)).status == 200:
                kind, _, rest = path.lstrip("/").partition("/")
                return [f"{kind}/…{rest[-12:]} was shown after its deletion"]
        return []
