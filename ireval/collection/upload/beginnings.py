"""Checks the beginning of each file of an upload before any of them is read as a whole.

Most errors are in the first lines. Without this check, an error in the last file would be reported only after all other
files had been read and packed.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from itertools import islice
from typing import IO, Any, cast

from ireval.collection.formats import read_documents
from ireval.collection.upload.file_kinds import SortedFiles
from ireval.collection.upload.first_lines import form_of
from ireval.collection.upload.sent_file import SentFile, named
from ireval.trec.qrels import read_qrels
from ireval.trec.reading.file_error import FileError
from ireval.trec.reading.source import GZIP
from ireval.trec.runs import read_run

#: The number of bytes of judgements and of runs, unpacked, and the number of documents, that are checked.
BYTES = 1 << 24
DOCUMENTS = 500


def check_beginnings(found: SortedFiles) -> None:
    """Raise ``FileError`` for the first wrong line at the beginning of a file of judgements, a run or documents."""
    judgements = [file for file in (found.qrels, *found.assessors) if file]
    for file in (file for file in judgements if not form_of(file)):
        _check_lines(file, read_qrels)
    for file in found.runs:
        _check_lines(file, read_run)
    for file in found.documents:
        with named(file):
            for _ in islice(read_documents(file.path), DOCUMENTS):
                pass


def _check_lines(file: SentFile, read: Callable[[bytes], object]) -> None:
    """Read the first lines. An error without a line is ignored: other lines may follow, for example after comments."""
    with named(file):
        try:
            read(_first_bytes(file))
        except FileError as error:
            if error.line is not None:
                raise


def _first_bytes(file: SentFile) -> bytes:
    """Whole lines from the beginning of a file."""
    with file.path.open("rb") as packed:
        is_packed = packed.read(len(GZIP)) == GZIP
        packed.seek(0)
        content: IO[bytes] = cast("Any", gzip.GzipFile(fileobj=packed)) if is_packed else packed
        data = content.read(BYTES)
        return data if not content.read(1) else data[: max(data.rfind(b"\n"), data.rfind(b"\r")) + 1]
