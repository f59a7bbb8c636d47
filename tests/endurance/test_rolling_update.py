"""Two servers are replaced by the next version, one after the other, while a class saves answers: nobody notices."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.endurance.apart import run_apart
from tests.endurance.killed_class import KilledClass
from tests.endurance.next_version import REVISION, make_next_version
from tests.endurance.server_process import Server
from tests.web.store.conftest import KINDS, database
from tools.rehearse.http_client import Answer, Browser, UnreachableError
from web.store import schema_upgrade
from web.store.database import Database

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux"),
]
#: Settings of servers behind a proxy; they are not ready for a second before they stop.
SETTINGS = {"WORKERS": "1", "PROXIES": "1", "DRAIN_SECONDS": "1", "REQUEST_SECONDS": "10", "JOB_WORKER": "0"}
SETTINGS |= {"RATE_CHANGES": "1000000/minute", "RATE_KEYS": "1000000/hour"}


class Balancer:
    """The ports of the servers that are ready, as a proxy knows them that asks each of them ten times a second."""

    def __init__(self) -> None:
        self.servers: list[Server] = []
        self.ready: list[int] = []
        self.failures: list[str] = []

    async def keep_asking(self) -> None:
        while True:
            await self.ask()
            await asyncio.sleep(0.1)

    async def ask(self) -> None:
        """Only what is ready stays in the list that browsers have; if nothing is, the list stays, as with proxies."""
        found = [server.port for server in self.servers if await _is_ready(server.port)]
        self.ready[:] = found or self.ready

    async def until_ready(self, server: Server) -> None:
        async with asyncio.timeout(20):
            while server.port not in self.ready:
                await asyncio.sleep(0.05)

    async def until_gone(self, server: Server) -> None:
        async with asyncio.timeout(20):
            while server.port in self.ready:
                await asyncio.sleep(0.05)


async def _is_ready(port: int) -> bool:
    with closing(Browser([port], random.Random(1))) as browser:
        try:
            answer = await browser.get("/readyz", 2)
        except UnreachableError:
            return False
        return answer.status == 200 and bool(json.loads(answer.text)["ready"])


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every request without an answer, and every answer that says that the server could not."""
    found = list[str]()
    request = Browser._request

    async def noting(browser: Browser, method: str, path: str, *arguments: object) -> Answer:
        is_probe = path == "/readyz"
        try:
            answer = await request(browser, method, path, *arguments)  # type: ignore[arg-type]
        except UnreachableError as error:
            found.extend([] if is_probe else [f"{method} {path.rpartition('/')[2]}: {error}"])
            raise
        if answer.status >= 500 and not is_probe:
            found.append(f"{method} {path.rpartition('/')[2]}: {answer.status}")
        return answer

    monkeypatch.setattr(Browser, "_request", noting)
    return found


@pytest.fixture(scope="module")
def next_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_next_version(tmp_path_factory.mktemp("next") / "tree")


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as found:
        yield found


async def replace_one_after_the_other(url: str, folder: Path, next_version: Path) -> KilledClass:
    """First one is replaced, then the other is only started again as it was, then it is replaced, too."""
    chance, balancer = random.Random(1), Balancer()

    async def start(*, later: bool) -> Server:
        server = Server(folder, url, next_version, **SETTINGS) if later else Server(folder, url, **SETTINGS)
        await asyncio.to_thread(server.start)
        balancer.servers.append(server)
        await balancer.until_ready(server)
        return server

    async def stop(server: Server) -> None:
        await asyncio.to_thread(server.stop)
        await balancer.until_gone(server)
        balancer.servers.remove(server)

    asking = asyncio.create_task(balancer.keep_asking())
    try:
        first, second = await start(later=False), await start(later=False)
        class_ = await KilledClass.begin(Browser(balancer.ready, chance), chance, thinking=0.1)
        await class_.work(8)

        async def replace(old: Server, *, later: bool) -> Server:
            await stop(old)
            await class_.work(8)
            new = await start(later=later)
            await class_.work(8)
            return new

        await replace(first, later=True)
        second = await replace(second, later=False)
        await replace(second, later=True)
        await class_.rest()
        await class_.owner_page_opens()
        assert await class_.compare(everything=True) == [] == class_.lost
        await class_.end()
        assert [server.tracebacks() for server in balancer.servers] == [[], []]
    finally:
        asking.cancel()
        for server in balancer.servers:
            server.stop()
    return class_


def test_nothing_fails_and_nothing_is_lost_while_servers_are_replaced(
    url: str, tmp_path: Path, next_version: Path, failures: list[str]
) -> None:
    """It takes as long as five servers need to start and three to stop, as they do behind a proxy."""
    class_ = run_apart(replace_one_after_the_other(url, tmp_path, next_version))
    assert failures == []
    assert class_.acknowledged["answers"] >= 56
    with closing(Database(url, migrated=False)) as stored, stored.reading() as connection:
        assert schema_upgrade.revision(connection) == REVISION
        assert connection.scalars(text("SELECT DISTINCT tries FROM answers")).all() == [1]
