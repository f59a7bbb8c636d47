"""A question as the page of a step shows it."""

from __future__ import annotations

from collections.abc import Mapping

from ireval.lessons import Quiz
from ireval.lessons.lesson import Block
from web.lessons.shown_block import Page, Shown, View
from web.lessons.shown_quiz import shown_quiz


def quiz(page: Page, block: Quiz) -> Shown:
    """The question under the visitor's key, with its number among those of the step."""
    names = [asked.exercise.id for asked in page.lesson.steps[page.number - 1].quizzes]
    place = names.index(block.exercise.id) + 1
    asked = shown_quiz(page.lesson, page.key, block, place, page.checked, presented=page.presented)
    return Shown("quiz", asked)


VIEWS: Mapping[type[Block], View] = {Quiz: quiz}
