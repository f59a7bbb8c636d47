"""A lecture: phones in rooms that answer a question within ten seconds, while all of them and the screens ask for news.

Starts the product as it ships, on a SQLite file and, if TEST_POSTGRES_URL names a server, on PostgreSQL as well: one
room with 300 phones, then 30 rooms with 30. In each round, each phone answers at a moment by chance within ten seconds,
asks for news every two and a half seconds as its script does, and the screen of each room every second. The loop is
open: each latency counts from the moment at which a request was due. Every answer must be stored.

Budget: p99 of the answers below 100 ms, no error, nothing lost.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sys
import time
from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import results
from hall import small_file
from house import ROOT, p50, p95, p99, product
from pace import Pace
from results import Row
from saves import databases, straight

sys.path.insert(0, str(ROOT))

import json

from ireval.exercises import make_sheet, new_key
from web.store.rooms.room_records import Place, Stage
from web.store.sheet_store import Store

BUDGET = 100  # ms
WITHIN, NEWS, SCREEN = 10.0, 2.5, 1.0  # seconds: for answers, and between two requests of a phone and of a screen
AGAIN = 0.2  # seconds until what a busy server refused is sent again, as a phone's script does
SIZES = ((1, 300), (30, 30))


def question() -> str:
    """A round's body: a question that all phones get with the same list."""
    sheet = make_sheet(42, 1, conventions="lillis")
    exercise = sheet.exercises[0].id
    body = {"kind": "question", "sheet": json.loads(sheet.to_json()), "exercise": exercise, "key": new_key()}
    return json.dumps(body | {"title": "AP", "view": "/lab?labels=101"})


class Browser:
    """A browser with a connection and a cookie, whose requests wait for one another; ``busy`` were sent again."""

    def __init__(self, netloc: str, cookie: str = "") -> None:
        self.netloc, self.cookie, self.tag, self.busy = netloc, cookie, "", 0
        self.lock = asyncio.Lock()

    async def connect(self, address: tuple[str, int]) -> None:
        """Open the connection."""
        self.address = address
        _, self.pace = await asyncio.get_running_loop().create_connection(Pace, *address)

    async def ask(self, path: str, form: Mapping[str, str] | None = None, tag: str = "") -> str:
        """The answer with its head."""
        body = urlencode(form).encode() if form else b""
        sent = {"Host": self.netloc, "HX-Request": "true"}
        if tag:
            sent["If-None-Match"] = tag
        if self.cookie:
            sent["Cookie"] = self.cookie
        if form:
            sent |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        request = f"{'POST' if form else 'GET'} {path} HTTP/1.1\r\n{head}\r\n".encode() + body
        async with self.lock:
            while True:
                if self.pace.transport.is_closing():
                    await self.connect(self.address)
                try:
                    answer = await self.pace.exchange(request)
                except ConnectionError:
                    continue
                if not answer.startswith(b"HTTP/1.1 503"):
                    return answer.decode("utf-8", "replace")
                self.busy += 1
                await asyncio.sleep(AGAIN)

    async def news(self, path: str) -> None:
        """Ask whether something has changed, as a script does."""
        answer = await self.ask(path, tag=self.tag)
        found = re.search(r"(?im)^etag: (\S+)", answer)
        self.tag = found[1] if found else self.tag


class Phone(Browser):
    """A phone in a room."""

    def __init__(self, netloc: str, code: str) -> None:
        super().__init__(netloc)
        self.code, self.faults, self.sent = code, 0, ""

    async def join(self, address: tuple[str, int]) -> None:
        """Open the page of the room, and keep its cookie."""
        await self.connect(address)
        page = await self.ask(f"/j/{self.code}")
        found = re.search(r"(?im)^set-cookie: (ireval-phone=[^;]+)", page)
        self.cookie = found[1] if found else ""
        await self.news(f"/j/{self.code}/now")

    def write(self, round_: int, field: str, text: str) -> None:
        """Prepare the answer to a round: the form has the key that is in the phone's cookie."""
        self.form = {"device": self.cookie.partition("=")[2], "round": str(round_), "vote": "1", field: text}
        self.sent = text


class Figures(NamedTuple):
    """What came of the rounds: the milliseconds of answers and of requests for news, wrong answers, and lost ones."""

    answers: list[float]
    news: list[float]
    faults: int
    lost: int


class Lecture:
    """Rooms with their phones and screens, against one server and its database."""

    def __init__(self, server: str, store: Store, rooms: int, phones: int) -> None:
        parts = urlsplit(server)
        self.address, self.store = (parts.hostname or "", parts.port or 0), store
        opened = [store.rooms.open("Lecture", timedelta(days=1)) for _ in range(rooms)]
        self.rooms = [room for room in (store.rooms.by_code(x.code) for x in opened) if room]
        self.screens = [Browser(parts.netloc, f"ireval-room={x.owner}") for x in opened]
        self.phones = [[Phone(parts.netloc, room.code) for _ in range(phones)] for room in self.rooms]

    async def join(self) -> None:
        """Everybody joins, some at a time."""
        for screen in self.screens:
            await screen.connect(self.address)
        for phones in self.phones:
            for start in range(0, len(phones), 16):
                await asyncio.gather(*(phone.join(self.address) for phone in phones[start : start + 16]))

    async def round(self) -> tuple[list[float], list[float]]:
        """The latencies of the answers and of the requests for news of one round."""
        self.rooms = [self.store.rooms.ask(room, question()) for room in self.rooms]
        for place, (room, phones) in enumerate(zip(self.rooms, self.phones, strict=True)):
            page = await phones[0].ask(f"/j/{room.code}")
            field = re.search(r'name="(answer\.[^"]+)"', page)
            assert field, page
            for number, phone in enumerate(phones):
                phone.write(room.round, field[1], f"0.{place:02}{number:03}")
        start, answers, news = time.perf_counter() + 0.5, list[float](), list[float]()
        everybody = [phone for phones in self.phones for phone in phones]
        jobs = [self._answer(phone, start, answers) for phone in everybody]
        jobs += [self._news(phone, f"/j/{phone.code}/now", NEWS, start, news) for phone in everybody]
        jobs += [self._news(screen, "/classroom/now", SCREEN, start, news) for screen in self.screens]
        await asyncio.gather(*jobs)
        return answers, news

    @staticmethod
    async def _answer(phone: Phone, start: float, latencies: list[float]) -> None:
        due = start + random.random() * WITHIN
        await asyncio.sleep(due - time.perf_counter())
        answer = await phone.ask(f"/j/{phone.code}/answers", phone.form)
        phone.faults += answer[9:12] != "200"
        latencies.append(1000 * (time.perf_counter() - due))

    @staticmethod
    async def _news(browser: Browser, path: str, rhythm: float, start: float, latencies: list[float]) -> None:
        due = start + random.random() * rhythm
        while due < start + WITHIN:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await browser.news(path)
            latencies.append(1000 * (time.perf_counter() - due))
            due += rhythm

    def lost(self) -> int:
        """How many answers of the last round are not in the database as they were sent."""
        missing = 0
        for room, phones in zip(self.rooms, self.phones, strict=True):
            stored = {x.text for x in self.store.rooms.phones.answers(room, room.round)}
            missing += sum(phone.sent not in stored for phone in phones)
            self.store.rooms.move(room, room.place, Place(room.round, 1, Stage.CLOSED))
        return missing


async def measured(lecture: Lecture, rounds: int) -> Figures:
    """All rounds of a lecture."""
    await lecture.join()
    answers, news, lost = list[float](), list[float](), 0
    for _ in range(rounds):
        sent, asked = await lecture.round()
        answers, news, lost = answers + sent, news + asked, lost + lecture.lost()
    faults = sum(phone.faults for phones in lecture.phones for phone in phones)
    return Figures(answers, news, faults, lost)


async def files_a_second(server: str) -> float:
    """How many small files the server sends in a second."""
    parts = urlsplit(server)
    request = (await asyncio.to_thread(small_file, server)).request
    loop, address = asyncio.get_running_loop(), (parts.hostname or "", parts.port or 0)
    made = [await loop.create_connection(Pace, *address) for _ in range(16)]
    return await straight(lambda place: made[place][1].exchange(request))


def report(name: str, size: tuple[int, int], found: Figures, files: float) -> Row:
    """Print the figures, and return them as a row."""
    rooms, phones = size
    a, b, c = (f(found.answers) for f in (p50, p95, p99))
    kept = c < BUDGET and not found.faults and not found.lost
    print(f"{name:11}{rooms:3} rooms of {phones:3}: answers p50 {a:.0f} ms   p95 {b:.0f}   p99 {c:.0f};", end=" ")
    print(f"news p50 {p50(found.news):.0f}   p99 {p99(found.news):.0f}; {found.faults} errors, {found.lost} lost")
    return Row(
        f"{rooms} {'room' if rooms == 1 else 'rooms'} of {phones} that answer within {WITHIN:g} s, {name}, p50/p95/p99",
        f"{a:.0f}/{b:.0f}/{c:.0f} ms, {found.faults} errors, {found.lost} lost",
        f"{files:,.0f}/s, small files of the same server",
        None,
        f"p99 under {BUDGET} ms, nothing lost",
        kept,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1, help="questions in a lecture (1)")
    results.add_json(parser)
    options = parser.parse_args()
    rows: list[Row] = []
    print(f"{os.cpu_count()} cores, generator included; {options.rounds} rounds")
    with databases() as found:
        for name, url in found:
            store = Store(url)
            with product(DATABASE_URL=url) as server:
                for size in SIZES:
                    figures = asyncio.run(measured(Lecture(server, store, *size), options.rounds))
                    rows.append(report(name, size, figures, asyncio.run(files_a_second(server))))
            store.close_connections()
    results.write(options.json, rows)


if __name__ == "__main__":
    main()
