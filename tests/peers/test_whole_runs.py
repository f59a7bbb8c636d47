"""Means over whole runs against pytrec_eval's and ir_measures', with equal scores and missing topics."""

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
    """Our means; topics of the run that have no judgements are left out by every tool."""
    evaluated = ireval.evaluate(topics.qrels, topics.run, list(NAMES), missing=missing)
    assert isinstance(evaluated, Evaluation)
    return dict(evaluated.mean)


@given(drawn(ties=True, negative=True, count=4))
@examples(40)
def test_missing_topics_left_out(topics: Topics) -> None:
    """As pytrec_eval does, and trec_eval 9 without -c. Equal scores are ordered by document number."""
    import pytrec_eval

    assume(topics.shared)
    theirs = pytrec_eval.RelevanceEvaluator(topics.qrels, {name.replace("_0.", ".0.") for name in NAMES}).evaluate(
        topics.run
    )
    expected = {name: fmean(scores[name] for scores in theirs.values()) for name in NAMES}
    assert means(topics, missing="left-out") == pytest.approx(expected, rel=0, abs=CLOSE)


@given(drawn(ties=False, negative=True, count=4))
@examples(40)
def test_missing_topics_scored_0(topics: Topics) -> None:
    """As ir_measures does, and trec_eval with -c."""
    tool: Any = import_module("ir_measures")

    assume(topics.shared)
    expected = {
        name: tool.calc_aggregate([measure], topics.qrels, topics.run)[measure]
        for name in NAMES
        for measure in tool.parse_trec_measure(name)
    }
    assert means(topics) == pytest.approx(expected, rel=0, abs=CLOSE)


@given(drawn(ties=True, negative=True, count=4))
@examples(40)
def test_a_run_is_its_lists(topics: Topics) -> None:
    """The whole run's means are those of the rankings that the other tests are about."""
    assume(topics.shared)
    expected = {name: fmean(ours(name, "trec_eval", topics).values()) for name in NAMES}
    assert means(topics, missing="left-out") == pytest.approx(expected, rel=0, abs=1e-12)
