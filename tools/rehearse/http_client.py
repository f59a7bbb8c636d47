"""A browser without a window: cookies, connections that are kept, and forms; hundreds of them in one process."""

from __future__ import annotations

import asyncio
import random
import ssl
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

TIMEOUT = 20.0  # seconds
HTTPS = 443
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class UnreachableError(Exception):
    """No complete answer came."""


class Answer(NamedTuple):
    """A complete answer; names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def leads_to(self) -> str:
        """Where a redirection leads, without the host."""
        parts = urlsplit(self.headers["location"])
        return f"{parts.path}?{parts.query}" if parts.query else parts.path


class Browser:
    """A browser whose every request goes to any one of several ports of a host, as behind a balancer.

    ``secure`` is for HTTPS; the host is this computer unless another one is named.
    """

    def __init__(
        self, ports: Sequence[int], chance: random.Random, host: str = "127.0.0.1", secure: ssl.SSLContext | None = None
    ) -> None:
        self.ports = ports
        self._host, self._secure = host, secure
        self.cookies: dict[str, str] = {}
        self._chance = chance
        self._kept: dict[int, Connection] = {}

    async def get(self, path: str, timeout: float = TIMEOUT, **headers: str) -> Answer:
        """The answer to a GET request."""
        return await self._request("GET", path, b"", timeout, headers)

    async def open(self, path: str) -> Answer:
        """The page that a path leads to. Raises ``UnreachableError`` for an error, too."""
        answer = await self.get(path)
        for _ in range(5):
            if answer.status != 303:
                break
            answer = await self.get(answer.leads_to)
        if answer.status != 200:
            raise UnreachableError(f"{path.rsplit('/', 1)[0]}: {answer.status}")
        return answer

    async def post(self, path: str, form: Mapping[str, str], timeout: float = TIMEOUT, **headers: str) -> Answer:
        """The answer to a form; an underscore in the name of a header stands for a hyphen."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        return await self._request("POST", path, urlencode(form).encode(), timeout, headers)

    def close(self) -> None:
        """Close all connections."""
        for _, writer in self._kept.values():
            writer.transport.abort()
        self._kept.clear()

    async def _request(self, method: str, path: str, body: bytes, timeout: float, headers: Mapping[str, str]) -> Answer:
        port = self._chance.choice(self.ports)
        sent = self._head(method, path, port, body, headers) + body
        kept = self._kept.pop(port, None)
        try:
            async with asyncio.timeout(timeout):
                if kept:
                    with suppress(OSError, EOFError):  # the server has closed it: browsers try once more, too
                        return await self._exchange(port, kept, sent)
                opened = await asyncio.open_connection(self._host, port, ssl=self._secure)
                return await self._exchange(port, opened, sent)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            raise UnreachableError(repr(error)) from error

    def _head(self, method: str, path: str, port: int, body: bytes, headers: Mapping[str, str]) -> bytes:
        name = f"[{self._host}]" if ":" in self._host else self._host
        name = name if self._secure and port == HTTPS else f"{name}:{port}"
        lines = [f"{method} {path} HTTP/1.1", f"Host: {name}", "Accept-Encoding: gzip"]
        if self._secure:
            lines.append(f"Referer: https://{name}/")  # without it, forms are refused
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode()

    async def _exchange(self, port: int, connection: Connection, sent: bytes) -> Answer:
        try:
            answer = await self._answer(*connection, sent)
        except BaseException:
            connection[1].transport.abort()
            raise
        if answer.headers.get("connection", "").lower() == "close":
            connection[1].transport.abort()
        else:
            self._kept[port] = connection
        return answer

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes) -> Answer:
        writer.write(sent)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        headers: dict[str, str] = {}
        for line in filter(None, head[1:]):
            name, _, value = line.partition(":")
            if name.lower() == "set-cookie":
                cookie, _, text = value.partition(";")[0].strip().partition("=")
                self.cookies[cookie] = text
            headers[name.lower()] = value.strip()
        body = await _body(reader, status, headers)
        return Answer(status, headers, body.decode())


async def _body(reader: asyncio.StreamReader, status: int, headers: Mapping[str, str]) -> bytes:
    if status in {204, 304}:
        return b""
    body = b""
    if headers.get("transfer-encoding", "").lower() == "chunked":
        while size := int(await reader.readline(), 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
    elif "content-length" in headers:
        body = await reader.readexactly(int(headers["content-length"]))
    else:
        body = await reader.read()
    return zlib.decompress(body, 31) if headers.get("content-encoding") == "gzip" else body
