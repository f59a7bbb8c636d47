"""Two servers with one database and one secret: a class works across both while one is killed, each in its turn."""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.endurance.answer_page import AnswerPage
from tests.endurance.apart import run_apart
from tests.endurance.killed_class import KilledClass
from tests.endurance.ledger import Ledger
from tests.endurance.published_sheet import OwnedSheet, publish
from tests.endurance.server_process import Server
from tests.web.store.conftest import KINDS, database
from tools.rehearse.http_client import Browser

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux"),
]


@pytest.fixture
def servers(kind: str, tmp_path: Path) -> Iterator[list[Server]]:
    with database(kind, tmp_path) as url:
        found = [Server(tmp_path, url, WORKERS="1") for _ in range(2)]
        try:
            run_apart(started(found))
            yield found
        finally:
            for server in found:
                server.stop()


async def started(servers: list[Server]) -> None:
    await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))


async def results(sheet: OwnedSheet, port: int) -> str:
    """What the owner's page at this port shows, without the time and the forgery tokens."""
    browser = Browser([port], random.Random(1))
    page = (await browser.open(sheet.own)).text
    browser.close()
    shown = page[page.index('id="results"') :]
    return re.sub(r'<span class="soft" id="as-of">.*?</span>|name="csrf_token" value="[^"]*"', "", shown)


async def expect_a_seat_known_at_once(first: Browser, second: Browser) -> None:
    """A key entered at one server opens the page at the other, and what is saved there is shown at the first."""
    exam, ledger = await publish(first, "once"), Ledger()
    await exam.post("/roster", names="Ada", after="0")
    (row,) = await exam.roster()
    there = AnswerPage(second, f"{exam.students}/{row['key']}", ledger, random.Random(1))
    await there.load()
    there.type(3)
    assert (await there.save()).status in {200, 204}
    here = AnswerPage(first, there.path, ledger, random.Random(1))
    assert ledger.compare(there.path, await here.load()) == 0 and ledger.acknowledged == 3
    await exam.post("/close")
    there.type()
    assert (await there.save()).status == 409


async def work_while_one_is_killed(servers: list[Server], killed: Server) -> None:
    ports, chance = [server.port for server in servers], random.Random(1)
    first, second, both = Browser(ports[:1], chance), Browser(ports[1:], chance), Browser(ports, chance)
    await expect_a_seat_known_at_once(first, second)
    class_ = await KilledClass.begin(both, chance, thinking=0.15)  # it goes on while the server starts again
    await class_.work(8)
    await asyncio.to_thread(killed.kill)
    await class_.work(8)
    await asyncio.to_thread(killed.start)
    await class_.work(8)
    await class_.rest()
    await class_.owner_page_opens()
    assert await class_.compare(everything=True) == [] == class_.lost
    assert class_.acknowledged["answers"] >= 24
    for sheet in class_.sheets:
        assert await results(sheet, ports[0]) == await results(sheet, ports[1])
    await class_.end()
    first.close()
    second.close()


@pytest.mark.parametrize(("killed", "kind"), list(enumerate(KINDS)))
def test_a_class_works_across_two_servers_while_either_is_killed(servers: list[Server], killed: int) -> None:
    run_apart(work_while_one_is_killed(servers, servers[killed]))
    assert [server.tracebacks() for server in servers] == [[], []]
