"""Removes secrets from log records: readers of a log must not be able to open a sheet or to see what visitors work on.
All records of the process are redacted when they are made, whichever logger and handler they go through, those of
waitress and SQLAlchemy too: the message with its arguments, and the traceback.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

from flask import has_request_context, request

from web.server.incoming import privacy
from web.server.request_id import request_id

# A student's key, perhaps in groups. Every pattern reads long texts once: visitors send some of them.
_GROUP = "[2-9A-HJKMNP-Z]"
KEY = re.compile(
    rf"\b(?=[2-9A-Z-]{{6}})(?=[A-Z-]{{0,40}}[2-9])(?=[2-9-]{{0,40}}[A-Z]){_GROUP}{{2,24}}(?:-{_GROUP}{{2,24}}){{0,5}}\b"
)
SECRETS = (
    (re.compile(r"(/(?:[josr]|jobs|collections)/)[^\s\"'<>)\],]+"), r"\1…"),  # a secret link, perhaps cut off
    (re.compile(r"(?<=[\w/])\?\S*[^\s\"'<>)\],.:;]"), "?…"),  # a query, which may hold a key or somebody's labels
    (KEY, "…"),
    (re.compile(r"\[parameters: .*"), "[parameters: …]"),  # the values in an SQL statement
    (re.compile(r"(Key \([^()]{0,200}\))=\([^()]{0,500}\)"), r"\1=(…)"),  # those that PostgreSQL names
    (re.compile(r"(://[^:/\s@]{0,100}):[^\s@]{0,200}@"), r"\1:…@"),  # a password in a URL
)
SHORTEST = 4  # characters; shorter values are not searched for
WORD = re.compile(r"\S+")
CONTROL = re.compile(r"[\x00-\x1f\x7f]")

Factory = Callable[..., logging.LogRecord]


def install() -> None:
    """Redact all records of this process from now on; an earlier factory still makes them."""
    before = logging.getLogRecordFactory()
    if not isinstance(before, CleanRecords):
        logging.setLogRecordFactory(CleanRecords(before))


def redact(text: str) -> str:
    """The text without secrets.

    >>> redact("GET /ireval/s/OpMYk_SuyWu7abX8-IowNw/K7M2PX/answers?key=K7M2PX failed")
    'GET /ireval/s/… failed'
    >>> redact("/collections/lGWqA48Pg28Q4LYsTBX5kw/documents/d1"), redact("/compare?collection=lGWqA48Pg28")
    ('/collections/…', '/compare?…')
    >>> redact("KeyError: 'K7M2PX', typed K7M2P-X9QRT")
    "KeyError: '…', typed …"
    >>> redact("GET /ireval/j/ABCDEF/now failed"), redact("/classroom/o/OpMYk_SuyWu7abX8"), redact("/r/k7m2px")
    ('GET /ireval/j/… failed', '/classroom/o/…', '/r/…')
    >>> redact("/%63ollections/lGWqA48Pg28Q4LYsTBX5kw"), redact("/lab?&c%6fllection=lGWqA48Pg28")
    ('/collections/…', '/lab?…')
    >>> redact("postgresql://ireval:secret@host/name"), redact("see /lab?labels=1010")
    ('postgresql://ireval:…@host/name', 'see /lab?…')
    """
    values = sorted(_values(), key=len, reverse=True)
    if "%" in text:
        text = WORD.sub(lambda found: _decoded(found[0], values), text)
    return _remove_secrets(text, values)


def _decoded(word: str, values: list[str]) -> str:
    """The word as it is; if its decoded text contains a secret, the decoded text without it."""
    decoded = privacy.plain(word)
    if decoded == privacy.COLLECTION:  # its encodings do not end
        return "…"
    rest = _remove_secrets(decoded, values)
    return word if rest == decoded else rest


def _remove_secrets(text: str, values: list[str]) -> str:
    for value in values:
        text = text.replace(value, "…")
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


def _values() -> set[str]:
    """The secrets of the request that is being answered."""
    if not has_request_context():
        return set()
    secrets = {*request.cookies.values(), *privacy.secret_values()}
    return {value for value in secrets if len(value) >= SHORTEST}


class CleanRecords:
    """A factory of records whose message is complete and clean, and whose traceback is text."""

    def __init__(self, factory: Factory) -> None:
        self._factory = factory

    def __call__(self, *given: Any, **others: Any) -> logging.LogRecord:
        """The record of one call of a logger."""
        name, level, path, line, msg, args, *rest = given
        if isinstance(args, tuple):
            args = tuple(CONTROL.sub("�", arg) if isinstance(arg, str) else arg for arg in args)
        record = self._factory(name, level, path, line, msg, args, *rest, **others)
        try:
            text = record.getMessage()
        except Exception:
            return record
        reference = ""
        if (level or 0) >= logging.WARNING and has_request_context():
            reference = request_id(request.environ)
            text = f"{text} (request {reference})"
        vars(record)["request_id"] = reference
        record.msg, record.args = redact(text), ()
        if record.exc_info and record.exc_info[0]:
            record.exc_text = redact(record.exc_text or logging.Formatter().formatException(record.exc_info))
        record.exc_info = None  # so that no handler writes the original traceback
        if record.stack_info:
            record.stack_info = redact(record.stack_info)
        return record
