"""Kappas agree with scikit-learn's, and Krippendorff's alpha with that of the package `krippendorff`."""

from __future__ import annotations

import csv
import html
import io
import json
import random
import re
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from ireval.agreement import krippendorffs_alpha, table_agreement, weighted_kappa
from ireval.agreement.labels_in_common import Judgements
from tests.ireval.agreement.test_cohen import grades_of, two
from tests.tiers import sampled

REASON = "install the rest with: pip install -r requirements-dev.txt"
GRADES = "0123"
#: Random matrices that are tried.
MATRICES = 300


@pytest.mark.parametrize("weights", sampled(["linear", "quadratic"], 1))
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


def test_the_page_and_its_downloads_have_the_numbers_of_the_tools(client: FlaskClient) -> None:
    """From what is typed to what is shown and downloaded. Pooled kappa is scikit-learn's with both orders together."""
    metrics = pytest.importorskip("sklearn.metrics", reason=REASON)
    krippendorff = pytest.importorskip("krippendorff", reason=REASON)
    counts = [[20, 5, 1], [4, 12, 3], [0, 2, 9]]
    pairs = [(i, j) for i, row in enumerate(counts) for j, count in enumerate(row) for _ in range(count)]
    first, second = ([*labels] for labels in zip(*pairs, strict=True))
    theirs = {}
    for key, weights in (("cohen", None), ("linear", "linear"), ("quadratic", "quadratic")):
        theirs[key] = metrics.cohen_kappa_score(first, second, weights=weights)
        theirs[f"{key}-pooled"] = metrics.cohen_kappa_score(first + second, second + first, weights=weights)
    for level in ("nominal", "ordinal"):
        theirs[f"alpha-{level}"] = krippendorff.alpha([first, second], level_of_measurement=level)
    typed = {"table": "\n".join(" ".join(map(str, row)) for row in counts)}
    page = "/experiments/assessors"
    found = json.loads(client.get(f"{page}?{urlencode(typed | {'take': 'agreement.json'})}").text)
    assert found["counts"] == counts and found["agreement"].keys() == theirs.keys()
    mine = {key: one.get("kappa", one.get("alpha")) for key, one in found["agreement"].items()}
    assert mine == pytest.approx(theirs, abs=1e-12)
    rows = csv.DictReader(io.StringIO(client.get(f"{page}?{urlencode(typed | {'take': 'agreement.csv'})}").text))
    assert [float(row["value"]) for row in rows] == pytest.approx([*theirs.values()], abs=0.5001e-4)
    for key, value in theirs.items():
        asked = typed | {"kappa": key.removesuffix("-pooled"), "marginals": "pooled" if "pooled" in key else "own"}
        text = html.unescape(client.get(f"{page}?{urlencode(asked)}").text)
        (shown,) = re.findall(r'<tr class="used"><th scope="row">[^<]*</th><td>([^<]*)</td>', text)
        assert float(shown) == pytest.approx(value, abs=0.5001e-3)
    sets = {"sets": f"ada: {' '.join(map(str, first))}\nben: {' '.join(map(str, second))}", "take": "agreement.csv"}
    by_labels = csv.DictReader(io.StringIO(client.get(f"{page}?{urlencode(sets)}").text))
    graded = [row for row in by_labels if row["labels"] == "grades" and "Fleiss" not in row["coefficient"]]
    assert [float(row["value"]) for row in graded] == pytest.approx([*theirs.values()], abs=0.5001e-4)
