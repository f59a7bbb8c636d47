"""The choices of the whole course: each has a reason, and neither lengths nor titles give an answer away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import sqrt

import pytest

from ireval.exercises import CHOICE, Exercise, variant
from ireval.lessons import Lesson, Quiz, Reveal, read_course
from ireval.lessons.lesson import Block
from tests.paths import ROOT

LESSONS = list(read_course(ROOT / "lessons").lessons.values())
KEY = "K7M2PXABC"
#: Words that a title and an answer may share by chance.
SMALL = (
    "a an and are as at be by does for from has in is it its not of on or so that the their them there they this to "
    "what which with would"
)


def own_choices() -> list[Exercise]:
    return [exercise for lesson in LESSONS for exercise in lesson.sheet.exercises if exercise.options]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_every_right_choice_has_its_reason_and_every_wrong_one_its_cause(lesson: Lesson) -> None:
    for exercise in lesson.sheet.exercises:
        for option in exercise.options:
            assert option.feedback, (lesson.slug, exercise.id, option.text)
    for question in variant(lesson.sheet, KEY).questions:
        for part in question.parts:
            if part.kind == CHOICE:
                assert part.right_option.why, (lesson.slug, question.id, "a right answer is followed by its reason")


@pytest.mark.parametrize("extreme", [max, min], ids=["longest", "shortest"])
def test_the_length_of_an_option_says_nothing_about_it(extreme: Callable[[Iterable[int]], int]) -> None:
    """The longest option is right as often as chance says, within one standard deviation; so is the shortest.

    Of several that are equally long, each counts as a part.
    """
    found = expected = variance = 0.0
    for exercise in own_choices():
        lengths = [len(option.text) for option in exercise.options]
        right = next(len(option.text) for option in exercise.options if option.correct)
        found += (right == extreme(lengths)) / lengths.count(extreme(lengths))
        expected += 1 / len(lengths)
        variance += (1 - 1 / len(lengths)) / len(lengths)
    assert abs(found - expected) <= sqrt(variance), f"{found:.1f} of {len(own_choices())}, expected {expected:.1f}"


def words_of(text: str) -> set[str]:
    return {word for word in re.findall(r"[a-z]+", text.casefold()) if word not in SMALL.split()}


def answers_before_reveals(blocks: Iterable[Block]) -> Iterator[tuple[str, Exercise]]:
    """The titles of what is folded, each with the question that stands above it."""
    asked = None
    for block in blocks:
        if isinstance(block, Quiz):
            asked = block.exercise
        elif isinstance(block, Reveal) and asked:
            yield block.title, asked
        elif not isinstance(block, Reveal):
            yield from answers_before_reveals(block.inside)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_no_title_of_what_is_folded_has_words_of_the_right_option_alone(lesson: Lesson) -> None:
    for step in lesson.steps:
        for title, asked in answers_before_reveals(step.blocks):
            right = words_of(" ".join(option.text for option in asked.options if option.correct))
            others = words_of(" ".join([asked.text, *(option.text for option in asked.options if not option.correct)]))
            assert not words_of(title) & (right - others), (lesson.slug, asked.id, title)


def test_a_title_that_names_the_right_option_is_found() -> None:
    """Or the test above would look at nothing."""
    pairs = [pair for lesson in LESSONS for step in lesson.steps for pair in answers_before_reveals(step.blocks)]
    assert sum(bool(asked.options) for _, asked in pairs) >= 30
    assert words_of("Ten is correct, the terms are not") & words_of("By ten") == {"ten"}


def test_options_have_no_marks_of_markdown_because_they_are_shown_as_typed() -> None:
    marked = [
        option.text for exercise in own_choices() for option in exercise.options if re.search(r"[`*]", option.text)
    ]
    assert marked == []
