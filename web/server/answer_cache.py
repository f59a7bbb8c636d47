"""Caches answers of stateless pages, because in a lecture many students often send the same request.

Each process has a cache of its own, up to a number of bytes; the answer that was requested longest ago is dropped
first. The key of an answer covers everything that it depends on: the method, the host, the path, the query, the whole
text of a form, page or fragment, and the encoding. Answers with an error or a cookie are never cached. Neither are
those about a collection, which may be deleted, whether the request names it or the view finds that out.
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

#: Bytes that an entry takes beside its body.
_ENTRY_BYTES = 600
#: One answer may take at most one part in this many of the cache.
_LARGEST_SHARE = 8
_counters: list[Callable[[bool], None]] = []
_sizes: list[Callable[[int, int], None]] = []


def watch(counter: Callable[[bool], None]) -> None:
    """Have ``counter`` called at each request for a cacheable answer, with whether it was in the cache."""
    _counters.append(counter)


def watch_size(size: Callable[[int, int], None]) -> None:
    """Have ``size`` called with the bytes and the number of the cached answers, whenever they change."""
    _sizes.append(size)


class CachedAnswer(NamedTuple):
    """A finished answer: its body as it is sent, and its headers."""

    body: bytes
    headers: Headers


class AnswerCache:
    """Finished answers by key, with at most ``most_bytes`` in all; ``hits`` and ``misses`` are counted."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.size = self.hits = self.misses = 0
        self._answers: OrderedDict[bytes, CachedAnswer] = OrderedDict()
        self._lock = Lock()

    def find(self, key: bytes) -> CachedAnswer | None:
        """The answer with this key, if it is cached."""
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

    def keep(self, key: bytes, answer: CachedAnswer) -> None:
        """Cache an answer, and drop those that were requested longest ago until all fit."""
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
            sizes = self.size, len(self._answers)
        for size in _sizes:
            size(*sizes)

    def __len__(self) -> int:
        return len(self._answers)


def init_app(app: Flask, settings: Settings) -> None:
    """Give the app its cache; with the setting 0 it has none."""
    app.extensions[__name__] = AnswerCache(settings.answer_cache * 2**20) if settings.answer_cache else None


def cache_of(app: Flask) -> AnswerCache | None:
    """The app's cache, if it has one."""
    found: AnswerCache | None = app.extensions[__name__]
    return found


def cache_answer(view: Callable[[], Response]) -> Callable[[], Response]:
    """A decorator that caches a view's answers. They may depend only on the request: on no cookie, clock or store."""

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
            cache.keep(key, CachedAnswer(response.get_data(), response.headers.copy()))
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
    """Compress an answer once, for all later requests. The app compresses no answer that is compressed already."""
    response.set_data(gzip_bytes(response.get_data()))
    response.headers["Content-Encoding"] = "gzip"
