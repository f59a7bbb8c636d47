"""Loads the bytes of a file from a path, an open file or memory: unpacked, checked to be text, without a BOM.

The Ctrl-Z with which DOS ended a file is left out, too.
"""

from __future__ import annotations

import gzip
import io
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.foreign_formats import BEGIN, problem_of

#: Where a file may come from: its path, an open file, or its content as bytes.
Source = str | os.PathLike[str] | IO[bytes] | IO[str] | bytes

#: The default for the largest size of a file in bytes, after decompression: 4 GB.
LIMIT = 4 * 10**9

#: The most bytes of a line of a run or of qrels.
LONGEST_LINE = 10_000

GZIP = b"\x1f\x8b"
#: What DOS wrote as the last character of a file: Ctrl-Z.
END = b"\x1a"
MARK = b"\xef\xbb\xbf"
#: How a file in UTF-16 begins.
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True)
class Text:
    """A file's content: ``kind`` is its expected kind (qrels, run, ...), and ``name`` its name in messages."""

    kind: str
    name: str
    data: bytes

    def file_error(self, line: int | None, key: str, **values: object) -> FileError:
        """The error in ``line``, counted from 1; None: in the whole file."""
        return FileError(self.kind, self.name, line, key, **values)

    def line_at(self, place: int) -> int:
        """The number, from 1, of the line that contains byte ``place``."""
        return len((self.data[:place] + b".").splitlines())

    def check_lines(self) -> None:
        """Raise ``FileError`` for the first line that has more than ``LONGEST_LINE`` bytes."""
        start = find_long_line(self.data, 0, len(self.data))
        if start >= 0:
            raise self.file_error(self.line_at(start), "line-too-long", most=LONGEST_LINE)

    def not_utf_8(self, line: int) -> FileError:
        """The error for text in another encoding."""
        return self.file_error(line, "file-not-utf-8")


def find_long_line(data: bytes | bytearray, start: int, end: int) -> int:
    """The start of the first line with more than ``LONGEST_LINE`` bytes between ``start`` and ``end``; -1 without one.

    The search takes one step for each ``LONGEST_LINE`` bytes, to the last line end among them, however short lines are.
    """
    while start + LONGEST_LINE < end:
        until = start + LONGEST_LINE + 1
        last = data.rfind(b"\n", start, until)
        if last < 0:
            last = data.rfind(b"\r", start, until)
        if last < 0:
            return start
        start = last + 1
    return -1


def load(source: Source, kind: str, limit: int = LIMIT) -> Text:
    """The content of ``source``. Raises ``FileError`` if it is unreadable, binary, empty or larger than ``limit``."""
    name, data = name_of(source, kind), b""
    try:
        data = _read(source, limit)
        if data[:2] == GZIP:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
                data = packed.read(limit + len(MARK) + 1)
    except UnicodeError:
        raise FileError(kind, name, None, "file-not-utf-8") from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        if len(data) > limit:  # the rest of the packed file was not read
            raise FileError(kind, name, None, "file-too-large", limit=limit) from None
        raise FileError(kind, name, None, "file-damaged-gzip") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise FileError(kind, name, None, "file-not-readable", reason=reason) from None
    return _check_text(Text(kind, name, data.removeprefix(MARK).rstrip(END)), limit)


def name_of(source: Source, kind: str) -> str:
    """The name of the source in messages."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else f"the {kind}"


def _read(source: Source, limit: int) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file:
            # Python reserves the requested memory at once, and the size of a pipe is unknown.
            size = os.fstat(file.fileno()).st_size or limit
            return file.read(min(size, limit) + len(MARK) + 1)
    content: Any = source.read(limit + len(MARK) + 1)
    return content.encode() if isinstance(content, str) else bytes(content)


def _check_text(text: Text, limit: int) -> Text:
    if len(text.data) > limit:
        raise text.file_error(None, "file-too-large", limit=limit)
    if text.data[:2] in UTF_16:
        raise text.file_error(None, "file-utf-16")
    if problem := problem_of(text.data[:BEGIN]):
        raise text.file_error(None, problem.key, **problem.values)
    binary = text.data.find(b"\0")
    if binary >= 0:
        begin = text.data[:12].decode("latin1")
        raise text.file_error(text.line_at(binary), "file-binary", begin=begin)
    if not text.data[:4096].strip() and not text.data.strip():
        raise text.file_error(None, "file-empty", kind=text.kind)
    return text
