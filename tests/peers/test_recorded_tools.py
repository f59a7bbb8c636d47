"""What TorchMetrics and ml_metrics computed themselves, against our presets and against their formulas in the tests."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import ireval
from ireval.conventions import PRESETS
from tests.peers.asking import Pair
from tests.peers.record import HERE, lists
from tests.peers.tool import Tool
from tests.peers.tools import TOOLS
from tests.peers.topics import Topics

FILES = {"TorchMetrics": "torchmetrics-1.9.0.json", "ml_metrics": "ml_metrics-0.1.4.json"}
NDCG = "RetrievalNormalizedDCG"
RECORDED = [tool for tool in TOOLS if tool.title in FILES]


@cache
def recorded(tool: Tool) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((HERE / FILES[tool.title]).read_text(encoding="utf-8"))
    return found


def topics(given: dict[str, Any]) -> Topics:
    """The list as a topic; documents with score 0 were not retrieved."""
    names = [f"d{i:02}" for i in range(len(given["scores"]))]
    run = {name: score for name, score in zip(names, given["scores"], strict=True) if score > 0}
    return Topics({"1": dict(zip(names, given["grades"], strict=True))}, {"1": run})


def is_distinct(given: dict[str, Any]) -> bool:
    positive = [score for score in given["scores"] if score > 0]
    return len(set(positive)) == len(positive)


@pytest.mark.parametrize("tool", RECORDED, ids=lambda t: t.title)
def test_the_recorded_lists_are_those_of_the_script(tool: Tool) -> None:
    assert [{key: given[key] for key in ("scores", "grades")} for given in recorded(tool)] == lists()
    assert FILES[tool.title].removesuffix(".json").partition("-")[2] in PRESETS[tool.preset].text


@pytest.mark.parametrize("tool", RECORDED, ids=lambda t: t.title)
def test_presets_and_formulas_give_what_the_tool_gave(tool: Tool) -> None:
    """Lists with equal scores too, where the tool does not depend on how they were sorted."""
    compared: dict[str, int] = {}
    for given in recorded(tool):
        one = topics(given)
        for pair in tool.pairs:
            if not is_distinct(given) and not pair.theirs.startswith(NDCG):
                continue
            formula = tool.scores(pair, one)
            if "1" not in formula:
                continue
            ours = ireval.evaluate(one.qrels, one.run, [pair.ours], conventions=tool.preset).mean[pair.ours]
            assert ours == pytest.approx(given["values"][pair.theirs], abs=1e-6), (pair, given)
            if is_distinct(given):
                assert formula["1"] == pytest.approx(given["values"][pair.theirs], abs=1e-6), (pair, given)
            compared[pair.theirs] = compared.get(pair.theirs, 0) + 1
    assert compared.keys() == {pair.theirs for pair in tool.pairs}
    assert min(compared.values()) >= 10


def test_torchmetrics_averages_equal_scores_in_ndcg() -> None:
    """The list's only relevant document may be at rank 1 or 2; both orders together are the tool's score."""
    tool = next(tool for tool in RECORDED if tool.title == "TorchMetrics")
    tied = [
        g for g in recorded(tool) if not is_distinct(g) and "1" in tool.scores(Pair("nDCG@1", f"{NDCG}@1"), topics(g))
    ]
    one_order = {
        ties: [
            ireval.evaluate(t.qrels, t.run, ["nDCG@1"], conventions="torchmetrics", ties=ties).mean["nDCG@1"]
            for t in map(topics, tied)
        ]
        for ties in ("averaged", "docno-descending")
    }
    assert one_order["averaged"] == pytest.approx([g["values"][f"{NDCG}@1"] for g in tied], abs=1e-6)
    assert one_order["docno-descending"] != pytest.approx(one_order["averaged"], abs=1e-3)
