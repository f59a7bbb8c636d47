"""Uploads to test with: small correct files, and files that are wrong in many ways."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ireval.collection.packed_collection import Part
from ireval.collection.upload.collection_summary import CollectionSummary
from ireval.collection.upload.sent_file import SentFile, UploadChoices, UploadLimits
from ireval.collection.upload.upload_reading import read_upload

QRELS = b"1 0 d1 2\n1 0 d2 0\n2 0 d1 1\n"
RUN = b"1 Q0 d1 1 3.5 x\n1 Q0 d9 2 1.5 x\n2 Q0 d2 1 7 x\n"
TOPICS = b"<top>\n<num> Number: 1\n<title> seals\n</top>\n<top>\n<num> Number: 2\n<title> nets\n</top>\n"
DOCUMENTS = (
    b"<DOC>\n<DOCNO>d1</DOCNO>\n<TEXT>Seals.</TEXT>\n</DOC>\n<DOC>\n<DOCNO>d2</DOCNO>\n<TEXT>Nets.</TEXT>\n</DOC>\n"
)
GOOD: Mapping[str, bytes] = {"qrels.txt": QRELS, "bm25.txt": RUN, "topics.trec": TOPICS, "docs.trec": DOCUMENTS}
#: Limits that small files exceed.
SMALL = UploadLimits(size=20_000, topics=3, depth=4, documents=5, runs=2)


class Wrong(NamedTuple):
    """An upload that is refused: what is in place of or beside the good files, and the error.

    The error names ``file`` and ``line``, if there are any; ``key`` is that of its message.
    """

    files: Mapping[str, bytes | None]
    key: str
    file: str = ""
    line: int | None = None


def _run(topics: int, depth: int) -> bytes:
    rows = ((t, d) for t in range(1, topics + 1) for d in range(1, depth + 1))
    return "".join(f"{t} Q0 d{d} {d} {9 - d} x\n" for t, d in rows).encode()


def _documents(numbers: list[str]) -> bytes:
    return "".join(f"<DOC>\n<DOCNO>{n}</DOCNO>\n<TEXT>x</TEXT>\n</DOC>\n" for n in numbers).encode()


WRONG: Mapping[str, Wrong] = {
    "a field of qrels is missing": Wrong({"qrels.txt": b"1 0 d1 2\n1 d2 0\n"}, "line-has-other-fields", "qrels.txt", 2),
    "a field of a run is missing": Wrong({"bm25.txt": RUN + b"2 Q0 d3 2 6\n"}, "line-has-other-fields", "bm25.txt", 4),
    "a grade in words": Wrong({"qrels.txt": b"1 0 d1 yes\n"}, "grade-not-whole", "qrels.txt", 1),
    "a grade beyond all others": Wrong({"qrels.txt": b"\n1 0 d1 99999\n"}, "grade-too-high", "qrels.txt", 2),
    "a score in words": Wrong({"bm25.txt": b"1 Q0 d1 1 high x\n"}, "score-not-a-number", "bm25.txt", 1),
    "a score that is no number": Wrong(
        {"bm25.txt": b"1 Q0 d1 1 2 x\n1 Q0 d2 2 NaN x\n"}, "score-not-a-number", "bm25.txt", 2
    ),
    "a score that is infinite": Wrong({"bm25.txt": b"1 Q0 d1 1 inf x\n"}, "score-not-a-number", "bm25.txt", 1),
    "a score with a comma": Wrong({"bm25.txt": b"1 Q0 d1 1 2,5 x\n"}, "score-with-comma", "bm25.txt", 1),
    "a document retrieved twice": Wrong({"bm25.txt": RUN + b"1 Q0 d9 3 1 x\n"}, "retrieved-twice", "bm25.txt", 4),
    "a document judged twice": Wrong({"qrels.txt": QRELS + b"1 0 d2 0\n"}, "judged-twice", "qrels.txt", 4),
    "grades that contradict each other": Wrong(
        {"qrels.txt": QRELS + b"1 0 d2 1\n"}, "judged-differently", "qrels.txt", 4
    ),
    "a comment that does not end": Wrong(
        {"docs.trec": DOCUMENTS + b"<!-- more"}, "comment-without-end", "docs.trec", 9
    ),
    "a document without a number": Wrong(
        {"docs.trec": DOCUMENTS + b"<DOC><TEXT>x</TEXT></DOC>"}, "element-without-number", "docs.trec", 9
    ),
    "a topic without a number": Wrong(
        {"topics.trec": b"<top>\n<title> seals\n</top>\n"}, "element-without-number", "topics.trec", 1
    ),
    "two documents of a number": Wrong({"docs.trec": _documents(["a", "b", "a"])}, "number-twice", "docs.trec", 9),
    "two documents of a number in two files": Wrong(
        {"more.trec": _documents(["d2"])}, "number-in-two-files", "more.trec", 1
    ),
    "two topics of a number": Wrong(
        {"topics.trec": TOPICS + b"<top>\n<num> 1\n</top>\n"}, "number-twice", "topics.trec", 9
    ),
    "a binary file": Wrong({"bm25.txt": b"\x89PNG\x00\x00"}, "file-binary", "bm25.txt", 1),
    "UTF-16": Wrong({"topics.trec": TOPICS.decode().encode("utf-16")}, "file-utf-16", "topics.trec"),
    "a damaged gzip file": Wrong({"docs.gz": gzip.compress(DOCUMENTS)[:-9]}, "file-damaged-gzip", "docs.gz"),
    "a small file that is large when unpacked": Wrong(
        {"docs.gz": gzip.compress(b"x" * 5_000_000)}, "upload-too-large", "docs.gz"
    ),
    "files that are too large together": Wrong(
        {"a.txt": b"1 Q0 a 1 2 x\n" * 900, "b.txt": b"1 Q0 a 1 2 x\n" * 900}, "upload-too-large", "b.txt"
    ),
    "a line that is too long": Wrong(
        {"qrels.txt": b"1 0 d1 1\n1 0 d2 " + b"1" * 11_000}, "line-too-long", "qrels.txt", 2
    ),
    "an empty file": Wrong({"topics.trec": b""}, "file-empty", "topics.trec"),
    "only blanks": Wrong({"qrels.txt": b" \n\n \n"}, "file-empty", "qrels.txt"),
    "only comments": Wrong({"qrels.txt": b"# by us\n"}, "file-only-comments", "qrels.txt"),
    "too many judged topics": Wrong(
        {"qrels.txt": b"1 0 a 1\n2 0 a 1\n3 0 a 1\n4 0 a 1\n5 0 a 1\n"}, "too-many-topics", "qrels.txt", 4
    ),
    "too many topics in a run": Wrong({"bm25.txt": _run(4, 2)}, "too-many-topics", "bm25.txt", 7),
    "too many topics in two runs": Wrong(
        {"bm25.txt": _run(3, 1), "dense.txt": b"7 Q0 d1 1 1 x\n"}, "too-many-topics", "dense.txt", 1
    ),
    "too many topics that are judged or have a text": Wrong(
        {
            "topics.trec": b"".join(b"<top>\n<num> %d\n</top>\n" % i for i in (1, 7, 8)),
            "qrels.txt": b"a 0 d1 1\nb 0 d1 1\n",
            "bm25.txt": None,
        },
        "too-many-topics-with-text",
        "topics.trec",
    ),
    "too many topics in two files": Wrong(
        {"more.trec": b"<top>\n<num> 7\n</top>\n<top>\n<num> 8\n</top>\n"}, "too-many-entries", "more.trec", 4
    ),
    "two topics of a number in two files": Wrong(
        {"more.trec": b"<top>\n<num> 2\n</top>\n"}, "number-in-two-files", "more.trec", 1
    ),
    "an assessor called like one of the Cystic Fibrosis collection": Wrong(
        {"assessor=score 1.txt": QRELS, "cfquery": b"QN 00001\nQU What?\nRD  139 1222\n"}, "file-names-twice"
    ),
    "too many topics with a text": Wrong(
        {"topics.trec": b"".join(b"<top>\n<num> %d\n</top>\n" % i for i in range(4))},
        "too-many-entries",
        "topics.trec",
        10,
    ),
    "too many documents of a topic": Wrong(
        {"bm25.txt": _run(1, 2) + b"".join(b"2 Q0 d%d 1 2 x\n" % i for i in range(5))},
        "too-many-retrieved",
        "bm25.txt",
        7,
    ),
    "too many documents": Wrong({"docs.trec": _documents(list("abcdef"))}, "too-many-entries", "docs.trec", 21),
    "too many documents in two files": Wrong(
        {"docs.trec": _documents(list("abc")), "more.trec": _documents(list("def"))}, "too-many-entries", "more.trec", 9
    ),
    "a run given as the qrels": Wrong(
        {"qrels.txt": None, "qrels=bm25.txt": RUN, "bm25.txt": None}, "line-has-other-fields", "bm25.txt", 1
    ),
    "qrels given as a run": Wrong({"run=r.txt": QRELS}, "line-has-other-fields", "r.txt", 1),
    "no qrels": Wrong({"qrels.txt": None}, "upload-without-qrels"),
    "two main judgements": Wrong({"qrels.txt": None, "a.txt": QRELS, "b.txt": QRELS}, "several-qrels"),
    "a name that is too long": Wrong(
        {"qrels.txt": QRELS + b"1 0 " + b"d" * 2001 + b" 1\n"}, "name-in-file-too-long", "qrels.txt", 4
    ),
    "a file name that is too long": Wrong({"x" * 101: RUN}, "unusable-file-name"),
    "two runs of a name": Wrong({"bm25.gz": gzip.compress(RUN)}, "file-names-twice"),
    "too many runs": Wrong({"b.txt": RUN, "c.txt": RUN}, "too-many-files"),
    "something else": Wrong({"notes.txt": b"\nDear all,\nhere are\n"}, "file-kind-unknown", "notes.txt", 2),
    "another kind of markup": Wrong(
        {"page.html": b"<html><body>Hello there</body></html>\n"}, "file-kind-unknown", "page.html", 1
    ),
    "grades of which 1 may be the best": Wrong(
        {"qrels.txt": None, "cranqrel": b"1 184 2\n1 29 3\n"}, "which-grade-is-best"
    ),
    "topics that judgements may count": Wrong(
        {"topics.trec": TOPICS.replace(b"Number: 2", b"Number: 4")}, "topics-have-other-ids"
    ),
    "documents with other zeros": Wrong({"docs.trec": _documents(["d01", "d02"])}, "documents-have-other-zeros"),
    "judgements in blocks that do not go on so": Wrong(
        {"qrels.txt": None, "qrels=rlv-ass": b"1\n 1 2\n /\n" + b"2\n 3\n /\n" * 40 + b"3\n one\n"},
        "not-a-list-of-documents",
        "rlv-ass",
        125,
    ),
    "a block without a number": Wrong(
        {"topics.trec": None, "query-text": b"1\nnets\n/\nseals\n/\n"}, "entry-without-own-number", "query-text", 4
    ),
    "Cystic Fibrosis in XML": Wrong(
        {"cfquery.xml": b"<root>\n<QUERY>\n<QueryNumber>1</QueryNumber>\n"}, "cystic-fibrosis-in-xml", "cfquery.xml", 1
    ),
    "fields between commas": Wrong({"bm25.txt": b"1,Q0,d1,1,3.5,x\n"}, "fields-separated-by-signs", "bm25.txt", 1),
    "topics in lines": Wrong({"topics.trec": b"1\twhat is x\n2\twhat are nets\n"}, "topic-in-a-line", "topics.trec", 1),
    "JSON": Wrong({"bm25.txt": b'{"1": {"d1": 3.5, "d2": 1}}\n'}, "file-json", "bm25.txt", 1),
    "a topic in XML without a number": Wrong(
        {"topics.trec": b"<topics>\n<topic><title>seals</title></topic>\n</topics>\n"},
        "topic-without-number",
        "topics.trec",
        2,
    ),
    "an archive": Wrong({"all.zip": b"PK\x03\x04\x14\x00\x00\x00"}, "file-packed-otherwise", "all.zip"),
    "packed twice": Wrong({"bm25.gz": gzip.compress(gzip.compress(RUN))}, "file-packed-twice", "bm25.gz"),
    "a PDF": Wrong({"topics.pdf": b"%PDF-1.7\n%\xe2\xe3\n1 0 obj <<\n"}, "file-pdf", "topics.pdf"),
    "three words": Wrong({"notes.txt": b"see page one\n"}, "file-kind-unknown", "notes.txt", 1),
    "judgements by subtopic": Wrong({"qrels.txt": b"1 1 d1 1\n1 2 d1 1\n"}, "judged-by-subtopic", "qrels.txt", 2),
    "graded judgements by subtopic": Wrong(
        {"qrels.txt": b"1 1 d1 1\n1 2 d1 2\n"}, "judged-differently-by-subtopic", "qrels.txt", 2
    ),
    "scores of no assessors": Wrong(
        {"cfquery": b"QN 00001\nQU What?\nRD  139 1223\n", "qrels.txt": None}, "not-a-record-with-scores", "cfquery", 3
    ),
    "queries without judgements": Wrong(
        {"cfquery": b"QN 00001\nQU What?\nNR 00000\n", "qrels.txt": None}, "queries-without-judgements", "cfquery"
    ),
    "a field before the first entry": Wrong(
        {"docs.trec": b".I 1\n.W\nx\n", "qry": b".W\nx\n"}, "file-kind-unknown", "qry", 1
    ),
}


def files_of(wrong: Wrong) -> dict[str, bytes]:
    """The files of a wrong upload: the good ones, with what replaces them or is added."""
    found = {**GOOD, **wrong.files}
    return {name: content for name, content in found.items() if content is not None}


def sent_files(folder: Path, files: Mapping[str, bytes]) -> list[SentFile]:
    """The files as a server has received them; ``kind=name`` as a name says what the file is."""
    found = []
    for place, (name, content) in enumerate(files.items()):
        (folder / str(place)).write_bytes(content)
        kind, _, short = name.rpartition("=")
        found.append(SentFile(folder / str(place), short, kind))
    return found


def read(
    folder: Path, files: Mapping[str, bytes], limits: UploadLimits | None = None, **choices: str
) -> tuple[list[Part], CollectionSummary]:
    """The parts and the summary of an upload."""
    parts: list[Part] = []
    chosen = UploadChoices(**choices)
    summary = read_upload(sent_files(folder, files), limits or UploadLimits(), lambda *_: None, parts.append, chosen)
    return parts, summary
