"""What shows that the file of a backup is as it was written: its last line is a SHA-256 of all lines before it.

In a compressed file, bytes may change that no line depends on, such as the time in its header. So the last line is
a member of gzip of its own, which is not compressed, and whose comment is a SHA-256 of all bytes before the member:
any other program unpacks the file as usual. A file that another program has compressed has only its last line.
"""

from __future__ import annotations

import gzip
import json
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import IO, Any

from web.server.error_pages import StorageError

#: The name of the digest in the last line.
DIGEST = "sha256"
#: How Python begins a compressed file that says no time, and how its last member begins: with a comment.
_FIRST = b"\x1f\x8b\x08\x00\0\0\0\0\x02\xff"
_LAST = b"\x1f\x8b\x08\x10\0\0\0\0\x00\xffireval "
_NOTHING = sha256().hexdigest()


def line_with(digest: str) -> bytes:
    """The last line of a file."""
    return json.dumps({DIGEST: digest}).encode() + b"\n"


def _member(line: bytes, before: str) -> bytes:
    """A line as a member of gzip, with the digest of all bytes before it."""
    stored = b"\x01" + struct.pack("<HH", len(line), len(line) ^ 0xFFFF) + line
    return _LAST + before.encode() + b"\0" + stored + struct.pack("<II", zlib.crc32(line), len(line))


_LENGTH = len(_member(line_with(_NOTHING), _NOTHING))


class _Counted:
    """A file whose bytes go into a digest as they are written or read, in one go; the last ``held`` are kept."""

    def __init__(self, raw: IO[bytes], held: int = 0) -> None:
        self._raw, self._held = raw, held
        self.digest, self.first, self.last = sha256(), b"", b""

    def write(self, data: Any) -> int:
        self.digest.update(data)
        return self._raw.write(data)

    def flush(self) -> None:
        self._raw.flush()

    def read(self, size: int = -1) -> bytes:
        data = self._raw.read(size)
        self.first += data[: len(_FIRST) - len(self.first)]
        both = self.last + data
        end = max(0, len(both) - self._held)
        self.digest.update(both[:end])
        self.last = both[end:]
        return data


class Writer:
    """Writes the lines of a file."""

    def __init__(self, out: Any) -> None:
        self._out, self.digest = out, sha256()

    def write(self, line: bytes) -> None:
        """Write one line with its end."""
        self.digest.update(line)
        self._out.write(line)


@contextmanager
def writing(raw: IO[bytes], *, packed: bool) -> Iterator[Writer]:
    """Write a file's lines, and then what seals them."""
    if not packed:
        writer = Writer(raw)
        yield writer
        raw.write(line_with(writer.digest.hexdigest()))
        return
    counted: Any = _Counted(raw)
    with gzip.GzipFile(filename="", fileobj=counted, mode="wb", mtime=0) as out:
        writer = Writer(out)
        yield writer
    raw.write(_member(line_with(writer.digest.hexdigest()), counted.digest.hexdigest()))


class Reader:
    """Reads the lines of a file, and says whether they are as they were written."""

    def __init__(self, raw: IO[bytes], *, packed: bool) -> None:
        self._counted: Any = _Counted(raw, _LENGTH) if packed else None
        self._lines: IO[bytes] = gzip.GzipFile(fileobj=self._counted, mode="rb") if packed else raw  # type: ignore[assignment]
        self._digest = sha256()

    def line(self, most: int) -> bytes:
        """The next line, of which at most so many bytes are read; empty at the end."""
        return self._lines.readline(most)

    def add(self, line: bytes) -> None:
        """Count a line among those that are sealed."""
        self._digest.update(line)

    def check(self, last: bytes) -> None:
        """Raise ``StorageError`` unless ``last`` seals the lines before it, and nothing follows."""
        own = line_with(self._digest.hexdigest())
        if last != own or self._lines.read(1):
            raise StorageError("backup-changed")
        counted = self._counted
        ours = counted and (counted.first == _FIRST or counted.last.startswith(_LAST))
        if ours and counted.last != _member(own, counted.digest.hexdigest()):
            raise StorageError("backup-changed")
