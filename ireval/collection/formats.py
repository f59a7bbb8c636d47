"""Reads documents and topics in any of the formats; the first line of a file shows which one it is.

The files are never in memory as a whole: documents come one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from ireval.collection import cystic_fibrosis, markup, smart, text_blocks
from ireval.collection.entries import Document, Topic
from ireval.collection.line_stream import LineStream
from ireval.trec.reading.source import LIMIT, Source

_NONE: Mapping[str, str] = MappingProxyType({})
_DOCUMENTS: Mapping[str, Callable[[LineStream, int | None], Iterator[Document]]] = {
    r"\.I(\s|$)": smart.documents,
    r"PN(\s|$)": cystic_fibrosis.documents,
    rf"(?i:{text_blocks.BEGIN})": text_blocks.documents,
    "": markup.documents,
}
_TOPICS: Mapping[str, Callable[[LineStream, int | None], Iterator[Topic]]] = {
    r"\.I(\s|$)": smart.topics,
    r"QN(\s|$)": cystic_fibrosis.topics,
    rf"(?i:{text_blocks.BEGIN})": text_blocks.topics,
    "": markup.topics,
}


def read_documents(
    source: Source, *, limit: int = LIMIT, most: int | None = None, earlier: Mapping[str, str] = _NONE
) -> Iterator[Document]:
    """The documents of a file, one after the other: markup of TREC and CLEF, or the files of old
    collections: SMART's, NPL's, LISA's and those of Cystic Fibrosis.

    The source is a path, an open file, or its bytes; plain or gzip. ``limit`` is in bytes, unpacked, and ``most`` the
    largest number of documents, together with those of ``earlier`` files: their numbers, each with the file's name.
    Raises ``FileError``, with the line if there is one, when it comes to what is wrong.
    """
    lines = LineStream(source, "documents", limit, earlier)
    begin = lines.skip_blank_lines()
    read = next(read for pattern, read in _DOCUMENTS.items() if re.match(pattern, begin))
    yield from read(lines, most)


def read_topics(
    source: Source, *, limit: int = LIMIT, most: int | None = None, earlier: Mapping[str, str] = _NONE
) -> list[Topic]:
    """The topics of a file, in the same formats and within the same kinds of limits as documents."""
    lines = LineStream(source, "topics", limit, earlier)
    begin = lines.skip_blank_lines()
    read = next(read for pattern, read in _TOPICS.items() if re.match(pattern, begin))
    return list(read(lines, most))
