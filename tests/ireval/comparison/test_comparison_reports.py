"""Reports of a small comparison, whose numbers are computed by hand: as tables, rows, CSV and JSON."""

from __future__ import annotations

import json
from functools import cache

import pytest

from ireval.comparison import plain_comparison
from ireval.comparison.comparison import RunComparison, compare
from ireval.comparison.comparison_reports import FORMATS
from ireval.comparison.plain_comparison import (
    count_differences,
    csv_text,
    flat_rows,
    mean_overlap,
    overlap_rows,
    pair_rows,
    plain,
    rounded,
    run_rows,
)
from ireval.comparison.ranking_overlap import Overlap

pytest.importorskip("scipy")

QRELS = {"1": {"a": 1, "b": 1, "n": 0}, "2": {"c": 1, "d": 0}, "3": {"e": 1}}
RUNS = {
    "A": {"1": {"n": 3.0, "a": 2.0, "b": 1.0}, "2": {"d": 2.0, "c": 1.0}, "3": {"e": 1.0}},
    "B": {"1": {"a": 3.0, "b": 2.0, "n": 1.0}, "2": {"c": 2.0, "d": 1.0}},
}
#: AP of A is (1/2 + 2/3)/2, 1/2 and 1; of B it is 1, 1 and 0, because B has no list for topic 3.
A = ((1 / 2 + 2 / 3) / 2, 1 / 2, 1)


@cache
def small() -> RunComparison:
    return compare(QRELS, RUNS, ["AP", "P@1"], seed=1)


def test_the_plain_values_are_those_computed_by_hand() -> None:
    found = plain(small(), by_topic=False)
    first = found["measures"][0]
    assert first["name"] == "AP" and first["topics_compared"] == 3 and first["left_out"] == []
    assert first["means"] == pytest.approx({"A": sum(A) / 3, "B": 2 / 3})
    assert first["quartiles"]["A"] == pytest.approx([0.5, (0.5 + A[0]) / 2, A[0], (A[0] + 1) / 2, 1])
    assert first["quartiles"]["B"] == [0, 0.5, 1, 1, 1]
    (pair,) = first["pairs"]
    assert (pair["a"], pair["b"], pair["wins"], pair["ties"], pair["losses"]) == ("A", "B", 2, 0, 1)
    assert pair["mean_difference"] == pytest.approx(2 / 3 - sum(A) / 3)
    assert (pair["p"]["sign-flip"], pair["holm"]["sign-flip"], pair["comparisons"]) == (1, 1, 2)
    assert pair["lowest_holm"]["sign-flip"] == 0.5, "2 of 8 ways are as far out, times 2 comparisons"
    assert set(pair["test_notes"]) == {"sign-flip", "bootstrap", "bootstrap-t", "wilcoxon"}
    assert pair["tukey"] is None and "topics" not in pair
    assert len(pair["summary"]) == len(first["summary"]) == 4
    assert (found["seed"], found["baseline"], found["level"]) == (1, None, 0.05)
    assert found["missing"] == {"A": [], "B": ["3"]}
    assert found["overlap"] == [{"a": "A", "b": "B", "jaccard": pytest.approx(2 / 3), "rbo": pytest.approx(0.585)}]


def test_with_topics_each_has_its_reason() -> None:
    topics = plain(small(), by_topic=True, places=3)["measures"][0]["pairs"][0]["topics"]
    assert topics[0] == {
        "topic": "1",
        "a": 0.583,
        "b": 1.0,
        "difference": 0.417,
        "outcome": "win",
        "reason": "B finds a at rank 1 instead of 2: +0.250 of the +0.417.",
    }
    assert [topic["outcome"] for topic in topics] == ["win", "win", "loss"]
    assert count_differences(small()) == 6


def test_numbers_are_rounded_wherever_they_are() -> None:
    assert rounded({"x": [0.1235, 2, None, True, "0.1235"], "y": (0.5,)}, 3) == {
        "x": [0.124, 2, None, True, "0.1235"],
        "y": [0.5],
    }
    assert rounded(0.1235, None) == 0.1235
    assert rounded(0.1235, 0) == 0


def test_the_table_shows_means_pairs_tests_and_overlap() -> None:
    lines = list(FORMATS["table"](small(), 3, by_topic=False))
    assert lines[:5] == [
        "AP, 3 topics",
        "run   mean  minimum  lower quartile  median  upper quartile  maximum",
        "A    0.694    0.500           0.542   0.583           0.792    1.000",
        "B    0.667    0.000           0.500   1.000           1.000    1.000",
        "",
    ]
    numbers = "{0}0.028 (95 % confidence interval {0}1.000 to +0.472), effect size {0}0.03".format("\N{MINUS SIGN}")
    assert lines[5] == f"B minus A: {numbers}; 2 wins, 0 ties, 1 loss"
    assert lines[7] == "sign-flip randomisation  1.0000     1.0000  cannot find a difference here"
    assert lines[12:14] == ["", "No clear winner: A 0.694, B 0.667 (p = 1.000 corrected, 3 topics)."]
    second = lines.index("P@1, 3 topics")
    assert lines[second - 1] == ""
    assert lines[-5:-2] == ["", "overlap  Jaccard@10  RBO (p = 0.9)", "A, B          0.667          0.585"]
    assert lines[-2] == ""


def test_the_table_with_topics() -> None:
    lines = list(FORMATS["table"](small(), None, by_topic=True))
    head = lines.index("topic       A       B  difference")
    assert lines[head - 1] == ""
    assert lines[head + 1].startswith(
        "1      0.5833  1.0000     +0.4167  win   B finds a at rank 1 instead of 2: +0.2500"
    )
    assert lines[head + 3].startswith("3      1.0000  0.0000     \N{MINUS SIGN}1.0000  loss  B does not find e")


def test_a_measure_without_topics_has_no_pairs() -> None:
    runs = {name: {"1": {"n": 1.0}} for name in "AB"}
    lines = list(FORMATS["table"](compare({"1": {"n": 0}}, runs, no_relevant="left-out"), 2, by_topic=True))
    assert lines[0] == "AP, 0 topics"
    assert lines[2].split() == ["A", *["\N{EN DASH}"] * 6]
    assert not any("minus" in line for line in lines)


def test_three_runs_have_tukeys_test() -> None:
    runs = RUNS | {"C": RUNS["B"]}
    found = compare(QRELS, runs, "AP", seed=1)
    lines = list(FORMATS["table"](found, 3, by_topic=False))
    assert sum(line.startswith("Tukey") or line.startswith("randomised Tukey") for line in lines) == 3
    measure = found.measures[0]
    tests = plain_comparison.test_rows(measure, measure.pairs[0], found.conventions)
    assert [row["test"] for row in tests] == ["sign-flip", "paired-t", "bootstrap", "bootstrap-t", "wilcoxon", "tukey"]
    assert tests[-1]["p"] == measure.pairs[0].tukey and tests[-1]["p_holm"] is None
    assert len(plain_comparison.test_rows(small().measures[0], small().measures[0].pairs[0], found.conventions)) == 5


def test_rows_of_runs_and_of_overlaps() -> None:
    found = small()
    first = run_rows(found.measures[0], found.conventions)[0]
    assert [first[key] for key in ("measure", "run", "topics", "minimum", "maximum")] == ["AP", "A", 3, 0.5, 1]
    assert first["mean"] == pytest.approx(sum(A) / 3)
    assert first["full_name"].startswith("AP(rel=1") and "test=sign-flip family=all" in first["conventions"]
    assert "discount" not in first["conventions"], "conventions of lists belong to the measure"
    rows = overlap_rows(found)
    # RBO of two lists of one document at depth 2 or 3 with p = 0.9: only the first rank differs
    assert [(row["topic"], row["jaccard"], row["rbo"]) for row in rows] == [
        ("1", 1, pytest.approx(0.1 / 0.9 * (1 / 2 * 0.81 + 0.729) + 0.729)),
        ("2", 1, pytest.approx(0.1 / 0.9 * 0.81 + 0.81)),
        ("3", 0, 0),
    ]


def test_means_of_overlaps_leave_out_topics_without_lists() -> None:
    some = {"1": Overlap(0.5, 0.25), "2": Overlap(None, None), "3": Overlap(1.0, 0.75)}
    assert mean_overlap(some) == {"jaccard": 0.75, "rbo": 0.5}
    assert mean_overlap({"2": Overlap(None, None)}) == {"jaccard": None, "rbo": None}


def test_csv_has_a_row_for_each_pair_or_topic() -> None:
    lines = list(FORMATS["csv"](small(), 3, by_topic=False))
    assert lines[0].startswith("measure,run_a,run_b,topics,mean_a,mean_b,mean_difference,low,high,wins,ties,losses,")
    assert lines[1].startswith("AP,A,B,3,0.694,0.667,-0.028,-1.0,0.472,2,0,1,-0.033,1.0,")
    assert len(lines) == 3
    by_topic = list(FORMATS["csv"](small(), None, by_topic=True))
    assert by_topic[0] == "measure,run_a,run_b,topic,a,b,difference,outcome,reason,full_name,conventions"
    assert by_topic[2].startswith('AP,A,B,2,0.5,1.0,0.5,win,"B finds c at rank 1 instead of 2: +0.5000, the whole')
    assert len(by_topic) == 7
    assert csv_text([]) == "\n"
    assert csv_text([{"x": "=1+1", "y": None, "z": 0.25, "n": 3}], 1) == "x,y,z,n\n'=1+1,,0.3,3\n"
    measure, pair = small().measures[0], small().measures[0].pairs[0]
    (row,) = flat_rows(small(), measure, pair, by_topic=False)
    assert row.items() >= pair_rows(measure)[0].items()


def test_json_is_the_plain_form() -> None:
    (text,) = FORMATS["json"](small(), 2, by_topic=False)
    assert json.loads(text) == json.loads(json.dumps(plain(small(), by_topic=False, places=2)))
    assert '\n  "runs"' in text


def test_curves_have_eleven_levels() -> None:
    """Interpolated precision of A is 2/3, 1/2 and 1 at every level; that of B is 1, 1 and, without a list, 0."""
    levels, curves = small().curves
    assert levels.tolist() == pytest.approx([i / 10 for i in range(11)])
    assert {name: rows.shape for name, rows in curves.items()} == {"A": (3, 11), "B": (3, 11)}
    assert sorted(curves["A"].min(axis=-1)) == sorted(curves["A"].max(axis=-1)) == pytest.approx([1 / 2, 2 / 3, 1])
    assert sorted(curves["B"].sum(axis=-1)) == [0, 11, 11]
    left_out = compare(QRELS, RUNS, "AP", missing="left-out").curves[1]
    assert {name: rows.shape for name, rows in left_out.items()} == {"A": (3, 11), "B": (2, 11)}
    apart = compare(QRELS, {"A": {"9": {"a": 1.0}}, "B": {"9": {"a": 1.0}}}, "AP", missing="left-out").curves[1]
    assert {name: rows.shape for name, rows in apart.items()} == {"A": (0, 11), "B": (0, 11)}


def test_the_usual_comparison_is_of_ap_with_seed_0_against_no_baseline() -> None:
    usual = compare(QRELS, RUNS)
    assert (usual.seed, usual.baseline, [measure.name for measure in usual.measures]) == (0, "", ["AP"])
    again = compare(QRELS, RUNS, "AP", seed=0)
    assert usual.measures[0].pairs[0].p == again.measures[0].pairs[0].p
