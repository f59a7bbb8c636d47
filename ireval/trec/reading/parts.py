"""Divides a file into parts of whole lines, a few megabytes each, so that the file is never in memory as a whole."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any, cast

from ireval.trec.reading.source import END, GZIP, LONGEST_LINE, MARK, Source, Text, load, name_of

#: The number of bytes that are read at a time.
PART = 2 << 20


class PartsError(Exception):
    """A file cannot be read in parts, because it has an error. Reading it as a whole reports the error."""


@dataclass(frozen=True)
class Part:
    """Whole lines of a file: the first ``end`` bytes of ``buffer`` from ``begin`` on.

    ``share`` is the share of the file that has been read with this part.
    """

    buffer: bytearray
    begin: int
    end: int
    share: float


@dataclass(frozen=True, eq=False)
class LineFile:
    """A file of lines: ``kind`` is its expected kind, such as ``qrels``, and ``limit`` its largest size, unpacked.

    Any source except a path to a file is loaded immediately, because it can be read only once.
    """

    source: Source
    kind: str
    limit: int

    @classmethod
    def of(cls, source: Source, kind: str, limit: int) -> LineFile:
        """The file of any source. Raises ``FileError`` if it is not a path and cannot be used."""
        file = cls(source, kind, limit)
        if not file._can_be_read_again:
            file.text  # noqa: B018 - loads it
        return file

    @property
    def name(self) -> str:
        """The name of the file in messages."""
        return name_of(self.source, self.kind)

    @cached_property
    def text(self) -> Text:
        """The whole content. Raises ``FileError`` if it cannot be used, or a line is too long."""
        text = load(self.source, self.kind, self.limit)
        text.check_lines()
        return text

    def parts(self, free: list[bytearray]) -> Generator[Part]:
        """The parts in order. A buffer that is put into ``free`` is used for a later part.

        Raises ``PartsError`` if the file cannot be read, is larger than its limit, or has a line that is too long.
        """
        try:
            with self._open() as file:
                size = max(1, file.seek(0, os.SEEK_END))
                packed = file.seek(0) == 0 and file.read(len(GZIP)) == GZIP
                file.seek(0)
                content = cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if packed else file
                for part in _parts(content, self.limit, free):
                    yield Part(*part, min(1.0, file.tell() / size))
        except (OSError, EOFError, ValueError, zlib.error):
            raise PartsError from None

    def _open(self) -> IO[bytes]:
        if self._can_be_read_again:
            return Path(cast("str", self.source)).open("rb")
        return io.BytesIO(self.text.data)

    @property
    def _can_be_read_again(self) -> bool:
        return isinstance(self.source, (str, os.PathLike)) and Path(self.source).is_file()


def _parts(file: IO[bytes], limit: int, free: list[bytearray]) -> Iterator[tuple[bytearray, int, int]]:
    """The buffer, begin and end of each part."""
    rest, read, first = b"", 0, True
    while True:
        buffer = free.pop() if free else bytearray(PART + LONGEST_LINE)
        buffer[: len(rest)] = rest
        more = _fill(file, buffer, len(rest))
        filled, read = len(rest) + more, read + more
        if read > limit:
            raise PartsError
        if not more:
            filled = _end_of_file(buffer, filled)
        if not filled:
            return
        end = _end_of_lines(buffer, filled) if more else filled
        rest = bytes(memoryview(buffer)[end:filled])
        if len(rest) > LONGEST_LINE:
            raise PartsError
        if end:
            yield buffer, len(MARK) if first and buffer.startswith(MARK) else 0, end
            first = False
        else:
            free.append(buffer)


def _fill(file: IO[bytes], buffer: bytearray, start: int) -> int:
    """Read into the buffer from ``start`` on, and return the number of bytes; 0 at the end of the file."""
    with memoryview(buffer) as view:
        return int(cast("Any", file).readinto(view[start : start + PART]))


def _end_of_file(buffer: bytearray, filled: int) -> int:
    """The end of the last line, which has no line end, without the Ctrl-Z of DOS."""
    while filled and buffer[filled - 1] in END:
        filled -= 1
    return filled


def _end_of_lines(buffer: bytearray, filled: int) -> int:
    """The end of the last whole line; 0 if there is none. A carriage return may be followed by a line feed."""
    return buffer.rfind(b"\n", 0, filled) + 1 or buffer.rfind(b"\r", 0, filled - 1) + 1
