"""Log records without secrets: whoever reads a log must not be able to open a sheet or to see what visitors work on.

All records of the process are cleaned when they are made, whichever logger and handler they go through, those of
waitress and SQLAlchemy too: the message with its arguments, and the traceback.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any

from flask import has_request_context, request

from web.server.request_id import request_id

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

SECRETS = (
    (re.compile(r"(/[os]/)[\w.%~-]{16,}(?:/[^\s\"'<>)\],]*)?"), r"\1…"),  # the token of a secret link, and what follows
    (re.compile(r"(?<=[\w/])\?[\w.~%-]+=[^\s\"'<>)\]]*"), "?…"),  # a query, which may hold a key or somebody's labels
    (re.compile(r"\b(?=[A-Z]*[2-9])(?=[2-9]*[A-Z])[2-9A-HJKMNP-Z]{6,24}\b"), "…"),  # a key, like no word
    (re.compile(r"\[parameters: .*"), "[parameters: …]"),  # the values in an SQL statement
    (re.compile(r"(Key \([^)]*\))=\([^)]*\)"), r"\1=(…)"),  # those that PostgreSQL names
    (re.compile(r"(://[^:/\s@]*):[^\s]*@"), r"\1:…@"),  # a password in a URL
)
NAMES = {"token", "key", "code", "link", "csrf_token"}  # what requests call their secrets
SHORTEST = 4  # characters of a value that is looked for
CONTROL = re.compile(r"[\x00-\x1f\x7f]")

_original = logging.getLogRecordFactory()


def install() -> None:
    """Clean all records of this process from now on."""
    logging.setLogRecordFactory(_record)


def cleaned(text: str) -> str:
    """The text without secrets.

    >>> cleaned("GET /ireval/s/OpMYk_SuyWu7abX8-IowNw/K7M2PX/answers?key=K7M2PX failed")
    'GET /ireval/s/… failed'
    >>> cleaned("KeyError: 'K7M2PX'")
    "KeyError: '…'"
    >>> cleaned("postgresql://ireval:secret@host/name"), cleaned("see /lab?labels=1010")
    ('postgresql://ireval:…@host/name', 'see /lab?…')
    """
    for value in sorted(_values(), key=len, reverse=True):
        text = text.replace(value, "…")
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


def _values() -> set[str]:
    """The secrets of the request that is being answered, wherever they may turn up."""
    if not has_request_context():
        return set()
    held = set(request.cookies.values())
    for fields in (request.view_args or {}, request.args, vars(request).get("form", {})):
        held |= {str(value) for name, value in _pairs(fields) if name in NAMES}
    return {value for value in held if len(value) >= SHORTEST}


def _pairs(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield from fields.items()


def _record(  # noqa: PLR0917 - as logging calls it
    name: str,
    level: int,
    path: str,
    line: int,
    msg: object,
    args: Any,
    exc_info: ExcInfo | None,
    func: str | None = None,
    sinfo: str | None = None,
    **others: Any,
) -> logging.LogRecord:
    """A record whose message is complete and clean, and whose traceback is text."""
    if isinstance(args, tuple):
        args = tuple(CONTROL.sub("�", arg) if isinstance(arg, str) else arg for arg in args)
    record = _original(name, level, path, line, msg, args, None, func, sinfo, **others)
    try:
        text = record.getMessage()
    except Exception:
        return record
    reference = ""
    if level >= logging.WARNING and has_request_context():
        reference = request_id(request.environ)
        text = f"{text} (request {reference})"
    vars(record)["request_id"] = reference
    record.msg, record.args = cleaned(text), ()
    if exc_info and exc_info[0]:
        record.exc_text = cleaned(logging.Formatter().formatException(exc_info))
    if sinfo:
        record.stack_info = cleaned(sinfo)
    return record
