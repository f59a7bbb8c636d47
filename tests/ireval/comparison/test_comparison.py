"""Comparisons of whole runs against trec_eval's scores and SciPy's tests, written down independently."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from ireval import InputError
from ireval.comparison.comparison import RunComparison, compare, read_measures
from ireval.comparison.many_comparisons import holm
from ireval.comparison.measure_comparison import MeasureComparison
from ireval.comparison.pair_comparison import PairComparison
from ireval.comparison.signed_ranks import MOST_EXACT
from ireval.comparison.significance import TESTS
from ireval.messages import say
from tests.ireval.comparison.exact_tests import ranks_p
from tests.ireval.comparison.sixty_topics import QRELS, RUNS, TOPICS

pytestmark = pytest.mark.slow

TWO = {name: RUNS[name] for name in ("first", "third")}


def only_pair(found: RunComparison) -> tuple[MeasureComparison, PairComparison]:
    (measure,) = found.measures
    (pair,) = measure.pairs
    return measure, pair


@pytest.mark.parametrize(("ours", "theirs"), [("AP", "map"), ("nDCG@10", "ndcg_cut_10"), ("Rprec", "Rprec")])
def test_scores_are_those_of_trec_eval_and_tests_those_of_scipy(ours: str, theirs: str) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    stats = pytest.importorskip("scipy.stats")
    evaluator = pytrec_eval.RelevanceEvaluator(QRELS, {theirs.replace("_10", ".10")})
    by_topic = {name: evaluator.evaluate(run) for name, run in TWO.items()}
    a, b = (np.array([scores[str(i)][theirs] for i in range(TOPICS)]) for scores in by_topic.values())
    measure, pair = only_pair(compare(QRELS, TWO, ours, seed=3))
    assert measure.topics == tuple(map(str, range(TOPICS)))
    assert pair.a_scores == pytest.approx(a, abs=1e-9)
    assert pair.b_scores == pytest.approx(b, abs=1e-9)
    assert list(measure.means.values()) == pytest.approx([a.mean(), b.mean()])
    assert pair.mean_difference == pytest.approx((b - a).mean())
    counts = [int((np.abs(b - a) > 1e-9)[sign * (b - a) > 0].sum()) for sign in (1, -1)]
    assert [pair.wins, pair.losses, pair.ties] == [*counts, TOPICS - sum(counts)]
    assert pair.p["paired-t"] == pytest.approx(stats.ttest_rel(b, a).pvalue, rel=1e-6)
    whole = np.round((b - a) * 10**9).astype(np.int64)  # exact: tied sizes are equal, and ranks need only their order
    if np.count_nonzero(whole) <= MOST_EXACT:
        expected = float(ranks_p(whole.tolist()))
    else:
        expected = stats.wilcoxon(whole[whole != 0], method="approx").pvalue
    assert pair.p["wilcoxon"] == pytest.approx(expected, rel=1e-6)
    assert pair.effect_size == pytest.approx((b - a).mean() / (b - a).std(ddof=1))
    assert pair.interval and pair.interval[0] < pair.mean_difference < pair.interval[1]
    assert measure.quartiles["third"] == pytest.approx(stats.scoreatpercentile(b, [0, 25, 50, 75, 100]).tolist())


@cache
def three_runs() -> RunComparison:
    return compare(QRELS, RUNS, ["AP", "P@5"], seed=1)


def test_holm_is_over_all_pairs_and_measures_of_a_report() -> None:
    found = three_runs()
    pairs = [pair for measure in found.measures for pair in measure.pairs]
    assert len(pairs) == 6
    for key in TESTS:
        expected = holm({i: pair.p[key] for i, pair in enumerate(pairs)})
        assert [pair.holm[key] for pair in pairs] == list(expected.values())


def test_holm_counts_only_what_is_tested() -> None:
    found = compare(QRELS, TWO, ["AP", "Fallout@10"]).measures
    assert not found[1].topics
    assert found[0].pairs[0].comparisons == 1
    assert not any("Holm" in say(note) for note in found[0].notes(3))


def test_tukey_needs_three_runs() -> None:
    assert all(pair.tukey is not None for pair in three_runs().measures[0].pairs)
    assert only_pair(compare(QRELS, TWO))[1].tukey is None


def test_the_seed_gives_the_same_comparison() -> None:
    one, again, other = (only_pair(compare(QRELS, TWO, seed=seed))[1] for seed in (1, 1, 2))
    assert (one.p, one.interval) == (again.p, again.interval)
    assert one.interval != other.interval


#: Equal means, different topics: A is perfect on two topics, B on the others.
OPPOSITE = {"1": {"a": 1}, "2": {"a": 1}, "3": {"a": 1}, "4": {"a": 1}}
GOOD, BAD = {"a": 2.0, "n": 1.0}, {"a": 1.0, "n": 2.0}


def test_equal_means_may_hide_opposite_topics() -> None:
    runs = {"A": {"1": GOOD, "2": GOOD, "3": BAD, "4": BAD}, "B": {"1": BAD, "2": BAD, "3": GOOD, "4": GOOD}}
    measure, pair = only_pair(compare(OPPOSITE, runs))
    assert measure.means["A"] == measure.means["B"] == 0.75
    assert (pair.wins, pair.ties, pair.losses) == (2, 0, 2)
    assert pair.p["sign-flip"] == 1.0
    assert say(next(iter(measure.notes(3)))) == "The same mean: A 0.750, B 0.750 (p = 1.000, 4 topics)."


def test_a_topic_that_a_run_lacks_scores_0_or_is_left_out_for_all() -> None:
    runs = {"A": {"1": GOOD, "2": GOOD, "3": GOOD}, "B": {"1": BAD, "2": BAD, "3": BAD, "4": BAD}}
    measure, pair = only_pair(compare(OPPOSITE, runs))
    assert pair.a_scores.tolist() == [1, 1, 1, 0]
    assert (pair.wins, pair.losses) == (1, 3)
    measure, pair = only_pair(compare(OPPOSITE, runs, missing="left-out"))
    assert (measure.topics, measure.left_out) == (("1", "2", "3"), ("4",))
    assert say(next(iter(measure.notes(3)))).endswith("Left out: topic 4 (missing from A).")


def test_a_topic_without_a_score_is_left_out() -> None:
    qrels = OPPOSITE | {"5": {"n": 0}}
    runs = {name: dict.fromkeys(qrels, GOOD) for name in "AB"}
    measure, _ = only_pair(compare(qrels, runs, no_relevant="left-out"))
    assert measure.left_out == ("5",)
    assert say(next(measure.notes(3))) == (
        "AP: compared over 4 of 5 topics. Left out: topic 5 "
        "(no document is relevant, so R = 0 and there is nothing to divide by)."
    )


def test_without_any_topic_there_is_nothing_to_say() -> None:
    measure, pair = only_pair(compare({"1": {"n": 0}}, {"A": {"1": GOOD}, "B": {"1": BAD}}, no_relevant="left-out"))
    assert math.isnan(pair.mean_difference) and set(pair.p.values()) == {None}
    assert say(list(measure.notes(3))[-1]) == "AP: no topic has a score from all runs."


def test_where_lower_is_better_a_lower_score_wins() -> None:
    runs = {"A": {"1": {"a": 1.0}}, "B": {"1": {"a": 2.0, "n": 1.0}}}
    measure, pair = only_pair(compare({"1": {"a": 1, "n": 0}}, runs, "Fallout", conventions="lillis"))
    assert measure.left_out == ("1",)
    assert "Left out: topic 1 (the size of the collection is not known, so neither is" in say(next(measure.notes(3)))
    known, _ = only_pair(compare({"1": {"a": 1, "n": 0}}, runs, "Fallout", size=3))
    assert known.means == {"A": 0.0, "B": 0.5}
    assert pair.better == -1
    flipped = PairComparison("A", "B", -1, np.array([0.1]), np.array([0.2]), {}, None)
    assert flipped.outcomes == ["loss"]


def test_the_test_in_use_is_a_convention() -> None:
    sentences = [
        " ".join(map(say, compare(QRELS, TWO, seed=1, test=key).measures[0].notes(3)))
        for key in ("paired-t", "wilcoxon")
    ]
    assert "The test in use (paired t)" in sentences[0]
    assert "The test in use (Wilcoxon)" in sentences[1]
    with pytest.raises(InputError, match="student"):
        compare(QRELS, TWO, test="student")


def test_where_tests_disagree_it_is_said() -> None:
    """One large difference against many small ones the other way: the t test sees the mean, Wilcoxon the ranks."""
    differences = np.array([-0.9] + [0.02] * 14)
    a = np.full(15, 0.9)
    from ireval.comparison.measure_comparison import compare_scores, with_holm
    from ireval.measure.spelling import parse

    scores = {"A": a, "B": a + differences}
    (measure,) = with_holm([compare_scores(parse("AP"), list("abcdefghijklmno"), scores, test="paired-t", seed=1)])
    found = measure.pairs[0].p
    assert (found["paired-t"] or 0) > 0.05 > (found["wilcoxon"] or 1)
    said = " ".join(map(say, measure.notes(3)))
    assert "The tests disagree at 0.05: Wilcoxon finds a difference, sign-flip randomisation, paired t" in said


@pytest.mark.parametrize(
    ("measures", "message"),
    [
        ("num_ret", "cannot be compared topic by topic"),
        ("GMAP", "GMAP is a geometric mean"),
        ("gm_bpref", "gm_bpref is a geometric mean"),
        ([], "measure"),
        ("nothing", "nothing"),
    ],
)
def test_what_has_no_score_by_topic_is_refused(measures: str | list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare(QRELS, TWO, measures)


def test_a_single_run_is_refused() -> None:
    with pytest.raises(InputError, match="at least two runs"):
        compare(QRELS, {"first": RUNS["first"]})


def test_names_of_the_same_measure_are_one_comparison() -> None:
    """Otherwise Holm's correction would be for comparisons that nobody makes."""
    found = compare(QRELS, TWO, ["AP,MAP,map", "P_5,P@5,P(k=5)", "P@10,AP(rel=2)"])
    assert [measure.name for measure in found.measures] == ["AP", "P_5", "P@10", "AP(rel=2)"]
    _, alone = only_pair(compare(QRELS, TWO, "map,AP"))
    assert (alone.comparisons, alone.holm) == (1, alone.p)


def test_empty_items_of_a_list_are_ignored() -> None:
    assert [spec.text for spec in read_measures("AP,, P.5, ,10,")] == ["AP", "P.5", "P.10"]
    with pytest.raises(InputError, match="measure"):
        read_measures(",")


@pytest.mark.parametrize(
    ("topics", "b", "reason"),
    [
        ("1", BAD, "A test, an interval and an effect size need at least two topics."),
        ("12", BAD, "All differences are the same. The t test, the bootstrap and the effect size need"),
        ("12", GOOD, "All differences are 0. The effect size needs differences that vary."),
    ],
)
def test_numbers_that_do_not_exist_have_a_reason(topics: str, b: dict[str, float], reason: str) -> None:
    qrels = {topic: OPPOSITE[topic] for topic in topics}
    measure, pair = only_pair(compare(qrels, {"A": dict.fromkeys(topics, GOOD), "B": dict.fromkeys(topics, b)}))
    assert pair.effect_size is None
    assert say(list(measure.notes(3))[-1]).startswith(reason)
    _, usual = only_pair(compare(QRELS, TWO))
    assert usual.effect_size is not None
    assert not any("need" in say(note) for note in compare(QRELS, TWO).measures[0].notes(3))


def test_a_topic_has_the_lists_and_the_grades_that_were_given() -> None:
    """Each document and grade of three small topics, by hand; an unjudged grade is none."""
    qrels = {"1": {"a": 1, "b": 0, "c": -1}, "2": {"a": 2, "d": 0}, "3": {"e": 1}}
    runs = {
        "one": {"1": {"b": 3.0, "a": 2.0, "x": 1.0}, "3": {"e": 1.0}},
        "two": {"1": {"a": 5.0}, "2": {"d": 1.0, "a": 4.0}},
    }
    found = compare(qrels, runs, "P@1")
    assert [found.grades(topic) for topic in "123"] == [{"a": 1, "b": 0}, {"a": 2, "d": 0}, {"e": 1}]
    assert [found.ranking("one", topic) for topic in "123"] == [["b", "a", "x"], [], ["e"]]
    assert [found.ranking("two", topic) for topic in "123"] == [["a"], ["a", "d"], []]
    assert [found.longest(topic) for topic in "123"] == [(3, 3), (2, 2), (1, 1)]
