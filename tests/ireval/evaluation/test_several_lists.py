"""Several lists: means and differences against hand calculations, whole runs and pytrec_eval."""

from __future__ import annotations

import json
import math
from typing import Any, cast

import numpy as np
import pytest

from ireval import evaluate, explain
from ireval.conventions import PRESETS, effective
from ireval.evaluation.results import Evaluation
from ireval.evaluation.several_lists import SeveralLists
from ireval.evaluation.system_pairs import pair_systems
from ireval.measure.listing import variants
from ireval.measure.spelling import parse
from ireval.messages import Message
from ireval.numbers.arrays import Floats
from ireval.ranking.labels import read_ranking
from tests.ireval.random_lists import given, st
from tests.paths import WORKED_EXAMPLES

FILE = WORKED_EXAMPLES
GOLDEN = {e["id"]: e for e in json.loads(FILE.read_text("utf-8"))["examples"]}
SYSTEMS = ("11010000100111101010", "10110001100111101000")
#: Lists of one system, as (labels, not retrieved): found late, graded, unjudged, nothing found, nothing relevant.
QUERIES = (("0010", "1"), ("3u02100", "21"), ("1101", ""), ("0000", "1"), ("000", ""), ("", "2"))


def several(*lists: str | tuple[str, str], preset: str = "lillis", **overrides: Any) -> SeveralLists:
    typed = [(x, "") if isinstance(x, str) else x for x in lists]
    return SeveralLists([read_ranking(*x) for x in typed], effective(preset, overrides))


def golden(id_: str, *path: str) -> Any:
    found: Any = GOLDEN[id_]["expected"]
    for key in path:
        found = found[key]
    return found["exact"]


def as_files(lists: Any) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """The same lists as judgements and a run."""
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for i, (labels, missed) in enumerate(lists, start=1):
        judged = {f"d{rank:03}": int(c) for rank, c in enumerate(labels) if c != "u"}
        qrels[str(i)] = judged | {f"m{j:03}": int(c) for j, c in enumerate(missed)}
        run[str(i)] = {f"d{rank:03}": float(len(labels) - rank) for rank in range(len(labels))}
    return qrels, run


# ---- By hand --------------------------------------------------------------------------------------------------------


def test_map_of_the_lecture_s_two_systems_taken_as_queries() -> None:
    mean = several(*SYSTEMS).mean(parse("AP"))
    by_hand = sum(golden("kth.average_precision", f"system_{i}") for i in (1, 2)) / 2
    assert mean.value == pytest.approx(by_hand, abs=1e-12)
    assert (mean.name, mean.calculation(3), mean.result(3)) == ("MAP", "(0.616 + 0.627)/2", "0.622")


def test_mean_ndcg_of_the_post_s_two_queries() -> None:
    mean = several("524", "52401", preset="blog").mean(parse("nDCG@5"))
    assert mean.value == pytest.approx((golden("blog.ndcg_A", "value") + golden("blog.ndcg_B", "value")) / 2)
    assert (mean.name, mean.result(4)) == ("mean nDCG@5", "0.9676")


def test_reciprocal_ranks_by_hand() -> None:
    mean = several("0010", "1", "01").mean(parse("RR"))
    assert mean.value == pytest.approx((1 / 3 + 1 + 1 / 2) / 3)
    assert (mean.name, mean.calculation(3)) == ("MRR", "(0.333 + 1 + 0.500)/3")


def test_a_query_without_relevant_documents_is_left_out_or_scores_0() -> None:
    assert several("10", "01", "000").mean(parse("AP")).value == pytest.approx((1 + 1 / 2) / 2)
    counted = several("10", "01", "000", no_relevant="score-0").mean(parse("AP"))
    assert counted.value == pytest.approx((1 + 1 / 2) / 3)


@pytest.mark.parametrize("measure", ["AP", "AP@3", "nDCG", "nDCG@3", "R", "Rprec", "Q", "GMAP"])
def test_a_query_without_relevant_documents_scores_1(measure: str) -> None:
    """As in XGBoost and LightGBM; a list that misses what there is still has the lowest score."""
    empty = explain("000", no_relevant="score-1")
    assert empty.value(measure) == explain("", "", no_relevant="score-1").value(measure) == 1
    assert "1 by convention, because no document is relevant" in empty.table(measure).final
    lowest = 1e-5 if measure == "GMAP" else 0
    assert explain("000", "1", no_relevant="score-1").value(measure) == lowest
    two = several("10", "00", no_relevant="score-1").mean(parse("AP"))
    assert two.value == 1
    assert not two.left_out


def test_two_engines_that_precision_does_not_distinguish() -> None:
    engines = several("00011", "11000")
    assert engines.score(parse("P")).best == [False, False]
    ap = engines.score(parse("AP"))
    assert ap.best == [False, True]
    expected = GOLDEN["lillis.engines"]["expected"]["average_precision_if_R_is_2"]
    assert ap.values.tolist() == [expected["A"]["exact"], expected["B"]["exact"]]
    assert ap.texts(3) == ["0.325", "1.000"]


def test_a_geometric_mean_has_a_floor() -> None:
    mean = several(("10", "1"), ("00", "1")).mean(parse("AP"), "geometric")
    assert mean.value == pytest.approx(math.sqrt(0.5 * 0.00001))
    assert mean.floored.tolist() == [False, True]
    assert (mean.name, mean.calculation(3)) == ("GMAP", "(0.500*0.00001)^(1/2)")
    assert several("10", "1").mean(parse("GMAP")).value == 1


def test_without_a_score_there_is_no_mean() -> None:
    mean = several("000").mean(parse("AP"))
    assert (mean.value, mean.calculation(3), mean.result(3)) == (None, "", "not defined")
    assert several("000").average_curve is None
    assert several("1", "000").score(parse("AP")).left_out == {1: Message("no-relevant-document")}


def test_the_average_curve_by_hand() -> None:
    lists = several(*SYSTEMS, "000", preset="kth")
    one, two = (np.array(golden("kth.interpolated_11pt", f"system_{i}")) for i in (1, 2))
    assert lists.average_curve == pytest.approx((one + two) / 2)
    counted = several(*SYSTEMS, "000", preset="kth", no_relevant="score-0")
    assert counted.average_curve == pytest.approx((one + two) / 3)


def test_differences_query_by_query() -> None:
    rankings = [
        read_ranking(*x) for x in (("11000", ""), ("00011", ""), ("100", "1"), ("010", "1"), ("01", ""), ("10", ""))
    ]
    pair = pair_systems(rankings, effective("mir"))
    scores = pair.compare(parse("Rprec"))
    assert scores.differences.tolist() == [1, 0, -1]  # R = 2: two of two against none; one of two each; R = 1
    assert scores.tally == (1, 1, 1)


def test_the_lower_fallout_wins() -> None:
    rankings = [read_ranking(labels, size=10) for labels in ("10", "1000")]
    scores = pair_systems(rankings, effective("lillis")).compare(parse("Fallout"))
    assert scores.differences[0] < 0
    assert scores.tally == (1, 0, 0)
    assert parse("IDCG@5").measure.better == 0


@pytest.mark.parametrize(("missing", "mean"), [("score-0", 0.5), ("left-out", 1.0)])
def test_a_query_that_the_second_system_lacks_is_missing_from_its_run(missing: str, mean: float) -> None:
    lists = [("1", ""), ("1", ""), ("01", "")]
    pair = pair_systems([read_ranking(*x) for x in lists], effective("lillis", {"missing": missing}))
    scores = pair.compare(parse("AP"))
    assert scores.b.mean().value == mean
    qrels, run = as_files(lists[::2])
    del run["2"]
    assert cast("Evaluation", evaluate(qrels, run, "AP", conventions="lillis", missing=missing)).mean["AP"] == mean


# ---- The same numbers as from files ---------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("no_relevant", ["score-0", "left-out"])
def test_means_are_those_of_the_same_lists_from_files(preset: str, no_relevant: str) -> None:
    retrieved = [x for x in QUERIES if x[0]]  # a run has no line for a query that retrieved nothing
    chosen = effective(preset, {"no_relevant": no_relevant})
    lists = SeveralLists([read_ranking(*x) for x in retrieved], chosen)
    qrels, run = as_files(retrieved)
    listed = [spec for _, spec in variants({"k": 3, "level": 0.3, "beta": 1}, chosen)]
    specs = [spec for spec in listed if preset not in spec.measure.other_in]
    names = [str(spec) for spec in specs]
    result = cast("Evaluation", evaluate(qrels, run, names, conventions=preset, no_relevant=no_relevant))
    for spec in specs:
        known = lists.mean(spec).value
        ours = float("nan") if known is None else known
        assert ours == pytest.approx(result.mean[str(spec)], abs=1e-12, nan_ok=True), spec
        assert lists.score(spec).values == pytest.approx(result.scores[str(spec)].values, nan_ok=True)


def test_the_average_curve_is_that_of_the_same_lists_from_files() -> None:
    retrieved = [x for x in QUERIES if x[0]]
    for preset in ("kth", "mir", "trec_eval"):
        qrels, run = as_files(retrieved)
        names = [f"IPrec@{i / 10:g}" for i in range(11)]
        result = cast("Evaluation", evaluate(qrels, run, names, conventions=preset))
        lists = SeveralLists([read_ranking(*x) for x in retrieved], effective(preset))
        assert lists.average_curve == pytest.approx([result.mean[name] for name in names], abs=1e-12)


def test_means_agree_with_pytrec_eval() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="pip install -r requirements-dev.txt")
    retrieved = [x for x in QUERIES if x[0]]
    qrels, run = as_files(retrieved)
    names = {"map": "AP", "recip_rank": "RR", "ndcg_cut_5": "nDCG@5", "P_5": "P@5", "Rprec": "Rprec"}
    scores = pytrec_eval.RelevanceEvaluator(qrels, {"map", "recip_rank", "ndcg_cut", "P", "Rprec"}).evaluate(run)
    lists = SeveralLists([read_ranking(*x) for x in retrieved], effective("trec_eval"))
    for theirs, ours in names.items():
        expected = sum(topic[theirs] for topic in scores.values()) / len(scores)
        assert lists.mean(parse(ours)).value == pytest.approx(expected, abs=1e-9), ours
    logs = [math.log(max(topic["map"], 0.00001)) for topic in scores.values()]
    assert lists.mean(parse("GMAP")).value == pytest.approx(math.exp(sum(logs) / len(logs)))


# ---- What always holds ----------------------------------------------------------------------------------------------


def _lists() -> Any:
    labels = st.text("0123u", min_size=1, max_size=8)
    return st.lists(st.tuples(labels, st.text("0123", max_size=3)), min_size=1, max_size=6)


@given(_lists(), st.randoms(use_true_random=False))
def test_the_order_of_the_lists_does_not_matter(lists: Any, random: Any) -> None:
    shuffled = random.sample(lists, len(lists))
    for spelling in ("AP", "RR", "nDCG@5", "GMAP"):
        one, other = (several(*x, preset="trec_eval").mean(parse(spelling)).value for x in (lists, shuffled))
        assert one == pytest.approx(other)


@given(_lists())
def test_the_calculation_printed_gives_the_mean_printed(lists: Any) -> None:
    for mean in (several(*lists).mean(parse("AP")), several(*lists).mean(parse("AP"), "geometric")):
        if mean.value is None:
            continue
        printed = eval(mean.calculation(3).replace("^", "**"))  # noqa: S307
        assert printed == pytest.approx(mean.value, abs=1e-3)
        assert mean.value <= max(mean.values[~np.isnan(mean.values)].max(), 0.00001) + 1e-12


@given(_lists(), _lists())
def test_swapping_the_systems_changes_the_signs_of_the_differences(one: Any, other: Any) -> None:
    count = min(len(one), len(other))
    rankings = [read_ranking(*x) for pair in zip(one[:count], other[:count], strict=True) for x in pair]
    swapped = [rankings[i ^ 1] for i in range(len(rankings))]
    for spelling in ("Rprec", "AP"):
        there, back = (pair_systems(x, effective("trec_eval")).compare(parse(spelling)) for x in (rankings, swapped))
        assert there.differences == pytest.approx(-back.differences)
        assert there.tally == (back.tally[1], back.tally[0], back.tally[2])
        assert sum(there.tally) == count


def test_single_lists_and_blocks_have_the_same_scores() -> None:
    lists = several(*QUERIES)
    alone: list[Floats] = [several(x).score(parse("nDCG@3")).values for x in QUERIES]
    assert lists.score(parse("nDCG@3")).values == pytest.approx(np.concatenate(alone), nan_ok=True)
