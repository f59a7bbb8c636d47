"""Reads documents and topics in any of the formats; the first line of a file shows its format.

A file is never in memory as a whole: documents are read one after the other.
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
    """Iterate over the documents of a file: markup of TREC and CLEF, or the files of old collections.

    The old formats are those of SMART, NPL, LISA and Cystic Fibrosis. ``source`` is a path, an open file, or its bytes,
    which may be compressed with gzip. ``limit`` is the largest size in bytes, after decompression. ``earlier`` maps
    the numbers of documents in earlier files to the names of these files; ``most`` is the largest number of documents
    in all files together. Raises ``FileError``, if possible with the line, when the wrong place is reached.
    """
    lines = LineStream(source, "documents", limit, earlier)
    begin = lines.skip_blank_lines()
    read = next(read for pattern, read in _DOCUMENTS.items() if re.match(pattern, begin))
    yield from read(lines, most)


def read_topics(
    source: Source, *, limit: int = LIMIT, most: int | None = None, earlier: Mapping[str, str] = _NONE
) -> list[Topic]:
    """Read the topics of a file; formats, limits and errors are those of ``read_documents``."""
    lines = LineStream(source, "topics", limit, earlier)
    begin = lines.skip_blank_lines()
    read = next(read for pattern, read in _TOPICS.items() if re.match(pattern, begin))
    return list(read(lines, most))
