"""The numbers that typical mistakes give for each coefficient, written down by hand as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from ireval.agreement.all_coefficients import COEFFICIENTS, of_all, of_pairs, of_table, of_tables
from ireval.agreement.coefficient import Labels
from ireval.agreement.label_counts import LabelCounts
from ireval.agreement.labels_in_common import given_labels
from ireval.errors import InputError
from tests.ireval.agreement.test_cohen import grades_of

#: Table 8.2 of Introduction to Information Retrieval: 320 and 80, and 310 and 90, of 400 documents.
BOOK = ((300, 20), (10, 70))
#: 26, 19 and 11, and 24, 19 and 13, of 56 documents; nobody gave grade 2.
GRADED = LabelCounts(("0", "1", "3"), ((20, 5, 1), (4, 12, 3), (0, 2, 9)))
#: Three assessors and four documents; the third one has two labels, and the last one has one.
MISSING = given_labels({"a": grades_of("0101"), "b": grades_of("011."), "c": grades_of("11..")})

Numbers = Mapping[tuple[str, str], Fraction]


def mistakes(key: str, labels: Labels, marginals: str = "own") -> dict[tuple[str, str], float]:
    found = COEFFICIENTS[key].mistakes(labels, marginals)
    assert len({(x.step, x.key, *x.message.values.items()) for x in found}) == len(found)
    return {(x.step, x.key): x.value for x in found if not x.key.endswith("-one-assessor") and "one-label" not in x.key}


def kappa(observed: Fraction, expected: Fraction) -> Fraction:
    return (observed - expected) / (1 - expected)


def test_mistakes_in_cohens_kappa_of_relevance() -> None:
    """Observed 370/400 = 0.925; expected (320*310 + 80*90)/400^2 = 0.665, pooled (630^2 + 170^2)/800^2 = 0.6653125."""
    observed, own, pooled = Fraction(370, 400), Fraction(665, 1000), Fraction(6653125, 10_000_000)
    same: Numbers = {
        ("observed", "agreement-relevant-only"): Fraction(70, 400),
        ("observed", "agreement-overlap"): Fraction(70, 100),
        ("observed", "agreement-disagreement"): Fraction(30, 400),
        ("expected", "expected-relevant-only"): Fraction(80 * 90, 400**2),
        ("expected", "expected-even"): Fraction(1, 2),
        ("kappa", "kappa-even"): kappa(observed, Fraction(1, 2)),
        ("kappa", "kappa-without-chance"): observed,
    }
    labels = LabelCounts(("0", "1"), BOOK)
    for marginals, chance, key, other in (("own", own, "pooled", pooled), ("pooled", pooled, "own", own)):
        above = observed - chance
        assert mistakes("cohen", labels, marginals) == pytest.approx(
            {
                **same,
                ("expected", f"expected-{key}"): other,
                ("kappa", f"kappa-{key}"): kappa(observed, other),
                ("kappa", "kappa-not-divided"): above,
                ("kappa", "kappa-divided-by-observed"): above / observed,
                ("kappa", "kappa-divided-by-expected"): above / chance,
                ("kappa", "kappa-divided-by-disagreement"): above / (1 - observed),
            }
        )


def test_the_shares_of_one_assessor_and_of_one_label() -> None:
    """A: (320^2 + 80^2)/400^2 = 0.68; B: (310^2 + 90^2)/400^2 = 0.65125."""
    found = COEFFICIENTS["cohen"].mistakes(LabelCounts(("yes", "no"), BOOK), "own")
    by_name = {
        (x.step, x.key, str(x.message.values.get("name", x.message.values.get("label")))): x.value for x in found
    }
    expected = {
        ("expected", "expected-one-assessor", "A"): 0.68,
        ("kappa", "kappa-one-assessor", "A"): (0.925 - 0.68) / 0.32,
        ("expected", "expected-one-assessor", "B"): 0.65125,
        ("kappa", "kappa-one-assessor", "B"): (0.925 - 0.65125) / 0.34875,
        ("observed", "agreement-one-label", "yes"): 0.75,
        ("observed", "agreement-one-label", "no"): 0.175,
    }
    assert {key: by_name[key] for key in expected} == pytest.approx(expected)
    assert not [x for x in found if x.key in {"agreement-relevant-only", "expected-relevant-only"}]
    assert {x.key for x in found if x.easy} == {"expected-even", "kappa-without-chance"}
    assert {x.key for x in found if x.beside} == {"expected-one-assessor", "kappa-one-assessor"}


def test_mistakes_in_weighted_kappas() -> None:
    """Apart by one label (0 and 1), two (1 and 3) or three (0 and 3): 9, 5 and 1 documents.

    By chance, each of 56^2 pairs of labels: 950, 456 and 602 of them. Pooled, of 112^2: 3,800, 1,824 and 2,400.
    """

    def chance(near: int, next_: int, far: int) -> Fraction:
        return Fraction(near * 950 + next_ * 456 + far * 602, 56**2)

    pooled = Fraction(1, 112**2)
    apart = {0: Fraction(15, 56), 1: Fraction(9 + 2 * 5 + 3, 56), 2: Fraction(9 + 4 * 5 + 9, 56)}
    by_chance = {0: chance(1, 1, 1), 1: chance(1, 2, 3), 2: chance(1, 4, 9)}
    of_both = {1: pooled * (3800 + 2 * 1824 + 3 * 2400), 2: pooled * (3800 + 4 * 1824 + 9 * 2400)}
    closed = {
        1: 1 - Fraction(9 + 5 + 2, 56) / (Fraction(950 + 456 + 2 * 602, 56**2)),
        2: 1 - Fraction(9 + 5 + 4, 56) / (Fraction(950 + 456 + 4 * 602, 56**2)),
    }
    for key, power, swapped, other in (("linear", 1, "quadratic", 2), ("quadratic", 2, "linear", 1)):
        observed, expected = apart[power], by_chance[power]
        assert mistakes(key, GRADED) == pytest.approx(
            {
                ("observed", "disagreement-unweighted"): apart[0],
                ("expected", "disagreement-unweighted"): by_chance[0],
                ("observed", f"disagreement-{swapped}"): apart[other],
                ("expected", f"disagreement-{swapped}"): by_chance[other],
                ("observed", "disagreement-agreement"): Fraction(41, 56),
                ("expected", "disagreement-pooled"): of_both[power],
                ("kappa", "weighted-unweighted"): 1 - apart[0] / by_chance[0],
                ("kappa", f"weighted-{swapped}"): 1 - apart[other] / by_chance[other],
                ("kappa", "weighted-pooled"): 1 - observed / of_both[power],
                ("kappa", "coefficient-not-subtracted"): observed / expected,
                ("kappa", "coefficient-not-divided"): expected - observed,
                ("kappa", "coefficient-without-chance"): 1 - observed,
                ("kappa", "weighted-closed"): closed[power],
            }
        )
    own = mistakes("linear", GRADED, "pooled")
    assert own["expected", "disagreement-own"] == pytest.approx(by_chance[1])
    assert own["kappa", "weighted-own"] == pytest.approx(1 - apart[1] / by_chance[1])
    full = mistakes("linear", LabelCounts(("0", "1", "2"), GRADED.counts))
    assert ("kappa", "weighted-closed") not in full, "no grade is missing"


def alpha(observed: Fraction, expected: Fraction) -> Fraction:
    return 1 - observed / expected


def test_mistakes_in_alpha() -> None:
    """50, 38 and 24 of 112 labels. Ordinal distances: (50/2 + 38/2)^2, (50/2 + 38 + 24/2)^2 and (38/2 + 24/2)^2."""

    def numbers(near: int, far: int, next_: int) -> tuple[Fraction, Fraction]:
        observed = Fraction(2 * (9 * near + 1 * far + 5 * next_), 112)
        return observed, Fraction(2 * (50 * 38 * near + 50 * 24 * far + 38 * 24 * next_), 112 * 111)

    levels = {
        "nominal": numbers(1, 1, 1),
        "ordinal": numbers(44**2, 75**2, 31**2),
        "interval": numbers(1, 9, 4),
        "whole-ends": numbers(88**2, 112**2, 62**2),
    }
    for level, others in (("nominal", ("ordinal", "interval")), ("ordinal", ("nominal", "interval", "whole-ends"))):
        observed, expected = levels[level]
        squared = expected * Fraction(111, 112)
        wrong: dict[tuple[str, str], Fraction] = {
            ("expected", "alpha-n-squared"): squared,
            ("alpha", "alpha-n-squared"): alpha(observed, squared),
            ("alpha", "coefficient-not-subtracted"): observed / expected,
        }
        for other in others:
            values = levels[other]
            wrong |= {("observed", f"alpha-{other}"): values[0], ("expected", f"alpha-{other}"): values[1]}
            wrong[("alpha", f"alpha-{other}")] = alpha(*values)
        if level == "nominal":
            wrong |= {
                ("observed", "alpha-agreement"): 1 - observed,
                ("expected", "alpha-expected-agreement"): 1 - expected,
                ("alpha", "coefficient-not-divided"): expected - observed,
                ("alpha", "coefficient-without-chance"): 1 - observed,
            }
        assert mistakes(f"alpha-{level}", GRADED) == pytest.approx({key: float(x) for key, x in wrong.items()})


def test_mistakes_with_documents_that_somebody_missed() -> None:
    """Labels 0 0 1, 1 1 1, 0 1 and 1: of 8 labels that meet others, 3 are 0. Pairs 0-1: 1, 0 and 1, in both orders.

    Documents that all three judged: 2 and 4 labels, and one pair 0-1. With the single label there are 9, 3 of them 0.
    If each pair counts 1, 6 of 14 pairs differ.
    """
    observed, expected = Fraction(4, 8), Fraction(2 * 3 * 5, 8 * 7)
    found = COEFFICIENTS["alpha-nominal"].compute(MISSING, "own", 3)
    assert [step.value for step in found.steps] == pytest.approx([observed, expected, alpha(observed, expected)])
    assert found.documents == 3
    numbers = mistakes("alpha-nominal", MISSING)
    wrong = {
        ("expected", "alpha-n-squared"): Fraction(30, 64),
        ("observed", "alpha-complete-only"): Fraction(2, 6),
        ("expected", "alpha-complete-only"): Fraction(2 * 2 * 4, 6 * 5),
        ("alpha", "alpha-complete-only"): alpha(Fraction(2, 6), Fraction(16, 30)),
        ("expected", "alpha-single-labels"): Fraction(2 * 3 * 6, 9 * 8),
        ("alpha", "alpha-single-labels"): alpha(observed, Fraction(1, 2)),
        ("observed", "alpha-equal-pairs"): Fraction(6, 14),
        ("alpha", "alpha-equal-pairs"): alpha(Fraction(6, 14), expected),
    }
    assert {key: numbers[key] for key in wrong} == pytest.approx({key: float(x) for key, x in wrong.items()}, abs=1e-12)
    said = {x.key: x.message.values for x in COEFFICIENTS["alpha-nominal"].mistakes(MISSING, "own")}
    assert said["alpha-complete-only"]["count"] == 1 and said["alpha-single-labels"]["count"] == 1
    assert (said["alpha-n-squared"]["total"], said["alpha-n-squared"]["below"]) == (8, 7)
    whole = given_labels({"a": grades_of("010"), "b": grades_of("011"), "c": grades_of("110")})
    assert not {"alpha-complete-only", "alpha-single-labels"} & {key for _, key in mistakes("alpha-nominal", whole)}
    assert ("alpha", "alpha-equal-pairs") not in mistakes("alpha-ordinal", whole)


def test_tables_without_disagreement_have_mistakes_too() -> None:
    alike = LabelCounts(("0", "1"), ((7, 0), (0, 0)))
    found = mistakes("cohen", alike)
    assert ("observed", "agreement-overlap") not in found, "nothing is relevant"
    assert found["kappa", "kappa-pooled"] != found["kappa", "kappa-pooled"], "it is not defined"
    assert ("kappa", "kappa-divided-by-disagreement") not in found
    assert ("kappa", "coefficient-not-subtracted") not in mistakes("linear", alike)
    assert mistakes("alpha-nominal", alike)["alpha", "alpha-n-squared"] != 0


def test_which_coefficients_there_are() -> None:
    assert [x.key for x in of_pairs()] == ["cohen", "linear", "quadratic"]
    assert [x.key for x in of_all()] == ["fleiss", "alpha-nominal", "alpha-ordinal"]
    assert [x.key for x in of_tables()] == ["cohen", "linear", "quadratic", "alpha-nominal", "alpha-ordinal"]
    assert [x.key for x in COEFFICIENTS.values() if x.graded] == ["linear", "quadratic", "alpha-ordinal"]
    assert [x.key for x in COEFFICIENTS.values() if x.pools] == ["cohen", "linear", "quadratic"]
    assert of_table("cohen").title("pooled") == "Pooled kappa (Scott's pi)"
    assert of_table("alpha-nominal").title("pooled") == "Krippendorff's alpha, nominal"
    with pytest.raises(InputError):
        of_table("fleiss")
    with pytest.raises(TypeError):
        COEFFICIENTS["fleiss"].compute(GRADED, "own", 3)
    with pytest.raises(TypeError):
        COEFFICIENTS["cohen"].compute(MISSING, "own", 3)
