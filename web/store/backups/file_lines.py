"""Reads a backup line by line; each line is a JSON object of limited length."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Generator
from pathlib import Path
from typing import Any

from ireval.stdlib.strict_json import JsonError, read_json
from web.server.error_pages import StorageError
from web.store.backups import seal

#: The most bytes of a line. The largest rows, those of sheets and of pieces of collections, have about a tenth of that.
LONGEST_LINE = 4_000_000


def numbered_objects(file: Path) -> Generator[tuple[int, dict[str, Any]], None, None]:
    """Yield the number of each line, from 1, and its JSON object; a file whose name ends in .gz is decompressed.

    Only the last line may have a digest. Raises ``StorageError`` with the number of a line that is too long or is not a
    JSON object, and if the digest does not match the file.
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
    """Raise ``StorageError`` unless the last line holds the digest of all lines before it; no line is parsed."""
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
