"""Finished answers of stateless pages, kept because a hall often does what the lecturer says.

Each process keeps its own, up to a number of bytes; the answer that was asked for longest ago makes room. An answer is
found again by everything that it depends on: what was asked, with the whole text of a form, from which host and path,
as page or as fragment, and in which encoding. Answers with an error or a cookie are never kept, and neither are those
about a collection, which may be deleted: neither where the request says so nor where it turned out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from flask import Flask, Response, current_app, request
from werkzeug.datastructures import Headers

from web.server.compression import accepts_gzip, gzip_bytes
from web.server.htmx import wants_fragment
from web.server.incoming import privacy
from web.server.settings import Settings

#: What an entry takes beside its body.
_ENTRY_BYTES = 600
#: The largest part of the cache that one answer may take.
_LARGEST_SHARE = 8
_counters: list[Callable[[bool], None]] = []
_sizes: list[Callable[[int, int], None]] = []


def watch(counter: Callable[[bool], None]) -> None:
    """Have ``counter`` called with each request for an answer that may be kept: whether it was."""
    _counters.append(counter)


def watch_size(size: Callable[[int, int], None]) -> None:
    """Have ``size`` called with the bytes and the number of the answers that are kept, whenever they change."""
    _sizes.append(size)


class KeptAnswer(NamedTuple):
    """A finished answer: its body as it is sent, and its headers."""

    body: bytes
    headers: Headers


class AnswerCache:
    """Finished answers by key, with at most ``most_bytes`` in all; ``hits`` and ``misses`` are counted."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.size = self.hits = self.misses = 0
        self._answers: OrderedDict[bytes, KeptAnswer] = OrderedDict()
        self._lock = Lock()

    def find(self, key: bytes) -> KeptAnswer | None:
        """The answer with this key, if it is kept."""
        with self._lock:
            found = self._answers.get(key)
            if found is None:
                self.misses += 1
            else:
                self.hits += 1
                self._answers.move_to_end(key)
        for counter in _counters:
            counter(found is not None)
        return found

    def keep(self, key: bytes, answer: KeptAnswer) -> None:
        """Keep an answer, and drop those that were asked for longest ago until all have room."""
        taken = len(answer.body) + _ENTRY_BYTES
        if taken * _LARGEST_SHARE > self.most_bytes:
            return
        with self._lock:
            if key in self._answers:
                return
            self._answers[key] = answer
            self.size += taken
            while self.size > self.most_bytes:
                _, dropped = self._answers.popitem(last=False)
                self.size -= len(dropped.body) + _ENTRY_BYTES
            kept = self.size, len(self._answers)
        for size in _sizes:
            size(*kept)

    def __len__(self) -> int:
        return len(self._answers)


def init_app(app: Flask, settings: Settings) -> None:
    """Give the app its cache; with the setting 0 it has none."""
    app.extensions[__name__] = AnswerCache(settings.answer_cache * 2**20) if settings.answer_cache else None


def cache_of(app: Flask) -> AnswerCache | None:
    """The app's cache, if it has one."""
    found: AnswerCache | None = app.extensions[__name__]
    return found


def kept(view: Callable[[], Response]) -> Callable[[], Response]:
    """A view whose answers are kept. They may depend only on what was asked: on no cookie, no clock and no store."""

    @wraps(view)
    def answer() -> Response:
        cache = cache_of(current_app)
        if cache is None:
            return view()
        compressed = accepts_gzip(request.environ.get("HTTP_ACCEPT_ENCODING", ""))
        sent = request.get_data()
        privacy.watch_body(sent)
        if privacy.is_private(request.environ):
            return view()
        key = _key(compressed, sent)
        found = cache.find(key)
        if found is not None:
            return Response(found.body, headers=found.headers.copy())
        response = view()
        private = "Set-Cookie" in response.headers or privacy.is_private(request.environ)
        if response.status_code == 200 and not private:
            if compressed:
                _compress(response)
            cache.keep(key, KeptAnswer(response.get_data(), response.headers.copy()))
        return response

    return answer


def _key(compressed: bool, sent: bytes) -> bytes:
    """A digest of all that an answer depends on, each part with its length before it."""
    kind = f"{request.method} {wants_fragment():d} {compressed:d}"
    typed = request.content_type or ""
    root = f"{request.scheme}://{request.host}{request.root_path}"
    parts = (kind, root, request.path, request.query_string, typed, sent)
    digest = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.digest()


def _compress(response: Response) -> None:
    """Compress an answer once for all who ask for it. The app compresses no answer that is compressed already."""
    response.set_data(gzip_bytes(response.get_data()))
    response.headers["Content-Encoding"] = "gzip"
