r"""The content of a collection in numbers, and notes on what may surprise its users.

>>> from ireval.trec import read_run
>>> judged = {"1": {"d1": 2, "d2": 0}, "2": {"d1": 1}}
>>> run = summarize_run("mine", read_run(b"1 Q0 d1 1 3.5 x\n1 Q0 d7 2 3.5 x"), judged, set())
>>> run.retrieved, run.depth, run.tied, run.unjudged
(2, 2, 2, {10: (1, 2), 100: (1, 2)})
>>> [note.key for note in run.notes]
['run-lacks-judged-topics', 'run-has-unjudged-documents', 'run-has-ties']
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from ireval.collection.entries import Topic
from ireval.messages import Message
from ireval.trec.rank_order import RankOrder, rank_rows
from ireval.trec.runs import Run

#: The first documents of each topic among which unjudged ones are counted.
CUTOFFS = (10, 100)
#: The most names that are listed; of the other names, only the number is given.
NAMED = 5

Judged = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class RunSummary:
    """A run in numbers: ``retrieved`` documents over its ``topics``, at most ``depth`` a topic.

    ``unjudged`` has, for each cutoff, the number of unjudged documents among the first ones, and the number of first
    documents, over the topics with judgements. ``tied`` is the number of documents that share their score with another
    document of their topic.
    """

    name: str
    topics: int
    retrieved: int
    depth: int
    unjudged: Mapping[int, tuple[int, int]]
    tied: int
    notes: tuple[Message, ...]


@dataclass(frozen=True)
class CollectionSummary:
    """A collection in numbers. ``grades`` counts the judgements by grade, ``topics`` those with judgements.

    ``documents`` and ``described`` count the documents and the judged topics that have a text.
    """

    topics: int
    judged: int
    relevant: int
    grades: Mapping[int, int]
    documents: int
    described: int
    assessors: tuple[str, ...]
    runs: tuple[RunSummary, ...]
    notes: tuple[Message, ...]

    def to_json(self) -> str:
        """The summary as a JSON text."""
        return json.dumps(asdict(self), default=_plain_message, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> CollectionSummary:
        """The summary from the text that ``to_json`` wrote."""
        found = json.loads(text)
        found["grades"] = {int(grade): count for grade, count in found["grades"].items()}
        found["assessors"] = tuple(found["assessors"])
        found["runs"] = tuple(_run_of(run) for run in found["runs"])
        return cls(**_with_notes(found))

    def with_run(self, run: RunSummary) -> CollectionSummary:
        """The summary with another run, which replaces an earlier run of the same name."""
        return replace(self, runs=tuple(sorted((*self.without_run(run.name).runs, run), key=lambda run: run.name)))

    def without_run(self, name: str) -> CollectionSummary:
        """The summary without the run of this name."""
        return replace(self, runs=tuple(run for run in self.runs if run.name != name))


def summarize(
    judged: Judged,
    topics: Iterable[Topic],
    docnos: Collection[str],
    *,
    assessors: Sequence[str] = (),
    runs: Sequence[RunSummary] = (),
    notes: Sequence[Message] = (),
) -> CollectionSummary:
    """The summary of a collection; ``docnos`` are the documents with a text, and ``notes`` come before other notes."""
    grades = Counter(grade for mine in judged.values() for grade in mine.values())
    described = {topic.number for topic in topics if topic.title or topic.description or topic.narrative}
    found = [*notes]
    if described:
        found += _note("topics-without-text", [topic for topic in judged if topic not in described])
        found += _note("texts-without-judgements", sorted(described - set(judged)))
    without = [topic for topic, mine in judged.items() if not any(grade > 0 for grade in mine.values())]
    found += _note("topics-without-relevant", without)
    if docnos:
        texts = dict.fromkeys(docno for mine in judged.values() for docno in mine if docno not in docnos)
        found += _note("judged-without-text", list(texts))
    return CollectionSummary(
        topics=len(judged),
        judged=sum(count for grade, count in grades.items() if grade >= 0),
        relevant=sum(count for grade, count in grades.items() if grade > 0),
        grades=dict(sorted(grades.items())),
        documents=len(docnos),
        described=sum(topic in described for topic in judged),
        assessors=tuple(assessors),
        runs=tuple(runs),
        notes=tuple(found),
    )


def summarize_run(name: str, run: Run, judged: Judged, docnos: Collection[str]) -> RunSummary:
    """The summary of a run on these judgements; ``docnos`` are the documents with a text, if there are any."""
    by_rank = rank_rows(run, RankOrder()).by_rank(np.arange(len(run.scores)))
    docs, starts = run.groups.docs.take(by_rank).tolist(), run.groups.starts.tolist()
    heads = {topic: docs[a:b] for topic, a, b in zip(run.topics, starts, starts[1:], strict=False)}
    unjudged = {}
    for cutoff in CUTOFFS:
        first = [judged[topic].get(docno, -1) < 0 for topic in judged for docno in heads.get(topic, ())[:cutoff]]
        unjudged[cutoff] = (sum(first), len(first))
    tied = _count_ties(run)
    notes = _note("run-has-other-topics", [topic for topic in run.topics if topic not in judged])
    notes += _note("run-lacks-judged-topics", [topic for topic in judged if topic not in heads])
    if any(count for count, _ in unjudged.values()):
        numbers = {
            f"{what}{cutoff}": n for cutoff, both in unjudged.items() for what, n in zip("ab", both, strict=True)
        }
        notes.append(Message("run-has-unjudged-documents", numbers))
    if tied:
        notes.append(Message("run-has-ties", count=tied, all=len(docs)))
    if docnos:
        notes += _note("retrieved-without-text", list(dict.fromkeys(docno for docno in docs if docno not in docnos)))
    depth = int(run.groups.lengths.max(initial=0))
    return RunSummary(name, len(run.topics), len(docs), depth, unjudged, tied, tuple(notes))


def _count_ties(run: Run) -> int:
    """The number of documents that share their score with another document of their topic."""
    topic = np.repeat(np.arange(len(run.topics)), run.groups.lengths)
    order = np.lexsort((run.scores, topic))
    scores, topic = run.scores[order], topic[order]
    same = (scores[1:] == scores[:-1]) & (topic[1:] == topic[:-1])
    return int((np.append(same, False) | np.append(False, same)).sum())


def _note(key: str, names: Sequence[str]) -> list[Message]:
    """A note with the number of the names and the first of them; empty without names."""
    if not names:
        return []
    shown = [name if len(name) <= NAMED * 8 else f"{name[: NAMED * 8]}…" for name in names[:NAMED]]
    more = len(names) - NAMED
    listed = Message("names-and-more", names=shown, more=more) if more > 0 else Message("names", names=shown)
    return [Message(key, count=len(names), names=listed)]


def _plain_message(value: object) -> object:
    if isinstance(value, Message):
        return [value.key, dict(value.values)]
    raise TypeError(f"{value!r} is not part of a summary.")


def _message(plain: Any) -> Message:
    key, values = plain
    return Message(key, {name: _message(v) if _is_message(v) else v for name, v in values.items()})


def _is_message(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[1], dict)


def _with_notes(found: dict[str, Any]) -> dict[str, Any]:
    return found | {"notes": tuple(_message(note) for note in found["notes"])}


def _run_of(found: dict[str, Any]) -> RunSummary:
    unjudged = {int(cutoff): (both[0], both[1]) for cutoff, both in found["unjudged"].items()}
    return RunSummary(**_with_notes(found | {"unjudged": unjudged}))
