"""Records what tools compute that the tests do not install: ``python -m tests.peers.record torchmetrics``.

It needs the tool, and writes ``recorded/NAME-VERSION.json``: lists with the scores of their documents and their grades,
where a document with score 0 was not retrieved, and the tool's value of each metric.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent / "recorded"
CUTOFFS = (1, 3, 5, 10)
LISTS = 60
#: The version of ml_metrics, which today's pip cannot install; it is copied from its archive.
COPIED = {"ml_metrics": "0.1.4"}


def lists() -> list[dict[str, Any]]:
    """Random lists: most with different scores, every third with equal ones, some without relevant documents."""
    random = Random(20)  # noqa: S311 - test data
    found = []
    for number in range(LISTS):
        count = random.randint(2, 12)
        top = random.choice([0, 1, 3, 3])
        places = [random.randint(1, 4) if number % 3 == 0 else i + 1 for i in range(count)]
        random.shuffle(places)
        retrieved = random.randint(1, count)
        scores = [place / 16 if i < retrieved else 0.0 for i, place in enumerate(places)]
        found.append({"scores": scores, "grades": [random.randint(0, top) for _ in range(count)]})
    return found


def torchmetrics(given: dict[str, Any]) -> dict[str, float]:
    """The functions of torchmetrics, as its classes call them."""
    torch, tool = import_module("torch"), import_module("torchmetrics.functional.retrieval")
    names = {
        "RetrievalMAP": "average_precision",
        "RetrievalMRR": "reciprocal_rank",
        "RetrievalRecall": "recall",
        "RetrievalPrecision": "precision",
        "RetrievalHitRate": "hit_rate",
        "RetrievalNormalizedDCG": "normalized_dcg",
    }
    scores, grades = torch.tensor(given["scores"]), torch.tensor(given["grades"])
    binary = (grades > 0).long()
    values = {"RetrievalRPrecision": float(tool.retrieval_r_precision(scores, binary))}
    for name, theirs in names.items():
        function, target = getattr(tool, f"retrieval_{theirs}"), grades if theirs == "normalized_dcg" else binary
        values[name] = float(function(scores, target))
        values |= {f"{name}@{k}": float(function(scores, target, top_k=k)) for k in CUTOFFS}
    return values


def ml_metrics(given: dict[str, Any]) -> dict[str, float]:
    """``apk``, which gets the relevant and the retrieved documents."""
    tool = import_module("ml_metrics")
    order = sorted(range(len(given["scores"])), key=lambda i: -given["scores"][i])
    actual = [i for i, grade in enumerate(given["grades"]) if grade > 0]
    predicted = [i for i in order if given["scores"][i] > 0]
    return {f"apk@{k}": float(tool.apk(actual, predicted, k)) for k in CUTOFFS}


RECORDERS: dict[str, Callable[[dict[str, Any]], dict[str, float]]] = {
    "torchmetrics": torchmetrics,
    "ml_metrics": ml_metrics,
}


def main(name: str) -> None:
    """Write the file of a tool."""
    try:
        number = version(name)
    except PackageNotFoundError:
        number = COPIED[name]
    rows = [json.dumps(given | {"values": RECORDERS[name](given)}) for given in lists()]
    (HERE / f"{name}-{number}.json").write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
