"""The files of an upload before they are read: the path, the name, and the unpacked size of each."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, cast

from ireval.collection.upload.idle_lines import IdleLines
from ireval.errors import InputError
from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.source import GZIP

#: The field of the form that takes the files.
FIELD = "files"
#: Endings of file names that are left out of titles.
_ENDINGS = (".gz", ".txt", ".trec", ".run", ".res", ".results", ".qrels", ".input")
#: The most characters of a title, which is the name of a run or of an assessor.
LONGEST_TITLE = 100
_PIECE = 1 << 20


@dataclass(frozen=True)
class SentFile:
    """A file of an upload: its path, its name for people, and the kind that the user chose, which may be empty."""

    path: Path
    name: str
    kind: str = ""

    @property
    def title(self) -> str:
        """The name of the run or the assessor."""
        return self.title_of(self.name)

    @staticmethod
    def title_of(name: str) -> str:
        r"""The name of a file without folders and endings.

        >>> SentFile.title_of("C:\\runs\\input.BM25.txt.gz"), SentFile.title_of(".txt")
        ('input.BM25', '.txt')
        """
        title = name.replace("\\", "/").rpartition("/")[2]
        while title.lower().endswith(_ENDINGS) and title.rpartition(".")[0]:
            title = title.rpartition(".")[0]
        return title


@dataclass(frozen=True)
class UploadLimits:
    """The limits of an upload: ``size`` in bytes, unpacked; topics; documents of a topic in a run; documents; runs.

    There may be at most as many ``assessors`` as runs.
    """

    size: int = 200_000_000
    topics: int = 1000
    depth: int = 1000
    documents: int = 50_000
    runs: int = 20


@dataclass(frozen=True)
class UploadChoices:
    """The user's choices on how the files of an upload belong together; empty texts mean no choice.

    ``topics`` is one of ``JOINS``, ``documents`` is ``id`` or ``number``, and ``grades`` is ``high-best`` or
    ``low-best``.
    """

    topics: str = ""
    documents: str = ""
    grades: str = ""


@contextmanager
def named(file: SentFile) -> Iterator[None]:
    """Within this context, errors give the file's name for people."""
    try:
        yield
    except FileError as error:
        raise FileError(FIELD, file.name, error.line, error.key, **error.values) from None


def unpacked_sizes(files: Iterable[SentFile], limits: UploadLimits) -> list[int]:
    """The unpacked size of each file in bytes. Raises ``FileError`` for the file that exceeds the limit in total.

    Files are unpacked piece by piece, so that memory stays within the limit. A file with too many idle lines is refused
    as well: it is tiny when packed, and reading it would delay other users.
    """
    sizes: list[int] = []
    for file in files:
        size, idle = 0, IdleLines()
        for piece in _pieces(file):
            size += len(piece)
            if sum(sizes) + size > limits.size:
                raise FileError(FIELD, file.name, None, "upload-too-large", limit=limits.size)
            if line := idle.first_too_many(piece):
                raise FileError(FIELD, file.name, line, "too-many-idle-lines", most=idle.MOST)
        sizes.append(size)
    return sizes


def _pieces(file: SentFile) -> Iterator[bytes]:
    try:
        with file.path.open("rb") as packed:
            is_packed = packed.read(len(GZIP)) == GZIP
            packed.seek(0)
            content: IO[bytes] = cast("Any", gzip.GzipFile(fileobj=packed)) if is_packed else packed
            while piece := content.read(_PIECE):
                yield piece
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise FileError(FIELD, file.name, None, "file-damaged-gzip") from None


def check_titles(files: Iterable[SentFile], taken: Mapping[str, str] = MappingProxyType({})) -> None:
    """Raise ``InputError`` if two files would have the same title, or if a title is too long or empty.

    ``taken`` maps titles that are already in use to the names of their files.
    """
    known = dict(taken)
    for file in files:
        title = file.title
        if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
            raise InputError(FIELD, "unusable-file-name", name=file.name, most=LONGEST_TITLE)
        if title in known:
            raise InputError(FIELD, "file-names-twice", name=title, files=[known[title], file.name])
        known[title] = file.name
