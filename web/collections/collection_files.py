"""A collection as files to download: those that it was made of, and its summary as JSON and CSV; all in one archive.

An upload of these files gives the same collection again.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from html import escape

from ireval.collection.entries import Document, Topic
from ireval.collection.packed_collection import run_lines
from ireval.collection.stored_collection import Collection, Grades
from ireval.collection.upload.collection_summary import CollectionSummary
from ireval.collection.upload.own_summary import HEAD_OF_CSV
from ireval.explanation.table_formats import guarded
from ireval.messages import say

#: Bytes of the archive that are sent at once.
PIECE = 1 << 16

Pieces = Callable[[], Iterator[str]]


def files_of(collection: Collection, summary: CollectionSummary) -> dict[str, Pieces]:
    """The files by their names; each is written piece by piece when it is called."""
    found: dict[str, Pieces] = {"qrels.txt": lambda: qrels_text(collection.qrels)}
    found |= {f"runs/{name}.txt": _run_text(collection, name) for name in collection.runs}
    found |= {f"assessors/{name}.txt": _assessor_text(collection, name) for name in collection.assessors}
    if collection.topics:
        found["topics.trec"] = lambda: map(topic_markup, collection.topics.values())
    if collection.documents:
        found["documents.trec"] = lambda: map(document_markup, collection.documents.values())
    found["summary.json"] = lambda: iter([summary_json(summary)])
    found["summary.csv"] = lambda: iter([summary_csv(summary)])
    return found


def _run_text(collection: Collection, name: str) -> Pieces:
    return lambda: run_lines(collection.runs[name])


def _assessor_text(collection: Collection, name: str) -> Pieces:
    return lambda: qrels_text(collection.assessors[name])


def qrels_text(grades: Grades) -> Iterator[str]:
    """Judgements as a qrels file, topic by topic."""
    for topic, mine in grades.items():
        yield "".join(f"{topic} 0 {docno} {grade}\n" for docno, grade in mine.items())


def topic_markup(topic: Topic) -> str:
    """A topic as TREC writes it."""
    fields = ["<top>", f"<num> Number: {escape(topic.number, quote=False)} </num>"]
    named = (("title", "Topic", topic.title), ("desc", "Description", topic.description))
    for tag, lead, text in (*named, ("narr", "Narrative", topic.narrative)):
        if text:
            fields.append(f"<{tag}> {lead}: {escape(text, quote=False)} </{tag}>")
    return "\n".join([*fields, "</top>\n\n"])


def document_markup(document: Document) -> str:
    """A document as TREC writes it, its paragraphs divided by empty lines."""
    fields = ["<DOC>", f"<DOCNO>{escape(document.docno, quote=False)}</DOCNO>"]
    if document.title:
        fields.append(f"<TITLE>{escape(document.title, quote=False)}</TITLE>")
    text = escape(document.text, quote=False).replace("\n", "\n\n")
    return "\n".join([*fields, f"<TEXT>\n{text}\n</TEXT>", "</DOC>\n\n"])


def summary_json(summary: CollectionSummary) -> str:
    """Return the summary as JSON, with its remarks in words."""
    found = asdict(summary) | {"notes": [say(note) for note in summary.notes]}
    found["runs"] = [asdict(run) | {"notes": [say(note) for note in run.notes]} for run in summary.runs]
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def summary_csv(summary: CollectionSummary) -> str:
    """Return the summary as CSV: the part of the collection, what is counted in it, and the number."""
    names = ("topics", "judged", "relevant", "documents", "described")
    rows: list[tuple[str, str, object]] = [HEAD_OF_CSV]
    rows += [("collection", name, getattr(summary, name)) for name in names]
    rows += [("collection", f"grade {grade}", count) for grade, count in summary.grades.items()]
    for run in summary.runs:
        rows += [(run.name, name, getattr(run, name)) for name in ("topics", "retrieved", "depth", "tied")]
        for cutoff, (unjudged, first) in run.unjudged.items():
            rows += [(run.name, f"first {cutoff}", first), (run.name, f"unjudged in first {cutoff}", unjudged)]
    text = io.StringIO()
    csv.writer(text).writerows([guarded(str(cell)) for cell in row] for row in rows)
    return text.getvalue()


def archive(files: Mapping[str, Pieces]) -> Iterator[bytes]:
    """Yield all files as a ZIP archive, piece by piece, because it may be too large for memory."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, pieces in files.items():
            with packed.open(name, "w", force_zip64=True) as entry:
                for text in pieces():
                    entry.write(text.encode())
                    if len(sink.waiting) > PIECE:
                        yield sink.take()
    yield sink.take()


class _Sink(io.RawIOBase):
    """A stream to which an archive is written, and which cannot seek."""

    def __init__(self) -> None:
        self.waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.waiting += data
        return len(data)

    def take(self) -> bytes:
        """The bytes since the last call."""
        found, self.waiting = bytes(self.waiting), bytearray()
        return found


def encode_pieces(pieces: Iterable[str]) -> Iterator[bytes]:
    """Yield pieces of text as larger pieces of bytes; only the last one may be small."""
    waiting: list[str] = []
    size = 0
    for text in pieces:
        waiting.append(text)
        size += len(text)
        if size > PIECE:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    yield "".join(waiting).encode()
