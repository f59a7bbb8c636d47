"""The tools that learn to rank, and those from Kaggle and PyTorch: how each is called.

XGBoost and LightGBM are called themselves: a model without trees gives documents the scores that it gets. TorchMetrics
brings PyTorch along, 750 MB, and ml_metrics cannot be built by today's pip; their formulas are here, and ``recorded``
has what the tools themselves computed (``python -m tests.peers.record``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from math import log2

import numpy as np

from tests.peers.asking import Pair, Scores
from tests.peers.graded_lists import CUTOFFS, Formula, Graded, at_cutoffs, by_formulas, graded, precision_sum
from tests.peers.tool import Tool
from tests.peers.topics import Topics

XGBOOST = at_cutoffs(("nDCG", "ndcg"), ("AP", "map"), ("P", "pre"), whole=True)
LIGHTGBM = at_cutoffs(("nDCG", "ndcg"), ("AP", "map"))
TORCHMETRICS = (
    *at_cutoffs(("AP", "RetrievalMAP"), ("RR", "RetrievalMRR"), ("R", "RetrievalRecall"), whole=True),
    *at_cutoffs(("P", "RetrievalPrecision"), ("Success", "RetrievalHitRate"), whole=True),
    *at_cutoffs(("nDCG", "RetrievalNormalizedDCG"), whole=True),
    Pair("Rprec", "RetrievalRPrecision"),
)
ML_METRICS = at_cutoffs(("AP", "apk"))


def by_xgboost(pair: Pair, topics: Topics) -> Scores:
    """The scores of XGBoost's metrics, which get one topic as a group."""
    return _by_group(pair, topics, _xgboost)


def by_lightgbm(pair: Pair, topics: Topics) -> Scores:
    """The scores of LightGBM's metrics, which get one topic as a group."""
    return _by_group(pair, topics, _lightgbm)


def _by_group(pair: Pair, topics: Topics, call: Callable[[tuple[int, ...]], dict[str, float]]) -> Scores:
    name, _, k = pair.theirs.partition("@")
    scores: Scores = {}
    for topic in topics.shared:
        group = graded(topics, topic).whole_group(int(k) if k else None)
        if group is not None:
            scores[topic] = call(tuple(group if name == "ndcg" else [min(grade, 1) for grade in group]))[pair.theirs]
    return scores


@lru_cache(maxsize=1024)
def _xgboost(labels: tuple[int, ...]) -> dict[str, float]:
    """All metrics of one group, as a call takes longer than they do; only labels of 0 and 1 have all of them."""
    tool = import_module("xgboost")
    names = [pair.theirs for pair in XGBOOST if pair.theirs.startswith("ndcg") or max(labels) <= 1]
    data = tool.DMatrix(np.zeros((len(labels), 1)), label=list(labels), base_margin=np.arange(len(labels), 0, -1))
    data.set_group([len(labels)])
    wanted = [("objective", "rank:pairwise"), ("nthread", 1), *(("eval_metric", name) for name in names)]
    found = tool.train(wanted, data, 0).eval(data).split("\t")[1:]
    return {name: float(text.rpartition(":")[2]) for name, text in zip(names, found, strict=True)}


@lru_cache(maxsize=1024)
def _lightgbm(labels: tuple[int, ...]) -> dict[str, float]:
    """All metrics of one group."""
    tool = import_module("lightgbm")
    quiet = {"verbose": -1, "num_threads": 1}
    scores = np.arange(len(labels), 0, -1)
    data = tool.Dataset(np.zeros((len(labels), 1)), list(labels), group=[len(labels)], init_score=scores, params=quiet)
    wanted = {"objective": "lambdarank", "metric": ["ndcg", "map"], "eval_at": list(CUTOFFS)}
    return {name: float(score) for _, name, score, _ in tool.Booster({**wanted, **quiet}, data).eval_train()}


def torch_map(topic: Graded, k: int | None) -> float:
    """``retrieval_average_precision`` of torchmetrics 1.9.0: the mean over the relevant documents retrieved."""
    top = topic.known[:k]
    return precision_sum(top) / max(sum(grade > 0 for grade in top), 1)


def torch_mrr(topic: Graded, k: int | None) -> float:
    """``retrieval_reciprocal_rank``."""
    return next((1 / rank for rank, grade in enumerate(topic.known[:k], start=1) if grade > 0), 0)


def torch_recall(topic: Graded, k: int | None) -> float:
    """``retrieval_recall``."""
    return sum(grade > 0 for grade in topic.known[:k]) / max(topic.relevant, 1)


def torch_precision(topic: Graded, k: int | None) -> float | None:
    """``retrieval_precision``, which divides by the cutoff or the number of all documents."""
    if k is None and topic.missed:
        return None
    return sum(grade > 0 for grade in topic.known[:k]) / (k or len(topic.ranked))


def torch_hit_rate(topic: Graded, k: int | None) -> float | None:
    """``retrieval_hit_rate``, which counts every document as retrieved."""
    group = topic.whole_group(k)
    return None if group is None else float(any(grade > 0 for grade in group[:k]))


def torch_r_precision(topic: Graded, _: int | None) -> float | None:
    """``retrieval_r_precision``, which counts every document as retrieved."""
    if not topic.relevant:
        return 0
    group = topic.whole_group(topic.relevant)
    return None if group is None else sum(grade > 0 for grade in group[: topic.relevant]) / topic.relevant


def torch_ndcg(topic: Graded, k: int | None) -> float | None:
    """``retrieval_normalized_dcg``, for documents with different scores; it counts every document as retrieved."""
    group = topic.whole_group(k)
    if group is None:
        return None
    gained, ideal = (_dcg(grades[:k]) for grades in (group, sorted(group, reverse=True)))
    return gained / ideal if ideal else 0


def _dcg(gains: list[int]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))


TORCHMETRICS_FORMULAS: dict[str, Formula] = {
    "RetrievalMAP": torch_map,
    "RetrievalMRR": torch_mrr,
    "RetrievalRecall": torch_recall,
    "RetrievalPrecision": torch_precision,
    "RetrievalHitRate": torch_hit_rate,
    "RetrievalRPrecision": torch_r_precision,
    "RetrievalNormalizedDCG": torch_ndcg,
}


def apk(topic: Graded, k: int | None) -> float:
    """``apk`` of ml_metrics 0.1.4 for different documents: it divides by min(R, k), and gives 1 where R = 0."""
    return precision_sum(topic.known[:k]) / min(topic.relevant, k or 10) if topic.relevant else 1


ML_METRICS_FORMULAS: dict[str, Formula] = {"apk": apk}

LEARNING_TOOLS = (
    Tool("XGBoost", "xgboost", "xgboost", by_xgboost, XGBOOST, negative=False),
    Tool("LightGBM", "lightgbm", "lightgbm", by_lightgbm, LIGHTGBM, negative=False),
    Tool("TorchMetrics", "", "torchmetrics", by_formulas(TORCHMETRICS_FORMULAS), TORCHMETRICS, negative=False),
    Tool("ml_metrics", "", "ml_metrics", by_formulas(ML_METRICS_FORMULAS), ML_METRICS, negative=False),
)
