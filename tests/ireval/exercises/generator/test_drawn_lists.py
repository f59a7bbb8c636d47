"""Lists drawn for exercises: short enough to work with, and as the exercise sets them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.exercises import Generated, make_sheet, mark
from ireval.exercises.variants.variant import make_question
from tests.ireval.exercises.sample_questions import KEY, one


def test_drawn_lists_follow_the_exercises_settings() -> None:
    question = one("inverse", task="bpref-same-ap-up", generated=Generated(12, unjudged=4))
    labels = [row.label for row in question.lists[0].rows]
    assert len(labels) == 12 and labels.count("unjudged") == 4


def test_lists_are_short_and_leave_something_to_calculate() -> None:
    for seed in range(25):
        for ranked in one("number", "nDCG@5", seed=seed).lists:
            relevant = [row.label not in {"0", "unjudged"} for row in ranked.rows]
            missed = [row.label for row in ranked.missed]
            assert len(relevant) == 10
            assert any(relevant[:3]) and 2 <= sum(relevant[:5]) < 5
            assert 5 < sum(relevant) + len(missed) <= 10 and missed
            assert len({row.name for row in (*ranked.rows, *ranked.missed)}) == 10 + len(missed)


def test_two_systems_answer_the_same_query() -> None:
    for measure in ("Bpref", "nDCG@5"):
        for seed in range(8):
            question = one("better", measure, seed=seed)
            seen = [{row.name: row.label for row in (*x.rows, *x.missed)} for x in question.lists]
            shared = seen[0].keys() & seen[1].keys()
            assert all(seen[0][name] == seen[1][name] for name in shared)
            counts = [sorted(label for label in x.values() if label not in {"0", "unjudged"}) for x in seen]
            assert counts[0] == counts[1]
            a, b = (table.value or 0.0 for table in question.tables)
            assert a == pytest.approx(b, abs=1e-9) or abs(a - b) > 0.004


@pytest.mark.parametrize(
    "drawn",
    [
        Generated(3),
        Generated(4, 5),
        Generated(20, 2, 10),
        Generated(10, 0, 7),
        Generated(6, 1, 0, 2),
        Generated(12, 4, 3, 6),
    ],
)
def test_lists_of_any_length_can_be_drawn(drawn: Generated) -> None:
    for kind in ("number", "table", "better", "wrong-cell"):
        for measure in ("AP", "nDCG", "Bpref", "alpha_nDCG"):
            question = one(kind, measure, generated=drawn, seed=1, decimals=4)
            assert len(question.lists[0].rows) == drawn.length
            assert mark(question, {part.id: part.right for part in question.parts}).points == 12


def test_drawn_lists_follow_the_lowest_relevant_grade() -> None:
    for measure in ("AP", "Bpref", "nDCG@5", "AP(rel=3)"):
        sheet = make_sheet(5, 1, overrides={"rel": 2})
        question = make_question(sheet, replace(sheet.exercises[0], measure=measure), KEY).question
        grades = [int(row.label) for row in question.lists[0].rows if row.label != "unjudged"]
        least = 3 if "3" in measure else 2
        assert sum(grade >= least for grade in grades) >= 3 or measure == "nDCG@5"
        assert min(grades) < least
