"""Shortens tracebacks and messages of the log: an endless recursion has a thousand frames, and an error may quote
megabytes of a request.

The first frames and the last ones stay, and the kind of error with the beginning of its message. All records of the
process are shortened when they are made, whichever logger and handler they go through, waitress' and gunicorn's too.
"""

from __future__ import annotations

import logging
import traceback
from types import TracebackType
from typing import Any

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

FIRST_LINES, LAST_LINES = 16, 32
LONGEST_LINE = 160  # characters
LONGEST_MESSAGE = 2_000  # of a record without its traceback

_original = logging.getLogRecordFactory()


def install() -> None:
    """Shorten all records of this process from now on."""
    if logging.getLogRecordFactory() is _original:
        logging.setLogRecordFactory(_record)


def short_traceback(found: ExcInfo) -> str:
    """The traceback of an error, as ``sys.exc_info`` gives it, in at most 8 kB; empty without an error."""
    kind, error, frames = found
    if kind is None:
        return ""
    lines = "".join(traceback.format_exception(kind, error, frames)).rstrip("\n").split("\n")
    shown = [shorten(line, LONGEST_LINE) for line in lines]
    left_out = len(lines) - FIRST_LINES - LAST_LINES
    if left_out <= 0:
        return "\n".join(shown)
    ending = f"{kind.__qualname__}: {shorten(str(error), LONGEST_LINE)}".splitlines()[0]
    middle = f"  … {left_out:,} lines left out; the error is {ending}"
    return "\n".join([*shown[:FIRST_LINES], middle, *shown[-LAST_LINES:]])


def shorten(text: str, most: int) -> str:
    """The text if it has at most ``most`` characters; otherwise its beginning, and the number of the other characters.

    >>> shorten("abc", 3), shorten("abcdef", 3)
    ('abc', 'abc… (3 more characters)')
    """
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most:,} more characters)"


def _record(*args: Any, **others: Any) -> logging.LogRecord:
    """A record whose message and traceback are shortened."""
    record = _original(*args, **others)
    if record.exc_info and record.exc_info[0]:
        record.exc_text = short_traceback(record.exc_info)
    try:
        text = record.getMessage()
    except Exception:  # logging itself reports a message that does not fit its values
        return record
    if len(text) > LONGEST_MESSAGE:
        record.msg, record.args = shorten(text, LONGEST_MESSAGE), ()
    return record
