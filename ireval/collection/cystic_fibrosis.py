r"""The files of the Cystic Fibrosis collection as its authors distribute them: ``cf74`` to ``cf79``, and ``cfquery``.

A record has its number in ``RN``, its title in ``TI``, and its abstract in ``AB`` or an extract in ``EX``. A query has
its number in ``QN``, its words in ``QU``, and in ``RD`` each judged record with four scores from 0 to 2, one a digit.

>>> scores = read_scores(b"QN 00001\nQU What is mucus?\nNR 00001\nRD  139 1222\n")
>>> [grades["1"]["139"] for grades in scores.values()]
[1, 2, 2, 2]
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ireval.collection.entries import Document, Numbers, Topic
from ireval.collection.line_stream import LineStream
from ireval.collection.tagged_fields import Entry, entries
from ireval.trec.reading.source import LIMIT, Source

#: The four assessors of each record: three groups of experts, and a medical bibliographer as the last one.
ASSESSORS = ("score 1", "score 2", "score 3", "score 4")

_RECORD = re.compile(r"(PN|RN|AN|AU|TI|SO|MJ|MN|AB|EX|RF|CT)(?=\s|$)")
_QUERY = re.compile(r"(QN|QU|NR|RD)(?=\s|$)")
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_SCORES = re.compile(rf"[0-2]{{{len(ASSESSORS)}}}", re.ASCII)

#: Grades by assessor, topic and document.
Judgements = dict[str, dict[str, dict[str, int]]]


def documents(lines: LineStream, most: int | None = None) -> Iterator[Document]:
    """The records. The docno is ``RN`` without leading zeros, as it is written in ``RD``.

    Raises ``FileError`` with the line for a record without a number, and for a number used twice.
    """
    numbers = Numbers(lines, "record", "RN number", most)
    for record in entries(lines, _RECORD, "PN", "PN"):
        docno = numbers.add(_number(lines, record, "RN"), record.line)
        yield Document(docno, record.text("TI"), record.paragraphs("AB") or record.paragraphs("EX"))


def topics(lines: LineStream, most: int | None = None) -> Iterator[Topic]:
    """The queries; the words of a query are its description. Raises ``FileError`` as for documents."""
    for number, query in _queries(lines, most):
        yield Topic(number, description=query.text("QU"))


def read_scores(source: Source, *, limit: int = LIMIT) -> Judgements:
    """The four scores of the records judged for each query: assessor to topic to docno to grade.

    Raises ``FileError`` with the line unless it is a record's number and four digits from 0 to 2, and for a record
    judged twice for a query.
    """
    lines = LineStream(source, "topics", limit)
    found: Judgements = {name: {} for name in ASSESSORS}
    for number, query in _queries(lines, None):
        for name in ASSESSORS:
            found[name][number] = {}
        for line, docno, scores in _judged(lines, query):
            if docno in found[ASSESSORS[0]][number]:
                raise lines.error(line, "record-judged-twice", docno=docno, topic=number)
            for name, score in zip(ASSESSORS, scores, strict=True):
                found[name][number][docno] = int(score)
    return found


def _queries(lines: LineStream, most: int | None) -> Iterator[tuple[str, Entry]]:
    numbers = Numbers(lines, "query", "QN number", most)
    for query in entries(lines, _QUERY, "QN", "QN"):
        yield numbers.add(_number(lines, query, "QN"), query.line), query
    numbers.check_any()


def _judged(lines: LineStream, query: Entry) -> Iterator[tuple[int, str, str]]:
    """The line, number and scores of each record that is judged for a query."""
    words = [(line, word) for line, content in query.fields.get("RD", ()) for word in content.split()]
    for place in range(0, len(words), 2):
        line, docno = words[place]
        scores = words[place + 1][1] if place + 1 < len(words) else ""
        if not (_NUMBER.fullmatch(docno) and _SCORES.fullmatch(scores)):
            raise lines.error(line, "not-a-record-with-scores", text=f"{docno} {scores}".strip(), count=len(ASSESSORS))
        yield line, str(int(docno)), scores


def _number(lines: LineStream, entry: Entry, tag: str) -> str:
    """The number of an entry without leading zeros; empty if it has none."""
    text = entry.text(tag)
    if text and not _NUMBER.fullmatch(text):
        line = entry.fields[tag][0][0]
        raise lines.error(line, "entry-number-not-whole", tag=tag, name=text)
    return str(int(text)) if text else ""
