"""The lines of a file as text, one after the other: plain or gzip, within limits, never in memory as a whole."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import IO, Any

from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.foreign_formats import BEGIN, problem_of
from ireval.trec.reading.source import END, GZIP, LIMIT, MARK, UTF_16, Source, name_of

#: The most bytes of a line: some files of documents have a whole document in one line.
LONGEST_LINE = 1_000_000
#: Bytes that are read at a time.
_PART = 1 << 17
_END = END.decode()
#: The characters of Windows-1252 by those of Latin-1, where they differ: quotation marks, dashes, the euro sign.
_WINDOWS = {code: found for code in range(0x80, 0xA0) if (found := bytes([code]).decode("cp1252", "ignore"))}


class _TooLargeError(Exception):
    """The file has more bytes than the limit allows."""


class LineStream:
    """The lines of a file. ``number`` is the number, from 1, of the last line that was read.

    ``earlier`` maps the numbers of entries in earlier files to the names of these files; this file may not repeat them.
    A line is read as UTF-8 or, for old collections, as Windows-1252, which has all letters of Latin-1. A line always
    ends with a line feed. The Ctrl-Z at the end of a DOS file is left out.
    """

    def __init__(
        self, source: Source, kind: str, limit: int = LIMIT, earlier: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.kind, self.name, self.number, self.earlier = kind, name_of(source, kind), 0, earlier
        self._lines = self._checked(source, limit)
        self._waiting: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._waiting.pop() if self._waiting else next(self._lines)
        self.number += 1
        return line

    def skip_blank_lines(self) -> str:
        """The first line that is not blank, which is also the next line of the stream; empty at the end of the file."""
        for line in self:
            if line.strip():
                self._waiting.append(line)
                self.number -= 1
                return line
        return ""

    def error(self, line: int | None, key: str, **values: object) -> FileError:
        """The error in ``line``, counted from 1; None: in the whole file."""
        return FileError(self.kind, self.name, line, key, **values)

    def _checked(self, source: Source, limit: int) -> Iterator[str]:
        """The lines. Every error is raised as a ``FileError``."""
        try:
            yield from self._decoded(source, limit)
        except FileError:
            raise
        except _TooLargeError:
            raise self.error(None, "file-too-large", limit=limit) from None
        except UnicodeError:
            raise self.error(None, "file-not-utf-8") from None
        except (gzip.BadGzipFile, EOFError, zlib.error):
            raise self.error(None, "file-damaged-gzip") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise self.error(None, "file-not-readable", reason=reason) from None

    def _decoded(self, source: Source, limit: int) -> Iterator[str]:
        with _opened(source, limit) as file:
            line, blank, here = file.readline(LONGEST_LINE + 1), True, 1
            first = line[:BEGIN].encode("latin1")
            if first[:2] in UTF_16:
                raise self.error(None, "file-utf-16")
            if problem := problem_of(first):
                raise self.error(None, problem.key, **problem.values)
            begin = line[:12]
            line = line.removeprefix(MARK.decode("latin1"))
            while line:
                if len(line) > LONGEST_LINE:
                    raise self.error(here, "line-too-long", most=LONGEST_LINE)
                if "\0" in line:
                    raise self.error(here, "file-binary", begin=begin)
                following = file.readline(LONGEST_LINE + 1)
                if not following:
                    line = line.rstrip(_END)
                blank = blank and not line.strip()
                if line:
                    yield line if line.isascii() else _decode(line)
                line, here = following, here + 1
            if blank:
                raise self.error(None, "file-empty", kind=self.kind)


def _decode(line: str) -> str:
    """Decode again a line that was read as Latin-1: as UTF-8 if possible, otherwise as Windows-1252."""
    try:
        return line.encode("latin1").decode()
    except UnicodeDecodeError:
        return line.translate(_WINDOWS)


def _opened(source: Source, limit: int) -> io.TextIOWrapper:
    """The file, unpacked; each of its bytes is a character."""
    content: Any
    if isinstance(source, bytes):
        content = io.BytesIO(source)
    elif isinstance(source, (str, os.PathLike)):
        content = io.FileIO(os.fspath(source))  # closed with the wrapper
    else:
        content = source
    file = io.BufferedReader(_Bytes(content, mine=content is not source), _PART)
    if file.peek(len(GZIP))[: len(GZIP)] == GZIP:
        file = io.BufferedReader(_Bytes(gzip.GzipFile(fileobj=file), mine=True, close=file.close, limit=limit), _PART)
    else:
        file.raw.limit = limit
    return io.TextIOWrapper(file, encoding="latin1", newline=None)


class _Bytes(io.RawIOBase):
    """The bytes of an open file, up to a limit. The file is closed at the end only if it is ``mine``."""

    def __init__(
        self, file: Any, *, mine: bool, close: Callable[[], object] = lambda: None, limit: int | None = None
    ) -> None:
        self._file: IO[Any] = file
        self._mine, self._close_too = mine, close
        self._rest, self._count = b"", 0
        self.limit = limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        content = self._rest or self._file.read(len(view))
        part = content.encode() if isinstance(content, str) else bytes(content)
        self._rest, given = part[len(view) :], min(len(part), len(view))
        view[:given] = part[:given]
        self._count += given
        if self.limit is not None and self._count > self.limit:
            raise _TooLargeError
        return given

    def close(self) -> None:
        if not self.closed and self._mine:
            self._file.close()
            self._close_too()
        super().close()
