"""The order of documents with equal scores, also of those that are equal in single precision only, against tools."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

import ireval
from ireval.evaluation.results import Evaluation
from tests.peers.agreement import HELP
from tests.peers.asking import Pair
from tests.peers.tool import Tool
from tests.peers.tools import DIVERSITY, GDEVAL, IR_MEASURES
from tests.peers.tools import TOOLS as ALL
from tests.peers.topics import Topics
from tests.tiers import sampled

TOOLS = {tool.title: tool for tool in ALL}
#: In single precision these are three numbers: pairs of scores differ in the last digits of double precision only.
SCORES = [x + more for x in (0.25, 1.0, 3.0) for more in (0, 1e-9, -1e-9)]


def topics(seed: int, count: int = 8, *, subtopics: bool = False) -> Topics:
    """Topics with many equal scores; the docnos also differ after their eighth byte."""
    rng = Random(seed)  # noqa: S311 - test data
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    covers: dict[str, dict[str, tuple[int, ...]]] = {}
    for topic in map(str, range(101, 101 + count)):
        docs = [f"{'D' * rng.choice([1, 1, 9])}{i}" for i in range(14)]
        qrels[topic] = {doc: rng.randint(0, 3) for doc in docs[:10]} | {"missed": 1}
        run[topic] = {doc: rng.choice(SCORES) for doc in docs[2:]}
        covers[topic] = {d: tuple(rng.randint(0, 1) * (g > 0) for _ in range(3)) for d, g in qrels[topic].items()}
    return Topics(qrels, run, covers if subtopics else None)


def ours(tool: Tool, pair: Pair, given: Topics) -> dict[str, float]:
    """Our scores by topic, from the scores of the run."""
    qrels: Any = given.qrels
    if given.subtopics:
        qrels = {
            topic: {doc: {str(number): grade for number, grade in enumerate(group)} for doc, group in mine.items()}
            for topic, mine in given.subtopics.items()
        }
    evaluated = ireval.evaluate(qrels, given.run, [pair.ours], conventions=tool.preset)
    assert isinstance(evaluated, Evaluation)
    return {row["topic"]: row[pair.ours] for row in evaluated.rows()}


CASES = [
    *(("pytrec_eval", pair) for pair in TOOLS["pytrec_eval"].pairs if not pair.ours.startswith("gm_")),
    *(("ir_measures", pair) for pair in IR_MEASURES),
    *(("ir_measures (gdeval)", pair) for pair in GDEVAL),
    *(("ir_measures (diversity)", pair) for pair in DIVERSITY),
]


@pytest.mark.parametrize(("title", "pair"), sampled(CASES, 24, lambda case: f"{case[0]}-{case[1].ours}"))
def test_the_order_of_equal_scores(title: str, pair: Pair) -> None:
    tool = TOOLS[title]
    pytest.importorskip(tool.package, reason=f"comparing needs it: {HELP}")
    given = topics(1, subtopics=tool.subtopics)
    assert ours(tool, pair, given) == pytest.approx(tool.scores(pair, given), rel=0, abs=max(pair.close, 1e-6))


def test_the_order_matters() -> None:
    """Another order of equal scores, or another precision, changes scores of these topics."""
    given = topics(1)
    scores = {
        (ties, precision): tuple(
            ireval.evaluate(
                given.qrels, given.run, ["RR@10", "AP", "Judged@3"], ties=ties, scores=precision
            ).mean.values()
        )
        for ties in ("docno-descending", "docno-ascending", "input-order")
        for precision in ("single", "double")
    }
    assert len(set(scores.values())) == len(scores)


def test_ranx_and_scikit_learn_compare_scores_in_double_precision() -> None:
    pytest.importorskip("ranx", reason=f"comparing needs it: {HELP}")
    pytest.importorskip("sklearn", reason=f"comparing needs it: {HELP}")
    for scores, first in (({"a": 1 + 1e-9, "b": 1.0}, True), ({"a": 1.0, "b": 1 + 1e-9}, False)):
        given = Topics({"1": {"a": 1, "b": 0}}, {"1": scores})
        ranx, sklearn = TOOLS["ranx"], TOOLS["scikit-learn"]
        assert (
            ranx.scores(Pair("RR", "mrr"), given) == ours(ranx, Pair("RR", "mrr"), given) == {"1": 1 if first else 0.5}
        )
        pair = Pair("nDCG", "ndcg_score")
        assert sklearn.scores(pair, given)["1"] == pytest.approx(ours(sklearn, pair, given)["1"])
        assert (ours(sklearn, pair, given)["1"] == 1) is first


@pytest.mark.parametrize("theirs", ["nDCG", "nDCG@3", "DCG", "DCG@3", "AP"])
@pytest.mark.parametrize("precision", ["dicts", "files"])
def test_scikit_learn_counts_equal_scores_together(theirs: str, precision: str) -> None:
    """DCG and nDCG are means over all orders, AP has one threshold for equal scores; alone and as files."""
    pytest.importorskip("sklearn", reason=f"comparing needs it: {HELP}")
    tool = TOOLS["scikit-learn"]
    (pair,) = [pair for pair in tool.pairs if pair.ours == theirs]
    given = topics(1)
    if precision == "files":
        run = {topic: {**scores, "another": 0.25} for topic, scores in given.run.items()}
        given = Topics(given.qrels, run)
        lines = [f"{t} Q0 {doc} 1 {score!r} x" for t, mine in run.items() for doc, score in mine.items()]
        evaluated = ireval.evaluate(given.qrels, "\n".join(lines).encode(), [theirs], conventions="sklearn")
        found = {row["topic"]: row[theirs] for row in evaluated.rows()}
    else:
        found = ours(tool, pair, given)
    assert found == pytest.approx(tool.scores(pair, given), rel=0, abs=1e-9)


def test_the_mean_over_all_orders() -> None:
    """nDCG of every order of four documents, of which three have equal scores, computed one by one."""
    grades, scores = {"a": 3, "b": 0, "c": 1, "d": 2}, {"a": 1.0, "b": 1.0, "c": 1.0, "d": 2.0}
    orders = [["d", *rest] for rest in permutations("abc")]
    alone = [ireval.explain("".join(str(grades[doc]) for doc in order)).value("nDCG@3") for order in orders]
    for ties in ("averaged", "sklearn"):
        found = ireval.evaluate({"1": grades}, {"1": scores}, ["nDCG@3", "RR"], ties=ties)
        assert found.mean["nDCG@3"] == pytest.approx(sum(x or 0 for x in alone) / len(alone))
        assert found.mean["RR"] == 1  # it has no mean over orders, and takes the docnos
    last = ireval.evaluate({"1": grades}, {"1": scores}, ["AP"], ties="sklearn").mean["AP"]
    assert last == pytest.approx((1 + 3 / 4 + 3 / 4) / 3)
    cut = ireval.evaluate({"1": grades}, {"1": scores}, ["nDCG"], ties="averaged", max_documents=2).mean["nDCG"]
    assert cut == ireval.evaluate({"1": grades}, {"1": {"d": 2.0, "c": 1.0}}, ["nDCG"]).mean["nDCG"]
