"""Krippendorff's alpha: agreement of two or more assessors, who need not have judged the same documents.

Krippendorff 2011, Computing Krippendorff's alpha-reliability. It keeps each document with at least two labels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ireval.agreement.agreement import ALPHA, LONGEST_SUM, PLACES, Agreement, Share, completed
from ireval.agreement.coefficient import Coefficient, Labels
from ireval.agreement.coefficients.alpha_distances import (
    LEVELS,
    NOMINAL,
    ORDINAL,
    Distances,
    distance_table,
    distances_of,
)
from ireval.agreement.coefficients.alpha_mistakes import alpha_mistakes
from ireval.agreement.coefficients.coincidences import Coincidences, coincidences_of
from ireval.agreement.label_counts import OWN, LabelCounts
from ireval.agreement.labels_in_common import Judgements, given_labels
from ireval.errors import InputError, nearest
from ireval.messages import Message
from ireval.numbers.expression import Expr, Num, total

NAMES = {level: f"Krippendorff's alpha, {level}" for level in LEVELS}
_OBSERVED = (
    r"\mathrm{observed} = \frac{1}{n} \sum_{\mathrm{label},\,\mathrm{other}} \mathrm{distance} \cdot \mathrm{meetings}"
)
_EXPECTED = (
    r"\mathrm{expected} = \frac{1}{n (n - 1)} \sum_{\mathrm{label},\,\mathrm{other}}"
    r" \mathrm{distance} \cdot n_{\mathrm{label}} \cdot n_{\mathrm{other}}"
)


def krippendorffs_alpha(
    assessors: Mapping[str, Judgements], rel: int | None = None, *, level: str = NOMINAL, places: int = PLACES
) -> Agreement:
    """Krippendorff's alpha of two or more assessors, over the documents that at least two of them judged.

    ``assessors`` has the judgements of each assessor by name: ``{name: {topic: {docno: grade}}}``. ``level`` is
    ``nominal`` (labels are equal or not) or ``ordinal`` (the more labels lie between two labels, the larger their
    distance). With ``rel``, the labels are only relevant (grade ``rel`` or more) or not. ``places`` is the number of
    decimals in the calculations. Raises ``InputError`` for fewer than two assessors.
    """
    return _alpha(given_labels(assessors, rel), level, places)


def _alpha(labels: Labels, level: str, places: int) -> Agreement:
    if level not in LEVELS:
        raise InputError("level", "not-one-of", name="Level", text=level, hint=nearest(level, LEVELS))
    meet = coincidences_of(labels)
    title = ", ".join(labels.assessors)
    single = (Message("single-labels", count=meet.single, total=meet.single + meet.documents),) if meet.single else ()
    found = Agreement(NAMES[level], labels.assessors, meet.documents, meet.shown(title, places), remarks=single)
    if not meet.documents:
        reason = "no-document-in-common" if isinstance(labels, LabelCounts) else "no-document-with-two-labels"
        return Agreement(found.name, found.assessors, 0, found.counts, reason=Message(reason), remarks=single)
    distances = distances_of(level, meet.given, meet.scale)
    if level == ORDINAL and len(meet.labels) > 2:
        table = distance_table(meet, distances)
        found = Agreement(found.name, found.assessors, found.documents, found.counts, remarks=single, distances=table)
    observed, expected = _observed(meet, distances), _expected(meet, distances)
    return completed(found, ALPHA, observed, expected, places, meet.only)


def _observed(meet: Coincidences, distances: Distances) -> Share:
    met = {(i, j): (Num(float(meet.table[i][j])), meet.table[i][j]) for i, j in meet.pairs}
    value = 2 * sum((distances[pair] * met[pair][1] for pair in meet.pairs), Fraction()) / meet.total
    terms = [(distances[pair], met[pair][0], distances[pair] * met[pair][1]) for pair in meet.pairs]
    return Share(Num(2) * _sum(terms) / Num(meet.total), value, _OBSERVED)


def _expected(meet: Coincidences, distances: Distances) -> Share:
    given, size = meet.given, meet.total
    products = {(i, j): given[i] * given[j] for i, j in meet.pairs}
    value = 2 * sum((distances[pair] * products[pair] for pair in meet.pairs), Fraction()) / (size * (size - 1))
    terms = [(distances[i, j], Num(given[i]) * Num(given[j]), distances[i, j] * products[i, j]) for i, j in meet.pairs]
    return Share(Num(2) * _sum(terms) / (Num(size) * Num(size - 1)), value, _EXPECTED)


def _sum(terms: Sequence[tuple[Fraction, Expr, Fraction]]) -> Expr:
    """The sum of the distances times their weights; a long sum is written as its value."""
    if len(terms) > LONGEST_SUM:
        return Num(float(sum((value for *_, value in terms), Fraction())))
    plain = all(distance == 1 for distance, *_ in terms)
    return total([expr if plain else Num(float(distance)) * expr for distance, expr, _ in terms])


def _coefficient(level: str) -> Coefficient:
    hows = (f"observed-{level}-step", f"expected-{level}-step", "disagreement-step")
    return Coefficient(
        f"alpha-{level}",
        {OWN: NAMES[level]},
        "Krippendorff 2011",
        ALPHA,
        lambda assessors, rel, _marginals, places: krippendorffs_alpha(assessors, rel, level=level, places=places),
        lambda labels, _marginals, places: _alpha(labels, level, places),
        lambda labels, _marginals: alpha_mistakes(labels, level),
        hows={OWN: hows},
        two=False,
        graded=level == ORDINAL,
    )


COEFFICIENTS = (_coefficient(NOMINAL), _coefficient(ORDINAL))
