"""Weighted and pooled kappa and alpha: worked examples, exact rationals by their definitions, and what has none."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from ireval import InputError
from ireval.agreement import COEFFICIENTS, cohens_kappa, krippendorffs_alpha, table_agreement, weighted_kappa
from ireval.agreement.all_coefficients import of_tables
from ireval.agreement.label_counts import OWN, POOLED, LabelCounts
from ireval.agreement.labels_in_common import Judgements
from ireval.messages import say
from tests.ireval.agreement.printed_steps import check_printed_steps
from tests.ireval.agreement.test_cohen import grades_of, two
from tests.ireval.random_lists import examples, given, st

pytestmark = pytest.mark.slow

BOOK = [[300, 20], [10, 70]]


def coders() -> dict[str, Judgements]:
    """Three coders of fifteen units, a published example with missing values (dots); its nominal alpha is 0.691."""
    return {"A": grades_of(".....34121133.3"), "B": grades_of("1.213343......."), "C": grades_of("..21344.21133.4")}


def test_the_book_pools_the_labels() -> None:
    """Manning, Raghavan and Schütze, table 8.2: 0.925 observed, 0.2125 and 0.7878 pooled, 0.665, kappa 0.776."""
    pooled = table_agreement(BOOK, marginals=POOLED)
    assert [round(step.value or 0, 3) for step in pooled.steps] == [0.925, 0.665, 0.776]
    expected = Fraction(170, 800) ** 2 + Fraction(630, 800) ** 2
    assert pooled.value == float((Fraction(370, 400) - expected) / (1 - expected))
    assert pooled.steps[1].calculation.text == "expected = 630/800*630/800 + 170/800*170/800 = 0.665"
    own = Fraction(320 * 310 + 80 * 90, 400**2)
    assert table_agreement(BOOK).value == float((Fraction(370, 400) - own) / (1 - own))


def test_a_published_alpha() -> None:
    found = krippendorffs_alpha(coders())
    assert found.value == pytest.approx(0.691, abs=5e-4) and found.documents == 12
    check_printed_steps(found)
    assert "1 of 13 documents has a label from one assessor only" in say(found.notes[0])


tables = st.integers(2, 4).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, 9), min_size=size, max_size=size), min_size=size, max_size=size)
)


def by_definition(pairs: list[tuple[int, int]], power: int, marginals: str) -> Fraction | None:
    """A weighted kappa from each document, and from each two labels that might have met."""
    first, second = zip(*pairs, strict=True)
    if marginals == POOLED:
        first = second = (*first, *second)
    apart = [Fraction(abs(a - b) ** power if a != b else 0) for a, b in pairs]
    chance = [Fraction(abs(a - b) ** power if a != b else 0) for a in first for b in second]
    expected = sum(chance, Fraction()) / len(chance)
    return 1 - sum(apart, Fraction()) / len(apart) / expected if expected else None


@given(tables, st.sampled_from([OWN, POOLED]))
@examples(80)
def test_kappas_are_what_their_definitions_say(rows: list[list[int]], marginals: str) -> None:
    pairs = [(i, j) for i, row in enumerate(rows) for j, count in enumerate(row) for _ in range(count)]
    if not pairs:
        return
    labels = tuple(map(str, range(len(rows))))
    for key, power in (("cohen", 0), ("linear", 1), ("quadratic", 2)):
        found = table_agreement(rows, key, labels=labels, marginals=marginals)
        kappa = by_definition(pairs, power, marginals)
        assert found.value == (None if kappa is None else float(kappa))
        assert (found.reason is None) == (kappa is not None)
        check_printed_steps(found)


def alpha_by_definition(rows: list[str], level: str) -> Fraction | None:
    """Alpha from each ordered pair of labels of a document, and from each ordered pair of all."""
    units = [row for row in (row.replace(".", "") for row in rows) if len(row) > 1]
    every = "".join(units)
    if not units:
        return None

    def apart(a: str, b: str) -> Fraction:
        if level == "nominal":
            return Fraction(a != b)
        low, high = sorted((a, b))
        inside = sum(every.count(str(grade)) for grade in range(int(low), int(high) + 1))
        return (inside - Fraction(every.count(a) + every.count(b), 2)) ** 2 if a != b else Fraction()

    observed = sum(
        (apart(a, b) / (len(unit) - 1) for unit in units for a, b in permutations(unit, 2)), Fraction()
    ) / len(every)
    expected = sum((apart(a, b) for a, b in permutations(every, 2)), Fraction()) / (len(every) * (len(every) - 1))
    return 1 - observed / expected if expected else None


@given(
    st.lists(st.text("013.", min_size=3, max_size=3), min_size=1, max_size=10), st.sampled_from(["nominal", "ordinal"])
)
@examples(80)
def test_alpha_is_what_its_definition_says(rows: list[str], level: str) -> None:
    assessors = {f"a{i}": grades_of("".join(row[i] for row in rows)) for i in range(3)}
    found = krippendorffs_alpha(assessors, level=level)
    alpha = alpha_by_definition(rows, level)
    assert found.value == (None if alpha is None else float(alpha))
    assert (found.reason is None) == (alpha is not None)
    check_printed_steps(found)


def test_alpha_keeps_documents_that_one_assessor_missed() -> None:
    three = {"a": grades_of("0101"), "b": grades_of("0111"), "c": grades_of("01.1")}
    assert krippendorffs_alpha(three).documents == 4
    assert krippendorffs_alpha({"a": grades_of("01.."), "b": grades_of("..01")}).reason


def test_a_grade_that_nobody_gave_keeps_its_place() -> None:
    """0 and 1 against 3 are 3 and 2 apart; without grade 2, they would be 2 and 1 apart."""
    found = weighted_kappa(two("001131", "011330"))
    (note,) = [say(note) for note in found.notes]
    assert "Nobody gave grade 2" in note
    closed = weighted_kappa(two("001121", "011220"))
    assert found.value != closed.value and note.endswith(f"kappa is {closed.value:.3f}.")


def test_relevant_or_not_needs_no_weights() -> None:
    judgements = two("0123102", "0213201")
    kappa = cohens_kappa(judgements, 2).value
    assert weighted_kappa(judgements, 2).value == weighted_kappa(judgements, 2, weights="quadratic").value == kappa


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: table_agreement(BOOK, "kapa"), "coefficient"),
        (lambda: table_agreement(BOOK, marginals="both"), "marginals"),
        (lambda: table_agreement([[1, 2]]), "table"),
        (lambda: table_agreement([[1, -2], [3, 4]]), "table"),
        (lambda: table_agreement(BOOK, labels=["a"]), "table"),
        (lambda: weighted_kappa(two("01", "01"), weights="cubic"), "weights"),
        (lambda: krippendorffs_alpha(two("01", "01"), level="ratio"), "level"),
        (lambda: cohens_kappa(two("01", "01"), marginals="none"), "marginals"),
        (lambda: krippendorffs_alpha({"a": grades_of("01")}), "assessors"),
    ],
)
def test_what_cannot_be_used_is_refused(call: object, field: str) -> None:
    with pytest.raises(InputError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.field == field
    assert caught.value.suggestion


def test_every_mistake_has_a_sentence_and_undefined_tables_have_reasons() -> None:
    graded = LabelCounts(("0", "1", "3"), ((20, 5, 1), (4, 12, 3), (0, 2, 9)))
    for coefficient in of_tables():
        for marginals in coefficient.titles:
            mistakes = coefficient.mistakes(graded, marginals)
            assert len(mistakes) >= 4
            assert all(say(x.message) and "{" not in say(x.message) for x in mistakes)
            alike = coefficient.compute(LabelCounts(("0", "1"), ((7, 0), (0, 0))), marginals, 3)
            assert alike.value is None and alike.reason and "(0)" in say(alike.notes[0])
            coefficient.mistakes(LabelCounts(("0", "1"), ((7, 0), (0, 0))), marginals)
    assert len(COEFFICIENTS) == 6
