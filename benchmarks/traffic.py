"""Sends prepared requests over kept connections, from a process of its own, and times the answers.

An open loop (`paced`) sends each request when it is due, whether or not those before were answered quickly: one that
waits for the answer before it is sent late, and its time counts from when it was due. A closed loop (`saturated`) sends
the next request as soon as the answer has come, and so finds out how many answers a second a server gives at most.
"""

from __future__ import annotations

import asyncio
import gc
import gzip
import multiprocessing
import random
import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from multiprocessing.connection import Connection as Pipe

LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
PATIENCE = 20  # seconds for the last answers
CHECKED = 10  # one in this many answers is unpacked and read, after the run; of all others the status is looked at
STAGGER = 0.002  # seconds between two connections that are opened


class Exchange(NamedTuple):
    """A request, and what its answer must contain."""

    request: bytes
    contains: bytes


@dataclass
class Result:
    """What a run came to; times are in milliseconds."""

    latencies: list[float] = field(default_factory=list)
    #: How late the generator itself was, in milliseconds: from when a request was due until it looked after it.
    late: list[float] = field(default_factory=list)
    errors: int = 0
    seconds: float = 0
    bytes: int = 0
    #: The share of one processor that the generator took.
    own_share: float = 0
    #: What was due before this moment does not count.
    since: float = float("inf")

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.latencies) / self.seconds


class Connection(asyncio.Protocol):
    """One browser: sends what was given to it, one request after the other, and opens a new connection if it has to."""

    def __init__(self, address: tuple[str, int], result: Result, next_one: Callable[[], Exchange | None]) -> None:
        self.address, self.result, self.next_one = address, result, next_one
        self.waiting: deque[tuple[float, Exchange]] = deque()
        self.transport: asyncio.Transport | None = None
        self.asked: tuple[float, Exchange] | None = None
        self.kept: list[tuple[bytes, bytes]] = []  # answers with what they must contain
        self.ended = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect."""
        try:
            await asyncio.get_running_loop().create_connection(lambda: self, *self.address)
        except OSError:
            self.result.errors += 1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send what waits."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._send()

    def ask(self, due: float, exchange: Exchange) -> None:
        """Send a request as soon as those before it are answered; its time counts from ``due``."""
        self.waiting.append((due, exchange))
        if not self.asked and self.transport:
            self._send()

    def _send(self) -> None:
        if not self.waiting and (following := self.next_one()):
            self.waiting.append((time.monotonic(), following))
        if self.waiting and self.transport:
            self.asked = self.waiting.popleft()
            self.received, self.expected = bytearray(), 0
            self.transport.write(self.asked[1].request)

    def data_received(self, data: bytes) -> None:
        """Count the answer once it is complete."""
        self.received += data
        if not self.expected:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return
            length = LENGTH.search(self.received, 0, end)
            self.expected = end + 4 + (int(length[1]) if length else 0)
        if len(self.received) < self.expected or not self.asked:
            return
        due, exchange = self.asked
        if due >= self.result.since:
            self.result.latencies.append(1000 * (time.monotonic() - due))
            self.result.bytes += len(self.received)
        if not self.received.startswith(b"HTTP/1.1 200"):
            self.result.errors += 1
        elif len(self.result.latencies) % CHECKED == 0:
            self.kept.append((bytes(self.received), exchange.contains))
        self.asked = None
        self._send()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Continue with a new connection; a request without an answer has failed."""
        self.transport = None
        if self.asked:
            self.result.errors += 1
            self.asked = None
        if not self.ended:
            task = asyncio.ensure_future(self.open())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def end(self) -> None:
        """Close the connection, and count whatever was not answered, or not with what was asked for."""
        self.ended = True
        self.result.errors += len(self.waiting) + bool(self.asked)
        self.result.errors += sum(not _contains(answer, text) for answer, text in self.kept)
        self.asked = None
        if self.transport:
            self.transport.abort()


def _contains(answer: bytes, text: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    return text in (gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body)


async def paced(address: tuple[str, int], plans: Sequence[Sequence[tuple[float, Exchange]]], warm: float) -> Result:
    """Send the requests of each connection when they are due, in seconds from the start.

    Those that are due in the first ``warm`` seconds do not count.
    """
    result = Result()
    students = [Connection(address, result, lambda: None) for _ in plans]
    for student in students:
        await student.open()
        await asyncio.sleep(STAGGER)
    start = time.monotonic() + 0.5
    result.since = start + warm

    def ask(student: Connection, due: float, exchange: Exchange) -> None:
        if due >= result.since:
            result.late.append(1000 * (time.monotonic() - due))
        student.ask(due, exchange)

    loop = asyncio.get_running_loop()
    for student, plan in zip(students, plans, strict=True):
        for due, exchange in plan:
            loop.call_at(start + due, ask, student, start + due, exchange)  # the loop's clock is the monotonic one
    last = start + max(due for plan in plans for due, _ in plan)
    await _watch(students, result, last)
    return result


async def saturated(
    address: tuple[str, int], exchanges: Sequence[Exchange], connections: int, seconds: float, warm: float
) -> Result:
    """Send one request after the other on each connection for this many seconds, after those that do not count.

    Each exchange is used once, as long as there are enough.
    """
    result, supply, chance = Result(), iter(exchanges), random.Random(1)
    result.since = time.monotonic() + warm
    end = result.since + seconds

    def next_one() -> Exchange | None:
        return None if time.monotonic() >= end else next(supply, None) or chance.choice(exchanges)

    clients = [Connection(address, result, next_one) for _ in range(connections)]
    for client in clients:
        await client.open()
    await _watch(clients, result, end)
    return result


async def _watch(connections: Sequence[Connection], result: Result, end: float) -> None:
    """Wait until the end and for the last answers, then close the connections and complete the result."""
    await asyncio.sleep(result.since - time.monotonic())
    own = time.process_time()
    await asyncio.sleep(end - time.monotonic())
    result.own_share = (time.process_time() - own) / (end - result.since)
    deadline = end + PATIENCE
    while time.monotonic() < deadline and any(one.asked or one.waiting for one in connections):
        await asyncio.sleep(0.005)
    result.seconds = time.monotonic() - result.since
    for one in connections:
        one.end()


def _generate(channel: Pipe, run: Callable[..., Any], arguments: Sequence[Any]) -> None:
    gc.disable()  # a collection would stop all connections
    channel.send(asyncio.run(run(*arguments)))


def in_process(run: Callable[..., Any], *arguments: Any) -> Result:
    """The result of `paced` or `saturated`, run in a separate process."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_generate, args=(there, run, arguments))
    process.start()
    result: Result = here.recv()
    process.join()
    return result
