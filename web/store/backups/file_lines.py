"""The lines of a backup, each an object of JSON, read one by one and never more of them than a bound."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Generator
from pathlib import Path
from typing import Any

from ireval.stdlib.strict_json import JsonError, read_json
from web.server.error_pages import StorageError
from web.store.backups import seal

#: A line has no more bytes. The largest rows, those of a sheet and of a piece of a collection, have a tenth of it.
LONGEST_LINE = 4_000_000


def numbered_objects(file: Path) -> Generator[tuple[int, dict[str, Any]], None, None]:
    """The objects of a file's lines with the lines' numbers, from 1; unpacked if the file's name ends in .gz.

    A line with a digest is the last one. Raises ``StorageError`` with the number of a line that is too long, or that
    holds anything else, and if the digest is not that of the file.
    """
    number = 1
    try:
        with file.open("rb") as raw:
            reader = seal.Reader(raw, packed=file.suffix == ".gz")
            while line := reader.line(LONGEST_LINE + 1):
                found = _object(line, number)
                if seal.DIGEST in found:
                    reader.check(line)
                reader.add(line)
                yield number, found
                number += 1
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise StorageError("backup-damaged", line=number) from None


def check_whole(file: Path) -> None:
    """Raise ``StorageError`` unless the last line of a file has the digest of the file; no line is held or used."""
    number, last = 1, b""
    try:
        with file.open("rb") as raw:
            reader = seal.Reader(raw, packed=file.suffix == ".gz")
            while line := reader.line(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise StorageError("backup-line-too-long", line=number, most=LONGEST_LINE)
                reader.add(last)
                number, last = number + 1, line
            reader.check(last)
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
