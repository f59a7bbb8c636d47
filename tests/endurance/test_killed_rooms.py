"""A lecture whose server is killed while phones answer, and whose phones lose the network for a while."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from ireval.exercises import make_sheet
from tests.endurance.apart import run_apart
from tests.endurance.server_process import Server
from tests.web.store.conftest import KINDS, database
from tools.rehearse.http_client import Browser, UnreachableError
from web.store.rooms.room_records import Place, Room, Stage
from web.store.sheet_store import Store

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux"),
]

PHONES, ROUNDS = 24, 4


def body() -> str:
    """A round's body."""
    sheet = make_sheet(42, 1, conventions="lillis")
    exercise = sheet.exercises[0].id
    given = {"kind": "question", "sheet": json.loads(sheet.to_json()), "exercise": exercise, "key": "K7M2PX"}
    return json.dumps(given | {"title": "AP", "view": "/lab?labels=101"})


class LecturePhone:
    """A phone as its script works: what it could not send, it sends again with the same round and vote."""

    def __init__(self, port: int, code: str, number: int) -> None:
        self.browser, self.path = Browser([port], random.Random(number)), f"/j/{code}"
        self.number, self.acknowledged = number, dict[int, str]()
        self.refused = 0

    async def answer(self, round_: int) -> None:
        """Answer the round that is open, however often that takes."""
        page = await self._page()
        device = re.search(r'name="device" value="([^"]+)"', page)
        field = re.search(r'name="(answer\.[^"]+)"', page)
        assert device and field
        text = f"0.{round_}{self.number:02}"
        form = {"device": device[1], "round": str(round_), "vote": "1", field[1]: text}
        for _ in range(200):
            try:
                answer = await self.browser.post(f"{self.path}/answers", form, HX_Request="true")
            except UnreachableError:
                await asyncio.sleep(0.1)
                continue
            if answer.status == 503:
                await asyncio.sleep(0.1)
                continue
            if answer.status == 200:
                self.acknowledged[round_] = text
            else:
                self.refused += 1
            return

    async def _page(self) -> str:
        """The page of the room, however often the server has to be asked for it."""
        for _ in range(200):
            try:
                return (await self.browser.open(self.path)).text
            except UnreachableError:
                await asyncio.sleep(0.1)
        raise UnreachableError


@pytest.fixture
def lecture(kind: str, tmp_path: Path) -> Iterator[tuple[Server, Store]]:
    with database(kind, tmp_path) as url:
        server, store = Server(tmp_path, url, WORKERS="2"), Store(url)
        try:
            server.start()
            yield server, store
        finally:
            server.stop()
            store.close_connections()


async def rounds_with_a_kill(server: Server, store: Store, room: Room) -> list[LecturePhone]:
    """All phones answer each round; in two of them the server is killed in the middle, and started again."""
    phones = [LecturePhone(server.port, room.code, number) for number in range(PHONES)]
    for number in range(1, ROUNDS + 1):
        room = await asyncio.to_thread(store.rooms.ask, room, body())
        answering = asyncio.gather(*(phone.answer(number) for phone in phones))
        if number % 2 == 0:
            await asyncio.sleep(0.15)
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(0.3)
            await asyncio.to_thread(server.start)
        await answering
        room = await asyncio.to_thread(store.rooms.move, room, room.place, Place(number, 1, Stage.CLOSED))
    for phone in phones:
        phone.browser.close()
    return phones


@pytest.mark.parametrize("kind", KINDS)
def test_no_acknowledged_answer_is_lost_when_the_server_is_killed(lecture: tuple[Server, Store]) -> None:
    server, store = lecture
    room = store.rooms.by_code(store.rooms.open("Lecture", timedelta(days=1)).code)
    assert room
    phones = run_apart(rounds_with_a_kill(server, store, room))
    stored = sorted((x.round, x.text) for x in store.rooms.phones.answers(room))
    sent = sorted((number, text) for phone in phones for number, text in phone.acknowledged.items())
    assert stored == sent and len(sent) == PHONES * ROUNDS, "every phone answered every round, once"
    assert server.tracebacks() == []
