"""A question as the page of a step shows it, with the list of the step if it asks about that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ireval.lessons import Quiz
from ireval.lessons.lesson import Block
from web.lessons.question_lists import lists_of_question
from web.lessons.shown_block import Page, Shown, View
from web.lessons.shown_quiz import ShownQuiz, shown_quiz
from web.lessons.step_list import asks_about, list_strip, step_list


def quiz(page: Page, block: Quiz) -> Shown:
    """The question under the visitor's key, with its number among those of the step."""
    names = [asked.exercise.id for asked in page.lesson.steps[page.number - 1].quizzes]
    place = names.index(block.exercise.id) + 1
    asked = shown_quiz(page.lesson, page.key, block, place, page.checked, presented=page.presented)
    return Shown("quiz", asked if page.presented or page.on_paper else _with_list(page, block, asked))


def _with_list(page: Page, block: Quiz, asked: ShownQuiz) -> ShownQuiz:
    """The question with the list of the step, once, in place of its own copy; its fields stand in the list's rows."""
    lab, step, view = page.lab, page.lesson.steps[page.number - 1], asked.view
    if lab is None or not asks_about(block, lab):
        several = lists_of_question(view)
        if several is None:
            return asked
        rest = tuple(gap for gap in view.gaps if gap not in several.fields)
        view = replace(view, lists=(), gaps=rest)
        if several.lists and not several.measure:  # the lists are the labels of judges
            view = replace(view, heads=(), rows=())
        return replace(asked, view=view, listed=several)
    first = next(quiz for quiz in step.quizzes if asks_about(quiz, lab))
    inside = [cell.gap for row in view.rows for cell in row if cell.gap]
    if first != block and not inside:
        return replace(asked, view=replace(view, lists=()), listed=list_strip(lab))
    listed = step_list(lab, step, view.question, view)
    if len(listed.fields) < len(inside):  # the list has no such rows, so that the question keeps its own table
        return replace(asked, view=replace(view, lists=()), listed=list_strip(lab))
    return replace(asked, view=replace(view, lists=(), heads=(), rows=()), listed=listed)


VIEWS: Mapping[type[Block], View] = {Quiz: quiz}
