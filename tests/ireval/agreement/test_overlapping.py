"""Agreement of assessors of whom each judged some of the documents: Fleiss' kappa, kappa of pairs, and majorities."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from ireval import InputError
from ireval.agreement import fleiss_kappa, majority_labels, pairwise_kappa
from ireval.agreement.labels_in_common import Judgements
from ireval.messages import say
from tests.ireval.agreement.printed_steps import check_printed_steps
from tests.ireval.agreement.test_fleiss import COUNTS, of_rows
from tests.ireval.random_lists import examples, given, st


def of_texts(rows: list[str]) -> dict[str, Judgements]:
    """The assessors of documents, each a text with a digit for each assessor, or a dot without a label."""
    return {
        f"a{person}": {"1": {str(d): int(row[person]) for d, row in enumerate(rows) if row[person] != "."}}
        for person in range(len(rows[0]))
    }


def by_definition(rows: list[str]) -> Fraction | None:
    """The mean share of equal pairs of a document's labels, and the chance that two of all labels are equal."""
    given = [row.replace(".", "") for row in rows]
    given = [labels for labels in given if len(labels) > 1]
    if not given:
        return None
    shares = [Fraction(sum(a == b for a, b in permutations(x, 2)), len(x) * (len(x) - 1)) for x in given]
    every = "".join(given)
    observed = sum(shares, Fraction()) / len(shares)
    expected = sum((Fraction(every.count(label), len(every)) ** 2 for label in set(every)), Fraction())
    return None if expected == 1 else (observed - expected) / (1 - expected)


gaps = st.integers(2, 6).flatmap(
    lambda people: st.lists(st.text("012.", min_size=people, max_size=people), min_size=1, max_size=12)
)
full = st.integers(2, 5).flatmap(
    lambda people: st.lists(st.text("012", min_size=people, max_size=people), min_size=1, max_size=12)
)


@given(gaps)
@examples(80)
def test_fleiss_kappa_of_overlapping_documents_is_what_its_definition_says(rows: list[str]) -> None:
    agreement, kappa = fleiss_kappa(of_texts(rows), overlapping=True), by_definition(rows)
    if kappa is None:
        assert agreement.value is None and agreement.reason is not None
    else:
        assert agreement.value == pytest.approx(float(kappa), abs=1e-12)
    check_printed_steps(agreement)


@given(full)
@examples(40)
def test_with_equal_numbers_of_labels_it_is_fleiss_own(rows: list[str]) -> None:
    assessors = of_texts(rows)
    overlapping, usual = fleiss_kappa(assessors, overlapping=True), fleiss_kappa(assessors)
    assert overlapping.value == usual.value and overlapping.steps == usual.steps
    assert overlapping.counts == usual.counts


def test_the_worked_example_with_other_people_for_each_document() -> None:
    """Fleiss' definition asks for equal numbers of labels, and not for the same people."""
    people: dict[str, Judgements] = {}
    for document, counts in enumerate(COUNTS):
        labels = [label for label, count in enumerate(counts) for _ in range(count)]
        for place, label in enumerate(labels):
            people[f"{document}-{place}"] = {"1": {str(document): label}}
    agreement = fleiss_kappa(people, overlapping=True)
    assert [step.value for step in agreement.steps] == [pytest.approx(v, abs=5e-4) for v in (0.378, 0.213, 0.210)]


def test_the_numbers_of_a_small_class() -> None:
    """Calculated by hand: the documents agree on 1/3, 1 and 0 of their pairs; the 7 labels are 2, 2 and 3."""
    agreement = fleiss_kappa(of_texts(["001..", "22...", "...12", "2...."]), overlapping=True)
    assert [step.calculation.text for step in agreement.steps] == [
        "observed = (0.333 + 1 + 0)/3 = 0.444",
        "expected = 2/7*2/7 + 2/7*2/7 + 3/7*3/7 = 0.347",
        "kappa = (0.444 - 0.347)/(1 - 0.347) = 0.149",
    ]
    assert agreement.documents == 3
    assert [say(note) for note in agreement.notes] == [
        "1 of 4 documents has a label from one assessor only, and is left out."
    ]


def test_why_it_is_undefined() -> None:
    apart = fleiss_kappa(of_texts(["1.", ".1"]), overlapping=True)
    assert (apart.value, apart.documents) == (None, 0)
    assert say(apart.notes[0]) == "Not defined: there is no document that two of these assessors judged."
    same = fleiss_kappa(of_texts(["11.", ".11"]), overlapping=True)
    assert same.value is None and "every document got the same label (1)" in say(same.notes[0])
    with pytest.raises(InputError, match="there is 1"):
        fleiss_kappa(of_texts(["1"]), overlapping=True)


def shared(assessors: dict[str, Judgements], a: str, b: str) -> list[str]:
    return [docno for docno in assessors[a]["1"] if docno in assessors[b]["1"]]


@given(gaps, st.integers(1, 4))
@examples(80)
def test_kappa_of_pairs_is_scikit_learns(rows: list[str], least: int) -> None:
    from sklearn.metrics import cohen_kappa_score

    assessors = of_texts(rows)
    theirs, undefined, apart = {}, 0, 0
    for a, b in combinations(assessors, 2):
        documents = shared(assessors, a, b)
        labels = [[assessors[who]["1"][d] for d in documents] for who in (a, b)]
        if len(documents) < least:
            apart += 1
        elif len({*labels[0], *labels[1]}) == 1:
            undefined += 1
        else:
            theirs[a, b] = cohen_kappa_score(*labels)
    found = pairwise_kappa(assessors, least=least)
    assert found.kappas == pytest.approx(theirs, abs=1e-12)
    assert (found.undefined, found.apart) == (undefined, apart)
    if theirs:
        assert found.value == pytest.approx(sum(theirs.values()) / len(theirs), abs=1e-12)
    else:
        assert found.value is None and found.reason is not None


def test_the_mean_is_calculated_in_steps() -> None:
    found = pairwise_kappa(of_rows(["000", "110", "101", "110"]))
    assert found.step is not None
    assert found.step.calculation.text == "mean = (0.500 + 0.200 - 0.500)/3 = 0.067"


def test_why_there_is_no_kappa_of_pairs() -> None:
    apart, same = pairwise_kappa(of_texts(["1.", ".1"])), pairwise_kappa(of_texts(["11", "11"]))
    assert apart.reason and say(apart.reason) == "no two assessors judged 2 or more of the same documents"
    assert same.reason and say(same.reason).startswith("both assessors of 1 pair with 2 or more documents in common")


def test_a_majority_counts_votes_and_marks_ties() -> None:
    labels = majority_labels(of_texts(["0112", "2.02", "1...", "...."]))["1"]
    assert labels["0"] == (1, 2, 4, False)
    assert labels["1"] == (2, 2, 3, False)
    assert labels["2"] == (1, 1, 1, False)
    assert "3" not in labels
    assert majority_labels(of_texts(["20"]))["1"]["0"] == (0, 1, 2, True), "the lower grade of a tie"
    assert majority_labels({"a": {"1": {"x": -1}}}) == {}
