"""Cohen's kappa: by hand, its printed calculation, and what has no kappa."""

from __future__ import annotations

import pytest

from ireval import InputError
from ireval.agreement import cohens_kappa
from ireval.agreement.labels_in_common import Judgements
from ireval.collection import built_in
from ireval.messages import say
from tests.ireval.agreement.printed_steps import check_printed_steps


def grades_of(labels: str) -> Judgements:
    """The grades of documents 0, 1, ... as digits; a dot is a document that was not judged."""
    return {"1": {str(place): int(label) for place, label in enumerate(labels) if label != "."}}


def two(first: str, second: str) -> dict[str, Judgements]:
    return {"ada": grades_of(first), "ben": grades_of(second)}


def test_a_table_of_counts_by_hand() -> None:
    """Of 50 documents both call 20 relevant and 15 not: 0.7 observed, 0.5 by chance (25/50 and 30/50), so 0.4."""
    agreement = cohens_kappa(two("1" * 20 + "1" * 5 + "0" * 10 + "0" * 15, "1" * 20 + "0" * 5 + "1" * 10 + "0" * 15))
    assert [step.value for step in agreement.steps] == [pytest.approx(0.7), pytest.approx(0.5), pytest.approx(0.4)]
    assert [field.head for field in agreement.counts.fields] == ["", "ben: 0", "ben: 1", "total"]
    assert agreement.counts.rows == (
        ("ada: 0", "15", "10", "25"),
        ("ada: 1", "5", "20", "25"),
        ("total", "20", "30", "50"),
    )
    assert [step.calculation.text for step in agreement.steps] == [
        "observed = (15 + 20)/50 = 0.700",
        "expected = 25/50*20/50 + 25/50*30/50 = 0.500",
        "kappa = (0.700 - 0.500)/(1 - 0.500) = 0.400",
    ]
    assert agreement.steps[1].calculation.latex == (
        r"\mathrm{expected} = \frac{25}{50} \cdot \frac{20}{50} + \frac{25}{50} \cdot \frac{30}{50} = 0.500"
    )
    check_printed_steps(agreement)


@pytest.mark.parametrize(
    ("first", "second", "kappa"),
    [
        ("0011", "0011", 1),  # no difference at all
        ("01", "10", -1),  # nothing alike
        ("0101", "0011", 0),  # as chance has it
        ("1111", "0011", 0),  # one assessor never says anything else
        ("1111", "0000", 0),
    ],
)
def test_the_ends_of_the_scale(first: str, second: str, kappa: float) -> None:
    assert cohens_kappa(two(first, second)).value == pytest.approx(kappa)


def test_grades_become_relevant_or_not_at_a_grade() -> None:
    one, other = "0012", "0021"
    assert cohens_kappa(two(one, other), 1).value == 1
    assert cohens_kappa(two(one, other), 2).value == pytest.approx(-1 / 3)
    table = cohens_kappa(two(one, other), 2).counts
    assert [row[0] for row in table.rows] == ["ada: non-relevant", "ada: relevant", "total"]


def test_missing_judgements_are_left_out_and_named() -> None:
    judgements = two("0.11210120", "001.......")
    agreement = cohens_kappa(judgements)
    assert agreement.judgements
    assert agreement.judgements.pairs == (("1", "0"), ("1", "2"))
    assert agreement.value == 1
    ada, ben = (say(note) for note in agreement.notes)
    assert ada == "ada did not judge 1 of 10 documents, which is left out: 1."
    named = ", ".join(map(str, range(3, 8)))
    assert ben == f"ben did not judge 7 of 10 documents, which are left out: {named} and 2 more."


def test_documents_of_the_pool_without_a_judgement_are_missing() -> None:
    agreement = cohens_kappa({"ada": {"1": {"a": 1, "b": 0}}, "ben": {"1": {"a": 1, "b": -1}}})
    assert agreement.judgements
    assert agreement.judgements.missing == {"ben": (("1", "b"),)}


def test_the_same_document_of_two_topics_counts_twice() -> None:
    ada, ben = {"1": {"a": 1}, "2": {"a": 0}}, {"1": {"a": 1}, "2": {"a": 1}}
    assert cohens_kappa({"ada": ada, "ben": ben}).steps[0].value == 0.5


def test_there_is_none_where_all_labels_are_the_same() -> None:
    agreement = cohens_kappa(two("222", "222"))
    assert agreement.value is None
    assert [step.value for step in agreement.steps] == [1, 1, None]
    assert say(agreement.notes[0]).startswith("Not defined: every document got the same label (2)")


def test_cohens_kappa_is_undefined_without_a_document_that_both_judged() -> None:
    agreement = cohens_kappa(two("01..", "..01"))
    assert (agreement.value, agreement.steps) == (None, ())
    assert say(agreement.notes[0]) == "Not defined: there is no document that all of these assessors judged."
    assert len(agreement.notes) == 3


@pytest.mark.parametrize("count", [0, 1, 3])
def test_it_compares_two_assessors(count: int) -> None:
    with pytest.raises(InputError, match="Cohen's kappa compares two assessors") as caught:
        cohens_kappa({str(number): grades_of("01") for number in range(count)})
    assert caught.value.suggestion


def test_the_assessors_of_the_built_in_collection_agree_as_people_do() -> None:
    """Above chance, and below what nobody would believe."""
    assessors = built_in().assessors
    for first in assessors:
        for second in assessors:
            if first < second:
                kappa = cohens_kappa({first: assessors[first], second: assessors[second]}).value
                assert kappa is not None and 0.2 < kappa < 0.8
