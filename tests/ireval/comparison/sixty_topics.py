"""Judgements and three runs of sixty topics, to compare."""

from __future__ import annotations

import random

Judged = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]

TOPICS = 60


def collection() -> tuple[Judged, dict[str, Run]]:
    """Judgements and three runs of sixty topics; the later the run, the more relevant documents it lifts."""
    stream = random.Random(18)  # noqa: S311 - the same in every run
    qrels = {str(i): {f"d{j}": stream.choice([0, 0, 0, 1, 1, 2]) for j in range(30)} for i in range(TOPICS)}
    runs: dict[str, Run] = {"first": {}, "second": {}, "third": {}}
    for topic, judged in qrels.items():
        shared = {doc: stream.random() for doc in [*judged, "x", "y", "z"]}
        for lift, run in enumerate(runs.values()):
            run[topic] = {
                doc: score + 0.15 * lift * judged.get(doc, 0) * stream.random() + 0.2 * stream.random()
                for doc, score in shared.items()
                if score > 0.2
            }
    return qrels, runs


QRELS, RUNS = collection()
