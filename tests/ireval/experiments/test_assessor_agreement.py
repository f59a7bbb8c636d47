"""Agreement in two views, against scikit-learn and the definition of Fleiss' kappa; labels side by side."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from ireval.collection import built_in
from ireval.experiments.assessors.assessor_agreement import agreement_views
from ireval.experiments.assessors.label_matrix import label_rows, sorted_rows

ASSESSORS = built_in().assessors


def labels(names: tuple[str, ...], rel: int | None) -> list[tuple[int, ...]]:
    """The labels of each document that all of the assessors judged."""
    given = [{(t, d): g for t, mine in ASSESSORS[name].items() for d, g in mine.items()} for name in names]
    shared = [pair for pair in given[0] if all(pair in mine for mine in given)]
    return [tuple(mine[pair] if rel is None else int(mine[pair] >= rel) for mine in given) for pair in shared]


@pytest.mark.parametrize("rel", [1, 2])
def test_kappas_of_two_are_those_of_scikit_learn(rel: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    for view, threshold in (("relevance", rel), ("grades", None)):
        found = agreement_views(ASSESSORS, rel)[view]
        for pair in combinations(ASSESSORS, 2):
            one, other = zip(*labels(pair, threshold), strict=True)
            assert found.pairs[pair].value == pytest.approx(metrics.cohen_kappa_score(one, other))


@pytest.mark.parametrize("rel", [1, 2])
def test_the_kappa_of_all_is_that_of_its_definition(rel: int) -> None:
    for view, threshold in (("relevance", rel), ("grades", None)):
        rows = labels(tuple(ASSESSORS), threshold)
        alike = [one == other for row in rows for one, other in permutations(row, 2)]
        given = [label for row in rows for label in row]
        chance = sum((given.count(label) / len(given)) ** 2 for label in set(given))
        found = agreement_views(ASSESSORS, rel)[view].all["fleiss"]
        assert found.value == pytest.approx((sum(alike) / len(alike) - chance) / (1 - chance))


def test_there_is_one_view_where_both_are_the_same() -> None:
    binary = {"ada": {"1": {"a": 1, "b": 0}}, "ben": {"1": {"a": 0, "b": -1}}}
    assert list(agreement_views(binary, 1)) == ["grades"]
    assert list(agreement_views(binary, 2)) == ["relevance", "grades"]


def test_labels_are_side_by_side_and_sorted_by_disagreement() -> None:
    rows = label_rows(ASSESSORS)
    assert len(rows) == len({(t, d) for mine in ASSESSORS.values() for t in mine for d in mine[t]})
    for row in rows:
        given = [mine.get(row.topic, {}).get(row.docno) for mine in ASSESSORS.values()]
        assert list(row.grades) == given
        known = [grade for grade in given if grade is not None]
        assert row.differing == sum(one != other for one, other in combinations(known, 2))
        assert row.apart == max(known) - min(known)
    assert [row.topic for row in rows] == sorted((row.topic for row in rows), key=int)
    ranked = sorted_rows(rows, "disagreement")
    assert ranked[0].disagreement == max(row.disagreement for row in rows)
    assert [row.disagreement for row in ranked] == sorted((row.disagreement for row in rows), reverse=True)
    assert sorted_rows(rows, "document") == rows


def test_a_document_of_the_pool_that_nobody_judged_has_no_row() -> None:
    assert [row.docno for row in label_rows({"ada": {"1": {"a": -1, "b": 1}}, "ben": {"1": {"a": -1}}})] == ["b"]
