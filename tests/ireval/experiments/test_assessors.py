"""Runs with the judgements of several assessors: scores by trec_eval and SciPy, one assessor at a time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from itertools import combinations

import numpy as np
import pytest

from ireval import InputError, evaluate
from ireval.agreement import COEFFICIENTS
from ireval.agreement.coefficient import Coefficient
from ireval.collection import built_in
from ireval.evaluation.results import Evaluation
from ireval.experiments.assessors.assessor_comparison import AssessorComparison, compare_assessors
from ireval.experiments.assessors.assessor_tables import TABLES, plain
from ireval.experiments.assessors.conclusions import EQUAL, Conclusion, summary
from ireval.explanation.table_formats import as_csv
from ireval.messages import say

HARBOUR = built_in()
SYSTEMS = {
    name: {**HARBOUR.runs, **HARBOUR.more_runs}[name] for name in ("words", "pieces", "pieces-title", "words-once")
}
#: Measures as trec_eval calls them.
THEIRS = {"AP": "map", "P@5": "P_5", "nDCG@5": "ndcg_cut_5", "RR": "recip_rank", "Bpref": "bpref"}
NAN = float("nan")


@pytest.fixture(scope="module")
def found() -> AssessorComparison:
    return compare_assessors(HARBOUR.assessors, SYSTEMS, list(THEIRS))


@pytest.fixture(scope="module")
def theirs() -> dict[tuple[str, str, str], float]:
    """The mean of each measure by trec_eval, by its name here, the run and the assessor."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    means = {}
    for who, qrels in HARBOUR.assessors.items():
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, {name.replace("_5", ".5") for name in THEIRS.values()})
        for run, ranked in SYSTEMS.items():
            scores = evaluator.evaluate(ranked.to_dict()).values()
            for name, called in THEIRS.items():
                means[name, run, who] = float(np.mean([mine[called] for mine in scores]))
    return means


def test_scores_are_those_of_trec_eval_with_the_qrels_of_each_assessor(
    found: AssessorComparison, theirs: Mapping[tuple[str, str, str], float]
) -> None:
    for measure in found.measures:
        for run, means in measure.means.items():
            expected = {who: theirs[measure.name, run, who] for who in HARBOUR.assessors}
            assert means == pytest.approx(expected, abs=1e-9)
            least, most = min(expected.values()), max(expected.values())
            assert list(measure.extremes(run) or ()) == pytest.approx([least, most], abs=1e-9)
            assert measure.spread(run) == pytest.approx(most - least, abs=1e-9)


def test_scores_by_topic_are_those_of_evaluate(found: AssessorComparison) -> None:
    for who, qrels in HARBOUR.assessors.items():
        for run, ranked in SYSTEMS.items():
            alone = evaluate(qrels, ranked, list(THEIRS))
            assert isinstance(alone, Evaluation)
            assert alone.topics == found.topics
            for measure in found.measures:
                assert measure.scores[run][who].tolist() == alone.scores[measure.name].values.tolist()


def test_conclusions_are_those_of_an_independent_loop(
    found: AssessorComparison, theirs: Mapping[tuple[str, str, str], float]
) -> None:
    expected = {}
    for name in THEIRS:
        for a, b in combinations(SYSTEMS, 2):
            better = []
            for who in HARBOUR.assessors:
                difference = round(theirs[name, b, who] - theirs[name, a, who], 9)
                better.append(EQUAL if difference == 0 else b if difference > 0 else a)
            expected[name, a, b] = (better, len(set(better)) == 1 and better[0] != EQUAL)
    assert {(c.measure, c.a, c.b): (list(c.better.values()), c.survives) for c in found.conclusions} == expected
    assert {survives for _, survives in expected.values()} == {True, False}


def test_the_order_of_the_rankings_is_compared_as_by_scipy(
    found: AssessorComparison, theirs: Mapping[tuple[str, str, str], float]
) -> None:
    stats = pytest.importorskip("scipy.stats")
    for measure in found.measures:
        for (one, other), tau in measure.order_agreement.items():
            orders = [[round(theirs[measure.name, run, who], 9) for run in SYSTEMS] for who in (one, other)]
            assert tau == pytest.approx(stats.kendalltau(*orders).statistic)
    assert len(found.measures[0].order_agreement) == 6


def test_two_rankings_have_no_tau_and_equal_ones_none_that_is_defined() -> None:
    qrels = {"ada": {"1": {"a": 1, "b": 0}}, "ben": {"1": {"a": 0, "b": 1}}}
    run = {"1": {"a": 2.0, "b": 1.0}}
    (two,) = compare_assessors(qrels, {"A": run, "B": run}, "AP").measures
    assert two.order_agreement == {}
    (three,) = compare_assessors(qrels, {"A": run, "B": run, "C": run}, "AP").measures
    assert three.order_agreement == {("ada", "ben"): None}
    assert {conclusion.survives for conclusion in three.conclusions} == {False}


def test_only_topics_that_all_assessors_judged_count() -> None:
    qrels = {
        "ada": {"1": {"a": 1}, "2": {"b": 1}, "3": {"c": 1}},
        "ben": {"1": {"a": 1, "b": 0}, "3": {"c": -1}},
    }
    run = {topic: {"b": 2.0, "a": 1.0} for topic in "123"}
    found = compare_assessors(qrels, {"A": run}, "RR")
    assert (found.topics, found.left_out) == (("1",), ("2", "3"))
    assert found.measures[0].means == {"A": {"ada": 0.5, "ben": 0.5}}
    assert found.conclusions == []
    with pytest.raises(InputError) as refused:
        compare_assessors(qrels, {"A": run}, "RR", topics=["2"])
    assert refused.value.key == "no-topic-of-all-assessors"


def test_one_topic_and_another_grade_can_be_chosen() -> None:
    found = compare_assessors(HARBOUR.assessors, SYSTEMS, "P@5", topics=["3"], rel=2)
    assert (found.topics, found.rel) == (("3",), 2)
    ranked = SYSTEMS["words"].to_dict()["3"]
    top = sorted(ranked, key=lambda docno: (ranked[docno], docno), reverse=True)[:5]
    for who, mean in found.measures[0].means["words"].items():
        assert mean == pytest.approx(sum(HARBOUR.assessors[who]["3"].get(docno, 0) >= 2 for docno in top) / 5)


@pytest.mark.parametrize(
    ("assessors", "measures", "key"),
    [
        ({"ada": {"1": {"a": 1}}}, "AP", "too-few-assessors"),
        ({"ada": {"1": {"a": 1}}, "ben": {"2": {"a": 1}}}, "AP", "no-topic-of-all-assessors"),
        ({"ada": {"1": {"a": 1}}, "ben": {"1": {"a": 1}}}, "alpha_nDCG@5", "assessors-without-subtopics"),
        ({"ada": {"1": {"a": 1}}, "ben": {"1": {"a": 1}}}, "GMAP", "geometric-mean-of-topics"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    assessors: Mapping[str, Mapping[str, Mapping[str, int]]], measures: str, key: str
) -> None:
    with pytest.raises(InputError) as refused:
        compare_assessors(assessors, {"A": {"1": {"a": 1.0}}}, measures)
    assert refused.value.key == key


# --- Sentences ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("differences", "survives", "key"),
    [
        ((0.1, 0.2, 0.3), True, "conclusion-of-all"),
        ((-0.1, -0.2, -0.3), True, "conclusion-of-all"),
        ((0.1, 0.2, -0.3), False, "conclusion-of-most"),
        ((0.1, 0.2, 0.0), False, "conclusion-of-most"),
        ((0.1, 0.2, NAN), False, "conclusion-of-most"),
        ((0.1, -0.2), False, "conclusion-divided"),
        ((0.0, 0.0, 0.2), False, "conclusion-divided"),
        ((0.0, 1e-15), False, "conclusion-equal"),
        ((NAN, NAN), False, "conclusion-of-nobody"),
    ],
)
def test_a_conclusion_says_who_is_better_according_to_whom(
    differences: tuple[float, ...], survives: bool, key: str
) -> None:
    conclusion = Conclusion("AP", "A", "B", 1, dict(zip(("ada", "ben", "dan"), differences, strict=False)))
    assert (conclusion.survives, conclusion.sentence.key) == (survives, key)
    said = say(conclusion.sentence)
    assert said.startswith("AP: ") and said.endswith(".") and "  " not in said


def test_lower_scores_may_be_better() -> None:
    conclusion = Conclusion("Fallout", "A", "B", -1, {"ada": 0.1, "ben": 0.2})
    assert say(conclusion.sentence) == "Fallout: A is better than B according to all 2 assessors."


def test_the_summary_counts_what_survives() -> None:
    kept, lost = (
        Conclusion("AP", "A", "B", 1, {"x": 0.1, "y": 0.1}),
        Conclusion("RR", "A", "B", 1, {"x": 0.1, "y": -0.1}),
    )
    found = [summary(conclusions) for conclusions in ([kept], [kept, lost, lost], [lost], [lost, lost])]
    assert [message.key for message in found] == [
        "conclusions-all-survive",
        "conclusions-that-survive",
        "conclusions-none-survives",
        "conclusions-none-survives",
    ]
    assert found[1].values["kept"] == 1
    assert [message.values["count"] for message in found] == [1, 3, 1, 2]
    assert [say(message) for message in found[2:]] == [
        "The conclusion does not survive a change of assessor.",
        "None of the conclusions survives a change of assessor.",
    ]


# --- Files ----------------------------------------------------------------------------------------------------------


def test_files_have_what_was_found(found: AssessorComparison) -> None:
    data = json.loads(json.dumps(plain(found)))
    assert len(data["labels"]) == len({(t, d) for mine in HARBOUR.assessors.values() for t in mine for d in mine[t]})
    for entry, measure in zip(data["measures"], found.measures, strict=True):
        assert {run: scores["by_assessor"] for run, scores in entry["scores"].items()} == measure.means
        assert [c["survives"] for c in entry["conclusions"]] == [c.survives for c in measure.conclusions]
    tables = {name: list(csv.DictReader(io.StringIO(as_csv(table(found))))) for name, table in TABLES.items()}
    assert [float(row["ada"]) for row in tables["scores"]] == pytest.approx(
        [measure.means[run]["ada"] for measure in found.measures for run in found.runs], abs=5e-5
    )
    assert len(tables["conclusions"]) == len(found.conclusions) * len(found.assessors)
    assert len(tables["labels"]) == len(data["labels"])
    in_words = {x.title(m): (x.key if m == "own" else f"{x.key}-{m}", x.form.name) for x, m in _coefficients()}
    of_all = [row for row in tables["agreement"] if row["assessors"] == "ada, ben, cleo, dan"]
    of_two = [row for row in tables["agreement"] if row["assessors"] == "ada, dan"]
    assert len(of_all) == 2 + 3 and len(of_two) == 2 + 6
    for row in of_all:
        key, last = in_words[row["coefficient"]]
        assert float(row["value"]) == pytest.approx(data["agreement"][row["labels"]][key][last], abs=5e-5)
    for row in of_two:
        key, last = in_words[row["coefficient"]]
        (one,) = [x for x in data["agreement"][row["labels"]][key] if x["assessors"] == ["ada", "dan"]]
        assert float(row["value"]) == pytest.approx(one[last], abs=5e-5)
    assert len(tables["order"]) == len(THEIRS) * 6


def _coefficients() -> list[tuple[Coefficient, str]]:
    return [(x, marginals) for x in COEFFICIENTS.values() for marginals in x.titles]
