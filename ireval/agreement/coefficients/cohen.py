"""Cohen's kappa: how far two assessors agree beyond chance (Cohen 1960, doi:10.1177/001316446002000104).

With pooled marginals, the agreement expected by chance is computed from the labels of both assessors together. This is
Scott's pi (Scott 1955, doi:10.1086/266577), which Introduction to Information Retrieval (section 8.5) calls kappa.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ireval.agreement.agreement import AGREEMENT, PLACES, Agreement, Share, completed, with_nothing_in_common
from ireval.agreement.coefficient import Coefficient, Labels, checked_marginals, counts_in
from ireval.agreement.label_counts import OWN, POOLED, LabelCounts, count_labels
from ireval.agreement.labels_in_common import BINARY, Judgements, SharedJudgements, shared_judgements
from ireval.agreement.wrong_number import WrongNumber, wrong
from ireval.errors import InputError
from ireval.numbers.expression import Expr, Num, total

NAMES = {OWN: "Cohen's kappa", POOLED: "Pooled kappa (Scott's pi)"}
_OBSERVED = r"\mathrm{observed} = \frac{\mathrm{same\ label}}{\mathrm{documents}}"
_EXPECTED = {
    OWN: r"\mathrm{expected} = \sum_{\mathrm{label}}"
    r" \frac{\mathrm{first}}{\mathrm{documents}} \cdot \frac{\mathrm{second}}{\mathrm{documents}}",
    POOLED: r"\mathrm{expected} = \sum_{\mathrm{label}}"
    r" \left(\frac{\mathrm{first} + \mathrm{second}}{2 \cdot \mathrm{documents}}\right)^{2}",
}


def cohens_kappa(
    assessors: Mapping[str, Judgements], rel: int | None = None, *, marginals: str = OWN, places: int = PLACES
) -> Agreement:
    """Cohen's kappa of two assessors, over the documents that both judged; Scott's pi with pooled ``marginals``.

    ``assessors`` has the judgements of both assessors by name: ``{name: {topic: {docno: grade}}}``. With ``rel``, the
    labels are only relevant (grade ``rel`` or more) or not. ``marginals`` is ``own`` or ``pooled``. ``places`` is the
    number of decimals in the calculations. Raises ``InputError`` unless there are two assessors.
    """
    judgements = judged_by_two(assessors, rel)
    return _kappa(count_labels(judgements), marginals, places, judgements)


def judged_by_two(assessors: Mapping[str, Judgements], rel: int | None) -> SharedJudgements:
    """The documents that both assessors judged. Raises ``InputError`` unless there are two assessors."""
    if len(assessors) != 2:
        raise InputError("assessors", "cohen-compares-two", count=len(assessors))
    return shared_judgements(assessors, rel)


def _kappa(counts: LabelCounts, marginals: str, places: int, judgements: SharedJudgements | None = None) -> Agreement:
    name = NAMES[checked_marginals(marginals)]
    found = Agreement(name, counts.assessors, counts.total, counts.table, judgements=judgements)
    if not counts.total:
        return with_nothing_in_common(found)
    same: list[Expr] = [Num(row[place]) for place, row in enumerate(counts.counts)]
    observed = Share(total(same) / Num(counts.total), Fraction(counts.same, counts.total), _OBSERVED)
    first, second, size = counts.shares(marginals)
    by_chance: list[Expr] = [(Num(a) / Num(size)) * (Num(b) / Num(size)) for a, b in zip(first, second, strict=True)]
    expected = Share(total(by_chance), counts.expected_agreement(marginals), _EXPECTED[marginals])
    return completed(found, AGREEMENT, observed, expected, places, counts.only)


def _of_labels(labels: Labels, marginals: str, places: int) -> Agreement:
    return _kappa(counts_in(labels), marginals, places)


# --- Mistakes ---------------------------------------------------------------------------------------------------------


def _mistakes(given: Labels, marginals: str) -> Sequence[WrongNumber]:
    """The numbers that typical mistakes give."""
    labels = counts_in(given)
    observed, expected = labels.same / labels.total, float(labels.expected_agreement(marginals))
    binary = labels.labels in {("0", "1"), BINARY}
    other = OWN if marginals == POOLED else POOLED
    key = "pooled" if other == POOLED else "own"
    chance = float(labels.expected_agreement(other))
    found = [*(_of_relevance(labels) if binary else _of_one_label(labels))]
    apart = labels.total - labels.same
    found.append(wrong("observed", "agreement-disagreement", apart / labels.total, count=apart))
    found.append(wrong("expected", f"expected-{key}", chance))
    if binary:
        (_, one), (_, two) = labels.rows, labels.columns
        found.append(wrong("expected", "expected-relevant-only", one / labels.total * (two / labels.total)))
    found += _of_kappa(observed, expected)
    found.append(wrong("kappa", f"kappa-{key}", _kappa_from(observed, chance)))
    if len(labels.labels) == 2:
        found.append(wrong("expected", "expected-even", 0.5, easy=True))
        found.append(wrong("kappa", "kappa-even", _kappa_from(observed, 0.5)))
    found.append(wrong("kappa", "kappa-without-chance", observed, easy=True))
    return [*found, *_of_one_assessor(labels, observed)]


def _of_kappa(observed: float, expected: float) -> list[WrongNumber]:
    """The results of a wrong divisor."""
    above = observed - expected
    divisors = {"observed": observed, "expected": expected, "disagreement": 1 - observed}
    found = [wrong("kappa", "kappa-not-divided", above)]
    return found + [wrong("kappa", f"kappa-divided-by-{name}", above / x) for name, x in divisors.items() if x > 0]


def _of_relevance(labels: LabelCounts) -> list[WrongNumber]:
    """The results of looking only at relevant documents."""
    (neither, second), (first, both) = labels.counts
    found = [wrong("observed", "agreement-relevant-only", both / labels.total, count=neither)]
    if neither < labels.total:
        found.append(wrong("observed", "agreement-overlap", both / (both + first + second), count=neither))
    return found


def _of_one_label(labels: LabelCounts) -> list[WrongNumber]:
    """The results of counting the agreement on one label alone."""
    return [
        wrong("observed", "agreement-one-label", row[place] / labels.total, label=label)
        for place, (label, row) in enumerate(zip(labels.labels, labels.counts, strict=True))
    ]


def _of_one_assessor(labels: LabelCounts, observed: float) -> list[WrongNumber]:
    """The results of squaring the shares of one assessor."""
    found = []
    for name, given in zip(labels.assessors, (labels.rows, labels.columns), strict=True):
        chance = sum(count**2 for count in given) / labels.total**2
        found.append(wrong("expected", "expected-one-assessor", chance, beside=True, name=name))
        if chance < 1:
            found.append(wrong("kappa", "kappa-one-assessor", _kappa_from(observed, chance), beside=True, name=name))
    return found


def _kappa_from(observed: float, expected: float) -> float:
    return AGREEMENT.of(observed, expected) if expected < 1 else float("nan")


COEFFICIENT = Coefficient(
    "cohen",
    NAMES,
    "Cohen 1960; pooled: Scott 1955, and Manning, Raghavan and Schütze 2008, section 8.5",
    AGREEMENT,
    lambda assessors, rel, marginals, places: cohens_kappa(assessors, rel, marginals=marginals, places=places),
    _of_labels,
    _mistakes,
    hows={
        OWN: ("observed-agreement-step", "expected-agreement-step", "kappa-step"),
        POOLED: ("observed-agreement-step", "expected-pooled-step", "kappa-step"),
    },
)
