"""Weighted kappa agrees with scikit-learn's, and Krippendorff's alpha with that of the package `krippendorff`."""

from __future__ import annotations

import random

import pytest

from ireval.agreement import krippendorffs_alpha, table_agreement, weighted_kappa
from ireval.agreement.labels_in_common import Judgements
from tests.ireval.agreement.test_cohen import grades_of, two

REASON = "install the rest with: pip install -r requirements-dev.txt"
GRADES = "0123"
#: Random matrices that are tried.
MATRICES = 300


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
def test_weighted_kappa(weights: str) -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason=REASON)
    dice = random.Random(5)  # noqa: S311 - the same matrices each time
    for _ in range(MATRICES):
        used = dice.sample(GRADES, dice.randint(2, 4))
        pair = ["".join(dice.choices(used, k=dice.randint(2, 25)))]
        pair.append("".join(label if dice.random() < 0.6 else dice.choice(used) for label in pair[0]))
        first, second = ([*map(int, labels)] for labels in pair)
        found = weighted_kappa(two(*pair), weights=weights)
        if len({*first, *second}) == 1:  # scikit-learn gives NaN
            assert found.value is None
            continue
        theirs = metrics.cohen_kappa_score(first, second, weights=weights, labels=range(4))
        assert found.value == pytest.approx(theirs, abs=1e-12)
        counts = metrics.confusion_matrix(first, second, labels=range(4)).tolist()
        typed = table_agreement(counts, weights, labels=["0", "1", "2", "3"])
        assert typed.value == found.value


def test_krippendorffs_alpha() -> None:
    krippendorff = pytest.importorskip("krippendorff", reason=REASON)
    dice = random.Random(7)  # noqa: S311 - the same matrices each time
    nan, undefined = float("nan"), 0
    for _ in range(MATRICES):
        people, documents, missing = dice.randint(2, 6), dice.randint(2, 20), dice.random() / 2
        rows = []
        for _ in range(documents):
            usual = dice.choice(GRADES)
            labels = [usual if dice.random() < 0.6 else dice.choice(GRADES) for _ in range(people)]
            rows.append(["." if dice.random() < missing else label for label in labels])
        assessors: dict[str, Judgements] = {f"a{i}": grades_of("".join(row[i] for row in rows)) for i in range(people)}
        counted = [label for row in rows if sum(x != "." for x in row) > 1 for label in row if label != "."]
        matrix = [[nan if row[i] == "." else int(row[i]) for row in rows] for i in range(people)]
        for level in ("nominal", "ordinal"):
            found = krippendorffs_alpha(assessors, level=level)
            if len(set(counted)) < 2:
                assert found.value is None
                undefined += 1
            else:
                theirs = krippendorff.alpha(matrix, level_of_measurement=level, value_domain=range(4))
                assert found.value == pytest.approx(theirs, abs=1e-9)
    assert undefined < MATRICES / 10
