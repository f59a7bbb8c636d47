"""A score that a tool computed is found first, under the tool's name or with it among those that do the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ir_measures
import numpy as np
import pytest
from sklearn.metrics import average_precision_score, ndcg_score

from ireval.messages import say
from ireval.reproduction.findings import checks, remarks
from ireval.reproduction.tools import all_tools
from tests.ireval.reproduction.known_scores import (
    QRELS,
    RUN,
    first,
    made,
    mean_of,
    search,
    tools_of,
    untied,
    values_of,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("measure", ["map", "bpref", "ndcg_cut_10"])
@pytest.mark.parametrize("complete", [False, True])
def test_pytrec_eval_with_and_without_missing_topics(measure: str, complete: bool) -> None:
    mean = sum(values_of(measure)) / (len(QRELS) if complete else len(RUN))
    match = first(mean, measure)
    assert match.way.tool.key == ("trec-eval-9-complete" if complete else "trec-eval-9") and not match.way.changes
    assert match.certainty == "sure" and match.value == pytest.approx(mean, abs=1e-9)


#: Means that ranx gave: before it computes them, it compiles itself for half a minute.
RANX = json.loads((Path(__file__).parent / "recorded" / "ranx.json").read_text())


@pytest.mark.thorough
@pytest.mark.parametrize("missing", [0, 2])
@pytest.mark.parametrize("measure", ["map", "ndcg@10", "precision@10", "r-precision"])
def test_ranx_without_equal_scores(missing: int, measure: str) -> None:
    qrels, run = made(4, missing=missing)
    value = RANX[f"missing {missing}"][measure]
    found = search(value, measure, qrels, untied(run), 6)
    match = found.matches[0]
    assert "ranx" in tools_of(match) and not match.way.changes and match.certainty == "sure"
    assert match.value == pytest.approx(value, abs=1e-9)
    assert "ranx" in " ".join(map(say, remarks(found)))


def test_what_ranx_does_with_equal_scores_cannot_be_found_and_is_said() -> None:
    """Its sort is not stable: what it does with equal scores depends on how many documents there are."""
    qrels, run = made(4, missing=0)
    found = search(RANX["equal scores"]["map"], "map", qrels, run, 6)
    assert not found.matches
    assert "ranx orders equal scores by neither docno nor line" in " ".join(map(say, checks(found)))
    assert "ranx" not in " ".join(map(say, checks(search("0.987654", "map", qrels, untied(run)))))


def test_equal_scores_of_ir_measures() -> None:
    """ir_measures orders equal scores the other way round for RR@k, where trec_eval cannot cut."""
    complete = {t: QRELS[t] for t in RUN}
    run = {t: {d: float(round(s / 6)) for d, s in docs.items()} for t, docs in RUN.items()}
    for name in ("RR@10", "AP"):
        mean = ir_measures.calc_aggregate([ir_measures.parse_measure(name)], complete, run)
        [(_, value)] = mean.items()
        match = first(value, name, complete, run)
        assert match.value == pytest.approx(value, abs=1e-6)
        assert "ir_measures" in tools_of(match), name


def test_scikit_learn_knows_the_retrieved_documents_only() -> None:
    qrels, run = made(3, missing=0)
    run = untied(run)
    grades = {t: [qrels[t].get(d, 0) for d in docs] for t, docs in run.items()}
    scores = {t: list(docs.values()) for t, docs in run.items()}
    ap = np.mean([average_precision_score([g > 0 for g in grades[t]], scores[t]) for t in run])
    ndcg = np.mean([ndcg_score([grades[t]], [scores[t]], k=10) for t in run])
    for value, measure in ((ap, "AP"), (ndcg, "nDCG@10")):
        match = first(float(value), measure, qrels, run)
        assert match.way.tool.key == "sklearn" and match.value == pytest.approx(float(value), abs=1e-9)


@pytest.mark.thorough
@pytest.mark.parametrize("measure", ["map", "ndcg_cut_10", "P_10", "recall_20", "recip_rank", "Rprec"])
def test_trec_eval_comes_before_every_tool_that_does_the_same(measure: str) -> None:
    qrels, run = made(6, missing=0)
    run = untied(run)
    match = first(mean_of(measure, qrels, run), measure, qrels, run, 5)
    assert match.way.tool.key == "trec-eval-9-complete" and match.certainty == "sure"
    assert {"trec-eval-archive", "ir_measures", "ranx"} <= tools_of(match)


def test_one_convention_comes_before_a_tool_that_few_people_know() -> None:
    """By hand: gains 2^grade - 1 over log2(i+1). XGBoost and LightGBM do so too, and are named after it."""
    qrels, run = made(8, missing=0)
    run = untied(run)

    def dcg(grades: list[int]) -> float:
        return float(sum((2.0**g - 1) / np.log2(i + 2) for i, g in enumerate(grades[:10])))

    values = []
    for topic, docs in run.items():
        ranked = sorted(docs, key=lambda d: -docs[d])
        mine = [qrels[topic].get(d, 0) for d in ranked]
        values.append(dcg(mine) / dcg(sorted(qrels[topic].values(), reverse=True)))
    match = first(float(np.mean(values)), "nDCG@10", qrels, run, 5)
    assert match.way.tool.preset == "trec_eval"
    assert dict(match.way.changes[0].conventions) == {"gain": "exponential"}
    assert match.certainty == "sure" and {"xgboost", "lightgbm"} <= {way.tool.key for way in match.same}


def test_every_tool_of_the_presets_is_tried() -> None:
    wanted: set[Any] = {"trec-eval-archive", "trec-eval-10-complete", "ranx", "sklearn", "ragas", "xgboost", "beir"}
    assert {tool.key for tool in all_tools()} >= wanted
