"""The other tools: which of our measures each of their measures should equal, and the known differences.

A pair has our spelling, the tool's spelling, and overrides of the tool's preset if the tool's measure needs them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from ireval.ranking.judgements import POOLED, Ranking
from tests.peers.asking import (
    CLOSE,
    Pair,
    by_ir_measures,
    by_pair_accuracy,
    by_pyndeval,
    by_ranx,
    by_sklearn,
    by_trec_eval,
)
from tests.peers.engine_tools import ENGINE_TOOLS
from tests.peers.learning_tools import LEARNING_TOOLS
from tests.peers.rag_tools import (
    HAYSTACK,
    LLAMA_INDEX,
    RAGAS,
    by_haystack,
    by_llama_index,
    by_ragas,
    nothing_expected,
)
from tests.peers.tool import Difference, Tool

CUTOFFS = (1, 3, 5, 10, 20)
FLOOR = 1e-5  # a geometric mean raises lower scores to this


def _at(ours: str, theirs: str, *cutoffs: int, **overrides: object) -> Iterable[Pair]:
    for k in cutoffs or CUTOFFS:
        yield Pair(ours.format(k=k), theirs.format(k=k), overrides)


TREC_EVAL = (
    *(Pair(name, name) for name in ("map", "Rprec", "recip_rank", "bpref", "ndcg", "infAP", "11pt_avg")),
    *(
        Pair(name, name)
        for name in ("set_P", "set_recall", "set_F", "set_F.4", "set_F.0.25", "set_map", "set_relative_P")
    ),
    *(Pair(name, name) for name in ("utility", "binG", "G", "ndcg_rel", "Rndcg")),
    *(Pair(f"Rprec_mult.{x}", f"Rprec_mult.{x}") for x in ("0.20", "0.50", "1.00", "1.40", "2.00")),
    *(
        Pair(f"{name}.{k}", f"{name}.{k}")
        for name in ("map_cut", "P", "recall", "ndcg_cut", "success", "relative_P")
        for k in CUTOFFS
    ),
    *(Pair(f"iprec_at_recall_{i / 10:.2f}", f"iprec_at_recall.{i / 10:.2f}") for i in range(11)),
    *(Pair(name, name, fit=lambda x: math.log(max(x, FLOOR))) for name in ("gm_map", "gm_bpref")),
)


def _same(*names: str, close: float = CLOSE) -> Iterable[Pair]:
    return (Pair(name, name, close=close) for name in names)


IR_MEASURES = (
    *_same("AP", "AP@10", "AP(rel=2)", "AP(rel=2)@5", "AP(judged_only=True)", "AP(judged_only=True)@5"),
    *_same("nDCG", "nDCG@10", "nDCG@3", "nDCG(judged_only=True)@5", "nDCG(dcg='log2')@5"),
    *_same("P@1", "P@10", "P(rel=2)@5", "P(judged_only=True)@5", "R@1", "R@10", "R(rel=2)@5", "R(judged_only=True)@3"),
    *_same("RR", "RR(rel=2)", "RR@10", "RR(rel=2)@2", "RR(judged_only=True)", "Rprec", "Rprec(rel=2)"),
    *_same("Rprec(judged_only=True)", "Bpref", "Bpref(rel=2)", "infAP", "infAP(rel=2)"),
    *_same("SetP", "SetP(rel=2)", "SetP(judged_only=True)", "SetR", "SetR(rel=2)", "SetF", "SetF(rel=2)"),
    *_same(
        "SetAP",
        "SetAP(rel=2)",
        "SetAP(judged_only=True)",
        "SetF(judged_only=True)",
        "Success@1",
        "Success@10",
        "Success(rel=2)@5",
        "Success(judged_only=True)@2",
    ),
    *_same(*(f"IPrec@{i / 10}" for i in range(11)), "IPrec(rel=2)@0.1", "IPrec(judged_only=True)@0.5"),
    *_same("Judged@1", "Judged@5", "Judged@10", "Judged"),
)


def _pooled(_: Pair, ranking: Ranking) -> bool:
    return bool((ranking.grades == POOLED).any())


_BY_IR_MEASURES = (Difference("Judged", "treats a negative grade as a judgement", _pooled),)
#: The measures that ir_measures gets from a Perl script, which prints five decimals.
GDEVAL = tuple(_same("ERR@3", "ERR@10", "nDCG(dcg='exp-log2')@3", "nDCG(dcg='exp-log2')@10", close=0.6e-5))
DIVERSITY = (
    *_same("alpha_nDCG@5", "alpha_nDCG@10", "alpha_nDCG(alpha=0.2)@10", "alpha_nDCG@20", "ERR_IA@5", "ERR_IA@10"),
    *_same("nERR_IA@5", "nERR_IA@10", "P_IA@1", "P_IA@10", "StRecall@1", "StRecall@10"),
)
ACCURACY = (
    Pair("PairAccuracy", "Accuracy"),
    *_at("PairAccuracy@{k}", "Accuracy@{k}"),
    *_at("PairAccuracy(rel=2)@{k}", "Accuracy(rel=2)@{k}", 5, 10),
)


RANX = (
    *(Pair(*names) for names in (("P", "precision"), ("R", "recall"), ("F", "f1"), ("AP", "map"), ("RR", "mrr"))),
    *(Pair(*names) for names in (("Rprec", "r-precision"), ("Bpref", "bpref"), ("nDCG", "ndcg"), ("DCG", "dcg"))),
    *(Pair(*names) for names in (("AP(rel=2)", "map-l2"), ("Rprec(rel=2)", "r-precision-l2"), ("RR(rel=2)", "mrr-l2"))),
    *(
        pair
        for ours, theirs in (("P", "precision"), ("R", "recall"), ("F", "f1"))
        for pair in _at(ours + "@{k}", theirs + "@{k}")
    ),
    *(
        pair
        for ours, theirs in (("AP", "map"), ("RR", "mrr"), ("Success", "hit_rate"))
        for pair in _at(ours + "@{k}", theirs + "@{k}")
    ),
    *(pair for ours, theirs in (("nDCG", "ndcg"), ("DCG", "dcg")) for pair in _at(ours + "@{k}", theirs + "@{k}")),
    *_at("nDCG@{k}", "ndcg_burges@{k}", gain="exponential"),
    *_at("DCG@{k}", "dcg_burges@{k}", gain="exponential"),
    *(Pair(f"IPrec@{i / 10}", f"iprec@{i / 10}") for i in range(11)),
)


def _no_bpref(_: Pair, ranking: Ranking) -> bool:
    sight = ranking.at_rows(1, 1)
    return not sight.R.any() or not sight.N.any()


_BY_RANX = (Difference("Bpref", "NaN where no document is judged non-relevant, or none relevant", _no_bpref),)


SKLEARN = (
    *(Pair(*names) for names in (("P", "precision_score"), ("R", "recall_score"), ("F", "f1_score"))),
    Pair("F(beta=2)", "fbeta_score?beta=2"),
    Pair("F(beta=0.5)", "fbeta_score?beta=0.5"),
    *(Pair(*names) for names in (("Accuracy", "accuracy_score"), ("AP", "average_precision_score"))),
    *(Pair(*names) for names in (("nDCG", "ndcg_score"), ("DCG", "dcg_score"))),
    *_at("nDCG@{k}", "ndcg_score?k={k}"),
    *_at("DCG@{k}", "dcg_score?k={k}"),
)


PYNDEVAL = tuple(
    pair
    for ours, theirs in (
        ("alpha_nDCG", "alpha-nDCG"),
        ("ERR_IA", "ERR-IA"),
        ("nERR_IA", "nERR-IA"),
        ("P_IA", "P-IA"),
        ("StRecall", "strec"),
    )
    for pair in _at(ours + "@{k}", theirs + "@{k}")
)

_BY_PYNDEVAL = (
    Difference(
        "ERR_IA",
        "at cutoff 1 it adds the subtopics up, where it should use their mean",
        lambda pair, _: pair.ours.endswith("@1"),
    ),
)

_BY_RAGAS = (Difference("R", "NaN where no document is relevant", nothing_expected),)

TOOLS = (
    Tool("pytrec_eval", "pytrec_eval", "trec_eval", by_trec_eval, TREC_EVAL, ties=True),
    Tool("ir_measures", "ir_measures", "ir_measures", by_ir_measures, IR_MEASURES, differences=_BY_IR_MEASURES),
    Tool("ir_measures (gdeval)", "ir_measures", "ir_measures", by_ir_measures, GDEVAL, negative=False),
    Tool(
        "ir_measures (diversity)",
        "ir_measures",
        "ir_measures",
        by_ir_measures,
        DIVERSITY,
        subtopics=True,
        negative=False,
    ),
    Tool("ir_measures (accuracy)", "ir_measures", "ir_measures", by_pair_accuracy, ACCURACY),
    Tool("ranx", "ranx", "ranx", by_ranx, RANX, negative=False, differences=_BY_RANX),
    Tool("scikit-learn", "sklearn", "sklearn", by_sklearn, SKLEARN),
    Tool(
        "pyndeval",
        "pyndeval",
        "ir_measures",
        by_pyndeval,
        PYNDEVAL,
        subtopics=True,
        negative=False,
        differences=_BY_PYNDEVAL,
    ),
    Tool("Ragas", "", "ragas", by_ragas, RAGAS, differences=_BY_RAGAS),
    Tool("LlamaIndex", "llama_index", "llama_index", by_llama_index, LLAMA_INDEX),
    Tool("Haystack", "haystack", "haystack", by_haystack, HAYSTACK),
    *LEARNING_TOOLS,
    *ENGINE_TOOLS,
)
