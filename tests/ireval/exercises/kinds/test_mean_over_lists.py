"""Means over queries: drawn lists, correct values computed by hand, errors carried forward, and typical mistakes."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from ireval.exercises import KINDS, Credit, Exercise, Generated, Question, Sheet, mark, variant, wrong_answers
from ireval.exercises.marking.stages import Stage, texts
from ireval.messages import say

pytestmark = pytest.mark.slow

PRESETS = ("lillis", "trec_eval", "kth")


def question(measure: str = "AP", *, seed: int = 1, lists: int = 0, preset: str = "lillis", **more: object) -> Question:
    exercise = Exercise("e1", "mean-score", measure, 4, generated=Generated(), lists=lists)
    return variant(Sheet("", seed, (exercise,), preset, **more), "K7M2PX").questions[0]  # type: ignore[arg-type]


def average_precision(shown: object) -> float:
    rows, missed = shown.rows, shown.missed  # type: ignore[attr-defined]
    found, total = 0, 0.0
    for rank, row in enumerate(rows, start=1):
        if row.label == "1":
            found += 1
            total += found / rank
    return float(total / sum(row.label == "1" for row in (*rows, *missed)))


@pytest.mark.parametrize("lists", [2, 3, 4])
def test_each_ap_and_their_mean_are_required(lists: int) -> None:
    for seed in range(3):
        made = question(lists=lists, seed=seed)
        values = [average_precision(shown) for shown in made.lists]
        assert len(values) == lists and [shown.title for shown in made.lists][-1] == f"Query {lists}"
        assert [part.right for part in made.parts[:-1]] == [f"{value:.3f}" for value in values]
        assert made.parts[-1].label == "MAP" and made.parts[-1].value == pytest.approx(sum(values) / lists)
        full = mark(made, {part.id: part.right for part in made.parts})
        assert full.points == 4 and {part.outcome for part in full.parts} == {"right"}
    assert len(question().lists) == 3


def test_the_mean_of_ones_own_wrong_scores_is_carried_forward() -> None:
    made = question()
    right = [part.value for part in made.parts[:-1]]
    own = [right[0] * 0.8, *right[1:]]
    answers = {part.id: f"{value:.3f}" for part, value in zip(made.parts, [*own, sum(own) / 3], strict=True)}
    marked = mark(made, answers)
    assert marked.parts[-1].outcome == "carried-forward" and marked.points == pytest.approx(3)
    assert mark(made, {"mean": answers["mean"]}).parts[-1].outcome not in {"carried-forward", "right"}
    zeros = mark(made, dict.fromkeys([part.id for part in made.parts], "0"))
    assert zeros.points == 0


def test_the_next_step_says_how_a_mean_is_calculated() -> None:
    made = question(lists=2)
    right = {part.id: part.right for part in made.parts[:-1]}
    said = texts(mark(made, right | {"mean": "0.9"}), Stage.STEP)
    assert "Add the 2 scores, and divide the sum by 2." in say(said["mean"])
    assert made.parts[-1].right not in say(said["mean"])


def test_typical_mistakes_are_named() -> None:
    made = question(seed=4, credit=Credit(mistake=0.25))
    scores, mean = [part.value for part in made.parts[:-1]], made.parts[-1]
    relevant = [sum(row.label == "1" for row in (*shown.rows, *shown.missed)) for shown in made.lists]
    wrong = {
        "mean-not-divided": sum(scores),
        "mean-pooled": sum(s * r for s, r in zip(scores, relevant, strict=True)) / sum(relevant),
        "mean-geometric": prod(scores) ** (1 / 3),
        "mean-left-out-1": (scores[1] + scores[2]) / 2,
        "mean-as-zero-2": (scores[0] + scores[2]) / 3,
        "mean-median": sorted(scores)[1],
    }
    known = {found.cause: found.value for found in wrong_answers(made, mean)}
    for cause, value in wrong.items():
        if cause in known:
            marked = mark(made, {"mean": f"{value:.3f}"}).part("mean")
            assert known[cause] == pytest.approx(value)
            earned = 0 if cause == "mean-median" else 0.25  # of three scores, the median is one that the sheet asks for
            assert (marked.outcome, marked.points) == ("mistake", earned), cause
    assert len(set(wrong) & set(known)) >= 4


@pytest.mark.parametrize(("measure", "label"), [("RR", "MRR"), ("GMAP", "GMAP"), ("nDCG@5", "mean nDCG@5")])
def test_other_measures_have_means_too(measure: str, label: str) -> None:
    made = question(measure, preset="trec_eval")
    scores = [part.value for part in made.parts[:-1]]
    expected = prod(scores) ** (1 / 3) if measure == "GMAP" else sum(scores) / 3
    assert made.parts[-1].label == label and made.parts[-1].value == pytest.approx(expected)
    assert mark(made, {part.id: part.right for part in made.parts}).points == 4


@pytest.mark.parametrize("preset", PRESETS)
def test_good_lists_are_found_for_it(preset: str) -> None:
    """Where none is found, it is refused."""
    assert KINDS["mean-score"].measures
    for measure, seed in product(KINDS["mean-score"].measures, range(2)):
        assert len(question(measure, seed=seed, preset=preset).lists) == 3
