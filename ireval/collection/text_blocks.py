r"""Reads documents and topics that end with a sign: a slash in NPL, asterisks or ``#`` in LISA.

>>> [topic] = topics(LineStream(b"1\nnets and\nseals\n/\n", ""))
>>> topic.number, topic.description
('1', 'nets and seals')
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ireval.collection.entries import Document, Numbers, Topic
from ireval.collection.line_stream import LineStream
from ireval.collection.tagged_fields import LONGEST_ENTRY

#: How an entry begins: its number in a line of its own, in LISA's documents after a word.
BEGIN = r"(?:Document\s+)?([0-9]{1,9})\s*$"
_BEGIN = re.compile(BEGIN, re.ASCII | re.IGNORECASE)
_END = re.compile(r"\s*(?:/|\*{10,})\s*$")
_LAST = re.compile(r"(.*)#\s*$")


def documents(lines: LineStream, most: int | None = None) -> Iterator[Document]:
    """The documents. The text above the first blank line is the title, if there is text below that line.

    Raises ``FileError`` with the line for a document without a number, and for a number used twice.
    """
    for number, content in _entries(lines, "document", most):
        head, _, text = "\n".join(content).strip().partition("\n\n")
        title, text = (head, text) if text.strip() else ("", head)
        yield Document(number, " ".join(title.split()), _paragraphs(text))


def topics(lines: LineStream, most: int | None = None) -> Iterator[Topic]:
    """The topics; the words of a topic are its description. Raises ``FileError`` as for documents."""
    for number, content in _entries(lines, "topic", most):
        yield Topic(number, description=" ".join(" ".join(content).split()))


def _entries(lines: LineStream, element: str, most: int | None) -> Iterator[tuple[str, list[str]]]:
    numbers = Numbers(lines, element, "number", most)
    number, content, size = "", list[str](), 0
    for line in lines:
        if not number:
            if line.strip():
                found = _BEGIN.match(line.strip())
                if found is None:
                    raise lines.error(lines.number, "entry-without-own-number", text=line.strip(), element=element)
                number, content, size = numbers.add(found[1], lines.number), [], 0
            continue
        last = _LAST.match(line)
        size += len(line)
        if size > LONGEST_ENTRY:
            raise lines.error(lines.number, "element-too-long", element=element, most=LONGEST_ENTRY)
        if last or _END.match(line):
            yield number, [*content, last[1]] if last else content
            number = ""
        else:
            content.append(line.rstrip())
    if number:
        yield number, content
    numbers.check_any()


def _paragraphs(text: str) -> str:
    parts = re.split(r"\n\s*\n", text)
    return "\n".join(" ".join(part.split()) for part in parts if part.strip())
