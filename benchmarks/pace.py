"""A connection for benchmarks: its requests are awaited one after the other."""

from __future__ import annotations

import asyncio


class Pace(asyncio.Protocol):
    """Sends one request after the other on one connection, at the times that are given to it."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.answer: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Fail the request that waits."""
        if self.answer and not self.answer.done():
            self.answer.set_exception(ConnectionError())

    def data_received(self, data: bytes) -> None:
        """Hand over a complete answer."""
        self.received += data
        head, blank, body = bytes(self.received).partition(b"\r\n\r\n")
        length = next((int(x[15:]) for x in head.lower().split(b"\r\n") if x.startswith(b"content-length:")), 0)
        if blank and len(body) >= length and self.answer and not self.answer.done():
            self.answer.set_result(bytes(self.received))

    async def exchange(self, request: bytes) -> bytes:
        """The answer to a request."""
        self.received.clear()
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.answer
