"""The step tables of two or more runs on one topic, for lists that the lab cannot hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ireval.comparison.comparison import RunComparison
from ireval.comparison.plain_comparison import PLACES
from ireval.errors import InputError
from ireval.explanation.explanation import Explanation
from ireval.explanation.plain_table import Kind, step_table
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.ranking.judgements import UNJUDGED, Ranking

#: The first ranks are always shown.
FIRST = 10
#: The most rows of a table.
MOST_ROWS = 60


class Side(NamedTuple):
    """A run's step table: its heads, the rows that are shown, the line below them, and a note on rows left out."""

    name: str
    heads: list[str]
    rows: list[list[str]]
    final: str
    note: str


class TopicSteps:
    """A topic of a comparison, step by step: the pair of runs with this key, or all runs in the first measure.

    ``row`` is the anchor of the topic's row in the table of the pair; empty without a pair. Raises
    ``InputError`` if the topic is not judged, or if there is no such pair.
    """

    def __init__(self, found: RunComparison, key: str, topic: str, titles: Mapping[str, str]) -> None:
        if topic not in found.qrels.place:
            raise InputError("topic", "no-such-topic-compared", text=topic)
        pairs = {pair_key(i, j): (m, pair) for i, m in enumerate(found.measures) for j, pair in enumerate(m.pairs)}
        if key and key not in pairs:
            raise InputError("pair", "no-such-pair-compared", text=key, known=list(pairs))
        measure, pair = pairs[key] if key else (found.measures[0], None)
        names = (pair.a, pair.b) if pair else found.names
        self.topic, self.title, self.measure = topic, titles.get(topic, ""), measure.name
        self.row = row_id(key, measure.topics.index(topic)) if key and topic in measure.topics else ""
        self.sides = [_side(found, measure.spec, topic, name) for name in names]


def pair_key(measure: int, pair: int) -> str:
    """The key of a pair of runs in a measure, which are counted from 0."""
    return f"m{measure + 1}p{pair + 1}"


def row_id(key: str, place: int) -> str:
    """The anchor of the row of a topic in the table of a pair; places are counted from 0."""
    return f"{key}-topic{place + 1}"


def _side(found: RunComparison, spec: Spec, topic: str, name: str) -> Side:
    grades, ranking = found.grades(topic), found.ranking(name, topic)
    here = set(ranking)
    labels = [grades.get(docno, UNJUDGED) for docno in ranking]
    missed = sorted((grade for docno, grade in grades.items() if docno not in here), reverse=True)
    table = Explanation(Ranking.one(labels, missed), found.conventions).table(spec, PLACES)
    documents = [
        (docno, "unjudged" if grade == UNJUDGED else str(grade)) for docno, grade in zip(ranking, labels, strict=True)
    ]
    plain = step_table(table, documents)
    columns = [i for i, field in enumerate(plain.fields) if field.kind is not Kind.CALCULATION]
    rel = spec.effective(found.conventions)["rel"]
    by_rank = table.measure.axis == "rank"
    wanted = [i for i in range(len(plain.rows)) if not by_rank or i < FIRST or (i < len(labels) and labels[i] >= rel)]
    shown, left_out = wanted[:MOST_ROWS], len(plain.rows) - len(wanted[:MOST_ROWS])
    note = say(Message("rows-left-out", first=FIRST, count=left_out)) if left_out else ""
    rows = [[plain.rows[i][column] for column in columns] for i in shown]
    return Side(name, [plain.fields[column].head for column in columns], rows, plain.closing, note)
