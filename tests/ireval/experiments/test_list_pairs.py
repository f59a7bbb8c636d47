"""Two rankings as text: their judgements are shared, and wrong ones are refused."""

from __future__ import annotations

import math

import pytest

from ireval.errors import InputError
from ireval.experiments.list_pairs import ListPair
from tests.sentences import carries


def test_both_rankings_have_the_same_judgements() -> None:
    pair = ListPair("1:a u:b 0:c", "3:d 0:c", missed="2:e")
    first, second = pair.sides
    assert [(d.name, d.grade) for d in first.documents] == [("a", 1), ("b", -1), ("c", 0)]
    assert [(d.name, d.grade) for d in first.others] == [("d", 3), ("e", 2)]
    assert [(d.name, d.grade) for d in second.others] == [("e", 2), ("a", 1)]
    for side in pair.sides:
        judged = sorted((d.name, d.grade) for d in (*side.documents, *side.others) if d.grade >= 0)
        assert judged == [("a", 1), ("c", 0), ("d", 3), ("e", 2)]


def test_scores_are_those_of_a_calculation_by_hand() -> None:
    pair = ListPair("1:a 0:b", "0:b 1:a 1:c")
    assert pair.scores("AP") == (1 / 2, (1 / 2 + 2 / 3) / 2)
    dcg = 1 / math.log2(3) + 1 / 2
    assert pair.scores("nDCG") == pytest.approx((1 / (1 + 1 / math.log2(3)), dcg / (1 + 1 / math.log2(3))))
    assert (pair.preferred("AP"), pair.preferred("RR"), pair.preferred("P@1")) == (1, 0, 0)
    assert ListPair("1:a 0:b", "1:a 0:c").preferred("AP") is None


def test_unjudged_documents_beside_subtopics_cover_nothing() -> None:
    first, _ = ListPair("u:a 10:b", "01:c").sides
    assert [d.group for d in first.documents] == [(0, 0), (1, 0)]
    assert [d.group for d in first.others] == [(0, 1)]


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        ("1:a", "0:a", "pair-labels-differ"),
        ("1:a 1:a", "0:b", "pair-repeats-document"),
        ("1a", "0:b", "pair-document-unreadable"),
        ("7:a", "0:b", "pair-document-unreadable"),
        ("1:", "0:b", "pair-document-unreadable"),
    ],
)
def test_what_is_no_pair_is_refused(first: str, second: str, key: str) -> None:
    with pytest.raises(InputError, check=carries(key)):
        _ = ListPair(first, second).sides
