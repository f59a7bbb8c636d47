"""What a file of an upload is by its first lines, or what is wrong with it if it is nothing known."""

from __future__ import annotations

import re
from itertools import islice

from ireval.collection.line_stream import LineStream
from ireval.collection.markup_elements import first_name
from ireval.collection.packed_collection import ASSESSOR, DOCUMENTS, QRELS, RUN, TOPICS
from ireval.collection.upload.own_summary import is_summary
from ireval.collection.upload.sent_file import SentFile, named
from ireval.trec.reading.source import LIMIT

#: The file of queries of the Cystic Fibrosis collection has topics and judgements of four assessors.
QUERIES = "queries"
#: The summary of a collection; it is passed over.
SUMMARY = "summary"

#: Lines in which the first element of a file of markup is looked for.
_LINES_OF_MARKUP = 5_000
#: Lines that show whether judgements are SMART's.
_LINES_OF_JUDGEMENTS = 100
_QRELS_FIELDS, _RUN_FIELDS = 4, 6
_GRADE = re.compile(r"[+-]?[0-9]{1,2}", re.ASCII)
_SCORE = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
_ZERO = re.compile(r"0(\.0*)?", re.ASCII)
_BEGINNINGS = {r"QN(\s|$)": QUERIES, r"PN(\s|$)": DOCUMENTS}
_ELEMENTS = {"top": TOPICS, "topic": TOPICS, "doc": DOCUMENTS}
_ENTRY = re.compile(r"\.I(\s|$)")
#: SMART's documents and topics look the same; names of files like ``cacm.qry`` and ``query.text`` tell topics. Letters
#: within another word do not: ``unique.docs``.
_NAME_OF_TOPICS = re.compile(r"(query|queries|qry)(?![a-z])|(?<![a-z])(que|topics?)(?![a-z])", re.IGNORECASE)
#: Three fields or more with the same sign between all of them, and a number with words behind a tab.
_SEPARATED = re.compile(r"[^\s,;<{\[][^\s,;]*(?:\s*([,;])\s*[^\s,;]+)(?:\s*\1\s*[^\s,;]+)+")
_NUMBER_AND_WORDS = re.compile(r"\S+\t\S+(?: +\S+)*")


def kind_of(file: SentFile) -> str:
    """What a file is: what somebody says it is, or what its first lines show.

    Raises ``FileError`` for a file that is nothing known, and for judgements in SMART's format.
    """
    with named(file):
        lines = LineStream(file.path, "collection", LIMIT)
        number, begin = _first_line(lines)
        if begin.startswith("QN") and file.kind in {"", QRELS, TOPICS}:
            return QUERIES
        kind = file.kind or _found_kind(file.name, number, begin, lines)
        if kind in {QRELS, ASSESSOR}:
            _check_judgements(number, begin, lines)
        return kind


def _found_kind(name: str, number: int, begin: str, lines: LineStream) -> str:
    if begin.startswith("<") and (element := first_name(begin, lines, [*_ELEMENTS], _LINES_OF_MARKUP)):
        return _ELEMENTS[element]
    if _ENTRY.match(begin):
        return TOPICS if _NAME_OF_TOPICS.search(name) else DOCUMENTS
    for pattern, kind in _BEGINNINGS.items():
        if re.match(pattern, begin):
            return kind
    if not begin:
        raise lines.error(None, "file-only-comments", kind=QRELS, fields="topic 0 docno grade")
    if is_summary(begin, lines):
        return SUMMARY
    return _kind_of_line(number, begin.strip(), lines)


def _kind_of_line(number: int, text: str, lines: LineStream) -> str:
    """Judgements or a run, by a line with this text. Raises ``FileError`` if it is from neither."""
    fields = text.split()
    if separated := _SEPARATED.fullmatch(text):
        raise lines.error(number, "fields-separated-by-signs", text=text, sign=separated[1])
    if len(fields) == _QRELS_FIELDS and _GRADE.fullmatch(fields[3]):
        return QRELS
    if len(fields) >= _RUN_FIELDS and _SCORE.fullmatch(fields[4]):
        return RUN
    if problem := _problem_of(text):
        raise lines.error(number, problem, text=text)
    if len(fields) == _QRELS_FIELDS or len(fields) >= _RUN_FIELDS:
        return QRELS if len(fields) == _QRELS_FIELDS else RUN
    if len(fields) == _QRELS_FIELDS - 1 and _GRADE.fullmatch(fields[-1]):
        raise lines.error(number, "qrels-line-of-three", text=text)
    raise lines.error(number, "file-kind-unknown", text=text)


def _problem_of(text: str) -> str:
    """What is wrong with a line that is neither of qrels nor of a run but may have as many fields; may be empty."""
    if text.startswith("<"):
        return "file-kind-unknown"
    if text.startswith(("{", "[")):
        return "file-json"
    return "topic-in-a-line" if _NUMBER_AND_WORDS.fullmatch(text) else ""


def _check_judgements(number: int, begin: str, lines: LineStream) -> None:
    """Raise ``FileError`` for SMART's judgements: a document is in the second column of each line, then zeros."""
    rows = [line.split() for line in (begin, *islice(lines, _LINES_OF_JUDGEMENTS)) if line.strip()]
    if all(map(_ends_in_zeros, rows)) and any(row[1].strip("0") for row in rows):
        topic, docno = rows[0][:2]
        raise lines.error(number, "qrels-of-smart", text=" ".join(rows[0]), wanted=f"{topic} 0 {docno} 1")


def _ends_in_zeros(row: list[str]) -> bool:
    return len(row) == _QRELS_FIELDS and row[2] == "0" and bool(_ZERO.fullmatch(row[3]))


def _first_line(lines: LineStream) -> tuple[int, str]:
    """The first line that is neither blank nor a comment, with its number; empty for a file of comments."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            return lines.number, line
    return max(lines.number, 1), ""
