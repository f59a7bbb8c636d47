"""Calls the other tools: one function for each tool, which returns its scores of a measure by topic.

A tool is imported when it is first called.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from tests.peers.topics import Topics

#: ranx runs without Numba's compiler, which would take longer than all the tests. Numba reads this when it is imported.
os.environ.setdefault("NUMBA_DISABLE_JIT", "1")

Scores = dict[str, float]

#: Two scores agree if they differ by no more than this.
CLOSE = 1e-6


@dataclass(frozen=True)
class Pair:
    """Our measure and the tool's. ``fit`` converts our score to the tool's scale; ``close`` is the tool's precision."""

    ours: str
    theirs: str
    overrides: dict[str, object] = field(default_factory=dict)
    fit: Callable[[float], float] = lambda x: x
    close: float = CLOSE


def by_trec_eval(pair: Pair, topics: Topics) -> Scores:
    """The scores of trec_eval 9, which pytrec_eval contains."""
    tool = import_module("pytrec_eval")
    name = pair.theirs.partition(".")[0]
    found = tool.RelevanceEvaluator(topics.qrels, {pair.theirs}).evaluate(topics.run)
    return {topic: _only(x for key, x in scores.items() if key.startswith(name)) for topic, scores in found.items()}


def _only(values: Iterable[float]) -> float:
    (value,) = values
    return value


def by_ir_measures(pair: Pair, topics: Topics) -> Scores:
    """The scores of ir_measures, from whichever of its providers has the measure."""
    tool = import_module("ir_measures")
    measure = tool.parse_measure(pair.theirs)
    run = {topic: topics.run[topic] for topic in topics.shared}
    qrels: Any = {topic: topics.qrels[topic] for topic in topics.shared}
    if topics.subtopics is not None:
        qrels = [
            tool.Qrel(topic, doc, grade, iteration=str(number))
            for topic, covers in topics.subtopics.items()
            if topic in run
            for doc, group in covers.items()
            for number, grade in enumerate(group)
        ]
    return {found.query_id: found.value for found in tool.iter_calc([measure], qrels, run)}


def by_pair_accuracy(pair: Pair, topics: Topics) -> Scores:
    """The scores of ir_measures' Accuracy; none where it divides by 0, because only relevant documents were found."""
    found: Scores = {}
    for topic in topics.shared:
        with suppress(ZeroDivisionError):
            found |= by_ir_measures(pair, Topics({topic: topics.qrels[topic]}, {topic: topics.run[topic]}))
    return found


@cache
def _ranx() -> Any:
    """The module ranx, imported without its warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module("ranx")


def by_ranx(pair: Pair, topics: Topics) -> Scores:
    """The scores of ranx; ``iprec@0.1`` is a point of its curve."""
    ranx = _ranx()
    judged, found = ({t: dict(x[t]) for t in topics.shared} for x in (topics.qrels, topics.run))
    qrels, run = ranx.Qrels(judged), ranx.Run(found)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about divisions by 0
        if pair.theirs.startswith("iprec"):
            points = ranx.metrics.interpolated_precision_at_recall(qrels.to_typed_list(), run.to_typed_list())
            scores = [row[round(float(pair.theirs.partition("@")[2]) * 10)] for row in points]
        else:
            scores = ranx.evaluate(qrels, run, pair.theirs, return_mean=False)
    return dict(zip(run.keys(), map(float, scores), strict=True))


def by_sklearn(pair: Pair, topics: Topics) -> Scores:
    """The scores of a function of scikit-learn; its arguments follow a question mark."""
    metrics = import_module("sklearn.metrics")
    name, _, options = pair.theirs.partition("?")
    settings = {
        key: float(x) if key == "beta" else int(x) for key, x in (o.split("=") for o in options.split("&") if o)
    }
    function = getattr(metrics, name)
    refused = {t for t in topics.shared if len(topics.run[t]) == 1 and name in {"ndcg_score", "dcg_score"}}
    return {t: float(_call_sklearn(function, topics, t, settings)) for t in topics.shared if t not in refused}


def _call_sklearn(function: Any, topics: Topics, topic: str, settings: dict[str, Any]) -> Any:
    judged, run = topics.qrels[topic], topics.run[topic]
    grades = [max(judged.get(doc, 0), 0) for doc in run]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about labels that are all equal
        if function.__name__ in {"ndcg_score", "dcg_score"}:
            return function([grades], [list(run.values())], **settings)
        if function.__name__ == "average_precision_score":
            return function([g > 0 for g in grades], list(run.values()))
        docs = sorted(judged.keys() | run.keys())  # the other metrics need to know which documents were retrieved
        return function([judged.get(doc, 0) > 0 for doc in docs], [doc in run for doc in docs], **settings)


def by_pyndeval(pair: Pair, topics: Topics) -> Scores:
    """The scores of pyndeval, from judgements by subtopic."""
    tool = import_module("pyndeval")
    qrels = [
        tool.SubtopicQrel(topic, str(number), doc, grade)
        for topic, covers in (topics.subtopics or {}).items()
        for doc, group in covers.items()
        for number, grade in enumerate(group)
    ]
    run = [tool.ScoredDoc(t, doc, score) for t in topics.shared for doc, score in topics.run[t].items()]
    return {t: scores[pair.theirs] for t, scores in tool.ndeval(qrels, run, [pair.theirs]).items()}
