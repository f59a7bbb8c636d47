"""The traps of the tools for retrieval-augmented generation that the presets name, on the tools themselves."""

from __future__ import annotations

from importlib.util import find_spec
from math import log2
from typing import Any

import pytest

from ireval import explain
from ireval.conventions import PRESETS, effective
from ireval.diagnosis.inquiry import diagnose
from tests.peers.agreement import HELP
from tests.peers.asking import Pair
from tests.peers.rag_tools import by_haystack, by_llama_index, context_precision, llama_index_metrics
from tests.peers.topics import Topics

needs_llama_index = pytest.mark.skipif(find_spec("llama_index") is None, reason=f"comparing with LlamaIndex: {HELP}")
needs_haystack = pytest.mark.skipif(find_spec("haystack") is None, reason=f"comparing with Haystack: {HELP}")

#: Three documents are expected; d1 and d3 of three are retrieved, at ranks 1 and 3.
TOPICS = Topics({"1": {"d1": 1, "d2": 0, "d3": 1, "d4": 1}}, {"1": {"d1": 3.0, "d2": 2.0, "d3": 1.0}})
LABELS, MISSED = "101", "1"


def llama_index(name: str, expected: list[str], retrieved: list[str], **settings: Any) -> float:
    metric = llama_index_metrics().METRIC_REGISTRY[name]()
    for setting, value in settings.items():
        setattr(metric, setting, value)
    score: float = metric.compute(expected_ids=expected, retrieved_ids=retrieved).score
    return score


def trap(preset: str, *words: str) -> str:
    """The only trap of a preset with these words."""
    (found,) = (text for text in PRESETS[preset].traps if all(word in text for word in words))
    return found


def test_every_tool_for_rag_has_traps() -> None:
    assert all(PRESETS[key].traps for key in ("ragas", "llama_index", "haystack"))


def test_ragas_forgives_what_was_not_retrieved() -> None:
    """One of ten expected chunks, at rank 1, is enough for a context precision of 1; AP by the book is 0.1."""
    assert context_precision([f"d{i}" for i in range(10)], ["d0", "x"]) == pytest.approx(1)
    one_of_ten = explain("10", "1" * 9, conventions="ragas")
    assert one_of_ten.value("AP") == 1
    assert explain("10", "1" * 9).value("AP") == pytest.approx(0.1)
    assert trap("ragas", "One of ten")


def test_ragas_counts_a_repeated_chunk_twice() -> None:
    """Two of two verdicts are positive, so that the irrelevant chunk at rank 3 does not matter."""
    assert context_precision(["a", "b"], ["a", "a", "x"]) == pytest.approx(1)
    assert trap("ragas", "retrieved twice")


@needs_llama_index
def test_llama_index_counts_a_repeated_id_twice() -> None:
    assert llama_index("ap", ["a"], ["a", "a"]) == 2
    assert llama_index("ndcg", ["a"], ["a", "a"]) == pytest.approx(1 + 1 / log2(3))
    assert trap("llama_index", "retrieved twice")


@needs_llama_index
def test_llama_index_refuses_a_query_without_ids() -> None:
    for expected, retrieved in ((["a"], []), ([], ["a"])):
        with pytest.raises(ValueError, match="must be provided"):
            llama_index("ndcg", expected, retrieved)
    assert PRESETS["llama_index"].choices["no_relevant"] == "left-out"


@needs_llama_index
def test_llama_index_granular_variants() -> None:
    """Granular hit rate is recall, and granular MRR our mistake of averaging 1/rank."""
    expected, retrieved = ["d1", "d3", "d4"], ["d1", "d2", "d3"]
    assert llama_index("hit_rate", expected, retrieved, use_granular_hit_rate=True) == explain(LABELS, MISSED).value(
        "R"
    )
    assert llama_index("mrr", expected, retrieved, use_granular_mrr=True) == pytest.approx((1 + 1 / 3) / 2)


def ndcg_of_llama_index_0_12_2(labels: str, k: int | None = None) -> float:
    """nDCG in ``llama_index/core/evaluation/retrieval/metrics.py`` of llama-index-core 0.12.2, of the first k ids."""
    retrieved = labels[:k]
    dcg = sum(1 / log2(i + 1) for i, label in enumerate(retrieved, start=1) if label == "1")
    return dcg / sum(1 / log2(i + 1) for i in range(1, len(retrieved) + 1))


@pytest.mark.parametrize("labels", ["1", "10", "0110", "101003", "0000001"])
@pytest.mark.parametrize("k", [None, 2, 20])
def test_the_ideal_list_by_the_number_retrieved(labels: str, k: int | None) -> None:
    """The convention ``ideal=best-everywhere`` is LlamaIndex before version 0.12.3."""
    binary = labels.replace("3", "1")
    ours = explain(labels, "11", conventions="llama_index", ideal="best-everywhere")
    assert ours.value(f"nDCG@{k}" if k else "nDCG") == pytest.approx(ndcg_of_llama_index_0_12_2(binary, k))
    assert trap("llama_index", "0.12.3", "ideal=best-everywhere")


def test_the_ideal_list_by_the_number_retrieved_with_grades() -> None:
    """With grades, it is the best grade of the query at every rank of the ranking: 3/1 + 3/log2(3)."""
    ours = explain("12", "3", ideal="best-everywhere")
    assert ours.columns("nDCG")["IG"] == [3, 3]
    assert ours.value("nDCG") == pytest.approx((1 + 2 / log2(3)) / (3 + 3 / log2(3)))
    assert explain("00", "", ideal="best-everywhere", no_relevant="left-out").value("nDCG") is None


@needs_haystack
def test_haystack_recall_is_success_unless_its_mode_is_multi_hit() -> None:
    import_name = "haystack.components.evaluators"
    evaluator = __import__(import_name, fromlist=["DocumentRecallEvaluator"]).DocumentRecallEvaluator()
    assert str(evaluator.mode) == "single_hit"
    assert by_haystack(Pair("", "single_hit"), TOPICS)["1"] == explain(LABELS, MISSED).value("hit rate") == 1
    assert by_haystack(Pair("", "multi_hit"), TOPICS)["1"] == explain(LABELS, MISSED).value("R")


def test_haystack_divisor_before_version_3_1() -> None:
    """MAP in ``document_map.py`` of haystack-ai 3.0.0 divides the sum of precisions by the documents found."""
    old = (1 / 1 + 2 / 3) / 2
    assert explain(LABELS, MISSED, conventions="haystack", divisor="relevant-retrieved").value("AP") == pytest.approx(
        old
    )


def test_inverse_rank_as_gain_is_a_known_mistake() -> None:
    """The example in the draft of Haystack's nDCG: the first and third of three are expected, and it gives 0.8869."""
    draft = (1 / log2(2) + 1 / 3 / log2(4)) / (1 / log2(2) + 1 / 2 / log2(3))
    assert draft == pytest.approx(0.8869, abs=5e-5)
    verdict = diagnose("nDCG", explain("101").ranking, effective(), "0.8869")
    assert [cause.key for cause in verdict.causes] == ["inverse-rank-as-gain"]
    assert trap("haystack", "1/rank")


@pytest.mark.parametrize(
    ("call", "preset"),
    [
        pytest.param(by_llama_index, "llama_index", marks=needs_llama_index),
        pytest.param(by_haystack, "haystack", marks=needs_haystack),
    ],
)
def test_with_a_cutoff_the_ideal_list_still_has_all_expected_ids(call: Any, preset: str) -> None:
    """The best list of three expected documents scores less than 1 at cutoff 1."""
    best = 1 / (1 + 1 / log2(3) + 1 / 2)
    assert call(Pair("", "ndcg@1"), TOPICS)["1"] == pytest.approx(best)
    assert explain(LABELS, MISSED, conventions=preset).value("nDCG@1") == pytest.approx(best)
    assert trap(preset, "no cutoff")
