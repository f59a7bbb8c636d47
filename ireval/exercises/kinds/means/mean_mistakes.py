"""Wrong numbers that typical mistakes give for a mean of scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from math import prod
from statistics import fmean, median

from ireval.exercises.question.question import KnownNumber
from ireval.explanation.step_table import StepTable
from ireval.messages import Message

Mean = Callable[[Sequence[float]], float]


def mean_mistakes(tables: Sequence[StepTable], mean: Mean, *, geometric: bool) -> tuple[KnownNumber, ...]:
    """Return the wrong numbers for the mean of the scores of ``tables``; some may equal the correct mean."""
    scores = [table.value or 0.0 for table in tables]
    relevant = [float(table.computed.table.R[0]) for table in tables]
    count = len(scores)
    found = [
        KnownNumber(sum(scores), "mean-not-divided", Message("mean-not-divided", count=count)),
        KnownNumber(_pooled(scores, relevant), "mean-pooled", Message("mean-pooled")),
    ]
    if geometric:
        found.append(KnownNumber(fmean(scores), "mean-arithmetic", Message("mean-arithmetic")))
    elif all(score > 0 for score in scores):
        found.append(KnownNumber(prod(scores) ** (1 / count), "mean-geometric", Message("mean-geometric")))
    for place in range(count):
        others = list(compress(scores, (i != place for i in range(count))))
        left_out = Message("mean-left-out", query=place + 1)
        found.append(KnownNumber(mean(others), f"mean-left-out-{place + 1}", left_out))
        if not geometric:
            as_zero = Message("mean-as-zero", query=place + 1)
            found.append(KnownNumber(sum(others) / count, f"mean-as-zero-{place + 1}", as_zero))
    if count > 2:
        found.append(KnownNumber(median(scores), "mean-median", Message("mean-median")))
    return tuple(found)


def _pooled(scores: Sequence[float], relevant: Sequence[float]) -> float:
    """The mean weighted by the number of relevant documents, as if all queries were one."""
    return sum(s * r for s, r in zip(scores, relevant, strict=True)) / sum(relevant) if sum(relevant) else 0.0
