"""At every door of Python and of the command: the family and the baseline are named, and no 0 has a sign."""

from __future__ import annotations

import csv
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from ireval.cli.program import main
from ireval.comparison import compare
from ireval.comparison.comparison_reports import FORMATS
from ireval.comparison.many_comparisons import randomised_tukey
from ireval.comparison.measure_comparison import compare_scores
from ireval.comparison.significance import FEWEST_TOPICS, TESTS
from ireval.measure.spelling import parse
from ireval.messages import say
from tests.ireval.comparison.sixty_topics import QRELS, RUNS

pytestmark = pytest.mark.slow

pytest.importorskip("scipy")

#: The settings, the number of comparisons of three runs in two measures, and the family as a sentence names it.
FAMILIES = [
    ({}, 6, "each pair of runs in each measure"),
    ({"family": "measure"}, 3, "each pair of runs in P@5"),
    ({"baseline": "second"}, 4, "each run against second in each measure"),
    ({"baseline": "second", "family": "measure"}, 2, "each run against second in P@5"),
]


@pytest.mark.parametrize(("settings", "count", "words"), FAMILIES)
def test_the_sentence_names_the_family(settings: dict[str, str], count: int, words: str) -> None:
    chosen: dict[str, Any] = dict(settings)
    found = compare(QRELS, RUNS, ["AP", "P@5"], **chosen)
    measure = found.measures[1]
    pairs = [("second", "first"), ("second", "third")] if "baseline" in settings else [*combinations(RUNS, 2)]
    assert [(pair.a, pair.b) for pair in measure.pairs] == pairs
    for pair in measure.pairs:
        said = " ".join(map(say, measure.pair_notes(pair, 3)))
        assert f"corrected by Holm for {count} comparisons ({words})" in said
    # Holm by hand, in the whole family or that of the measure
    family = [p for m in found.measures if "family" not in settings or m is measure for p in m.pairs]
    for key in TESTS:
        ordered = sorted(pair.p[key] or 0.0 for pair in family)
        corrected = np.maximum.accumulate([min(1.0, p * (len(ordered) - i)) for i, p in enumerate(ordered)])
        for pair in measure.pairs:
            assert pair.holm[key] == pytest.approx(corrected[ordered.index(pair.p[key] or 0.0)])


@pytest.mark.parametrize(("settings", "count", "words"), FAMILIES)
def test_the_command_names_the_family(settings: dict[str, str], count: int, words: str, tmp_path: Path) -> None:
    qrels = "".join(f"{t} 0 {d} {g}\n" for t, docs in QRELS.items() for d, g in docs.items())
    (tmp_path / "qrels").write_text(qrels)
    for name, run in RUNS.items():
        (tmp_path / name).write_text("".join(f"{t} Q0 {d} 1 {s!r} x\n" for t, m in run.items() for d, s in m.items()))
    options = [f"--{name}={str(tmp_path / text) if name == 'baseline' else text}" for name, text in settings.items()]
    paths = [str(tmp_path / name) for name in ("qrels", *RUNS)]
    result = CliRunner().invoke(main, ["compare", *paths, "-m", "AP,P@5", *options])
    if "baseline" in settings and result.exit_code:  # a run has its name as the report prints it
        options = [option.replace(str(tmp_path) + "/", "") for option in options]
        result = CliRunner().invoke(main, ["compare", *paths, "-m", "AP,P@5", *options])
    assert result.exit_code == 0, result.stderr
    assert f"for {count} comparisons ({words}" in result.stdout.replace(str(tmp_path) + "/", "")


def test_the_bootstrap_with_few_topics_is_marked_in_the_table_and_in_the_sentence() -> None:
    few = {name: {t: docs for t, docs in run.items() if int(t) < FEWEST_TOPICS - 1} for name, run in RUNS.items()}
    judged = {t: docs for t, docs in QRELS.items() if int(t) < FEWEST_TOPICS - 1}
    two = {name: few[name] for name in ("first", "third")}
    found = compare(judged, two, "AP", test="bootstrap")
    text = "\n".join(FORMATS["table"](found, None, by_topic=False))
    if (found.measures[0].pairs[0].holm["bootstrap"] or 1) < 0.05:
        words = f"with fewer than {FEWEST_TOPICS} topics, this test finds a difference too often where there is none"
        assert words in text
    assert f"too small with {FEWEST_TOPICS - 1} topics" in text
    many = "\n".join(FORMATS["table"](compare(QRELS, {n: RUNS[n] for n in two}, "AP"), None, by_topic=False))
    assert "too small" not in many and "too often" not in many


def test_no_zero_has_a_sign() -> None:
    """Differences that cancel: their mean and effect are 0, and what is near 0 is printed as 0."""
    qrels = {str(t): {"a": 1, "b": 1, "c": 1} for t in range(4)}
    good, bad = {"a": 9.0, "x": 8.0, "b": 7.0, "c": 6.0}, {"x": 9.0, "a": 8.0, "b": 7.0, "c": 6.0}
    runs = {
        "A": {"0": good, "1": bad, "2": good, "3": bad},
        "B": {"0": bad, "1": good, "2": bad, "3": good},
    }
    found = compare(qrels, runs, ["AP", "P@3", "nDCG"])
    for form in FORMATS:
        for by_topic in (False, True):
            for places in (None, 0, 2):
                text = "\n".join(FORMATS[form](found, places, by_topic=by_topic))
                for sign in "-\N{MINUS SIGN}":
                    assert f"{sign}0.00 " not in f"{text} " and f"{sign}0.0," not in text
                    assert f"{sign}0.0\n" not in f"{text}\n" and f"{sign}0.0000" not in text
                cells = [cell for row in csv.reader(text.splitlines() if form == "csv" else []) for cell in row]
                assert not {"-0.0", "-0", "-0.00"} & set(cells)
                if form == "json":
                    assert "-0.0" not in _numbers(json.loads(text))


def _numbers(value: object) -> set[str]:
    if isinstance(value, dict):
        return set().union(*map(_numbers, value.values()))
    if isinstance(value, list):
        return set().union(*map(_numbers, value))
    return {repr(value)}


def test_tukey_is_the_same_on_whole_numbers_and_on_large_scores() -> None:
    """Ties of ranges: tenths, the same as whole numbers, and scores of a million."""
    whole = np.array([[0, 1, 3], [2, 1, 3], [7, 8, 8], [3, 3, 6], [1, 2, 2], [5, 6, 6]], dtype=np.float64)
    expected = randomised_tukey(whole, 5)
    assert (randomised_tukey(whole / 10, 5) == expected).all()
    assert (randomised_tukey(whole / 3, 5) == expected).all()
    assert (randomised_tukey(whole / 10 * 1e6, 5) == expected).all()
    shifted = whole / 10 + np.array([0.1, 0.7, 0.2, 0.3, 0.6, 0.4])[:, None]  # no test looks at a topic's level
    assert (randomised_tukey(shifted, 5) == expected).all()


def test_overlap_leaves_out_topics_that_are_not_compared() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 1}, "3": {"a": 0}}
    runs = {"A": {t: {"a": 2.0, "b": 1.0} for t in "123"}, "B": {"1": {"a": 2.0, "b": 1.0}, "3": {"z": 1.0}}}
    found = compare(qrels, runs, "AP", conventions="lillis", missing="left-out")
    assert list(found.overlaps["A", "B"]) == list(found.measures[0].topics) == ["1"]
    whole = compare(qrels, runs, "AP", missing="score-0")
    assert list(whole.overlaps["A", "B"]) == list(whole.measures[0].topics)


def test_one_measure_and_one_pair_need_no_family() -> None:
    scores = {"A": np.linspace(0.1, 0.4, 30), "B": np.linspace(0.2, 0.5, 30) ** 1.1}
    measure = compare_scores(parse("AP"), [*map(str, range(30))], scores, test="paired-t", seed=1)
    assert "corrected" not in " ".join(map(say, measure.notes(3)))
