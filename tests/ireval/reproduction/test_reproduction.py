"""Published scores are found again: those of the tools themselves, under settings that are known; others are not."""

from __future__ import annotations

import random
from typing import Any, cast

import ir_measures
import numpy as np
import pytest
import pytrec_eval
from sklearn.metrics import average_precision_score, ndcg_score

import ireval
from ireval.errors import InputError
from ireval.evaluation.results import Evaluation
from ireval.measure.spelling import parse
from ireval.messages import say
from ireval.reproduction.findings import checks, deciding_figure, nearest, remarks, verdict
from ireval.reproduction.ranked_files import RankedFiles
from ireval.reproduction.reproduction import SURE, Reproduction, Search, read_score, reproduce
from ireval.reproduction.scorer import Scorer
from ireval.reproduction.setup import Setup
from ireval.reproduction.tools import all_tools
from ireval.reproduction.ways import whole_tools, with_one_change

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]


def made(seed: int = 5, topics: int = 12, missing: int = 2) -> tuple[Qrels, Run]:
    """Judgements of grades 0 to 3 and a run with equal scores; the first topics are missing from the run."""
    rng = random.Random(seed)  # noqa: S311
    docs = [f"d{i}" for i in range(60)]
    qrels = {str(t): {d: rng.choice([0, 0, 0, 1, 1, 2, 3]) for d in docs if rng.random() < 0.6} for t in range(topics)}
    run = {}
    for t in list(qrels)[missing:]:
        listed = rng.sample(docs, 45)
        run[t] = {d: float(rng.randint(0, 30)) if rng.random() < 0.3 else rng.uniform(0, 30) for d in listed}
    return qrels, run


QRELS, RUN = made()


def mean_of_pytrec_eval(measure: str, qrels: Qrels = QRELS, run: Run = RUN, level: int = 1) -> list[float]:
    base, _, cutoff = measure.rpartition("_")
    asked = f"{base}.{cutoff}" if cutoff.isdigit() else measure
    scores = pytrec_eval.RelevanceEvaluator(qrels, {asked}, relevance_level=level).evaluate(run)
    return [topic[measure] for topic in scores.values()]


def first(score: Any, measure: str, qrels: Any = QRELS, run: Any = RUN, places: int = 4) -> Reproduction:
    return reproduce(qrels, run, measure, score if isinstance(score, str) else f"{score:.{places}f}")


@pytest.mark.parametrize("measure", ["map", "bpref", "ndcg_cut_10"])
@pytest.mark.parametrize("complete", [False, True])
def test_pytrec_eval_with_and_without_missing_topics(measure: str, complete: bool) -> None:
    values = mean_of_pytrec_eval(measure)
    mean = sum(values) / (len(QRELS) if complete else len(RUN))
    match = first(mean, measure).matches[0]
    assert match.way.tool.key == ("trec-eval-9-complete" if complete else "trec-eval-9") and not match.way.changes
    assert match.certainty == "sure" and match.value == pytest.approx(mean, abs=1e-9)


def test_the_relevance_level_of_pytrec_eval() -> None:
    found = first(np.mean(mean_of_pytrec_eval("map", level=2)), "map")
    assert "relevant at grade 2 and above" in say(found.matches[0].way.message)


@pytest.mark.parametrize("depth", [10])
def test_a_run_cut_before_it_was_scored(depth: int) -> None:
    cut = {t: dict(sorted(docs.items(), key=lambda x: (x[1], x[0]), reverse=True)[:depth]) for t, docs in RUN.items()}
    found = first(np.mean(mean_of_pytrec_eval("bpref", run=cut)), "bpref")
    assert found.matches[0].way.setup.depth == depth


def test_the_cutoff_that_a_name_left_out() -> None:
    found = first(np.mean(mean_of_pytrec_eval("ndcg_cut_20")), "ndcg")
    assert found.matches[0].way.setup.measure == "nDCG@20"


def test_another_measure() -> None:
    found = first(np.mean(mean_of_pytrec_eval("recip_rank")), "map", places=5)
    assert found.matches[0].way.setup.spec.measure.name == "RR"


def test_equal_scores_of_ir_measures() -> None:
    """ir_measures orders equal scores the other way round for RR@k, where trec_eval cannot cut."""
    complete = {t: QRELS[t] for t in RUN}
    run = {t: {d: float(round(s / 6)) for d, s in docs.items()} for t, docs in RUN.items()}
    for name in ("RR@10", "AP"):
        mean = ir_measures.calc_aggregate([ir_measures.parse_measure(name)], complete, run)
        [(_, value)] = mean.items()
        match = first(value, name, complete, run).matches[0]
        assert match.value == pytest.approx(value, abs=1e-6)
        assert (
            name == "AP" or match.way.tool.key == "ir_measures" or any(w.tool.key == "ir_measures" for w in match.same)
        )


def test_scikit_learn_knows_the_retrieved_documents_only() -> None:
    qrels, run = made(3, missing=0)
    run = {t: {d: s + i / 1000 for i, (d, s) in enumerate(docs.items())} for t, docs in run.items()}
    grades = {t: [qrels[t].get(d, 0) for d in docs] for t, docs in run.items()}
    scores = {t: list(docs.values()) for t, docs in run.items()}
    ap = np.mean([average_precision_score([g > 0 for g in grades[t]], scores[t]) for t in run])
    ndcg = np.mean([ndcg_score([grades[t]], [scores[t]], k=10) for t in run])
    for value, measure in ((ap, "AP"), (ndcg, "nDCG@10")):
        match = first(float(value), measure, qrels, run).matches[0]
        assert match.way.tool.key == "sklearn" and match.value == pytest.approx(float(value), abs=1e-9)


@pytest.mark.parametrize("order", ["line", "rank"])
def test_the_order_of_the_file(order: str) -> None:
    """The lists are ordered by hand as the lines or the ranks say, and scored by pytrec_eval."""
    rng, lines, by_hand = random.Random(1), list[str](), Run()  # noqa: S311
    for topic, docs in RUN.items():
        listed = list(docs.items())
        ranks = rng.sample(range(1, 1000), len(listed))
        for place, ((doc, score), rank) in enumerate(zip(listed, ranks, strict=True)):
            lines.append(f"{topic} Q0 {doc} {rank} {score} me\n")
            by_hand.setdefault(topic, {})[doc] = -float(place if order == "line" else rank)
    found = first(np.mean(mean_of_pytrec_eval("map", run=by_hand)), "map", run="".join(lines).encode())
    assert found.matches[0].way.setup.order == order


def test_topics_of_the_run_without_judgements_and_topics_without_relevant_documents() -> None:
    qrels = {t: docs if int(t) % 5 else dict.fromkeys(docs, 0) for t, docs in QRELS.items()}
    run = {**RUN, **{f"x{t}": RUN[t] for t in "567"}}
    values = mean_of_pytrec_eval("P_10", qrels)
    found = first(sum(values) / len(run), "P_10", qrels, run)
    assert found.matches[0].way.setup.topics == "run"
    relevant = [v for v, t in zip(values, RUN, strict=True) if int(t) % 5]
    found = first(np.mean(relevant), "P_10", qrels, RUN)
    assert "without relevant documents left out" in say(found.matches[0].way.message)


def test_rounding_cutting_and_percent() -> None:
    values = mean_of_pytrec_eval("map")
    mean = float(np.mean(values))
    assert first(f"{100 * mean:.2f} %", "map").matches[0].certainty == "sure"
    assert first(f"{100 * mean:.2f}", "map").matches[0].way.changes == ()
    cut = next(p for p in range(4, 12) if int(mean * 10**p) != round(mean * 10**p))
    match = first(f"{int(mean * 10**cut) / 10**cut:.{cut}f}", "map").matches[0]
    assert match.way.setup.printing == "cut"
    rounded = float(np.mean([round(v + 1e-12, 2) for v in values]))
    assert first(rounded, "map", places=6).matches[0].way.setup.printing == "topics-2"


def test_two_changes_are_tried_last() -> None:
    found = cast("Evaluation", ireval.evaluate(QRELS, RUN, "nDCG@10", gain="exponential", ties="docno-ascending"))
    match = first(found.mean["nDCG@10"], "nDCG@10", places=6).matches[0]
    assert len(match.way.changes) == 2 and match.value == found.mean["nDCG@10"]


def test_each_way_is_what_evaluate_gives_with_its_options() -> None:
    """For every match that options can repeat, ``evaluate`` gives the value, bit for bit."""
    checked = 0
    for measure, score in (("map", "0.33"), ("11pt_avg", "0.37")):
        for match in reproduce(QRELS, RUN, measure, score).matches:
            setup: Setup = match.way.setup
            if setup.can_be_evaluated:
                found = cast("Evaluation", ireval.evaluate(QRELS, RUN, setup.spelled, **setup.options))
                assert found.mean[setup.spelled] == match.value, say(match.way.message)
                checked += 1
    assert checked > 4


def test_made_up_scores_are_rarely_called_sure() -> None:
    """Numbers near the right one, where ways are dense. Each search takes a while: only ways with one change count."""
    qrels, run = made(7, topics=6)
    right = float(np.mean(mean_of_pytrec_eval("map", qrels, run)))
    files = RankedFiles.read(qrels, run)
    scorer, tools = Scorer(files), whole_tools(parse("map"))
    ways = [*tools, *with_one_change(tools, files)]
    scorer.prepare([way.setup for way in ways])
    rng, sure = random.Random(2), 0  # noqa: S311
    for _ in range(300):
        search = Search(read_score(f"{rng.uniform(right - 0.05, right + 0.05):.4f}", parse("map")), scorer)
        search.look_at(ways, None)
        sure += bool(search.matches) and search.matches[0].certainty == "sure"
    assert sure <= 6


def test_a_made_up_score_has_the_nearest_ways_and_what_to_check() -> None:
    found = first("0.98765", "map")
    assert say(verdict(found)).startswith("None of the") and not found.matches
    assert len(nearest(found)) >= 3 and found.nearest[0].value != found.nearest[1].value
    said = " ".join(say(message) for message in checks(found))
    assert "lacks 2 judged topics" in said and "equal scores" in said


def test_few_decimals_are_matched_by_several_ways_and_a_figure_decides() -> None:
    found = first(float(np.mean(mean_of_pytrec_eval("map"))), "map", places=2)
    assert found.matches[0].chance > SURE and len(found.matches) > 1
    said = " ".join(say(message) for message in remarks(found))
    assert "other ways of scoring give" in said and "One more figure would decide" in said
    assert all(deciding_figure(found, found.matches[0], other) for other in found.matches[1:])


def test_large_files_are_searched_within_a_bound() -> None:
    found = reproduce(QRELS, RUN, "map", "0.98765", most_work=20_000)
    assert found.left_over and found.tried
    assert "were not tried" in " ".join(say(message) for message in checks(found))


def test_progress_is_reported() -> None:
    seen = list[tuple[int, int]]()
    reproduce(QRELS, RUN, "map", "0.98765", on_progress=lambda *now: seen.append(now))
    assert len(seen) > 4 and seen[-1][0] == seen[-1][1]


@pytest.mark.parametrize(
    ("measure", "score", "field"),
    [("mapp", "0.25", "measures"), ("map", "", "score"), ("map", "0.5", "score"), ("map", "120.00 %", "score")],
)
def test_what_cannot_be_looked_for(measure: str, score: str, field: str) -> None:
    with pytest.raises(InputError) as error:
        reproduce(QRELS, RUN, measure, score)
    assert error.value.field == field


def test_every_tool_of_the_presets_is_tried() -> None:
    assert {tool.key for tool in all_tools()} >= {
        "trec-eval-archive",
        "trec-eval-10-complete",
        "ranx",
        "sklearn",
        "ragas",
    }
