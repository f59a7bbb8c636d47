"""The tools for retrieval-augmented generation: how each is called, and which of our measures its measures equal.

They take expected and retrieved ids and have no cutoff: ``ap@3`` passes the first three ids on. Ragas brings 66
packages of 205 MB along, and does not start with the newest of them; its formulas are here, as its source computes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import nan
from types import ModuleType
from typing import Any

from ireval.ranking.judgements import Ranking
from tests.peers.asking import Pair, Scores
from tests.peers.topics import Topics

#: Haystack reports its use to its makers unless this says otherwise; it reads it when it is imported.
os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")
CUTOFFS = (1, 3, 5, 10)

#: A score from the expected and the retrieved ids.
Formula = Callable[[Sequence[str], Sequence[str]], float]


def _at(ours: str, theirs: str) -> Iterable[Pair]:
    yield Pair(ours, theirs)
    yield from (Pair(f"{ours}@{k}", f"{theirs}@{k}") for k in CUTOFFS)


HAYSTACK = tuple(
    pair
    for names in (("AP", "map"), ("RR", "mrr"), ("Success", "single_hit"), ("R", "multi_hit"), ("nDCG", "ndcg"))
    for pair in _at(*names)
)
LLAMA_INDEX = tuple(
    pair
    for names in (
        ("AP", "ap"),
        ("RR", "mrr"),
        ("Success", "hit_rate"),
        ("R", "recall"),
        ("P", "precision"),
        ("nDCG", "ndcg"),
    )
    for pair in _at(*names)
)
RAGAS = tuple(
    pair
    for names in (("AP", "context_precision"), ("P", "id_based_context_precision"), ("R", "id_based_context_recall"))
    for pair in _at(*names)
)


def expected_ids(topics: Topics, topic: str) -> list[str]:
    """The ids of a topic's relevant documents."""
    return [doc for doc, grade in topics.qrels[topic].items() if grade > 0]


def _asked(pair: Pair, topics: Topics, topic: str) -> tuple[str, list[str]]:
    """The tool's name of a measure, and the ids that are passed on."""
    name, _, k = pair.theirs.partition("@")
    return name, topics.ranked(topic)[: int(k) if k else None]


def by_haystack(pair: Pair, topics: Topics) -> Scores:
    """The scores of Haystack's evaluators, which compare documents by id; a grade is the score of a document."""
    if not topics.shared:
        return {}
    tool, document = import_module("haystack.components.evaluators"), import_module("haystack").Document
    name = _asked(pair, topics, topics.shared[0])[0]
    evaluators = {"map": "MAP", "mrr": "MRR", "ndcg": "NDCG"}
    mode = {} if name in evaluators else {"mode": name}
    evaluator = getattr(tool, f"Document{evaluators.get(name, 'Recall')}Evaluator")(
        document_comparison_field="id", **mode
    )
    expected = [
        [document(id=doc, score=float(topics.qrels[t][doc])) for doc in expected_ids(topics, t)] for t in topics.shared
    ]
    retrieved = [[document(id=doc) for doc in _asked(pair, topics, t)[1]] for t in topics.shared]
    found = evaluator.run(ground_truth_documents=expected, retrieved_documents=retrieved)
    return dict(zip(topics.shared, found["individual_scores"], strict=True))


@cache
def llama_index_metrics() -> Any:
    """LlamaIndex's module of metrics, without the packages around it, whose imports take two seconds."""
    spec = find_spec("llama_index")
    root = next(iter(spec.submodule_search_locations or ())) if spec else ""
    for name in ("core", "core.evaluation", "core.evaluation.retrieval"):
        package = ModuleType(f"llama_index.{name}")
        package.__path__ = [os.path.join(root, *name.split("."))]  # noqa: PTH118 - a package's path is text
        sys.modules.setdefault(package.__name__, package)
    return import_module("llama_index.core.evaluation.retrieval.metrics")


def by_llama_index(pair: Pair, topics: Topics) -> Scores:
    """The scores of LlamaIndex's metrics; it refuses topics without expected ids."""
    registry = llama_index_metrics().METRIC_REGISTRY
    scores: Scores = {}
    for topic in topics.shared:
        name, retrieved = _asked(pair, topics, topic)
        expected = expected_ids(topics, topic)
        if expected:
            scores[topic] = registry[name]().compute(expected_ids=expected, retrieved_ids=retrieved).score
    return scores


def context_precision(expected: Sequence[str], retrieved: Sequence[str]) -> float:
    """``_calculate_average_precision`` of ragas 0.4.3, ``ragas/metrics/_context_precision.py``."""
    ranks = [rank for rank, doc in enumerate(retrieved, start=1) if doc in expected]
    return sum(found / rank for found, rank in enumerate(ranks, start=1)) / (len(ranks) + 1e-10)


def id_based_context_precision(expected: Sequence[str], retrieved: Sequence[str]) -> float:
    """``IDBasedContextPrecision`` of ragas 0.4.3, in the same file."""
    return len(set(retrieved) & set(expected)) / len(set(retrieved)) if retrieved else nan


def id_based_context_recall(expected: Sequence[str], retrieved: Sequence[str]) -> float:
    """``IDBasedContextRecall`` of ragas 0.4.3, ``ragas/metrics/_context_recall.py``."""
    return len(set(retrieved) & set(expected)) / len(set(expected)) if expected else nan


RAGAS_FORMULAS: dict[str, Formula] = {
    f.__name__: f for f in (context_precision, id_based_context_precision, id_based_context_recall)
}


def by_ragas(pair: Pair, topics: Topics) -> Scores:
    """The scores by the formulas of Ragas; a text that is an id resembles no other id."""
    scores: Scores = {}
    for topic in topics.shared:
        name, retrieved = _asked(pair, topics, topic)
        scores[topic] = RAGAS_FORMULAS[name](expected_ids(topics, topic), retrieved)
    return scores


def nothing_expected(_: Pair, ranking: Ranking) -> bool:
    """Whether a topic has no relevant document."""
    return not ranking.relevant_total().any()
