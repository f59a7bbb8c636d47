"""Differences between trec_eval 10 and 9 on one list, compared with figures that version 10.0 printed.

Version 10 rounds level * R to get the number of documents for a recall level; version 9 takes int(level * R + 0.9).
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from ireval import explain
from tests.peers.agreement import HELP

#: Labels, labels of documents not retrieved, and for each version the figures of iprec_at_recall and 11pt_avg.
CASES = {
    "R = 3, found by the first two ranks": (
        ("110001", ""),
        ("1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 0.5 0.5 0.5", "0.8636"),
        ("1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 1.0 0.5 0.5", "0.9091"),
    ),
    "R = 4, one found": (
        ("0010", "111"),
        ("0.3333 0.3333 0.3333 0 0 0 0 0 0 0 0", "0.0909"),
        ("0.3333 0.3333 0.3333 0.3333 0 0 0 0 0 0 0", "0.1212"),
    ),
    "R = 4, three found": (
        ("0101001", "1"),
        ("0.5 0.5 0.5 0.5 0.5 0.5 0.4286 0.4286 0 0 0", "0.3506"),
        ("0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.4286 0.4286 0 0", "0.3961"),
    ),
    "R = 8, three found": (
        ("0001000011", "11111"),
        ("0.3 0.3 0.3 0.3 0 0 0 0 0 0 0", "0.1091"),
        ("0.3 0.3 0.3 0.3 0.3 0 0 0 0 0 0", "0.1364"),
    ),
    "R = 10, where the two agree": (
        ("100100100", "1111111"),
        ("1.0 1.0 0.5 0.4286 0 0 0 0 0 0 0", "0.2662"),
        ("1.0 1.0 0.5 0.4286 0 0 0 0 0 0 0", "0.2662"),
    ),
}
PRECISION = 0.5e-4 + 1e-9  # four decimals


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("version", [9, 10])
def test_interpolated_precision(case: str, version: int) -> None:
    (labels, missed), *figures = CASES[case]
    points, mean = figures[version - 9]
    ours = explain(labels, missed, interpolation=f"trec-eval-{version}")
    got = [ours.value(f"iprec_at_recall_{i / 10:.2f}") for i in range(11)]
    assert got == pytest.approx([float(x) for x in points.split()], rel=0, abs=PRECISION)
    assert ours.value("11pt_avg") == pytest.approx(float(mean), rel=0, abs=PRECISION)


def test_the_textbook_differs_from_both_versions() -> None:
    """0.7 * 3 = 2.1 documents are 3 in the textbook and 2 in both versions: in binary, 0.7 * 3 is just below 2.1."""
    textbook = explain("110001", interpolation="any-higher-recall").columns("IPrec11")["P"]
    assert textbook == [1.0] * 7 + [0.5] * 4


@pytest.mark.parametrize("case", CASES)
def test_version_9_agrees_with_pytrec_eval(case: str) -> None:
    if find_spec("pytrec_eval") is None:
        pytest.skip(f"comparing with pytrec_eval needs it: {HELP}")
    import pytrec_eval

    (labels, missed), (_, mean), _ = CASES[case]
    docs = {f"d{i:02}": int(c) for i, c in enumerate(labels)}
    run = {doc: -float(i) for i, doc in enumerate(docs)}
    qrels = docs | {f"m{i:02}": int(c) for i, c in enumerate(missed)}
    theirs = pytrec_eval.RelevanceEvaluator({"1": qrels}, {"11pt_avg"}).evaluate({"1": run})["1"]["11pt_avg"]
    assert theirs == pytest.approx(float(mean), rel=0, abs=PRECISION)
