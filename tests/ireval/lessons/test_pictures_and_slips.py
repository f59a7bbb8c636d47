"""Every lesson has pictures that move, and a slip to find, explain and correct after a correct example."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ireval.exercises import KINDS, Exercise, variant
from ireval.exercises.kinds.own import choice_question, numeric_question, printed_table
from ireval.lessons import Figure, Lab, Lesson, Prose, Step, read_course
from ireval.lessons.directives.systems_directive import Scores
from ireval.lessons.lesson import Block
from ireval.measure.spelling import parse
from tests.ireval.lessons.test_lesson_reader import words
from tests.paths import ROOT

LESSONS = list(read_course(ROOT / "lessons").lessons.values())
KEY = "K7M2PXABC"
SLIP = "Find the slip"
#: The steps of a slip that is no table.
PARTS = (SLIP, "Explain the slip", "Correct the slip")
#: The most words that stand before the question of a step.
MOST_WORDS = 90


def test_no_lesson_is_left_out() -> None:
    assert len(LESSONS) == len(list((ROOT / "lessons").glob("*.md"))) >= 16


def is_moving(block: Block) -> bool:
    """Whether a block is a figure that is drawn, a chart of a lab that nothing covers, or curves of two systems."""
    if isinstance(block, Scores):
        return block.curves
    if not isinstance(block, Lab) or block.parts.get("cover"):
        return False
    several = any(name.startswith("labels2") for name in block.parts)
    return isinstance(block, Figure) or several or "chart" in block.parts


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_lesson_has_three_pictures_that_move_each_in_a_step_of_its_own_that_asks(lesson: Lesson) -> None:
    with_picture = [step for step in lesson.steps if any(map(is_moving, step.all_blocks))]
    assert len(with_picture) >= 3, [step.title for step in with_picture]
    for step in lesson.steps:
        figures = [block for block in step.all_blocks if isinstance(block, Figure)]
        assert len([block for block in step.all_blocks if isinstance(block, Lab)]) <= 1, step.title
        assert not figures or step.quizzes, (step.title, "a figure without a question is decoration")


def tables_with_slip(lesson: Lesson) -> Iterator[tuple[int, Exercise]]:
    """The number of the step, and the exercise, of each table with a slip that is also to be explained."""
    for place, step in enumerate(lesson.steps):
        for quiz in step.quizzes:
            if quiz.exercise.kind == printed_table.KIND.key and quiz.exercise.options:
                yield place, quiz.exercise


def examples_before(lesson: Lesson, place: int, measure: str) -> list[Step]:
    """The steps before one that show the measure, or have asked for it, on a correct table."""
    name = parse(measure).measure.name

    def is_about(step: Step) -> bool:
        shown = [b.parts["show"] for b in step.all_blocks if isinstance(b, Lab) and "show" in b.parts]
        asked = [q.exercise.measure for q in step.quizzes if q.exercise.kind != printed_table.KIND.key]
        return name in {parse(each).measure.name for each in (*shown, *filter(None, asked))}

    return [step for step in lesson.steps[:place] if is_about(step)]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_after_a_correct_example_a_slip_is_found_explained_and_corrected(lesson: Lesson) -> None:
    found = list(tables_with_slip(lesson))
    for place, exercise in found:
        assert examples_before(lesson, place, exercise.measure), (exercise.id, "a correct example comes first")
        (question,) = [each for each in variant(lesson.sheet, KEY).questions if each.id == exercise.id]
        assert [part.id for part in question.parts] == ["cell", "cause", "value"]
        assert question.parts[-1].stands != question.parts[-1].right
    if found:
        return
    titles = [step.title for step in lesson.steps]
    place = titles.index(SLIP)
    assert tuple(titles[place : place + len(PARTS)]) == PARTS
    kinds = [step.quizzes[0].exercise.kind for step in lesson.steps[place : place + len(PARTS)]]
    assert kinds == [choice_question.KIND.key, choice_question.KIND.key, numeric_question.KIND.key]
    example = [q.exercise.kind for step in lesson.steps[:place] for q in step.quizzes]
    computed = {kind for kind in example if kind == numeric_question.KIND.key or not KINDS[kind].own}
    assert computed, "a correct example comes first"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_a_step_asks_one_thing_after_few_words(lesson: Lesson) -> None:
    for step in lesson.steps:
        assert len(step.quizzes) <= 1, (step.title, "one question a screen")
        before = 0
        for block in step.blocks:
            if not isinstance(block, Prose | Lab):
                break
            if isinstance(block, Prose):
                before += len(re.findall(r"\S+", words(block.nodes)))
        assert before <= MOST_WORDS, (step.title, before)
