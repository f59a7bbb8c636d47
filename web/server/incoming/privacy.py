"""Finds out whether a request is about a collection, which is known only to people who have its link.

The parts of its address and of its form are read before they are compared, with all their percent-encodings undone: a
letter may be written in many ways, and a part may hold a whole query, such as that of a pinned list, in which letters
are encoded twice. Some addresses hold their parts in another form, such as those of playlists. Then the collection is
known only when it is looked up: code that does so calls ``note_key``.

What is known about a request is stored in its environment, where the layers around Flask find it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote
from wsgiref.types import WSGIEnvironment

from flask import has_request_context, request

from web.server.incoming.posted_form import pairs_read, read_pairs

#: The part of an address that names a collection.
COLLECTION = "collection"
#: The names of the parts of requests that are secret.
SECRET_PARTS = frozenset({"token", "key", "job", "code", "pairing", "device", "link", COLLECTION, "csrf_token"})
#: How many encodings are undone; nothing useful is encoded more often, so such a text counts as secret.
MOST_LAYERS = 8
_NOTED = "ireval.noted_keys"
_WATCHED = "watched_body"
#: The separators in a query that is the value of another part.
_BETWEEN = re.compile(r"[&;?#\s]+")


def watch_address(environ: WSGIEnvironment) -> set[str]:
    """Begin to note what a request is about, in a set that later copies of the environment share."""
    query = environ.get("QUERY_STRING", "").encode("latin-1", "replace").decode("utf-8", "replace")
    noted = environ[_NOTED] = {""} if names_collection(read_pairs(query)) else set()
    return noted


def is_private(environ: WSGIEnvironment) -> bool:
    """Whether a request is about a collection, as far as is known so far."""
    return bool(_noted_keys(environ))


def note_key(key: str) -> None:
    """Note that the answer to the current request, if there is one, depends on the collection with this key."""
    if has_request_context():
        _noted_keys(request.environ).add(key)


def watch_body(body: bytes) -> None:
    """Note what the form of the current request is about, from its body, which need not be parsed for that.

    Once all encodings are undone, the name of such a part appears somewhere in the body.
    """
    vars(request)[_WATCHED] = True
    if COLLECTION in plain(body.decode("latin-1")):
        note_key("")


def watch_form() -> None:
    """Note what the form of the current request is about, as far as it was read, unless its body was watched."""
    if _WATCHED not in vars(request) and names_collection(pairs_read()):
        note_key("")


def _noted_keys(environ: WSGIEnvironment) -> set[str]:
    found: set[str] | None = environ.get(_NOTED)
    return watch_address(environ) if found is None else found


def names_collection(pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether one of these parts of an address or a form names a collection, itself or in a query that it holds.

    >>> names_collection([("collection", "x")]), names_collection([("was", "labels=1&c%256fllection=x")])
    (True, True)
    >>> names_collection([("labels", "101"), ("title", "50 %")])
    False
    """
    return any(COLLECTION in text for pair in pairs for text in map(plain, pair))


def plain(text: str) -> str:
    """A text with all its percent-encodings undone; the name of a secret part if they do not end."""
    for _ in range(MOST_LAYERS):
        if "%" not in text or (decoded := unquote(text)) == text:
            return text
        text = decoded
    return COLLECTION


def secret_values() -> set[str]:
    """The secrets of the current request: the values of secret parts in its path, query and form, and noted keys."""
    found = set(_noted_keys(request.environ))
    found |= {str(value) for name, value in (request.view_args or {}).items() if name in SECRET_PARTS}
    for name, value in [*request.args.items(multi=True), *pairs_read()]:
        if plain(name) in SECRET_PARTS:
            found |= {value, plain(value)}
        for part in _BETWEEN.split(plain(value)):
            inner, equals, secret = part.partition("=")
            if equals and inner in SECRET_PARTS:
                found.add(secret)
    return found
