"""The lines of a backup, each an object of JSON, read one by one and never more of them than a bound."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Generator
from pathlib import Path
from typing import Any

from ireval.stdlib.strict_json import JsonError, read_json
from web.server.error_pages import StorageError

#: A line has no more bytes. The largest rows, those of a sheet and of a piece of a collection, have a tenth of it.
LONGEST_LINE = 4_000_000


def numbered_objects(file: Path) -> Generator[tuple[int, dict[str, Any]], None, None]:
    """The objects of a file's lines with the lines' numbers, from 1; unpacked if the file's name ends in .gz.

    Raises ``StorageError`` with the number of a line that is too long, or that holds anything else.
    """
    opened = gzip.open if file.suffix == ".gz" else open
    number = 1
    try:
        with opened(file, "rb") as lines:
            while line := lines.readline(LONGEST_LINE + 1):
                yield number, _object(line, number)
                number += 1
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise StorageError("backup-damaged", line=number) from None


def _object(line: bytes, number: int) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise StorageError("backup-line-too-long", line=number, most=LONGEST_LINE)
    try:
        found = read_json(line.decode())
    except (JsonError, UnicodeDecodeError):
        found = None
    if not isinstance(found, dict):
        raise StorageError("backup-damaged", line=number)
    return found
