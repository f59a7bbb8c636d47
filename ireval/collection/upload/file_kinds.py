"""What each file of an upload is: found from its first lines, unless somebody says it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from ireval.collection.line_stream import LineStream
from ireval.collection.packed_collection import ASSESSOR, DOCUMENTS, QRELS, RUN, TOPICS
from ireval.collection.upload.sent_file import FIELD, SentFile, named
from ireval.errors import InputError
from ireval.trec.reading.source import LIMIT

#: The file of queries of the Cystic Fibrosis collection has topics and judgements of four assessors.
QUERIES = "queries"
#: What people may say that a file is, in the order of the form.
KINDS = (QRELS, RUN, TOPICS, DOCUMENTS, ASSESSOR)

#: Lines in which the first element of a file of markup is looked for.
_LINES = 5_000
_QRELS_FIELDS, _RUN_FIELDS = 4, 6
_GRADE = re.compile(r"-?[0-9]{1,2}", re.ASCII)
_BEGINNINGS = {r"QN(\s|$)": QUERIES, r"PN(\s|$)": DOCUMENTS}
_ELEMENT = re.compile(r"<(top|doc)(?=[\s>])", re.IGNORECASE)
_ENTRY = re.compile(r"\.I(\s|$)")
#: SMART's documents and topics look the same; names of files like ``cacm.qry`` and ``query.text`` tell topics.
_NAME_OF_TOPICS = re.compile(r"qry|que|topic", re.IGNORECASE)


@dataclass(frozen=True)
class SortedFiles:
    """The files of an upload by what they are. ``qrels`` is None where the ``queries`` have the judgements."""

    qrels: SentFile | None
    assessors: list[SentFile]
    runs: list[SentFile]
    topics: list[SentFile]
    queries: list[SentFile]
    documents: list[SentFile]


def sort_files(files: Sequence[SentFile]) -> SortedFiles:
    """The files by what they are.

    Raises ``FileError`` for a file that is nothing known, and ``InputError`` without judgements, or with several files
    that may be the main ones.
    """
    kinds = [_kind_of(file) for file in files]

    def of(kind: str) -> list[SentFile]:
        return [file for file, found in zip(files, kinds, strict=True) if found == kind]

    judgements, queries = of(QRELS), of(QUERIES)
    main = _main_judgements(judgements)
    if main is None and len(queries) != 1:
        if queries:
            raise InputError(FIELD, "several-qrels", names=[file.name for file in queries])
        raise InputError(FIELD, "upload-without-qrels")
    assessors = of(ASSESSOR) + [file for file in judgements if file is not main]
    return SortedFiles(main, assessors, of(RUN), of(TOPICS), queries, of(DOCUMENTS))


def _main_judgements(files: Sequence[SentFile]) -> SentFile | None:
    """The main judgements: what somebody says they are, the only ones, or those whose file is named so."""
    chosen = [file for file in files if file.kind]
    by_name = [file for file in files if "qrel" in file.name.lower()]
    for found in (chosen, files, by_name):
        if len(found) == 1:
            return found[0]
        if found is chosen and chosen:
            break
    if files:
        raise InputError(FIELD, "several-qrels", names=[file.name for file in files])
    return None


def _kind_of(file: SentFile) -> str:
    with named(file):
        lines = LineStream(file.path, "collection", LIMIT)
        number, begin = _first_line(lines)
        if begin.startswith("QN") and file.kind in {"", QRELS, TOPICS}:
            return QUERIES
        if file.kind:
            return file.kind
        if begin.startswith("<") and (element := _first_element(begin, lines)):
            return TOPICS if element == "top" else DOCUMENTS
        if _ENTRY.match(begin):
            return TOPICS if _NAME_OF_TOPICS.search(file.name) else DOCUMENTS
        for pattern, kind in _BEGINNINGS.items():
            if re.match(pattern, begin):
                return kind
        if not begin:
            raise lines.error(None, "file-only-comments", kind=QRELS, fields="topic 0 docno grade")
        fields = begin.split()
        count = len(fields)
        if count == _QRELS_FIELDS or count >= _RUN_FIELDS:
            return QRELS if count == _QRELS_FIELDS else RUN
        if count == _QRELS_FIELDS - 1 and _GRADE.fullmatch(fields[-1]):
            raise lines.error(number, "qrels-line-of-three", text=begin.strip())
        raise lines.error(number, "file-kind-unknown", text=begin.strip(), count=count)


def _first_element(begin: str, lines: Iterable[str]) -> str:
    """The first element of a file of markup that says what the file is, in lower case; empty if there is none."""
    for line in chain([begin], islice(lines, _LINES)):
        if found := _ELEMENT.search(line):
            return found[1].lower()
    return ""


def _first_line(lines: LineStream) -> tuple[int, str]:
    """The first line that is neither blank nor a comment, with its number; empty for a file of comments."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            return lines.number, line
    return max(lines.number, 1), ""
