"""Reads files of lines with a fixed number of fields line by line; slow, but it knows the line number.

Blank lines and lines that begin with ``#`` are skipped. Any number of spaces or tabs separates two fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ireval.trec.reading.source import Text


def rows(text: Text, names: tuple[str, ...], *, blanks_in_last: bool = False) -> Iterator[tuple[int, list[str]]]:
    """The number, from 1, and the fields of each line; the last field may contain spaces if ``blanks_in_last``.

    Raises ``FileError`` if the number of fields is wrong.
    """
    most = len(names) - 1 if blanks_in_last else -1
    for number, line in _lines(text.data):
        try:
            fields = [field.decode() for field in line.split(maxsplit=most)]
        except UnicodeDecodeError:
            raise text.not_utf_8(number) from None
        if len(fields) != len(names):
            raise text.file_error(
                number,
                "line-has-other-fields",
                text=line.decode(),
                count=len(fields),
                kind=text.kind,
                wanted=len(names),
                fields=line_shape(names),
            )
        yield number, fields


def line_shape(names: tuple[str, ...]) -> str:
    """The names of the fields as a line, for error messages."""
    return " ".join(names)


def line_of(text: Text, row: int) -> int:
    """The number, from 1, of the line with this ``row``; rows count from 0 and leave out the skipped lines."""
    return next(islice(_lines(text.data), row, None))[0]


def count_comments(text: Text) -> int:
    """The number of lines that begin with ``#``."""
    return sum(line.strip().startswith(b"#") for line in text.data.splitlines())


def last_row(data: bytes) -> bytes:
    """The last line that is neither blank nor a comment; empty if there is none."""
    end = len(data)
    while end > 0:
        feed = data.rfind(b"\n", 0, end)
        start = max(feed, data.rfind(b"\r", feed + 1, end)) + 1  # no line is searched twice, however many are blank
        line = data[start:end].strip()
        if line and not line.startswith(b"#"):
            return line
        end = start - 1
    return b""


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(data.splitlines(), start=1):
        content = line.strip()
        if content and not content.startswith(b"#"):
            yield number, content
