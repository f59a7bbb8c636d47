"""Fleiss' kappa: how far several assessors agree beyond chance (Fleiss 1971, doi:10.1037/h0031619)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ireval.agreement.agreement import (
    AGREEMENT,
    LONGEST_SUM,
    PLACES,
    Agreement,
    Share,
    completed,
    with_nothing_in_common,
)
from ireval.agreement.coefficient import Coefficient
from ireval.agreement.label_counts import OWN
from ireval.agreement.labels_in_common import Judgements, SharedJudgements, shared_judgements
from ireval.explanation.plain_table import Field, Kind, PlainTable
from ireval.numbers.expression import Expr, Num, fixed, spell, total

NAME = "Fleiss' kappa"
_OBSERVED = r"\mathrm{observed} = \frac{1}{\mathrm{documents}} \sum_{\mathrm{document}} \mathrm{agreement}"
_EXPECTED = (
    r"\mathrm{expected} = \sum_{\mathrm{label}}"
    r" \left(\frac{\mathrm{times\ given}}{\mathrm{documents} \cdot \mathrm{assessors}}\right)^{2}"
)
_AGREEMENT = "agreement"


def fleiss_kappa(assessors: Mapping[str, Judgements], rel: int | None = None, *, places: int = PLACES) -> Agreement:
    """Fleiss' kappa of two or more assessors, over the documents that all of them judged.

    ``assessors`` has the judgements of each assessor by name: ``{name: {topic: {docno: grade}}}``. With ``rel``, the
    labels are only relevant (grade ``rel`` or more) or not. ``places`` is the number of decimals in the calculations.
    Raises ``InputError`` for fewer than two assessors.
    """
    judgements = shared_judgements(assessors, rel)
    size, people = judgements.chosen.shape
    counts = (judgements.chosen[:, :, None] == np.arange(len(judgements.labels))).sum(axis=1)
    alike = (np.square(counts).sum(axis=1) - people) / (people * (people - 1))
    table = _table(judgements, counts.tolist(), alike.tolist(), places)
    found = Agreement(NAME, judgements.assessors, size, table, judgements=judgements)
    if not size:
        return with_nothing_in_common(found)
    terms: list[Expr] = [Num(share) for share in alike.tolist()]
    sum_of_shares = total(terms) if size <= LONGEST_SUM else Num(float(alike.sum()))
    observed = Share(sum_of_shares / Num(size), float(alike.mean()), _OBSERVED)
    given, all_given = counts.sum(axis=0).tolist(), Num(size * people)
    by_chance: list[Expr] = [(Num(count) / all_given) * (Num(count) / all_given) for count in given]
    chance = sum(count**2 for count in given) / (size * people) ** 2
    only = [label for label, count in zip(judgements.labels, given, strict=True) if count]
    expected = Share(total(by_chance), chance, _EXPECTED)
    return completed(found, AGREEMENT, observed, expected, places, only[0])


def _table(judgements: SharedJudgements, counts: list[list[int]], alike: list[float], places: int) -> PlainTable:
    """How many assessors gave each label to a document, and the share of their pairs that agree; below, the totals."""
    people = len(judgements.assessors)
    rows = [
        (topic, docno, *map(str, row), spell(_pairs_alike(row, people), share, places), fixed(share, places))
        for (topic, docno), row, share in zip(judgements.pairs, counts, alike, strict=True)
    ]
    sums = [sum(column) for column in zip(*counts, strict=True)] if counts else [0] * len(judgements.labels)
    rows.append(("total", "", *map(str, sums), "", fixed(sum(alike), places)))
    fields = (
        *(Field("topic"), Field("document")),
        *(Field(label, Kind.NUMBER) for label in judgements.labels),
        *(Field("calculation", Kind.CALCULATION, _AGREEMENT), Field(_AGREEMENT, Kind.NUMBER)),
    )
    return PlainTable(", ".join(judgements.assessors), fields, tuple(rows))


def _pairs_alike(counts: list[int], people: int) -> Expr:
    """The pairs of assessors who gave a document the same label, divided by all pairs; each pair counts twice."""
    squares: list[Expr] = [Num(count) * Num(count) for count in counts if count]
    return (total(squares) - Num(people)) / (Num(people) * Num(people - 1))


COEFFICIENT = Coefficient(
    "fleiss",
    {OWN: NAME},
    "Fleiss 1971",
    AGREEMENT,
    lambda assessors, rel, _marginals, places: fleiss_kappa(assessors, rel, places=places),
    two=False,
)
