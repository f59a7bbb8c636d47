"""The bytes of a file, wherever they come from: unpacked, without byte-order mark, and certainly text."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ireval.messages.writing import quoted
from ireval.trec.reading.file_error import FileError

#: Where a file may come from: its path, an open file, or its content as bytes.
Source = str | os.PathLike[str] | IO[bytes] | IO[str] | bytes

#: No more bytes of a file are read, unpacked, unless a reader is given another ``limit``: 4 GB.
LIMIT = 4 * 10**9

_GZIP = b"\x1f\x8b"
_MARK = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_AS_UTF_8 = "Save it as UTF-8 text; with iconv, for one: iconv -f latin1 -t utf-8."


@dataclass(frozen=True)
class Text:
    """A file's content: ``kind`` is what it should be (qrels, run, ...), ``name`` what messages call it."""

    kind: str
    name: str
    data: bytes

    def error(self, line: int | None, message: str, suggestion: str = "") -> FileError:
        """What is wrong in ``line`` (from 1; None: in the whole file)."""
        return FileError(self.kind, self.name, line, message, suggestion)

    def line_at(self, place: int) -> int:
        """The line, from 1, that byte ``place`` stands in."""
        return len((self.data[:place] + b".").splitlines())

    def not_utf_8(self, line: int) -> FileError:
        """The error for letters in another encoding."""
        return self.error(line, "the letters are not UTF-8.", _AS_UTF_8)


def load(source: Source, kind: str, limit: int = LIMIT) -> Text:
    """The content of ``source``. Raises ``FileError`` where it cannot be read, is binary, empty, or over ``limit``."""
    name = name_of(source, kind)
    try:
        data = _read(source, limit)
        if data[:2] == _GZIP:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
                data = packed.read(limit + 1)
    except UnicodeError:
        raise FileError(kind, name, None, "the letters are not UTF-8.", _AS_UTF_8) from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise FileError(kind, name, None, "the gzip file is damaged or cut off.", "Fetch it once more.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise FileError(kind, name, None, f"it cannot be read: {reason}.", "Check the path.") from None
    return _check_text(Text(kind, name, data.removeprefix(_MARK)), limit)


def name_of(source: Source, kind: str) -> str:
    """What messages call the source."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else f"the {kind}"


def _read(source: Source, limit: int) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file:
            return file.read(limit + 1)
    content: Any = source.read(limit + 1)
    return content.encode() if isinstance(content, str) else bytes(content)


def _check_text(text: Text, limit: int) -> Text:
    if len(text.data) > limit:
        size = f"{limit:,} bytes"
        raise text.error(None, f"it has more than {size}, which is the limit.", "Split it, or set a higher limit.")
    if text.data[:2] in _UTF_16:
        raise text.error(None, "it is UTF-16.", "Save it as UTF-8 text.")
    binary = text.data.find(b"\0")
    if binary >= 0:
        begin = quoted(text.data[:12].decode("latin1"))
        line = text.line_at(binary)
        raise text.error(
            line, f"this is a binary file, not text; it begins with {begin}.", f"Give the {text.kind} file."
        )
    if not text.data[:4096].strip() and not text.data.strip():
        raise text.error(None, "it is empty.", f"Give the {text.kind} file.")
    return text
