"""Fleiss' kappa: how far several assessors agree beyond chance (Fleiss 1971, doi:10.1037/h0031619)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import compress

import numpy as np
from numpy.typing import NDArray

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
from ireval.agreement.labels_in_common import (
    GivenLabels,
    Judgements,
    Pair,
    SharedJudgements,
    given_labels,
    shared_judgements,
)
from ireval.explanation.plain_table import Field, Kind, PlainTable
from ireval.messages import Message
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Expr, Num, fixed, spell, total

NAME = "Fleiss' kappa"
_OBSERVED = r"\mathrm{observed} = \frac{1}{\mathrm{documents}} \sum_{\mathrm{document}} \mathrm{agreement}"
_EXPECTED = (
    r"\mathrm{expected} = \sum_{\mathrm{label}} \left(\frac{\mathrm{times\ given}}{\mathrm{all\ labels}}\right)^{2}"
)
_AGREEMENT = "agreement"


def fleiss_kappa(
    assessors: Mapping[str, Judgements], rel: int | None = None, *, overlapping: bool = False, places: int = PLACES
) -> Agreement:
    """Fleiss' kappa of two or more assessors, over the documents that all of them judged.

    ``assessors`` has the judgements of each assessor by name: ``{name: {topic: {docno: grade}}}``. With ``rel``, the
    labels are only relevant (grade ``rel`` or more) or not. ``places`` is the number of decimals in the calculations.
    Raises ``InputError`` for fewer than two assessors.

    If the assessors judged ``overlapping`` documents, it is over each document with at least two labels. The agreement
    of a document is the share of the pairs of its own labels that are equal; observed is the mean of the documents,
    each of which counts once. A label's probability is how often it was given to these documents, divided by all
    labels that they have. With the same number of labels for each document, this is Fleiss' definition.
    """
    if not overlapping:
        shared = shared_judgements(assessors, rel)
        found = Agreement(NAME, shared.assessors, 0, PlainTable("", (), ()), judgements=shared)
        return _kappa(found, shared.pairs, shared.labels, counts_by_document(shared), places)
    given = given_labels(assessors, rel)
    counts = counts_by_document(given)
    several = counts.sum(axis=1) >= 2
    single = len(several) - int(several.sum())
    remarks = (Message("single-labels", count=single, total=len(several)),) if single else ()
    found = Agreement(NAME, given.assessors, 0, PlainTable("", (), ()), remarks=remarks)
    pairs = tuple(compress(given.pairs, several.tolist()))
    kappa = _kappa(found, pairs, given.labels, counts[several], places)
    return kappa if pairs else replace(kappa, reason=Message("no-document-with-two-labels"))


def counts_by_document(judgements: SharedJudgements | GivenLabels) -> NDArray[np.int64]:
    """How many assessors gave each label: a row for each document, a column for each label."""
    counts: NDArray[np.int64] = (judgements.chosen[:, :, None] == np.arange(len(judgements.labels))).sum(axis=1)
    return counts


def agreeing_pairs(counts: NDArray[np.int64]) -> Floats:
    """For each row of counts, the share of the pairs of its labels that are equal. Each row has two labels or more."""
    labels = counts.sum(axis=1)
    shares: Floats = (np.square(counts).sum(axis=1) - labels) / (labels * (labels - 1))
    return shares


def _kappa(
    found: Agreement, pairs: Sequence[Pair], labels: Sequence[str], counts: NDArray[np.int64], places: int
) -> Agreement:
    """The agreement ``found``, completed with kappa; each document, a row of the counts, has two labels or more."""
    size, alike = len(pairs), agreeing_pairs(counts)
    table = _table(found.assessors, pairs, labels, counts.tolist(), alike.tolist(), places)
    found = replace(found, documents=size, counts=table)
    if not size:
        return with_nothing_in_common(found)
    terms: list[Expr] = [Num(share) for share in alike.tolist()]
    sum_of_shares = total(terms) if size <= LONGEST_SUM else Num(float(alike.sum()))
    observed = Share(sum_of_shares / Num(size), float(alike.mean()), _OBSERVED)
    times, all_labels = counts.sum(axis=0).tolist(), int(counts.sum())
    by_chance: list[Expr] = [(Num(count) / Num(all_labels)) * (Num(count) / Num(all_labels)) for count in times]
    chance = sum(count**2 for count in times) / all_labels**2
    only = [label for label, count in zip(labels, times, strict=True) if count]
    return completed(found, AGREEMENT, observed, Share(total(by_chance), chance, _EXPECTED), places, only[0])


def _table(  # noqa: PLR0917 - the heads, the rows and what is in their cells
    assessors: Sequence[str],
    pairs: Sequence[Pair],
    labels: Sequence[str],
    counts: list[list[int]],
    alike: list[float],
    places: int,
) -> PlainTable:
    """How many assessors gave each label to a document, and the share of their pairs that agree; below, the totals."""
    rows = [
        (topic, docno, *map(str, row), spell(_pairs_alike(row), share, places), fixed(share, places))
        for (topic, docno), row, share in zip(pairs, counts, alike, strict=True)
    ]
    sums = [sum(column) for column in zip(*counts, strict=True)] if counts else [0] * len(labels)
    rows.append(("total", "", *map(str, sums), "", fixed(sum(alike), places)))
    fields = (
        *(Field("topic"), Field("document")),
        *(Field(label, Kind.NUMBER) for label in labels),
        *(Field("calculation", Kind.CALCULATION, _AGREEMENT), Field(_AGREEMENT, Kind.NUMBER)),
    )
    return PlainTable(", ".join(assessors), fields, tuple(rows))


def _pairs_alike(counts: list[int]) -> Expr:
    """The pairs of assessors who gave a document the same label, divided by all pairs; each pair counts twice."""
    squares, people = [Num(count) * Num(count) for count in counts if count], sum(counts)
    return (total(squares) - Num(people)) / (Num(people) * Num(people - 1))


COEFFICIENT = Coefficient(
    "fleiss",
    {OWN: NAME},
    "Fleiss 1971",
    AGREEMENT,
    lambda assessors, rel, _marginals, places: fleiss_kappa(assessors, rel, places=places),
    two=False,
)
