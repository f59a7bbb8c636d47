"""Files of lines with a fixed number of fields, read line by line: the slow way, which knows where it is.

Blank lines and lines that begin with ``#`` do not count. Fields stand apart by blanks or tabs, any number of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ireval.messages.writing import plural, quoted
from ireval.trec.reading.source import Text


def rows(text: Text, names: tuple[str, ...]) -> Iterator[tuple[int, list[str]]]:
    """Every line that counts: its number, from 1, and its fields. Raises ``FileError`` for a wrong number of fields."""
    for number, line in _lines(text.data):
        try:
            fields = [field.decode() for field in line.split()]
        except UnicodeDecodeError:
            raise text.not_utf_8(number) from None
        if len(fields) != len(names):
            want = " ".join(names)
            found = f"{len(fields)} {plural('field', len(fields))}"
            raise text.error(
                number,
                f"there are {found} in {quoted(line.decode())}, not {len(names)}.",
                f"A line of a {text.kind} file is: {want}.",
            )
        yield number, fields


def line_of(text: Text, row: int) -> int:
    """The number, from 1, of the line that holds ``row`` (from 0; only lines that count are rows)."""
    return next(islice(_lines(text.data), row, None))[0]


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(data.splitlines(), start=1):
        content = line.strip()
        if content and not content.startswith(b"#"):
            yield number, content
