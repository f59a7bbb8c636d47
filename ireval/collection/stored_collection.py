"""Test collections in a folder, such as the one that comes with ireval.

>>> harbour = built_in()
>>> harbour.topics["9"].title, sorted(harbour.assessors)
('dangerous bank', ['ada', 'ben', 'cleo', 'dan'])
>>> [grades["9"]["h23"] for grades in harbour.assessors.values()]
[2, 2, 2, 2]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ireval.collection.entries import Document, Topic
from ireval.collection.formats import read_documents, read_topics
from ireval.trec.qrels import read_qrels
from ireval.trec.runs import Run, read_run

#: Grades by topic and document.
Grades = Mapping[str, Mapping[str, int]]
#: The collection that comes with ireval, in a checkout; the package does not contain it.
HARBOUR = Path(__file__).resolve().parent.parent.parent / "collections" / "harbour"


@dataclass(frozen=True)
class Collection:
    """Documents by docno, topics by number, the main judgements, the judgements of each assessor, and runs by name.

    ``more_runs`` are runs for experiments that need many systems.
    """

    documents: Mapping[str, Document]
    topics: Mapping[str, Topic]
    qrels: Grades
    assessors: Mapping[str, Grades]
    runs: Mapping[str, Run]
    more_runs: Mapping[str, Run] = field(default_factory=dict)

    @property
    def all_runs(self) -> dict[str, Run]:
        """The runs and the runs for experiments, by name."""
        return {**self.runs, **self.more_runs}


def read_collection(folder: Path) -> Collection:
    """Read the collection in a folder: ``documents.trec``, ``topics.trec``, ``qrels.txt``, ``assessors/``, ``runs/``.

    The folder ``more-runs/`` may be missing. Raises ``FileError`` if a file is missing or wrong.
    """
    return Collection(
        {document.docno: document for document in read_documents(folder / "documents.trec")},
        {topic.number: topic for topic in read_topics(folder / "topics.trec")},
        read_qrels(folder / "qrels.txt").to_dict(),
        {path.stem: read_qrels(path).to_dict() for path in sorted((folder / "assessors").glob("*.txt"))},
        *(_read_runs(folder / name) for name in ("runs", "more-runs")),
    )


def _read_runs(folder: Path) -> dict[str, Run]:
    return {path.stem: read_run(path) for path in sorted(folder.glob("*.txt"))}


@cache
def built_in() -> Collection:
    """Read the small test collection that comes with ireval; its README is in ``collections/harbour``.

    Raises ``FileError`` if ireval is installed without the collection, that is, outside a checkout.
    """
    return read_collection(HARBOUR)
