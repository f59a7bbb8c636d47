"""Which documents of a topic a class judges: those first on which assessors or systems differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from ireval.collection import Collection, Document
from ireval.trec.runs import Run
from web.store.library.natural_order import natural_key

#: A document is in the pool if it is judged, or among the first documents of a system.
POOL_DEPTH = 10

Grades = Mapping[str, int]


def pooled_documents(collection: Collection, topic: str, most: int) -> tuple[Document, ...]:
    """At most ``most`` documents of a topic's pool that have a text, in the natural order of their numbers.

    Documents whose assessors differ most are taken first; then those on which the systems are most divided; then those
    that most systems have among their first ones.
    """
    grades = [mine[topic] for mine in (collection.qrels, *collection.assessors.values()) if topic in mine]
    tops = [ranked[:POOL_DEPTH] for ranked in rankings_of(collection.all_runs, topic).values()]
    pool = dict.fromkeys(docno for docnos in (*grades, *tops) for docno in docnos)

    def order(docno: str) -> tuple[float, ...]:
        given = [mine[docno] for mine in grades if mine.get(docno, -1) >= 0]
        share = sum(docno in top for top in tops) / max(len(tops), 1)
        return (min(given, default=0) - max(given, default=0), -share * (1 - share), -share)

    wanted = sorted(sorted(pool, key=natural_key), key=order)
    chosen = islice(_with_text(collection, wanted), most)
    return tuple(sorted(chosen, key=lambda document: natural_key(document.docno)))


def rankings_of(runs: Mapping[str, Run], topic: str) -> dict[str, tuple[str, ...]]:
    """The documents that each run retrieved for a topic, best first; without runs that do not have the topic."""
    found = {name: _ranking(run, topic) for name, run in runs.items()}
    return {name: ranked for name, ranked in found.items() if ranked}


def _ranking(run: Run, topic: str) -> tuple[str, ...]:
    """The documents of one topic; of equal scores, as trec_eval sorts them, the later number comes first."""
    if topic not in run.topics:
        return ()
    at = run.topics.index(topic)
    rows = slice(int(run.groups.starts[at]), int(run.groups.starts[at + 1]))
    docnos, scores = run.groups.docs.take(np.arange(rows.start, rows.stop)).tolist(), run.scores[rows].tolist()
    ranked = sorted(zip(scores, docnos, strict=True), reverse=True)
    return tuple(docno for _, docno in ranked)


def _with_text(collection: Collection, docnos: Sequence[str]) -> Iterator[Document]:
    for docno in docnos:
        document = collection.documents.get(docno)
        if document is not None and document.text.strip():
            yield document
