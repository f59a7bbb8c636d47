"""Shows that a backup file is unchanged: its last line holds the SHA-256 digest of all lines before it.

In a compressed file, some bytes could be changed without changing a line, such as the time in the header. So the last
line is a gzip member of its own. It is not compressed, and its comment holds the SHA-256 digest of all bytes before it.
Other programs decompress the file as usual. A file that another program has compressed is checked by its last line
only.
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
#: The first bytes of a compressed file that Python writes without a time, and of its last member, which has a comment.
_FIRST = b"\x1f\x8b\x08\x00\0\0\0\0\x02\xff"
_LAST = b"\x1f\x8b\x08\x10\0\0\0\0\x00\xffireval "
_NOTHING = sha256().hexdigest()


def line_with(digest: str) -> bytes:
    """The last line of a file, which holds this digest."""
    return json.dumps({DIGEST: digest}).encode() + b"\n"


def _member(line: bytes, before: str) -> bytes:
    """A line as a gzip member, with the digest of all bytes before the member."""
    stored = b"\x01" + struct.pack("<HH", len(line), len(line) ^ 0xFFFF) + line
    return _LAST + before.encode() + b"\0" + stored + struct.pack("<II", zlib.crc32(line), len(line))


_LENGTH = len(_member(line_with(_NOTHING), _NOTHING))


class _DigestedFile:
    """A file that adds all bytes it writes or reads to a digest; when reading, all but the last ``tail`` bytes."""

    def __init__(self, raw: IO[bytes], tail: int = 0) -> None:
        self._raw, self._tail = raw, tail
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
        end = max(0, len(both) - self._tail)
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
    """Give a ``Writer`` for the lines of a file; at the end, write the digest of the lines."""
    if not packed:
        writer = Writer(raw)
        yield writer
        raw.write(line_with(writer.digest.hexdigest()))
        return
    compressed: Any = _DigestedFile(raw)
    with gzip.GzipFile(filename="", fileobj=compressed, mode="wb", mtime=0) as out:
        writer = Writer(out)
        yield writer
    raw.write(_member(line_with(writer.digest.hexdigest()), compressed.digest.hexdigest()))


class Reader:
    """Reads the lines of a file, and checks that they are unchanged."""

    def __init__(self, raw: IO[bytes], *, packed: bool) -> None:
        self._compressed: Any = _DigestedFile(raw, _LENGTH) if packed else None
        self._lines: IO[bytes] = gzip.GzipFile(fileobj=self._compressed, mode="rb") if packed else raw  # type: ignore[assignment]
        self._digest = sha256()

    def line(self, most: int) -> bytes:
        """The next line, of which at most ``most`` bytes are read; empty at the end."""
        return self._lines.readline(most)

    def add(self, line: bytes) -> None:
        """Add a line to the digest."""
        self._digest.update(line)

    def check(self, last: bytes) -> None:
        """Raise ``StorageError`` unless ``last`` seals the lines before it, and nothing follows."""
        own = line_with(self._digest.hexdigest())
        if last != own or self._lines.read(1):
            raise StorageError("backup-changed")
        compressed = self._compressed
        ours = compressed and (compressed.first == _FIRST or compressed.last.startswith(_LAST))
        if ours and compressed.last != _member(own, compressed.digest.hexdigest()):
            raise StorageError("backup-changed")
