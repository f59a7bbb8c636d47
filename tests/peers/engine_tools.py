"""The tools for search engines and benchmarks: Elasticsearch, Quepid, BEIR and NTCIREVAL.

Elasticsearch and Quepid are no Python packages; their formulas are here, as the sources of the versions that are named
compute. BEIR brings PyTorch along: what it gets from pytrec_eval is compared with that, and its own formulas are here.
"""

from __future__ import annotations

from importlib import import_module
from math import log2, nan

from ireval.ranking.judgements import UNJUDGED, Ranking
from tests.peers.asking import Pair, Scores, by_trec_eval
from tests.peers.graded_lists import CUTOFFS, Formula, Graded, at_cutoffs, by_formulas, graded, precision_sum
from tests.peers.rag_tools import nothing_expected
from tests.peers.tool import Difference, Tool
from tests.peers.topics import Topics

#: The highest grade of the random topics, which both engines are given.
TOP = 3
ELASTICSEARCH = (
    *at_cutoffs(
        ("P", "precision"), ("R", "recall"), ("RR", "mean_reciprocal_rank"), ("DCG", "dcg"), ("nDCG", "normalized_dcg")
    ),
    *at_cutoffs((f"ERR(top='{TOP}')", "expected_reciprocal_rank")),
)
QUEPID = (
    *at_cutoffs(("P", "P"), ("AP", "AP"), ("RR", "RR"), ("DCG", "DCG"), ("nDCG", "nDCG")),
    *at_cutoffs((f"ERR(top='{TOP}')", "ERR")),
)
BEIR = at_cutoffs(
    *(("nDCG", "NDCG"), ("AP", "MAP"), ("R", "Recall"), ("P", "P"), ("RR", "MRR")),
    *(("RelP", "R_cap"), ("Unjudged", "Hole"), ("Success", "top_k_accuracy")),
)
NTCIREVAL = (
    *at_cutoffs(("nDCG", "MSnDCG"), ("P", "P"), ("Success", "Hit"), ("AP", "AP")),
    *(Pair("AP", "AP"), Pair("Q", "Q-measure"), Pair("Q(beta=10)", "Q-measure?10"), Pair("RR", "RR")),
    Pair(f"ERR(top='{TOP}')", "ERR"),
    *(Pair(f"nDCG@{k}", f"MSnDCG@{k}", {"gain": "exponential"}) for k in CUTOFFS),
)


def _dcg(grades: list[int]) -> float:
    return sum((2.0**grade - 1) / log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def _found(topic: Graded, k: int | None) -> int:
    return sum(grade > 0 for grade in topic.known[:k])


def precision_of_retrieved(topic: Graded, k: int | None) -> float:
    """``PrecisionAtK`` of Elasticsearch, and P@10 of Quepid: the share of the documents that were returned."""
    return _found(topic, k) / max(len(topic.known[:k]), 1)


def recall(topic: Graded, k: int | None) -> float:
    """``RecallAtK`` of Elasticsearch."""
    return _found(topic, k) / max(topic.relevant, 1)


def reciprocal_rank(topic: Graded, k: int | None) -> float:
    """``MeanReciprocalRank`` of Elasticsearch for one query, RR@10 of Quepid, and ``mrr`` of BEIR."""
    return next((1 / rank for rank, grade in enumerate(topic.known[:k], start=1) if grade > 0), 0)


def dcg(topic: Graded, k: int | None) -> float:
    """``DiscountedCumulativeGain`` of Elasticsearch; an unrated document keeps its rank and has no gain."""
    return _dcg(topic.known[:k])


def normalised_dcg(topic: Graded, k: int | None) -> float:
    """The same with ``normalize``: as many of the best ratings as documents were returned are the ideal list."""
    ideal = _dcg(topic.judged[: len(topic.known[:k])])
    return dcg(topic, k) / ideal if ideal else 0


def expected_reciprocal_rank(topic: Graded, k: int | None) -> float:
    """``ExpectedReciprocalRank`` of Elasticsearch, and ERR@10 of Quepid."""
    score, left = 0.0, 1.0
    for rank, grade in enumerate(topic.known[:k], start=1):
        stops = (2**grade - 1) / 2**TOP
        score, left = score + left * stops / rank, left * (1 - stops)
    return score


def quepid_ap(topic: Graded, k: int | None) -> float:
    """AP@10 of Quepid, which divides 0 by 0 where nothing is relevant."""
    return precision_sum(topic.known[:k]) / topic.relevant if topic.relevant else nan


def quepid_dcg(topic: Graded, k: int | None) -> float:
    """DCG@10 of Quepid: 2 to the power of a missing rating is not a number."""
    return nan if None in topic.ranked[:k] else _dcg(topic.known[:k])


def quepid_ndcg(topic: Graded, k: int | None) -> float:
    """nDCG@10 of Quepid since version 8.1: the ideal list has all rated documents."""
    ideal = _dcg(topic.judged)
    return _dcg(topic.known[:k]) / ideal if ideal else 0


ELASTICSEARCH_FORMULAS: dict[str, Formula] = {
    "precision": precision_of_retrieved,
    "recall": recall,
    "mean_reciprocal_rank": reciprocal_rank,
    "dcg": dcg,
    "normalized_dcg": normalised_dcg,
    "expected_reciprocal_rank": expected_reciprocal_rank,
}
QUEPID_FORMULAS: dict[str, Formula] = {
    "P": precision_of_retrieved,
    "AP": quepid_ap,
    "RR": reciprocal_rank,
    "DCG": quepid_dcg,
    "nDCG": quepid_ndcg,
    "ERR": expected_reciprocal_rank,
}


def capped_recall(topic: Graded, k: int | None) -> float | None:
    """``recall_cap`` of BEIR, which divides by 0 where nothing is relevant."""
    return _found(topic, k) / min(topic.relevant, k or 1) if topic.relevant else None


def hole(topic: Graded, k: int | None) -> float:
    """``hole`` of BEIR for a single query: it divides by the cutoff."""
    return topic.ranked[:k].count(None) / (k or 1)


def top_k_accuracy(topic: Graded, k: int | None) -> float:
    """``top_k_accuracy`` of BEIR for one query."""
    return float(_found(topic, k) > 0)


BEIR_FORMULAS: dict[str, Formula] = {
    "MRR": reciprocal_rank,
    "R_cap": capped_recall,
    "Hole": hole,
    "top_k_accuracy": top_k_accuracy,
}
#: What BEIR gets from pytrec_eval, under the names there.
_BY_TREC_EVAL = {"NDCG": "ndcg_cut", "MAP": "map_cut", "Recall": "recall", "P": "P"}


def by_beir(pair: Pair, topics: Topics) -> Scores:
    """The scores of BEIR, topic by topic."""
    name, _, k = pair.theirs.partition("@")
    if name in _BY_TREC_EVAL:
        return by_trec_eval(Pair(pair.ours, f"{_BY_TREC_EVAL[name]}.{k}"), topics)
    return by_formulas(BEIR_FORMULAS)(pair, topics)


_CLASSES = {"P": "Precision", "Q-measure": "QMeasure"}


def by_ntcireval(pair: Pair, topics: Topics) -> Scores:
    """The scores of pyNTCIREVAL, which gets the number of documents of each grade; it cannot score R = 0."""
    name, _, beta = pair.theirs.partition("?")
    name, _, k = name.partition("@")
    cutoff = int(k) if k else None
    exponential = bool(pair.overrides) or name == "ERR"
    gains = [2**grade - 1 if exponential else grade for grade in range(1, TOP + 1)]
    scores: Scores = {}
    for topic in topics.shared:
        mine = graded(topics, topic)
        if mine.relevant:
            counts = [mine.judged.count(grade) for grade in range(TOP + 1)]
            settings = {
                "RR": (),
                "P": (cutoff,),
                "Hit": (cutoff,),
                "ERR": (counts, gains),
                "Q-measure": (counts, gains, float(beta or 1)),
            }.get(name, (counts, gains, cutoff))
            metric = getattr(import_module("pyNTCIREVAL.metrics"), _CLASSES.get(name, name))(*settings)
            scores[topic] = float(metric.compute(list(enumerate(mine.ranked))))
    return scores


def has_unrated(pair: Pair, ranking: Ranking) -> bool:
    """Whether an unjudged document is within the cutoff."""
    return bool((ranking.grades[: int(pair.theirs.partition("@")[2])] == UNJUDGED).any())


_BY_QUEPID = (
    Difference("AP", "NaN where no document is relevant", nothing_expected),
    Difference("DCG", "NaN where a document down to the cutoff is not rated", has_unrated),
)
ENGINE_TOOLS = (
    Tool("Elasticsearch", "", "elasticsearch", by_formulas(ELASTICSEARCH_FORMULAS), ELASTICSEARCH, negative=False),
    Tool("BEIR", "pytrec_eval", "beir", by_beir, BEIR, negative=False),
    Tool("NTCIREVAL", "pyNTCIREVAL", "ntcireval", by_ntcireval, NTCIREVAL, negative=False),
    Tool("Quepid", "", "quepid", by_formulas(QUEPID_FORMULAS), QUEPID, negative=False, differences=_BY_QUEPID),
)
