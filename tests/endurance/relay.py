"""A network between students and servers, which can be lost for a while."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Sequence
from enum import Enum


class Network(Enum):
    """The state of a network.

    REFUSING: connections end at once, and new ones are refused, as where the computer knows that it has no network.
    SILENT: nothing arrives, and neither end gets an error. What was sent arrives late, as computers send it again.
    SLOW: everything arrives, ``delay`` seconds later.
    """

    THERE = "there"
    REFUSING = "refusing"
    SILENT = "silent"
    SLOW = "slow"


class Intervals:
    """Times at which something did not work, by the clock of the loop."""

    def __init__(self) -> None:
        self._found: list[list[float]] = []

    def begin(self) -> None:
        """It stops working now."""
        self._found.append([asyncio.get_running_loop().time(), math.inf])

    def end(self) -> None:
        """It works again."""
        self._found[-1][1] = asyncio.get_running_loop().time()

    def last_end(self) -> float:
        """When it last began to work again; infinite if it does not work, or always has."""
        return self._found[-1][1] if self._found else math.inf

    def touch(self, begun: float, ended: float) -> bool:
        """Whether it did not work at any time between these two."""
        return any(first <= ended and begun <= last for first, last in self._found)


class Relay:
    """Passes connections on to one of several servers."""

    def __init__(self, servers: Sequence[int], chance: random.Random, late: float = 4.0) -> None:
        self.servers = servers
        self.network = Network.THERE
        self.port = 0
        self.delay = 0.1  # seconds
        self.outages = Intervals()
        self._chance = chance
        self._late = late  # seconds by which things arrive late, at most
        self._ends: set[End] = set()
        self._listening: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Accept connections."""
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(self._accept, "127.0.0.1", self.port, backlog=1000)
        self.port = self._listening.sockets[0].getsockname()[1]

    async def lose(self, how: Network) -> None:
        """Lose the network."""
        self.network = how
        self.outages.begin()
        if how is Network.REFUSING:
            self._stop()

    async def restore(self) -> None:
        """Have the network back. The outage lasts until connections are accepted again."""
        before, self.network = self.network, Network.THERE
        if before is Network.REFUSING:
            await self.open()
        self.outages.end()
        for end in list(self._ends):
            late = self._chance.uniform(0, self._late) if end.held else 0
            asyncio.get_running_loop().call_later(late, end.release)

    async def close(self) -> None:
        """End everything."""
        self._stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.sleep(0)  # connections end when the loop goes on

    def _stop(self) -> None:
        if self._listening:
            self._listening.close()
        for end in list(self._ends):
            end.transport.abort()

    def _accept(self) -> End:
        student = End(self)
        task = asyncio.create_task(self._connect(student))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return student

    async def _connect(self, student: End) -> None:
        try:
            port = self._chance.choice(self.servers)
            _, server = await asyncio.get_running_loop().create_connection(lambda: End(self), "127.0.0.1", port)
        except OSError:
            student.transport.abort()
            return
        server.peer, student.peer = student, server
        student.release()
        server.release()


class End(asyncio.Protocol):
    """One of the two ends of a connection: what it receives goes to its peer, later if the network is silent."""

    transport: asyncio.Transport

    def __init__(self, relay: Relay) -> None:
        self.peer: End | None = None
        self.held: list[bytes | None] = []  # None for the end of the connection
        self._relay = relay

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._relay._ends.add(self)
        if self._relay.network is Network.REFUSING:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        self._pass_on(data)

    def eof_received(self) -> bool:
        self._pass_on(None)
        return True

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._pass_on(None)
        if not self.held:
            self._relay._ends.discard(self)

    def release(self) -> None:
        """Pass on what was held, if there is a network and a peer."""
        if self._relay.network is Network.THERE and self.peer:
            held, self.held = self.held, []
            for data in held:
                self._send(data)
            if self.transport.is_closing():
                self._relay._ends.discard(self)

    def _pass_on(self, data: bytes | None) -> None:
        if self._relay.network is Network.SLOW:
            self.held.append(data)
            asyncio.get_running_loop().call_later(self._relay.delay, self._release_first)
        elif self.held or not self.peer or self._relay.network is not Network.THERE:
            self.held.append(data)
        else:
            self._send(data)

    def _release_first(self) -> None:
        """Pass on the oldest of what was held, if nothing else has."""
        if not self.held or self._relay.network is not Network.SLOW:
            return
        if not self.peer:
            asyncio.get_running_loop().call_later(self._relay.delay, self._release_first)
            return
        self._send(self.held.pop(0))
        if not self.held and self.transport.is_closing():
            self._relay._ends.discard(self)

    def _send(self, data: bytes | None) -> None:
        if not self.peer or self.peer.transport.is_closing():
            return
        if data is None:
            self.peer.transport.close()
        else:
            self.peer.transport.write(data)
