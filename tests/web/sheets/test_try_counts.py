"""Tries, stages and buttons of an exercise in practice, without a page."""

from __future__ import annotations

import pytest

from ireval.exercises import Marked, mark
from ireval.exercises.marking.stages import Progress, Stage, stage_change
from tests.classroom import LECTURE
from tests.ireval.exercises.sample_questions import one
from web.question.staged_practice import practice

NOTHING, RESULT, CAUSE, STEP, SOLUTION = range(5)


def marked(given: str) -> Marked:
    """The marks of an answer to AP of a list, which is 0.290."""
    question = one("number", "AP", list=LECTURE)
    return mark(question, {question.parts[0].id: given})


WRONG, RIGHT, BLANK = marked("0.5"), marked("0.290"), marked("")


def after(before: Progress, wanted: int, answered: str = "a", *, found: Marked = WRONG, most: int = 0) -> Progress:
    return stage_change(found, answered, Stage(wanted), most)(before)


def test_other_answers_are_a_try_and_show_the_result_alone() -> None:
    assert after(Progress(), RESULT) == Progress(RESULT, 1, "a")
    assert after(Progress(), STEP) == Progress(RESULT, 1, "a")
    assert after(Progress(STEP, 1, "a"), RESULT, "b") == Progress(RESULT, 2, "b")
    assert after(Progress(), RESULT, found=BLANK) == Progress(RESULT, 0, "a"), "no answer is no try"


def test_the_same_answers_show_one_stage_more_at_most() -> None:
    assert after(Progress(RESULT, 1, "a"), STEP) == Progress(CAUSE, 1, "a")
    assert after(Progress(CAUSE, 1, "a"), STEP) == Progress(STEP, 1, "a")
    assert after(Progress(STEP, 1, "a"), RESULT) == Progress(STEP, 1, "a"), "what was shown stays"
    assert after(Progress(RESULT, 1, "a"), SOLUTION) == Progress(CAUSE, 1, "a"), "the cause comes first"
    assert after(Progress(RESULT, 1, "a"), SOLUTION, presented=True) == Progress(SOLUTION, 1, "a")
    assert after(Progress(RESULT, 1, "a"), SOLUTION, found=RIGHT) == Progress(SOLUTION, 1, "a")


def test_the_last_try_and_the_solution_end_the_exercise() -> None:
    assert after(Progress(RESULT, 1, "a"), RESULT, "b", most=3) == Progress(RESULT, 2, "b")
    assert after(Progress(RESULT, 2, "b"), RESULT, "c", most=3) == Progress(SOLUTION, 3, "c")
    assert after(Progress(STEP, 1, "a"), SOLUTION, "b") == Progress(SOLUTION, 2, "b")
    assert after(Progress(), SOLUTION) == Progress(RESULT, 1, "a"), "nothing was checked before"
    assert after(Progress(), SOLUTION, presented=True) == Progress(RESULT, 1, "a")
    over = Progress(SOLUTION, 3, "c")
    assert after(over, RESULT, "d") is over


@pytest.mark.parametrize(
    ("found", "progress", "buttons"),
    [
        (WRONG, Progress(), [("check", "Check")]),
        (WRONG, Progress(RESULT, 1, "a"), [("check", "Check again"), ("hint", "Show the cause")]),
        (WRONG, Progress(CAUSE, 1, "a"), [("check", "Check again"), ("step", "Show the step")]),
        (WRONG, Progress(STEP, 1, "a"), [("check", "Check again"), ("solution", "Show the solution")]),
        (RIGHT, Progress(RESULT, 1, "a"), [("check", "Check again"), ("solution", "Show the solution")]),
        (WRONG, Progress(CAUSE, 1, "other"), [("check", "Check again")]),
        (WRONG, Progress(SOLUTION, 1, "a"), []),
    ],
)
def test_each_stage_has_its_buttons(found: Marked, progress: Progress, buttons: list[tuple[str, str]]) -> None:
    shown = practice(found, "a", progress, 0)
    assert [(button.name, button.title) for button in shown.buttons] == buttons
    assert shown.over is (progress.stage == SOLUTION)
    assert shown.changed is (progress.tried == "other")
    assert shown.stage == (NOTHING if shown.changed else progress.stage)


def test_the_number_of_tries_that_are_left_is_said() -> None:
    wrong = practice(WRONG, "a", Progress(RESULT, 1, "a"), 3).standing
    right = practice(RIGHT, "a", Progress(RESULT, 1, "a"), 3).standing
    assert "0 of 1" in wrong and "1 of 1" in right and "2 of 3" in wrong
    assert "of 3" not in practice(WRONG, "a", Progress(SOLUTION, 3, "a"), 3).standing
    assert practice(None, "", Progress(), 0).standing == ""
