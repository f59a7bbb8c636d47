"""Judgements and runs from plain dicts, for programs and notebooks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any

import numpy as np

from ireval.errors import InputError
from ireval.trec.qrels import HIGHEST, Qrels, by_subtopic, stored_grade
from ireval.trec.reading.columns import Factor
from ireval.trec.reading.name_lengths import LONGEST_NAME
from ireval.trec.reading.text_column import Texts
from ireval.trec.reading.topic_groups import TopicGroups
from ireval.trec.runs import Run


def qrels_of(judgements: Mapping[str, Mapping[str, Any]], name: str = "the qrels") -> Qrels:
    """Judgements from topic to docno to grade, or from topic to docno to subtopic to grade.

    Raises ``InputError`` if a grade is not a whole number, and if there are no judgements.
    """
    rows = [(topic, doc, grade) for topic, mine in _items(judgements, "qrels") for doc, grade in _items(mine, "qrels")]
    if not rows:
        raise InputError("qrels", "no-judgements", name=name)
    if not isinstance(rows[0][2], Mapping):
        groups = _topic_groups(judgements, [doc for _, doc, _ in rows])
        return Qrels(name, groups, np.array([_grade(*row) for row in rows], np.int16))
    cells = [(t, doc, sub, grade) for t, doc, mine in rows for sub, grade in _items(mine, "qrels")]
    counts = Counter(topic for topic, *_ in cells)
    starts = np.cumsum([0, *(counts[topic] for topic in judgements)], dtype=np.int64)
    groups = TopicGroups(
        [str(topic) for topic in judgements], starts, Texts.of(str(doc) for _, doc, _, _ in cells), None
    )
    subtopic = Factor.of(str(sub) for _, _, sub, _ in cells)
    grades = np.array([_grade(topic, doc, grade) for topic, doc, _, grade in cells], np.int16)
    return by_subtopic(name, groups, subtopic, grades)


def run_of(scores: Mapping[str, Mapping[str, float]], name: str = "run") -> Run:
    """A run from topic to docno to score.

    Raises ``InputError`` if a score is not a finite number, and if there are no topics.
    """
    rows = [(topic, doc, score) for topic, mine in _items(scores, "run") for doc, score in _items(mine, "run")]
    if not scores:
        raise InputError("run", "no-topics", name=name)
    groups = _topic_groups(scores, [doc for _, doc, _ in rows])
    index, _ = groups.index()
    return Run(name, name, groups, np.array([_score(*row) for row in rows], np.float64), index)


def _topic_groups(rows: Mapping[str, Mapping[str, Any]], docs: Iterable[str]) -> TopicGroups:
    starts = np.cumsum([0, *(len(mine) for mine in rows.values())], dtype=np.int64)
    return TopicGroups(list(rows), starts, Texts.of(docs), None)


def _items(mapping: object, field: str) -> Iterable[tuple[str, Any]]:
    if not isinstance(mapping, Mapping):
        raise InputError(field, "not-a-dict", value=repr(mapping))
    for key, value in mapping.items():
        if not isinstance(key, str) or not is_name(key):
            raise InputError(field, "not-a-docno-or-topic", name=repr(key), most=LONGEST_NAME)
        yield key, value


def is_name(key: str) -> bool:
    """Whether a text can be the name of a topic or document."""
    try:
        name = key.encode()
    except UnicodeEncodeError:
        return False
    return b"\0" not in name and 0 < len(name) <= LONGEST_NAME


def _grade(topic: str, doc: str, grade: object) -> int:
    if not isinstance(grade, Integral) or int(grade) > HIGHEST:
        raise InputError("qrels", "dict-grade-not-whole", topic=topic, docno=doc, grade=repr(grade), most=HIGHEST)
    return stored_grade(int(grade))


def _score(topic: str, doc: str, score: object) -> float:
    try:
        finite = isinstance(score, Real) and math.isfinite(score)
    except OverflowError:  # a whole number beyond all floats
        finite = False
    if not finite:
        raise InputError("run", "dict-score-not-finite", topic=topic, docno=doc, score=repr(score))
    return float(score)  # type: ignore[arg-type] # it is a number, or was refused
