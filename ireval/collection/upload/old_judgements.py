r"""Turns judgements of old collections into lines of qrels: SMART, Cranfield (three fields), NPL, and LISA (two forms).

>>> as_qrels(b"01 1410  0 0\n", SMART), as_qrels(b"1\n 12 40\n 7\n /\n", BLOCKS)
(b'01 0 1410 1\n', b'1 0 12 1\n1 0 40 1\n1 0 7 1\n')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ireval.collection.line_stream import LineStream
from ireval.trec.reading.source import LIMIT, Source

#: SMART's: topic, document and zeros. Cranfield's: topic, document, grade.
SMART, THREE_FIELDS = "smart", "three-fields"
#: NPL's: a topic in a line of its own, its relevant documents, and a slash. LISA's: ``Query 1``, their number, and -1.
BLOCKS, QUERIES_AND_REFERENCES = "blocks", "queries-and-references"
#: LISA's in ``LISARJ.NUM``: a topic, the number of its relevant documents, and the documents, on one or more lines.
COUNTED = "counted"

_END = "/"
_QUERY = re.compile(r"Query\s+([0-9]{1,9})", re.ASCII)
_COUNT = re.compile(r"[0-9]+\s+Relevant Refs:?", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_LAST = "-1"
_TOPIC_AND_COUNT = 2


def as_qrels(source: Source, form: str, limit: int = LIMIT) -> bytes:
    """The judgements as qrels. SMART's and Cranfield's have the same line numbers as the file.

    Raises ``FileError`` with the line that does not have this form.
    """
    lines = LineStream(source, "qrels", limit)
    return "".join(f"{line}\n" for line in _WRITERS[form](lines)).encode()


def _smart(lines: LineStream) -> Iterator[str]:
    known: set[tuple[str, str]] = set()
    for line in lines:
        row = line.split()
        if len(row) < 2 or row[0].startswith("#"):
            yield line.strip()
        elif (row[0], row[1]) in known:
            yield ""
        else:
            known.add((row[0], row[1]))
            yield f"{row[0]} 0 {row[1]} 1"


def _three_fields(lines: LineStream) -> Iterator[str]:
    for line in lines:
        row = line.split()
        yield f"{row[0]} 0 {row[1]} {row[2]}" if len(row) == 3 and not row[0].startswith("#") else line.strip()


def _blocks(lines: LineStream) -> Iterator[str]:
    topic = ""
    for line in lines:
        words = line.split()
        if words == [_END]:
            topic = ""
        elif not all(map(_NUMBER.fullmatch, words)):
            raise lines.error(lines.number, "not-a-list-of-documents", text=line.strip())
        elif not topic and words:
            [topic, *words] = words
            yield from _relevant(topic, words)
        else:
            yield from _relevant(topic, words)


def _queries_and_references(lines: LineStream) -> Iterator[str]:
    topic = ""
    for line in lines:
        text = line.strip()
        words = [word for word in text.split() if word != _LAST]
        if query := _QUERY.fullmatch(text):
            topic = query[1]
        elif _COUNT.fullmatch(text):
            continue
        elif words and (not topic or not all(map(_NUMBER.fullmatch, words))):
            raise lines.error(lines.number, "not-a-list-of-documents", text=text)
        else:
            yield from _relevant(topic, words)


def _counted(lines: LineStream) -> Iterator[str]:
    topic, left = "", 0
    for line in lines:
        words = line.split()
        if not all(map(_NUMBER.fullmatch, words)):
            raise lines.error(lines.number, "not-a-list-of-documents", text=line.strip())
        if words and not left:
            if len(words) < _TOPIC_AND_COUNT:
                raise lines.error(lines.number, "topic-without-count", text=line.strip())
            topic, left, words = words[0], int(words[1]), words[2:]
        if len(words) > left:
            raise lines.error(lines.number, "more-than-counted", topic=topic, text=line.strip())
        left -= len(words)
        yield from _relevant(topic, words)
    if left:
        raise lines.error(lines.number, "fewer-than-counted", topic=topic, count=left)


def is_counted(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first rows of a file have the form ``COUNTED``: each list has the stated number of documents.

    Rows of qrels match only if every list ends in its row, because their second column, of zeros, is read as a count.
    """
    left, topics = 0, list[int]()
    for row in rows:
        if not all(map(_NUMBER.fullmatch, row)):
            return False
        if not left:
            if len(row) < _TOPIC_AND_COUNT or int(row[1]) < 1:
                return False
            topics.append(int(row[0]))
        left = left - len(row) if left else int(row[1]) + _TOPIC_AND_COUNT - len(row)
        if left < 0:
            return False
    return bool(topics) and topics == sorted(set(topics)) and len({len(row) for row in rows}) > 1


def _relevant(topic: str, documents: list[str]) -> Iterator[str]:
    for document in documents:
        yield f"{topic} 0 {document} 1"


_WRITERS = {
    SMART: _smart,
    THREE_FIELDS: _three_fields,
    BLOCKS: _blocks,
    QUERIES_AND_REFERENCES: _queries_and_references,
    COUNTED: _counted,
}
