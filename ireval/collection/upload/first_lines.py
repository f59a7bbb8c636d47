"""Recognizes the kind of an uploaded file by its first lines, or says what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from ireval.collection.line_stream import LineStream
from ireval.collection.markup_elements import first_name
from ireval.collection.packed_collection import DOCUMENTS, QRELS, RUN, TOPICS
from ireval.collection.upload.old_judgements import (
    BLOCKS,
    COUNTED,
    QUERIES_AND_REFERENCES,
    SMART,
    THREE_FIELDS,
    is_counted,
)
from ireval.collection.upload.own_summary import is_summary
from ireval.collection.upload.sent_file import SentFile, named
from ireval.trec.reading.source import LIMIT

#: The file of queries of the Cystic Fibrosis collection has topics and judgements of four assessors.
QUERIES = "queries"
#: The summary of a collection; it is ignored.
SUMMARY = "summary"

#: The number of lines in which the first element of a file of markup is searched.
_LINES_OF_MARKUP = 5_000
#: The number of lines that show whether judgements are SMART's.
_LINES_OF_JUDGEMENTS = 100
_QRELS_FIELDS, _RUN_FIELDS = 4, 6
_GRADE = re.compile(r"[+-]?[0-9]{1,2}", re.ASCII)
_SCORE = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", re.ASCII)
_ZERO = re.compile(r"0(\.0*)?", re.ASCII)
_BEGINNINGS = {r"QN(\s|$)": QUERIES, r"PN(\s|$)": DOCUMENTS}
_ELEMENTS = {"top": TOPICS, "topic": TOPICS, "doc": DOCUMENTS, "query": "", "record": ""}
_LISA = re.compile(r"\s*Query\s+[0-9]{1,9}\s*$", re.ASCII)
_LISA_DOCUMENT = re.compile(r"\s*Document\s+[0-9]{1,9}\s*$", re.ASCII)
_NUMBER_ALONE = re.compile(r"\s*((Document|Query)\s+)?[0-9]{1,9}\s*$", re.ASCII)
_ENTRY = re.compile(r"\.I(\s|$)")
#: SMART's documents and topics look the same; file names like ``cacm.qry`` and ``query.text`` show that a file has
#: topics. The same letters within another word do not: ``unique.docs``.
_NAME_OF_TOPICS = re.compile(r"(query|queries|qry)(?![a-z])|(?<![a-z])(que|topics?)(?![a-z])", re.IGNORECASE)
#: Three fields or more with the same sign between all of them; and a number with words after a tab.
_SEPARATED = re.compile(r"[^\s,;<{\[][^\s,;]*(?:\s*([,;])\s*[^\s,;]+)(?:\s*\1\s*[^\s,;]+)+")
_NUMBER_AND_WORDS = re.compile(r"\S+\t\S+(?: +\S+)*")


def kind_of(file: SentFile) -> str:
    """The kind of a file: the kind that the user chose, or the kind that its first lines show.

    Raises ``FileError`` for a file of unknown kind.
    """
    with named(file):
        lines = LineStream(file.path, "collection", LIMIT)
        number, begin = _first_line(lines)
        if begin.startswith("QN") and file.kind in {"", QRELS, TOPICS}:
            return QUERIES
        return file.kind or _found_kind(file.name, number, begin, lines)


def _found_kind(name: str, number: int, begin: str, lines: LineStream) -> str:
    if begin.startswith("<") and (element := first_name(begin, lines, [*_ELEMENTS], _LINES_OF_MARKUP)):
        if not _ELEMENTS[element]:
            raise lines.error(number, "cystic-fibrosis-in-xml", text=begin.strip())
        return _ELEMENTS[element]
    if _ENTRY.match(begin):
        return TOPICS if _NAME_OF_TOPICS.search(name) else DOCUMENTS
    for pattern, kind in _BEGINNINGS.items():
        if re.match(pattern, begin):
            return kind
    if _NUMBER_ALONE.match(begin):
        return _kind_of_blocks(name, begin, lines)
    if not begin:
        raise lines.error(None, "file-only-comments", kind=QRELS, fields="topic 0 docno grade")
    if is_summary(begin, lines):
        return SUMMARY
    rows = [line.split() for line in (begin, *islice(lines, _LINES_OF_JUDGEMENTS)) if line.strip()]
    return QRELS if is_counted(rows) else _kind_of_line(number, begin.strip(), lines)


def _kind_of_blocks(name: str, begin: str, lines: LineStream) -> str:
    """The kind of a file that begins with a number on a line of its own: judgements if it has only numbers."""
    text = [line for line in (begin, *islice(lines, _LINES_OF_JUDGEMENTS)) if line.strip()]
    if _LISA.match(begin) or _are_blocks_of_numbers([line.split() for line in text]):
        return QRELS
    ends = any(line.strip() == "/" or line.rstrip().endswith("#") for line in text)
    if not ends and not _LISA_DOCUMENT.match(begin):
        raise lines.error(1, "file-kind-unknown", text=begin.strip())
    is_topics = _NAME_OF_TOPICS.search(name) or any(line.rstrip().endswith("#") for line in text)
    return TOPICS if is_topics else DOCUMENTS


def _kind_of_line(number: int, text: str, lines: LineStream) -> str:
    """Judgements or a run, by a line with this text. Raises ``FileError`` if the line fits neither."""
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
        return QRELS
    raise lines.error(number, "file-kind-unknown", text=text)


def _problem_of(text: str) -> str:
    """What is wrong with a line that has the fields of neither qrels nor a run; empty if that is not clear."""
    if text.startswith("<"):
        return "file-kind-unknown"
    if text.startswith(("{", "[")):
        return "file-json"
    return "topic-in-a-line" if _NUMBER_AND_WORDS.fullmatch(text) else ""


def form_of(file: SentFile) -> str:
    """The form of old judgements in a file, see ``old_judgements``; empty for qrels, or if the form is unknown."""
    lines = LineStream(file.path, "collection", LIMIT)
    number, begin = _first_line(lines)
    rows = [line.split() for line in (begin, *islice(lines, _LINES_OF_JUDGEMENTS)) if line.strip()]
    if all(map(_ends_in_zeros, rows)) and any(row[1].strip("0") for row in rows):
        return SMART
    if rows and all(len(row) == _QRELS_FIELDS - 1 and _GRADE.fullmatch(row[2]) for row in rows):
        return THREE_FIELDS
    if _LISA.match(begin):
        return QUERIES_AND_REFERENCES
    if is_counted(rows):
        return COUNTED
    return BLOCKS if number and _are_blocks_of_numbers(rows) else ""


def _are_blocks_of_numbers(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows have only whole numbers, the first of them alone in its row, and slashes between blocks."""
    words = [word for row in rows for word in row]
    return bool(rows) and len(rows[0]) == 1 and "/" in words and all(w == "/" or w.isdigit() for w in words)


def _ends_in_zeros(row: list[str]) -> bool:
    return len(row) == _QRELS_FIELDS and row[2] == "0" and bool(_ZERO.fullmatch(row[3]))


def _first_line(lines: LineStream) -> tuple[int, str]:
    """The first line that is neither blank nor a comment, with its number; empty for a file of comments."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            return lines.number, line
    return max(lines.number, 1), ""
