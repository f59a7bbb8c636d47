"""Judgements and runs that are made up, their scores by pytrec_eval, and the search for such a score."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytrec_eval

from ireval.reproduction.reproduction import Match, Reproduction, reproduce

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


def untied(run: Run) -> Run:
    """The run with scores that all differ."""
    return {t: {d: s + i / 1000 for i, (d, s) in enumerate(docs.items())} for t, docs in run.items()}


def in_order(run: Run, lists: Sequence[Sequence[str]]) -> Run:
    """The run with its documents ordered as ``lists`` say, by scores that all differ."""
    return {t: {d: float(-i) for i, d in enumerate(docs)} for t, docs in zip(run, lists, strict=True)}


def values_of(measure: str, qrels: Qrels = QRELS, run: Run = RUN, level: int = 1) -> list[float]:
    """The scores of the run's topics by pytrec_eval."""
    base, _, cutoff = measure.rpartition("_")
    asked = f"{base}.{cutoff}" if cutoff.isdigit() else measure
    scores = pytrec_eval.RelevanceEvaluator(qrels, {asked}, relevance_level=level).evaluate(run)
    return [topic[measure] for topic in scores.values()]


def mean_of(measure: str, qrels: Qrels = QRELS, run: Run = RUN, level: int = 1) -> float:
    """The mean over the run's topics by pytrec_eval."""
    values = values_of(measure, qrels, run, level)
    return sum(values) / len(values)


def search(score: float | str, measure: str, qrels: Any = QRELS, run: Any = RUN, places: int = 4) -> Reproduction:
    """What is found about the score, published with so many decimals."""
    return reproduce(qrels, run, measure, score if isinstance(score, str) else f"{score:.{places}f}")


def first(score: float | str, measure: str, qrels: Any = QRELS, run: Any = RUN, places: int = 4) -> Match:
    """The first way that gives the score."""
    return search(score, measure, qrels, run, places).matches[0]


def tools_of(match: Match) -> set[str]:
    """The tools that give the score without any change."""
    return {way.tool.key for way in (match.way, *match.same) if not way.changes}
