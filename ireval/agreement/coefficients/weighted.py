"""Weighted kappa: the further apart two labels are, the more they disagree (Cohen 1968, doi:10.1037/h0026256).

The distance between labels that are numbers is the difference of the numbers, even if nobody gave a grade between them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from ireval.agreement.agreement import (
    DISAGREEMENT,
    LONGEST_SUM,
    PLACES,
    Agreement,
    Share,
    completed,
    with_nothing_in_common,
)
from ireval.agreement.coefficient import Coefficient, Labels, checked_marginals, counts_in
from ireval.agreement.coefficients.cohen import judged_by_two
from ireval.agreement.label_counts import OWN, POOLED, LabelCounts, count_labels
from ireval.agreement.labels_in_common import Judgements, SharedJudgements
from ireval.agreement.wrong_number import WrongNumber, wrong
from ireval.errors import InputError, nearest
from ireval.messages import Message
from ireval.numbers.expression import Expr, Num, fixed, total

LINEAR, QUADRATIC = "linear", "quadratic"
WEIGHTS = (LINEAR, QUADRATIC)
_POWERS = {LINEAR: 1, QUADRATIC: 2}
#: The distance between two assessors' labels, in LaTeX.
_APART = {
    LINEAR: r"\left|\mathrm{first} - \mathrm{second}\right|",
    QUADRATIC: r"\left(\mathrm{first} - \mathrm{second}\right)^{2}",
}
_NAMES = {
    weights: {
        OWN: f"{weights.capitalize()} weighted kappa",
        POOLED: f"{weights.capitalize()} weighted kappa, pooled",
    }
    for weights in WEIGHTS
}


def weighted_kappa(
    assessors: Mapping[str, Judgements],
    rel: int | None = None,
    *,
    weights: str = LINEAR,
    marginals: str = OWN,
    places: int = PLACES,
) -> Agreement:
    """The weighted kappa of two assessors, over the documents that both judged.

    ``assessors`` has the judgements of both assessors by name: ``{name: {topic: {docno: grade}}}``. With ``linear``
    weights, a disagreement counts as the difference of the grades; with ``quadratic`` weights, as its square. With
    ``rel``, the labels are only relevant (grade ``rel`` or more) or not. With pooled ``marginals``, the agreement by
    chance is computed from the labels of both together. ``places`` is the number of decimals in the calculations.
    Raises ``InputError`` unless there are two assessors.
    """
    judgements = judged_by_two(assessors, rel)
    return _weighted(count_labels(judgements), weights, marginals, places, judgements)


def _weighted(
    counts: LabelCounts, weights: str, marginals: str, places: int, judgements: SharedJudgements | None = None
) -> Agreement:
    if weights not in WEIGHTS:
        raise InputError("weights", "not-one-of", name="Weights", text=weights, hint=nearest(weights, WEIGHTS))
    name = _NAMES[weights][checked_marginals(marginals)]
    found = Agreement(
        name,
        counts.assessors,
        counts.total,
        counts.table,
        judgements=judgements,
        remarks=tuple(_remarks(counts, weights, marginals, places)),
    )
    if not counts.total:
        return with_nothing_in_common(found)
    power, size = _POWERS[weights], counts.total
    observed = Share(
        _sum_by_distance(counts, power, lambda i, j: Num(counts.counts[i][j])) / Num(size),
        _disagreement(counts, counts.scale, power),
        rf"\mathrm{{observed}} = \frac{{1}}{{\mathrm{{documents}}}} \sum_{{\mathrm{{document}}}} {_APART[weights]}",
    )
    first, second, given = counts.shares(marginals)
    chance = _sum_by_distance(counts, power, lambda i, j: Num(first[i]) * Num(second[j])) / (Num(given) * Num(given))
    expected = Share(
        chance,
        _by_chance(counts, counts.scale, power, marginals),
        rf"\mathrm{{expected}} = \sum_{{\mathrm{{first}},\,\mathrm{{second}}}} {_APART[weights]}"
        r" \cdot p(\mathrm{first}) \cdot p(\mathrm{second})",
    )
    return completed(found, DISAGREEMENT, observed, expected, places, counts.only)


def _sum_by_distance(counts: LabelCounts, power: int, cell: Callable[[int, int], Expr]) -> Expr:
    """The sum of all cells times the distance between their labels; cells with the same distance are added first."""
    by_distance: dict[int, list[Expr]] = {}
    for i, j, _ in counts.cells():
        if i != j:
            distance = _apart(counts.scale[i], counts.scale[j], power)
            by_distance.setdefault(distance, []).append(cell(i, j))
    long = sum(map(len, by_distance.values())) > LONGEST_SUM
    sums = {
        distance: Num(sum(x.value(0) for x in cells)) if long else total(cells)
        for distance, cells in sorted(by_distance.items())
    }
    if list(sums) == [1]:
        return sums[1]
    return total([Num(distance) * inside for distance, inside in sums.items()])


def _disagreement(counts: LabelCounts, scale: Sequence[int], power: int) -> Fraction:
    """The mean distance between both labels of a document; with power 0, the share of documents where they differ."""
    far = sum(count * _apart(scale[i], scale[j], power) for i, j, count in counts.cells())
    return Fraction(far, counts.total)


def _by_chance(counts: LabelCounts, scale: Sequence[int], power: int, marginals: str) -> Fraction:
    """The mean distance that chance alone would give."""
    first, second, size = counts.shares(marginals)
    far = sum(
        a * b * _apart(one, other, power)
        for a, one in zip(first, scale, strict=True)
        for b, other in zip(second, scale, strict=True)
    )
    return Fraction(far, size**2)


def _apart(one: int, other: int, power: int) -> int:
    return abs(one - other) ** power if one != other else 0


def _value(counts: LabelCounts, scale: Sequence[int], power: int, marginals: str) -> float:
    """The kappa with these distances; NaN if it is undefined."""
    chance = _by_chance(counts, scale, power, marginals)
    return float(1 - _disagreement(counts, scale, power) / chance) if chance else float("nan")


def _closed(counts: LabelCounts) -> list[int]:
    """The positions of the labels if the labels that nobody gave were removed from the scale."""
    used = sorted(place for place, count in zip(counts.scale, counts.both, strict=True) if count)
    return [used.index(place) if place in used else 0 for place in counts.scale]


def _gaps(counts: LabelCounts) -> list[int]:
    """The grades that nobody gave, between grades that somebody gave."""
    used = {place for place, count in zip(counts.scale, counts.both, strict=True) if count}
    return [place for place in range(min(used, default=0), max(used, default=0)) if place not in used]


def _remarks(counts: LabelCounts, weights: str, marginals: str, places: int) -> list[Message]:
    """Remarks on the distances between labels, if there may be doubt about them."""
    gaps = _gaps(counts)
    if not all(label.isdigit() for label in counts.labels):
        return [Message("labels-in-order-of-the-table")] if len(counts.labels) > 2 else []
    if not gaps:
        return []
    closed = _value(counts, _closed(counts), _POWERS[weights], marginals)
    return [Message("unused-grades", grades=gaps, count=len(gaps), value=fixed(closed, places))]


# --- Mistakes ---------------------------------------------------------------------------------------------------------


def _mistakes_of(counts: LabelCounts, weights: str, marginals: str) -> Sequence[WrongNumber]:
    """The numbers that typical mistakes give; mistakes that earn no points come last."""
    scale, power = counts.scale, _POWERS[weights]
    other = OWN if marginals == POOLED else POOLED
    swapped = QUADRATIC if weights == LINEAR else LINEAR
    observed, expected = _disagreement(counts, scale, power), _by_chance(counts, scale, power, marginals)
    found = []
    for key, other_power in (("unweighted", 0), (swapped, _POWERS[swapped])):
        by_chance = _by_chance(counts, scale, other_power, marginals)
        found.append(wrong("observed", f"disagreement-{key}", _disagreement(counts, scale, other_power)))
        found.append(wrong("expected", f"disagreement-{key}", by_chance))
    found.append(wrong("observed", "disagreement-agreement", 1 - _disagreement(counts, scale, 0)))
    key = "pooled" if other == POOLED else "own"
    found.append(wrong("expected", f"disagreement-{key}", _by_chance(counts, scale, power, other)))
    found.append(wrong("kappa", "weighted-unweighted", _value(counts, scale, 0, marginals)))
    found.append(wrong("kappa", f"weighted-{swapped}", _value(counts, scale, _POWERS[swapped], marginals)))
    found.append(wrong("kappa", f"weighted-{key}", _value(counts, scale, power, other)))
    if expected:
        found.append(wrong("kappa", "coefficient-not-subtracted", observed / expected))
    found.append(wrong("kappa", "coefficient-not-divided", expected - observed))
    found.append(wrong("kappa", "coefficient-without-chance", 1 - observed, beside=True))
    if _gaps(counts):
        found.append(wrong("kappa", "weighted-closed", _value(counts, _closed(counts), power, marginals), beside=True))
    return found


def _coefficient(weights: str) -> Coefficient:
    def of_labels(labels: Labels, marginals: str, places: int) -> Agreement:
        return _weighted(counts_in(labels), weights, marginals, places)

    def mistakes(labels: Labels, marginals: str) -> Sequence[WrongNumber]:
        return _mistakes_of(counts_in(labels), weights, marginals)

    chance = {OWN: f"expected-{weights}-step", POOLED: f"expected-{weights}-pooled-step"}
    return Coefficient(
        weights,
        _NAMES[weights],
        "Cohen 1968",
        DISAGREEMENT,
        lambda assessors, rel, marginals, places: weighted_kappa(
            assessors, rel, weights=weights, marginals=marginals, places=places
        ),
        of_labels,
        mistakes,
        hows={marginals: (f"observed-{weights}-step", how, "disagreement-step") for marginals, how in chance.items()},
        graded=True,
    )


COEFFICIENTS = tuple(map(_coefficient, WEIGHTS))
