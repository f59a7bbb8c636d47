r"""Documents and topics in the format of the SMART system: ``.I`` with a number, ``.T`` title, ``.W`` words.

>>> [document] = documents(LineStream(b".I 1\n.T\nSeals\n.A\nFinch, W.\n.W\nOn the rocks.\n", ""))
>>> document.docno, document.title, document.text
('1', 'Seals', 'On the rocks.')
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ireval.collection.entries import Document, Numbers, Topic
from ireval.collection.line_stream import LineStream
from ireval.collection.tagged_fields import Entry, entries

#: The fields of SMART's collections; ``.A`` has the authors, ``.B`` where a document appeared.
_TAG = re.compile(r"(\.[IABCKNTWX])(?=\s|$)")


def documents(lines: LineStream, most: int | None = None) -> Iterator[Document]:
    """The documents. Raises ``FileError`` with the line for a missing number, and for a number used twice."""
    for number, entry in _numbered(lines, most):
        yield Document(number, entry.text(".T"), entry.paragraphs(".W"))


def topics(lines: LineStream, most: int | None = None) -> Iterator[Topic]:
    """The topics; the words of a topic are its description. Raises ``FileError`` as for documents."""
    for number, entry in _numbered(lines, most):
        yield Topic(number, entry.text(".T"), entry.text(".W"))


def _numbered(lines: LineStream, most: int | None) -> Iterator[tuple[str, Entry]]:
    numbers = Numbers(lines, "entry", ".I number", most)
    for entry in entries(lines, _TAG, ".I", ".I"):
        yield numbers.add(entry.text(".I"), entry.line), entry
    numbers.check_any()
