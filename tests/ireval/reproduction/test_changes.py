"""One thing that differs from the tool's usual way explains a score; the truth is from pytrec_eval or by hand."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from ireval.messages import say
from ireval.reproduction.printed_scores import read_printed
from ireval.reproduction.reproduction import Match
from tests.ireval.reproduction.known_scores import (
    QRELS,
    RUN,
    Run,
    first,
    in_order,
    made,
    mean_of,
    untied,
    values_of,
)
from tests.paths import ROOT

pytestmark = pytest.mark.slow

COMPLETE = {t: QRELS[t] for t in RUN}


def only(match: Match) -> str:
    """The one change of a match, in words."""
    (change,) = match.way.changes
    return say(change.message)


def by_docno(run: Run, *, last_first: bool) -> Run:
    """The run with equal scores ordered by docno."""
    lists = [
        sorted(sorted(docs, reverse=last_first), key=lambda d, docs=docs: -docs[d])  # type: ignore[misc]
        for docs in run.values()
    ]
    return in_order(run, lists)


def test_equal_scores_in_the_order_of_docnos() -> None:
    """trec_eval puts the last docno first."""
    match = first(mean_of("map", run=by_docno(RUN, last_first=False)), "map", COMPLETE, places=6)
    assert only(match) == "Equal scores: docno, first first"
    match = first(mean_of("map", run=by_docno(RUN, last_first=True)), "map", COMPLETE)
    assert match.way.changes == ()


def test_equal_scores_in_the_order_of_the_input() -> None:
    lists = [sorted(docs, key=lambda d, docs=docs: -docs[d]) for docs in RUN.values()]  # type: ignore[misc]
    match = first(mean_of("map", run=in_order(RUN, lists)), "map", COMPLETE, places=6)
    assert only(match) == "Equal scores: as in the file"


@pytest.mark.parametrize("order", ["line", "rank"])
def test_the_order_of_the_file(order: str) -> None:
    rng, lines, lists = random.Random(1), list[str](), list[list[str]]()  # noqa: S311
    for topic, docs in RUN.items():
        ranks = dict(zip(docs, rng.sample(range(1, 1000), len(docs)), strict=True))
        lines += [f"{topic} Q0 {doc} {ranks[doc]} {score} me\n" for doc, score in docs.items()]
        lists.append(list(docs) if order == "line" else sorted(docs, key=ranks.__getitem__))
    match = first(mean_of("map", run=in_order(RUN, lists)), "map", COMPLETE, "".join(lines).encode())
    assert match.way.setup.order == order and len(match.way.changes) == 1


@pytest.fixture(scope="module")
def long() -> tuple[dict[str, dict[str, int]], Run]:
    """Four topics with lists of 1,200 documents, of which one in six is relevant."""
    rng = random.Random(2)  # noqa: S311
    docs = [f"d{i}" for i in range(1500)]
    qrels = {str(t): {d: int(rng.random() < 1 / 6) for d in docs} for t in range(4)}
    return qrels, {t: {d: float(-i) for i, d in enumerate(rng.sample(docs, 1200))} for t in qrels}


@pytest.mark.parametrize("depth", [10, 100, 1000])
def test_the_depth_of_the_lists(long: tuple[dict[str, dict[str, int]], Run], depth: int) -> None:
    qrels, run = long
    cut = {t: dict(list(docs.items())[:depth]) for t, docs in run.items()}
    match = first(mean_of("11pt_avg", qrels, cut), "11pt_avg", qrels, run, places=6)
    assert match.way.setup.depth == depth and len(match.way.changes) == 1
    assert f"only the first {depth} documents" in only(match)


@pytest.mark.parametrize(("asked", "real"), [("ndcg", "ndcg_cut_20"), ("P_10", "P_20"), ("ndcg_cut_10", "ndcg_cut_5")])
def test_the_cutoff(asked: str, real: str) -> None:
    match = first(mean_of(real), asked, COMPLETE, places=5)
    assert match.way.setup.spec.own["k"] == int(real.rpartition("_")[2]) and len(match.way.changes) == 1


@pytest.mark.parametrize("level", [2, 3])
def test_the_relevance_level(level: int) -> None:
    assert f"relevant at grade {level} and above" in only(first(mean_of("map", level=level), "map", COMPLETE))


def test_the_precision_of_scores() -> None:
    """Two scores that are equal in single precision: trec_eval 9 takes them for equal, version 10 does not."""
    rng = random.Random(4)  # noqa: S311
    run = {
        t: dict(zip(docs, [1 + x * 1e-10 for x in rng.sample(range(300), len(docs))], strict=True))
        for t, docs in RUN.items()
    }
    double = in_order(run, [sorted(docs, key=lambda d, docs=docs: -docs[d]) for docs in run.values()])  # type: ignore[misc]
    match = first(mean_of("map", run=double), "map", COMPLETE, run)
    assert match.way.setup.chosen["scores"] == "double" and match.way.tool.key == "trec-eval-10-complete"
    single = by_docno({t: dict.fromkeys(docs, 1.0) for t, docs in run.items()}, last_first=True)
    match = first(mean_of("map", run=single), "map", COMPLETE, run)
    assert match.way.tool.key == "trec-eval-9-complete" and not match.way.changes


def test_a_mean_that_was_cut_off() -> None:
    mean = mean_of("map")
    places = next(p for p in range(4, 12) if int(mean * 10**p) != round(mean * 10**p))
    match = first(f"{int(mean * 10**places) / 10**places:.{places}f}", "map", COMPLETE)
    assert match.way.setup.printing == "cut" and only(match) == "decimals cut off, not rounded"


def test_a_mean_of_rounded_scores() -> None:
    rounded = [Fraction(int(100 * Fraction(v) + Fraction(1, 2)), 100) for v in values_of("map")]
    match = first(float(sum(rounded) / len(rounded)), "map", COMPLETE, places=6)
    assert only(match) == "the mean of scores that were rounded to 2 decimals"


@pytest.mark.parametrize("form", ["{:.2f} %", "{:.2f}"])
def test_percent(form: str) -> None:
    match = first(form.format(100 * mean_of("map")), "map", COMPLETE)
    assert match.certainty == "sure" and not match.way.changes


def test_the_topics_of_the_run_or_those_of_the_judgements() -> None:
    run = {**RUN, **{f"x{t}": RUN[t] for t in "567"}}
    values = values_of("map")
    found = first(sum(values) / len(run), "map", COMPLETE, run)
    assert "a mean over the topics of the run, of which 3 have no judgements" in only(found)
    assert first(sum(values) / len(values), "map", COMPLETE, run).way.changes == ()


def test_topics_without_relevant_documents() -> None:
    qrels = {t: docs if int(t) % 5 else dict.fromkeys(docs, 0) for t, docs in COMPLETE.items()}
    relevant = [v for v, t in zip(values_of("map", qrels), RUN, strict=True) if int(t) % 5]
    assert only(first(sum(relevant) / len(relevant), "map", qrels)) == "topics without relevant documents left out"


@pytest.mark.parametrize("complete", [False, True])
def test_missing_topics(complete: bool) -> None:
    match = first(sum(values_of("map")) / (len(QRELS) if complete else len(RUN)), "map")
    assert match.way.setup.chosen["missing"] == ("score-0" if complete else "left-out") and not match.way.changes


def by_hand_rbp(p: float) -> float:
    ranked = by_docno(RUN, last_first=True)
    lists = [[QRELS[t].get(d, 0) > 0 for d in sorted(docs, key=lambda d: -docs[d])] for t, docs in ranked.items()]
    return sum((1 - p) * sum(p**i for i, rel in enumerate(mine) if rel) for mine in lists) / len(lists)


def by_hand_f(beta: float) -> float:
    p, r = (values_of(name) for name in ("P_10", "recall_10"))
    b = beta * beta
    return sum((1 + b) * x * y / (b * x + y) if x + y else 0 for x, y in zip(p, r, strict=True)) / len(p)


@pytest.mark.parametrize(
    ("measure", "score", "name", "value"),
    [
        ("RBP(p=0.8)", by_hand_rbp(0.95), "p", 0.95),
        ("RBP(p=0.8)", by_hand_rbp(0.5), "p", 0.5),
        ("F@10", by_hand_f(2), "beta", 2),
        ("F@10", by_hand_f(0.5), "beta", 0.5),
    ],
)
def test_a_parameter_of_the_measure(measure: str, score: float, name: str, value: float) -> None:
    match = first(score, measure, COMPLETE, places=5)
    assert match.way.setup.spec.own[name] == value and len(match.way.changes) == 1


RECORDED = Path(__file__).parent / "recorded"
HARBOUR = ROOT / "collections" / "harbour"


@pytest.mark.parametrize(
    ("file", "without", "tool"),
    [
        ("9.0.8", 0, "trec-eval-9-complete"),
        ("archive", 0, "trec-eval-10-complete"),
        ("archive", 1, "trec-eval-archive"),
        ("9.0.8", 1, "trec-eval-9"),
    ],
)
def test_the_versions_and_the_copied_archive(file: str, without: int, tool: str) -> None:
    """Of what was recorded. Topics that are missing from the run tell the archive from trec_eval 10."""
    printed = read_printed(RECORDED / f"trec_eval-{file}.txt")
    values = {topic: value.value for topic, value in printed.values["11pt_avg"].items()}
    kept = list(values)[without:]
    lines = (HARBOUR / "runs" / "words.txt").read_text().splitlines(keepends=True)
    run = "".join(line for line in lines if line.split()[0] in kept)
    mean = sum(values[topic] for topic in kept) / len(kept)
    match = first(mean, "11pt_avg", str(HARBOUR / "qrels.txt"), run.encode(), places=3)
    assert match.way.tool.key == tool and not match.way.changes


def test_another_measure() -> None:
    qrels, run = made(5, missing=0)
    match = first(mean_of("recip_rank", qrels, untied(run)), "map", qrels, untied(run), places=5)
    assert match.way.setup.spec.measure.name == "RR"
