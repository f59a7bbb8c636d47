"""A collection as parts for the store: judgements and runs in TREC's formats, topics and documents as JSON.

All parts are packed with gzip. The kind says what a part contains; the name distinguishes the parts of a kind.

>>> from ireval.collection.entries import Document, Topic
>>> from ireval.trec import read_qrels
>>> parts = pack(qrels=read_qrels(b"1 0 d1 2"), topics=[Topic("1", "Seals")], documents=[Document("d1", "Harbour")])
>>> stored = {(part.kind, part.name): part for part in parts}
>>> sorted(kind for kind, _ in stored)
['documents', 'index', 'qrels', 'topics']
>>> found = unpack(stored.values(), lambda name: stored["documents", name].body)
>>> found.qrels, found.topics["1"].title, found.documents["d1"].title
({'1': {'d1': 2}}, 'Seals', 'Harbour')
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from ireval.collection.document_blocks import BlockDocuments, pack_bytes, pack_documents
from ireval.collection.entries import Document, Topic
from ireval.collection.stored_collection import Collection, Grades
from ireval.trec.qrels import Qrels, read_qrels
from ireval.trec.runs import Run, read_run

QRELS, RUN, ASSESSOR, TOPICS, DOCUMENTS, INDEX = "qrels", "run", "assessor", "topics", "documents", "index"

Value = TypeVar("Value")


class PartLike(Protocol):
    """The attributes of a part, whether it is a ``Part`` or a row of the store."""

    @property
    def kind(self) -> str:
        """The kind of content, such as ``QRELS``."""

    @property
    def name(self) -> str:
        """The name of the part among the parts of its kind."""

    @property
    def body(self) -> bytes:
        """The content, packed with gzip."""


class Part(NamedTuple):
    """A part of a collection: its kind, its name among those of this kind, and its content."""

    kind: str
    name: str
    body: bytes


def pack(
    *,
    qrels: Qrels,
    runs: Mapping[str, Run] | None = None,
    topics: Iterable[Topic] = (),
    documents: Iterable[Document] = (),
    assessors: Mapping[str, Qrels] | None = None,
) -> Iterator[Part]:
    """The parts of a collection, one after the other. At most one block of documents is in memory at a time."""
    yield from pack_judgements(qrels, assessors or {})
    yield pack_topics(topics)
    yield from pack_blocks(documents)
    for name, run in (runs or {}).items():
        yield pack_run(name, run)


def pack_judgements(qrels: Qrels, assessors: Mapping[str, Qrels]) -> Iterator[Part]:
    """The main judgements and those of each assessor, as parts."""
    yield Part(QRELS, QRELS, pack_lines(qrels_lines(qrels)))
    for name, judged in assessors.items():
        yield Part(ASSESSOR, name, pack_lines(qrels_lines(judged)))


def pack_topics(topics: Iterable[Topic]) -> Part:
    """The topics as a part."""
    rows = [[topic.number, topic.title, topic.description, topic.narrative] for topic in topics]
    return Part(TOPICS, TOPICS, _pack_json(rows))


def pack_blocks(documents: Iterable[Document]) -> Iterator[Part]:
    """The documents as parts, block by block, and the index that gives the block of each document."""
    index: list[list[str]] = []
    for docnos, block in pack_documents(documents):
        yield Part(DOCUMENTS, str(len(index)), block)
        index.append(docnos)
    yield Part(INDEX, INDEX, _pack_json(index))


def pack_run(name: str, run: Run) -> Part:
    """A run as a part."""
    return Part(RUN, name, pack_lines(run_lines(run)))


def unpack(parts: Iterable[PartLike], documents: Callable[[str], bytes]) -> Collection:
    """The collection of these parts; the parts of documents may be left out.

    ``documents`` returns the bytes of a block of documents by its name; it is called when a document of the block is
    read. Runs and the judgements of assessors are read when they are first used.
    """
    by_kind: dict[str, dict[str, bytes]] = {}
    for part in parts:
        if part.kind != DOCUMENTS:
            by_kind.setdefault(part.kind, {})[part.name] = part.body
    topics = [Topic(*row) for body in by_kind.get(TOPICS, {}).values() for row in _read_json(body)]
    index = [docnos for body in by_kind.get(INDEX, {}).values() for docnos in _read_json(body)]
    return Collection(
        BlockDocuments(index, documents),
        {topic.number: topic for topic in topics},
        _read_grades(QRELS, by_kind[QRELS][QRELS]),
        _LazyParts(by_kind.get(ASSESSOR, {}), _read_grades),
        _LazyParts(by_kind.get(RUN, {}), _read_run),
    )


class _LazyParts(Mapping[str, Value], Generic[Value]):
    """The content of parts by name, in alphabetical order; each part is read when it is first used, and then cached."""

    def __init__(self, bodies: Mapping[str, bytes], read: Callable[[str, bytes], Value]) -> None:
        self._bodies = dict(sorted(bodies.items()))
        self._read, self._found = read, dict[str, Value]()

    def __getitem__(self, name: str) -> Value:
        if name not in self._found:
            self._found[name] = self._read(name, self._bodies[name])
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._bodies

    def __iter__(self) -> Iterator[str]:
        return iter(self._bodies)

    def __len__(self) -> int:
        return len(self._bodies)


def _read_grades(_: str, body: bytes) -> Grades:
    return read_qrels(gzip.decompress(body)).to_dict()


class _NamedBytes(io.BytesIO):
    """The content of a file, and its name in messages."""

    def __init__(self, name: str, content: bytes) -> None:
        super().__init__(content)
        self.name = name


def _read_run(name: str, body: bytes) -> Run:
    return read_run(_NamedBytes(name, gzip.decompress(body)))


def qrels_lines(qrels: Qrels) -> Iterator[str]:
    """The judgements as lines of a qrels file, topic by topic: topic, 0, docno, grade."""
    groups, starts = qrels.groups, qrels.groups.starts.tolist()
    for topic, begin, end in zip(groups.topics, starts, starts[1:], strict=False):
        docs = groups.docs.take(np.arange(begin, end)).tolist()
        grades = np.maximum(qrels.grades[begin:end], -1).tolist()
        yield "".join(f"{topic} 0 {docno} {grade}\n" for docno, grade in zip(docs, grades, strict=True))


def run_lines(run: Run) -> Iterator[str]:
    """The run as lines of a run file, topic by topic, by descending score; equal scores keep their order."""
    groups, starts = run.groups, run.groups.starts.tolist()
    tag = " ".join(run.tag.split()) or "ireval"
    for topic, begin, end in zip(groups.topics, starts, starts[1:], strict=False):
        rows = begin + np.argsort(-run.scores[begin:end], kind="stable")
        docs, scores = groups.docs.take(rows).tolist(), run.scores[rows].tolist()
        lines = (
            f"{topic} Q0 {docno} {rank} {score!r} {tag}\n"
            for rank, (docno, score) in enumerate(zip(docs, scores, strict=True), 1)
        )
        yield "".join(lines)


def pack_lines(lines: Iterable[str]) -> bytes:
    """Lines as the bytes of a gzip file; the unpacked bytes are never in memory together."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=6, mtime=0) as file:
        for text in lines:
            file.write(text.encode())
    return packed.getvalue()


def _pack_json(value: object) -> bytes:
    return pack_bytes(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def _read_json(body: bytes) -> Any:
    return json.loads(gzip.decompress(body))
