"""The directives ``judging`` and ``agreement``: documents of the built-in collection, and the agreement of assessors.

With ``judging``, the reader gives each document a label, and then sees the labels of two assessors. ``agreement`` only
compares the assessors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ireval.agreement.all_coefficients import of_pairs
from ireval.collection import Collection, Document, Topic, built_in
from ireval.errors import InputError, nearest
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.fields import Fields
from ireval.lessons.lesson import Block
from ireval.numbers.notation import read_number

#: The meanings of the grades of the collection, from grade 0 on.
GRADES = ("not relevant", "partly relevant", "relevant")
PARTS = ("topic", "documents", "assessors", "runs", "depth")
#: The additional field of the directive ``agreement``.
COEFFICIENT = "coefficient"
ASSESSORS = 2
#: The default coefficient.
USUAL = of_pairs()[0].key
LEAST_DOCUMENTS, MOST_DOCUMENTS = 2, 12
USUAL_DEPTH, MOST_DEPTH = 5, 10


@dataclass(frozen=True)
class Judging(Block):
    """Documents to judge for a topic; ``name`` is the name of the form. If it is empty, only assessors are compared.

    ``assessors`` has the grades of all documents by assessor and docno. If rankings are compared, ``runs`` has the
    docnos of the first documents of each, best first; all of them are among the ``documents``. ``coefficient`` is the
    key of the coefficient of agreement.
    """

    name: str
    topic: Topic
    documents: tuple[Document, ...]
    assessors: Mapping[str, Mapping[str, int]]
    runs: Mapping[str, tuple[str, ...]]
    coefficient: str


def judging(reading: Reading, written: Written) -> Block | None:
    """The block with documents to judge; None if it cannot be made. Faults are noted."""
    return _read(reading, written, f"judging-{written.line}")


def agreement(reading: Reading, written: Written) -> Block | None:
    """The block with the agreement of two assessors; None if it cannot be made. Faults are noted."""
    return _read(reading, written, "")


def _read(reading: Reading, written: Written, name: str) -> Judging | None:
    written.refuse_title()
    fields = written.fields(reading.faults)
    fields.only(PARTS if name else (*PARTS, COEFFICIENT))
    if not fields.sound:
        return None
    collection, at = built_in(), fields.faults.at
    with at(fields.line_of(COEFFICIENT)):
        coefficient = _one_of(COEFFICIENT, fields.text(COEFFICIENT, USUAL), [x.key for x in of_pairs()])
        return _judging(fields, collection, name, coefficient)
    return None


def _judging(fields: Fields, collection: Collection, name: str, coefficient: str) -> Judging | None:
    at = fields.faults.at
    with at(fields.line_of("topic")):
        topic = collection.topics[_one_of("topic", fields.text("topic"), collection.topics)]
        with at(fields.line_of("depth")):
            depth = _depth(fields)
            with at(fields.line_of("runs" if "runs" in fields.data else "documents")):
                runs = dict(_runs(fields, collection, topic.number, depth))
                documents = _documents(fields, collection, runs)
                with at(fields.line_of("assessors")):
                    assessors = dict(_assessors(fields, collection, topic.number, documents))
                    return Judging(name, topic, documents, assessors, runs, coefficient)
    return None


def _depth(fields: Fields) -> int:
    depth = fields.text("depth", str(USUAL_DEPTH))
    return int(read_number(depth, "depth", "Depth", whole=True, least=1, most=MOST_DEPTH))


def _runs(fields: Fields, collection: Collection, topic: str, depth: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The docnos of the first documents of each ranking."""
    for run in fields.texts("runs"):
        scores = collection.runs[_one_of("runs", run, collection.runs)].to_dict()[topic]
        ranked = sorted(scores, key=lambda docno: (scores[docno], docno), reverse=True)
        yield run, tuple(ranked[:depth])


def _documents(fields: Fields, collection: Collection, runs: Mapping[str, tuple[str, ...]]) -> tuple[Document, ...]:
    """The documents that the directive names, or the documents of the rankings in the order of their numbers."""
    named = fields.texts("documents")
    if bool(named) is bool(runs):
        raise InputError("documents", "lesson-documents-or-runs")
    chosen = list(named) or sorted({docno for ranked in runs.values() for docno in ranked})
    if not LEAST_DOCUMENTS <= len(set(chosen)) == len(chosen) <= MOST_DOCUMENTS:
        least, most = LEAST_DOCUMENTS, MOST_DOCUMENTS
        raise InputError("documents", "lesson-documents-to-judge", count=len(set(chosen)), least=least, most=most)
    return tuple(collection.documents[_one_of("documents", docno, collection.documents)] for docno in chosen)


def _assessors(
    fields: Fields, collection: Collection, topic: str, documents: Iterable[Document]
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """The grades that each assessor gave the documents."""
    names = fields.texts("assessors")
    if len(set(names)) != ASSESSORS or len(names) != ASSESSORS:
        raise InputError("assessors", "lesson-two-assessors", names=list(collection.assessors))
    for name in names:
        grades = collection.assessors[_one_of("assessors", name, collection.assessors)][topic]
        missing = [document.docno for document in documents if document.docno not in grades]
        if missing:
            raise InputError("assessors", "lesson-document-not-judged", assessor=name, documents=missing)
        yield name, {document.docno: grades[document.docno] for document in documents}


def _one_of(field: str, text: str, known: Iterable[str]) -> str:
    if text not in known:
        raise InputError(field, "not-one-of", name=field, text=text, hint=nearest(text, known))
    return text


DIRECTIVES: Mapping[str, Directive] = {"judging": judging, "agreement": agreement}
