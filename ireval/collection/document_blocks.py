"""Documents packed in blocks. Only blocks that contain a requested document are read.

>>> blocks, index = {}, []
>>> for docnos, block in pack_documents([Document("d1", "Seals"), Document("d2", "Nets")], largest=80):
...     index.append(docnos)
...     blocks[str(len(blocks))] = block
>>> index
[['d1', 'd2']]
>>> BlockDocuments(index, blocks.__getitem__)["d2"].title
'Nets'
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from ireval.collection.entries import Document

#: A block has about this many bytes, unpacked; it has more only if a single document has more.
LARGEST_BLOCK = 256_000
#: The number of unpacked blocks that are cached.
_CACHED_BLOCKS = 4


def pack_documents(documents: Iterable[Document], largest: int = LARGEST_BLOCK) -> Iterator[tuple[list[str], bytes]]:
    """The blocks of documents, one after the other: the document numbers of each, and its bytes."""
    docnos: list[str] = []
    lines: list[bytes] = []
    size = 0
    for document in documents:
        line = json.dumps([document.title, document.text], ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        if lines and size + len(line) > largest:
            yield docnos, pack_bytes(b"".join(lines))
            docnos, lines, size = [], [], 0
        docnos.append(document.docno)
        lines.append(line)
        size += len(line)
    if lines:
        yield docnos, pack_bytes(b"".join(lines))


def pack_bytes(content: bytes) -> bytes:
    """The content with gzip; the same content gives the same bytes."""
    return gzip.compress(content, 6, mtime=0)


class BlockDocuments(Mapping[str, Document]):
    """Documents by number. ``index`` has the numbers block by block; ``read`` returns the bytes of a block by its name.

    The name of a block is its place in the index, from 0.
    """

    def __init__(self, index: Sequence[Sequence[str]], read: Callable[[str], bytes]) -> None:
        self._places = {docno: (block, row) for block, row_of in enumerate(index) for row, docno in enumerate(row_of)}
        self._read = read
        self._lines = lru_cache(maxsize=_CACHED_BLOCKS)(self._lines_of)

    def __getitem__(self, docno: str) -> Document:
        block, row = self._places[docno]
        title, text = json.loads(self._lines(block)[row])
        return Document(docno, title, text)

    def __contains__(self, docno: object) -> bool:
        return docno in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def _lines_of(self, block: int) -> list[bytes]:
        return gzip.decompress(self._read(str(block))).split(b"\n")
