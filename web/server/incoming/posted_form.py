"""The form that a request has posted.

A part of a form in several parts may come without a name. No browser sends such a part, and no view could use it, so it
is left out everywhere.

The lab posts all its controls with each change, and few of them need decoding. Reading those alone takes a quarter of
the time of Werkzeug's ``request.form``, which has the same names and values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, NamedTuple
from urllib.parse import unquote

from flask import Flask, Request, request
from werkzeug.datastructures import MultiDict
from werkzeug.formparser import FormDataParser

_URLENCODED = "application/x-www-form-urlencoded"
#: The attribute of a request that holds the pairs of its form.
_PAIRS = "posted_pairs"


class Posted(NamedTuple):
    """What a form contains: the first value of each name, and the values of all ``pressed`` buttons."""

    fields: dict[str, str]
    pressed: list[str]


def posted_form() -> Posted:
    """The form of the request."""
    return _form_of(posted_pairs())


def posted_pairs() -> list[tuple[str, str]]:
    """The names and values of the request's form, in their order. They are read once."""
    attributes = vars(request)
    if _PAIRS not in attributes:
        attributes[_PAIRS] = _read()
    found: list[tuple[str, str]] = attributes[_PAIRS]
    return found


def pairs_read() -> list[tuple[str, str]]:
    """The names and values of the request's form as far as it was read; a body that was refused is left alone."""
    attributes = vars(request)
    return posted_pairs() if _PAIRS in attributes or "form" in attributes else []


def _read() -> list[tuple[str, str]]:
    if "form" in vars(request) or request.mimetype != _URLENCODED:
        return list(request.form.items(multi=True))
    try:
        return read_pairs(request.get_data().decode())
    except UnicodeDecodeError:
        return []


def read_pairs(text: str) -> list[tuple[str, str]]:
    """The names and values of an encoded form, in their order.

    >>> read_pairs("labels=10&title=a+b%26c&size=&more")
    [('labels', '10'), ('title', 'a b&c'), ('size', ''), ('more', '')]
    """
    parts = [part.partition("=") for part in text.replace("+", " ").split("&") if part]
    return [
        (_decoded(name), _decoded(value)) if "%" in name or "%" in value else (name, value) for name, _, value in parts
    ]


def _decoded(text: str) -> str:
    return unquote(text, errors="werkzeug.url_quote")  # the handler with which Werkzeug reads invalid UTF-8


def _form_of(pairs: list[tuple[str, str]]) -> Posted:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        fields = {}
        for name, value in pairs:
            fields.setdefault(name, value)
    return Posted(fields, [value for name, value in pairs if name == "do"])


class _NamedParts(FormDataParser):
    """Leaves out the parts without a name."""

    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, options: Mapping[str, str] | None = None
    ) -> tuple[IO[bytes], MultiDict[str, str], MultiDict[str, Any]]:
        """The rest of the body, and the named fields and files of a form."""
        rest, fields, files = super().parse(stream, mimetype, content_length, dict(options or {}))
        return rest, _without_nameless(fields), _without_nameless(files)


def _without_nameless(found: MultiDict[str, Any]) -> MultiDict[str, Any]:
    names: set[str | None] = set(found)
    if None not in names:
        return found
    for name, value in found.items(multi=True):
        if name is None and hasattr(value, "close"):
            value.close()  # a file
    return type(found)([pair for pair in found.items(multi=True) if pair[0] is not None])


class _Request(Request):
    form_data_parser_class = _NamedParts


def init_app(app: Flask) -> None:
    """Leave the nameless parts out of the forms of the app's requests."""
    app.request_class = _Request
