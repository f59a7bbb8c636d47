"""Means over whole runs against trec_eval and ir_measures, with equal scores, missing topics and empty lists."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from statistics import fmean
from typing import Any

import pytest

import ireval
from ireval.evaluation.results import Evaluation
from tests.ireval.random_lists import assume, examples, given
from tests.peers.agreement import HELP
from tests.peers.asking import CLOSE
from tests.peers.topics import Topics, drawn, ours

NAMES = ("map", "ndcg_cut_5", "P_5", "recip_rank", "bpref", "Rprec", "iprec_at_recall_0.70")

if find_spec("pytrec_eval") is None or find_spec("ir_measures") is None:
    pytest.skip(f"comparing with pytrec_eval and ir_measures needs them: {HELP}", allow_module_level=True)


def means(topics: Topics, missing: str = "score-0") -> dict[str, float]:
    """Our means; every tool leaves out topics without judgements."""
    evaluated = ireval.evaluate(topics.qrels, topics.run, list(NAMES), missing=missing)
    assert isinstance(evaluated, Evaluation)
    return dict(evaluated.mean)


@given(drawn(ties=True, negative=True, count=4))
@examples(40)
def test_means_without_missing_topics(topics: Topics) -> None:
    """pytrec_eval leaves them out, and so does trec_eval 9 without -c. Equal scores are ordered by document number."""
    import pytrec_eval

    assume(topics.shared)
    theirs = pytrec_eval.RelevanceEvaluator(topics.qrels, {name.replace("_0.", ".0.") for name in NAMES}).evaluate(
        topics.run
    )
    expected = {name: fmean(scores[name] for scores in theirs.values()) for name in NAMES}
    assert means(topics, missing="left-out") == pytest.approx(expected, rel=0, abs=CLOSE)


@given(drawn(ties=False, negative=True, count=4))
@examples(40)
def test_means_with_missing_topics_scored_0(topics: Topics) -> None:
    """ir_measures scores them 0, and so does trec_eval with -c."""
    tool: Any = import_module("ir_measures")

    assume(topics.shared)
    expected = {
        name: tool.calc_aggregate([measure], topics.qrels, topics.run)[measure]
        for name in NAMES
        for measure in tool.parse_trec_measure(name)
    }
    assert means(topics) == pytest.approx(expected, rel=0, abs=CLOSE)


#: The output of trec_eval 10.0 with -c for a run without topics 2 and 3, where topic 3 has no relevant document.
WITH_C = {
    **{"num_q": 3, "num_ret": 3, "num_rel": 3, "num_rel_ret": 1, "map": 0.1667, "gm_map": 0.0004, "Rprec": 0.1667},
    **{"bpref": 0.1667, "recip_rank": 0.3333, "iprec_at_recall_0.50": 0.3333, "11pt_avg": 0.2424, "infAP": 0.1667},
    **{
        "P_5": 0.0667,
        "recall_5": 0.1667,
        "ndcg": 0.1267,
        "ndcg_cut_5": 0.1267,
        "map_cut_5": 0.1667,
        "success_1": 0.3333,
    },
    **{"set_P": 0.1111, "set_recall": 0.1667, "set_F": 0.1333},
}


def test_missing_topics_agree_with_trec_eval_10_with_c() -> None:
    qrels = {"1": {"a": 1, "b": 0, "c": 2}, "2": {"a": 1, "b": 0}, "3": {"a": 0, "b": 0}}
    run = {"1": {"a": 3.0, "u": 2.0, "b": 1.0}}
    evaluated = ireval.evaluate(qrels, run, list(WITH_C), interpolation="trec-eval-10")
    assert isinstance(evaluated, Evaluation)
    assert evaluated.mean == pytest.approx(WITH_C, rel=0, abs=0.5e-4 + 1e-9)


def test_a_list_without_judged_documents_agrees_with_trec_eval_with_j() -> None:
    """The list becomes empty; pytrec_eval sometimes crashes on lists that are empty from the start."""
    import pytrec_eval

    names = (*NAMES, "set_P", "set_F", "set_recall", "ndcg", "infAP", "success_5")
    theirs = {name.replace("_0.", ".0.") for name in names}
    tool = pytrec_eval.RelevanceEvaluator({"1": {"a": 1}}, theirs, judged_docs_only_flag=True)
    scores = tool.evaluate({"1": {"u": 1.0}})["1"]
    evaluated = ireval.evaluate({"1": {"a": 1}}, {"1": {"u": 1.0}}, list(names), unjudged="skipped")
    assert isinstance(evaluated, Evaluation)
    assert evaluated.mean == {name: scores[name] for name in names}


@given(drawn(ties=True, negative=True, count=4))
@examples(40)
def test_the_means_of_a_run_are_those_of_its_lists(topics: Topics) -> None:
    """The other tests compare these rankings one by one."""
    assume(topics.shared)
    expected = {name: fmean(ours(name, "trec_eval", topics).values()) for name in NAMES}
    assert means(topics, missing="left-out") == pytest.approx(expected, rel=0, abs=1e-12)
