"""Who judges which documents: as many judges for each document, and common judges for any two."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from web.classroom.judging.shared_documents import EACH, MOST_DOCUMENTS, judged_by

SIZES = range(1, MOST_DOCUMENTS + 1)


@pytest.mark.parametrize("count", SIZES)
def test_after_any_number_of_devices_all_documents_have_nearly_as_many_judges(count: int) -> None:
    judges = Counter(dict.fromkeys(range(count), 0))
    for place in range(25 * count):
        share = judged_by(place, count)
        assert len(set(share)) == len(share) == min(EACH, count)
        judges.update(share)
        assert set(judges) == set(range(count)), "no other documents"
        assert max(judges.values()) - min(judges.values()) <= 1, place


@pytest.mark.parametrize("count", range(2, MOST_DOCUMENTS + 1))
def test_any_two_documents_get_common_judges_soon(count: int) -> None:
    """A device with three documents covers three pairs, so no design can do with fewer than a third of all pairs."""
    pairs, covered, place = count * (count - 1) // 2, set[tuple[int, int]](), 0
    while len(covered) < pairs:
        covered |= {(a, b) for a, b in combinations(sorted(judged_by(place, count)), 2)}
        place += 1
    assert place <= 1.6 * pairs / EACH + 2


def test_the_first_devices_do_not_all_begin_with_the_first_document() -> None:
    firsts = Counter(judged_by(place, 8)[0] for place in range(48))
    assert set(firsts) == set(range(8)) and max(firsts.values()) <= 12


def test_devices_overlap_in_a_class_of_36() -> None:
    """Everybody shares a document with somebody, and kappa of pairs has pairs with two."""
    shares = [set(judged_by(place, 12)) for place in range(36)]
    assert all(any(mine & other for other in shares if other is not mine) for mine in shares)
    assert sum(len(a & b) >= 2 for a, b in combinations(shares, 2)) > 20


@pytest.mark.parametrize("count", [0, MOST_DOCUMENTS + 1])
def test_other_numbers_of_documents_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="between 1 and 30"):
        judged_by(0, count)
