"""Scores with samples of the judgements, against trec_eval and SciPy on the same samples, one sample at a time."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from ireval import InputError, evaluate
from ireval.collection import built_in
from ireval.conventions import CONVENTIONS
from ireval.evaluation.evaluation import qrels_from
from ireval.evaluation.results import Comparison
from ireval.experiments.incomplete_findings import findings, skips_unjudged
from ireval.experiments.incomplete_judgements import STUDIED, take_away_judgements
from ireval.experiments.judgement_samples import JudgementSamples
from ireval.experiments.repeated_scores import RepeatedScores
from ireval.experiments.system_orders import kendall_tau
from ireval.trec.qrels import Qrels
from tests.ireval.comparison.sixty_topics import QRELS, RUNS

pytestmark = pytest.mark.slow

HARBOUR = built_in()
SYSTEMS = {**HARBOUR.runs, **HARBOUR.more_runs}
SHARES = (1.0, 0.5, 0.2)
REPEATS = 3
SEED = 11
#: Measures as trec_eval calls them. Two more are computed from its AP, and by hand.
THEIRS = {"AP": "map", "P@10": "P_10", "Rprec": "Rprec", "Bpref": "bpref", "nDCG": "ndcg"}

Grades = Mapping[str, Mapping[str, int]]


def columns(qrels: Grades) -> Qrels:
    found = qrels_from(qrels)
    return found if isinstance(found, Qrels) else found.columns


def reduced(qrels: Grades, share: float, repeat: int, seed: int = SEED) -> dict[str, dict[str, int]]:
    """The judgements that a sample keeps, as plain dicts."""
    listed = columns(qrels)
    kept = iter(JudgementSamples(listed, 1, seed).kept(repeat, (share,))[0].tolist())
    return {topic: {docno: g for docno, g in mine.items() if next(kept)} for topic, mine in listed.to_dict().items()}


def bpref_10(ranked: list[str], grades: Mapping[str, int]) -> float:
    """The formula of the paper, with R + 10 non-relevant documents at most."""
    relevant = sum(grade > 0 for grade in grades.values())
    above, total = 0, 0.0
    for docno in ranked:
        if grades.get(docno, -1) > 0:
            total += 1 - min(above, 10 + relevant) / (10 + relevant)
        above += grades.get(docno, -1) == 0
    return total / relevant if relevant else 0.0


def theirs(qrels: Grades, run: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The means over the topics by trec_eval and by hand."""
    pytrec_eval = pytest.importorskip("pytrec_eval")

    def means(scores: Mapping[str, Mapping[str, float]], names: list[str]) -> list[float]:
        return [sum(scores.get(topic, {}).get(name, 0.0) for topic in qrels) / len(qrels) for name in names]

    plain = {t: dict(mine) for t, mine in qrels.items()}
    asked = {"map", "P.10", "Rprec", "bpref", "ndcg"}
    found = means(pytrec_eval.RelevanceEvaluator(plain, asked).evaluate(run), list(THEIRS.values()))
    judged = {t: {d: s for d, s in mine.items() if d in qrels.get(t, {})} for t, mine in run.items()}
    condensed = means(pytrec_eval.RelevanceEvaluator(plain, {"map"}).evaluate(judged), ["map"])[0]
    ranked = {t: sorted(mine, key=lambda d: (mine[d], d), reverse=True) for t, mine in run.items()}
    by_hand = sum(bpref_10(ranked[topic], qrels[topic]) for topic in qrels) / len(qrels)
    return dict(zip(THEIRS, found, strict=True)) | {STUDIED[4]: by_hand, STUDIED[6]: condensed}


def taken_away(qrels: Grades, runs: Mapping[str, Any], *measures: Any, **choices: Any) -> RepeatedScores:
    experiment = take_away_judgements(qrels, runs, *measures, **choices)
    return experiment.result(experiment.scores())


@pytest.fixture(scope="module")
def found() -> RepeatedScores:
    return taken_away(HARBOUR.qrels, SYSTEMS, shares=SHARES, repeats=REPEATS, seed=SEED)


def test_each_score_is_that_of_trec_eval_with_the_same_judgements(found: RepeatedScores) -> None:
    runs = {name: run.to_dict() for name, run in SYSTEMS.items()}
    for share, repeat in ((s, r) for s in range(len(SHARES)) for r in range(REPEATS)):
        qrels = reduced(HARBOUR.qrels, SHARES[share], repeat)
        assert sum(map(len, qrels.values())) == found.judgements[share]
        expected = [theirs(qrels, run) for run in runs.values()]
        for place, measure in enumerate(STUDIED):
            assert found.scores[place, share, repeat].tolist() == pytest.approx([x[measure] for x in expected])


def test_each_tau_is_that_of_scipy(found: RepeatedScores) -> None:
    stats = pytest.importorskip("scipy.stats")
    rounded = found.scores.round(9)
    for place in np.ndindex(found.taus.shape):
        expected = stats.kendalltau(rounded[(place[0], 0, 0)], rounded[place]).statistic
        assert found.taus[place] == pytest.approx(expected, nan_ok=True)


def test_with_all_judgements_the_scores_are_those_of_a_plain_evaluation(found: RepeatedScores) -> None:
    plain = evaluate(HARBOUR.qrels, SYSTEMS, STUDIED)
    assert isinstance(plain, Comparison)
    for place, measure in enumerate(STUDIED):
        for repeat in range(REPEATS):
            expected = [plain.mean[name][measure] for name in SYSTEMS]
            assert found.scores[place, 0, repeat].tolist() == pytest.approx(expected, abs=1e-12)
    assert found.judgements[0] == sum(map(len, HARBOUR.qrels.values()))
    assert found.taus[:, 0] == pytest.approx(np.ones((len(STUDIED), REPEATS)))


def test_the_finding_of_the_paper_holds_on_the_built_in_collection() -> None:
    """Means of AP, P@10 and R-precision fall with the judgements, that of bpref hardly does, whatever the seed."""
    for seed in range(5):
        kept = taken_away(HARBOUR.qrels, SYSTEMS, repeats=20, seed=seed)
        last = dict(zip(kept.labels, kept.summary(kept.kept_parts)[0][:, -1].tolist(), strict=True))
        fallen = {name for name, part in last.items() if part < 0.75}
        assert fallen == {"AP", "P@10", "R-precision", "nDCG"}, last
        assert min(last[name] for name in ("bpref", "bpref-10", "condensed AP")) > 0.95, last


@pytest.mark.parametrize("qrels", [HARBOUR.qrels, QRELS], ids=["harbour", "sixty topics"])
def test_samples_are_nested_and_keep_both_kinds_in_proportion(qrels: Grades) -> None:
    shares = (1.0, 0.7, 0.3, 0.05)
    listed = columns(qrels)
    kept = JudgementSamples(listed, 1, SEED).kept(0, shares)
    assert kept[0].all()
    for one, other in pairwise(kept):
        assert not (other & ~one).any()
    for row, share in zip(kept, shares, strict=True):
        flags = iter(row.tolist())
        for mine in listed.to_dict().values():
            there = [(grade > 0, next(flags)) for grade in mine.values()]
            for kind in (True, False):
                size, left = (sum(k == kind for k, _ in there), sum(k == kind and flag for k, flag in there))
                assert abs(left - share * size) <= 0.5 or left == 1
                assert left or not size


def test_a_repeat_is_the_same_whatever_else_is_drawn(found: RepeatedScores) -> None:
    again = taken_away(HARBOUR.qrels, SYSTEMS, ["nDCG", "AP"], shares=[0.2], repeats=2, seed=SEED)
    assert again.shares == (1.0, 0.2)
    assert again.scores[1, 1].tolist() == found.scores[0, 2, :2].tolist()
    other = taken_away(HARBOUR.qrels, SYSTEMS, ["AP"], shares=[0.2], repeats=2, seed=SEED + 1)
    assert other.scores[0, 1].tolist() != again.scores[1, 1].tolist()


def test_grades_decide_what_is_relevant_as_the_conventions_say() -> None:
    strict = taken_away(HARBOUR.qrels, SYSTEMS, ["AP"], shares=[0.01], repeats=1, rel=2)
    assert strict.judgements[1] == 2 * len(HARBOUR.qrels)
    plain = evaluate(HARBOUR.qrels, SYSTEMS, ["AP"], rel=2)
    assert isinstance(plain, Comparison)
    assert strict.scores[0, 0, 0].tolist() == pytest.approx([plain.mean[name]["AP"] for name in SYSTEMS])


def test_topics_that_a_run_lacks_score_0_or_are_left_out() -> None:
    qrels = {"1": {"a": 1, "b": 0}, "2": {"c": 1, "d": 0}}
    runs = {"A": {"1": {"a": 1.0}}, "B": {"1": {"b": 2.0, "a": 1.0}, "2": {"c": 1.0}}}
    for missing, expected in (("score-0", [0.5, 0.75]), ("left-out", [1.0, 0.75])):
        assert "missing" in CONVENTIONS
        scored = taken_away(qrels, runs, ["AP"], repeats=1, missing=missing)
        assert scored.scores[0, 0, 0].tolist() == pytest.approx(expected)


def test_progress_counts_the_repeats() -> None:
    told: list[tuple[int, int]] = []
    take_away_judgements(QRELS, RUNS, ["AP"], repeats=12).scores(lambda *count: told.append(count))
    assert told[-1] == (12 * 9, 12 * 9) and len(told) > 1
    assert told == sorted(told)


@pytest.mark.parametrize("measure", ["ERR_IA@10", "GMAP", "num_ret"])
def test_measures_that_samples_do_not_suit_are_refused(measure: str) -> None:
    with pytest.raises(InputError) as refused:
        take_away_judgements(HARBOUR.qrels, SYSTEMS, [measure])
    assert measure.partition("@")[0] in str(refused.value)


def test_tau_takes_equal_scores_into_account() -> None:
    stats = pytest.importorskip("scipy.stats")
    scores = np.random.default_rng(4).integers(0, 4, (200, 2, 5)) / 3
    for one, other in scores:
        tau = float(kendall_tau(one, other))
        assert tau == pytest.approx(stats.kendalltau(one, other).statistic, nan_ok=True)
    assert np.isnan(kendall_tau(np.ones(4), np.arange(4.0)))
    assert kendall_tau(np.array([0.1 + 0.2, 0.1]), np.array([0.3, 0.1])) == 1


@pytest.mark.parametrize(
    ("measures", "skip"),
    [
        (("Bpref", "Bpref(bpref='10-plus-r')", "AP(unjudged='skipped')", "nDCG(unjudged='skipped')@10"), True),
        (("AP", "P@10", "Rprec", "nDCG@10", "RR", "Success@5", "R@20", "RBP", "Judged@10", "P"), False),
    ],
)
def test_which_measures_skip_unjudged_documents(measures: tuple[str, ...], skip: bool) -> None:
    found = taken_away(QRELS, RUNS, measures, repeats=1, shares=[0.5])
    assert [skips_unjudged(spec, found) for spec in found.specs] == [skip] * len(measures)


def test_what_few_systems_mean_is_said() -> None:
    said = []
    for count in (1, 2, 3, 6):
        systems = dict(list(SYSTEMS.items())[:count])
        said.append([message.key for message in findings(taken_away(HARBOUR.qrels, systems, ["AP"], repeats=1))])
    fall, order = "scores-with-few-judgements", "order-of-measures"
    assert said == [
        [fall, "one-system-has-no-order"],
        [fall, order, "two-systems-are-one-pair"],
        [fall, order, "few-systems"],
        [fall, order],
    ]
