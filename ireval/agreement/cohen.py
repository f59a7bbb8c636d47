"""Cohen's kappa: how far two assessors agree beyond chance (Cohen 1960, doi:10.1177/001316446002000104)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ireval.agreement.agreement import PLACES, Agreement, Share, kappa_of, no_kappa
from ireval.agreement.labels_in_common import Judgements, SharedJudgements, shared_judgements
from ireval.errors import InputError
from ireval.explanation.plain_table import Field, Kind, PlainTable
from ireval.numbers.expression import Expr, Num, total

NAME = "Cohen's kappa"
_OBSERVED = r"\mathrm{observed} = \frac{\mathrm{same\ label}}{\mathrm{documents}}"
_EXPECTED = (
    r"\mathrm{expected} = \sum_{\mathrm{label}}"
    r" \frac{\mathrm{first}}{\mathrm{documents}} \cdot \frac{\mathrm{second}}{\mathrm{documents}}"
)


def cohens_kappa(assessors: Mapping[str, Judgements], rel: int | None = None, *, places: int = PLACES) -> Agreement:
    """Cohen's kappa of two assessors, over the documents that both judged.

    ``assessors`` has the grades of each by name: topic to docno to grade. With ``rel`` only relevant at that grade and
    above or not counts. Raises ``InputError`` unless there are two assessors.
    """
    if len(assessors) != 2:
        raise InputError("assessors", "cohen-compares-two", count=len(assessors))
    judgements = shared_judgements(assessors, rel)
    size, labels = len(judgements.pairs), len(judgements.labels)
    counts = np.zeros((labels, labels), np.int64)
    np.add.at(counts, (judgements.chosen[:, 0], judgements.chosen[:, 1]), 1)
    table = _table(judgements, counts.tolist())
    if not size:
        return no_kappa(NAME, judgements, table)
    rows, columns, same = counts.sum(axis=1).tolist(), counts.sum(axis=0).tolist(), np.diag(counts).tolist()
    by_chance: list[Expr] = [
        (Num(row) / Num(size)) * (Num(column) / Num(size)) for row, column in zip(rows, columns, strict=True)
    ]
    observed = Share(total([Num(count) for count in same]) / Num(size), sum(same) / size, _OBSERVED)
    chance = sum(row * column for row, column in zip(rows, columns, strict=True)) / size**2
    return kappa_of(NAME, judgements, table, observed, Share(total(by_chance), chance, _EXPECTED), places)


def _table(judgements: SharedJudgements, counts: list[list[int]]) -> PlainTable:
    """How often the second assessor gave each label to what the first one gave each label to, with totals."""
    first, second = judgements.assessors
    heads = (*(f"{second}: {label}" for label in judgements.labels), "total")
    sums = [sum(column) for column in zip(*counts, strict=True)]
    rows = [
        *((f"{first}: {label}", *row, sum(row)) for label, row in zip(judgements.labels, counts, strict=True)),
        ("total", *sums, sum(sums)),
    ]
    fields = (Field(""), *(Field(head, Kind.NUMBER) for head in heads))
    return PlainTable(f"{first} and {second}", fields, tuple(tuple(map(str, row)) for row in rows))
