"""Fleiss' kappa: a worked example, its definition pair by pair, its printed calculation, and what has no kappa."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from ireval import InputError
from ireval.agreement import cohens_kappa, fleiss_kappa
from ireval.agreement.labels_in_common import Judgements
from ireval.messages import say
from tests.ireval.agreement.printed_steps import check_printed_steps
from tests.ireval.random_lists import examples, given, st

#: Fourteen people put each of ten subjects into one of five classes; a worked example of many textbooks.
COUNTS = (
    *((0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1)),
    *((7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7)),
)


def of_rows(rows: list[str]) -> dict[str, Judgements]:
    """The assessors of documents, each a text with a digit for each assessor."""
    return {
        f"a{person}": {"1": {str(place): int(row[person]) for place, row in enumerate(rows)}}
        for person in range(len(rows[0]))
    }


def test_the_worked_example() -> None:
    rows = ["".join(str(label) * count for label, count in enumerate(counts)) for counts in COUNTS]
    agreement = fleiss_kappa(of_rows(rows))
    assert [step.value for step in agreement.steps] == [pytest.approx(v, abs=5e-4) for v in (0.378, 0.213, 0.210)]
    assert [step.calculation.text.rpartition(" = ")[2] for step in agreement.steps] == ["0.378", "0.213", "0.210"]
    assert [field.head for field in agreement.counts.fields] == [
        *("topic", "document", "0", "1", "2", "3", "4", "calculation", "agreement"),
    ]
    assert agreement.counts.rows[1] == (
        *("1", "1", "0", "2", "6", "4", "2"),
        *("(2*2 + 6*6 + 4*4 + 2*2 - 14)/(14*13)", "0.253"),
    )
    assert agreement.counts.rows[-1][2:7] == ("20", "28", "39", "21", "32")
    check_printed_steps(agreement)


def by_definition(rows: list[str]) -> Fraction | None:
    """Kappa from each pair of people for each document, and from each pair of all labels."""
    pairs = [one == other for row in rows for one, other in permutations(row, 2)]
    given = "".join(rows)
    observed = Fraction(sum(pairs), len(pairs))
    expected = sum((Fraction(given.count(label), len(given)) ** 2 for label in set(given)), Fraction())
    return None if expected == 1 else (observed - expected) / (1 - expected)


tables = st.integers(2, 5).flatmap(
    lambda people: st.lists(st.text("012", min_size=people, max_size=people), min_size=1, max_size=15)
)


@given(tables)
@examples(80)
def test_it_is_what_its_definition_says(rows: list[str]) -> None:
    agreement, kappa = fleiss_kappa(of_rows(rows)), by_definition(rows)
    if kappa is None:
        assert agreement.value is None
        assert agreement.reason is not None
    else:
        assert agreement.value == pytest.approx(float(kappa), abs=1e-12)
    check_printed_steps(agreement)


def test_with_two_people_it_is_not_cohens() -> None:
    """Cohen's kappa expects of each assessor what that one does, Fleiss' of both the same: Scott's pi."""
    rows = ["11", "10", "10", "00"]
    assert cohens_kappa(of_rows(rows)).value == pytest.approx(0.2)  # 2/4, by chance 3/4*1/4 + 1/4*3/4 = 3/8
    assert fleiss_kappa(of_rows(rows)).value == pytest.approx(0)  # 2/4, by chance 1/4 + 1/4


def test_only_documents_that_all_judged_count() -> None:
    assessors = of_rows(["111", "100", "000"])
    more = {**assessors["a1"]["1"], "9": 1}
    agreement = fleiss_kappa({**assessors, "a1": {"1": more}})
    assert agreement.value == fleiss_kappa(assessors).value
    assert [say(note).partition(",")[0] for note in agreement.notes] == [
        f"{name} did not judge 1 of 4 documents" for name in ("a0", "a2")
    ]


def test_fleiss_kappa_is_undefined_without_differing_labels_or_common_documents() -> None:
    assert say(fleiss_kappa(of_rows(["11", "11"])).notes[0]).startswith(
        "Not defined: every document got the same label (1)"
    )
    apart = fleiss_kappa({"ada": {"1": {"a": 1}}, "ben": {"2": {"a": 1}}})
    assert (apart.value, apart.steps) == (None, ())


def test_one_assessor_is_too_few() -> None:
    with pytest.raises(InputError, match="there is 1"):
        fleiss_kappa({"ada": {"1": {"a": 1}}})
