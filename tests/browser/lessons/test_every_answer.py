"""Each lesson by keyboard: steps fit a phone and a projector, mistakes are explained, correct answers accepted.

Every declared mistake is answered in `tests/web/lessons/test_every_mistake.py`, here one of each kind of question."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from ireval.exercises import Question, variant
from ireval.exercises.question.question import Part
from ireval.lessons import Lesson
from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT
from tests.web.lessons.slips import course_slips, said_of
from tests.web.lessons.test_lessons import COURSE, KEY
from web.sheets.question_view import Gap, question_view


class Keyboard:
    """A question on the page, answered by keyboard alone."""

    def __init__(self, page: Page, question: Question) -> None:
        self.quiz = page.locator(f"#quiz-{question.id}")
        self._page, self._question = page, question
        self._kinds = {gap.id.partition(".")[2]: gap.kind for gap in _gaps(question)}
        self._given: dict[str, str] = {}

    def answer(self, answers: Mapping[str, str]) -> None:
        """Give these answers, by the id of their part, and no others; send them, and wait for the marks."""
        for part in self._question.parts:
            text = answers.get(part.id, "")
            if text != self._given.get(part.id, ""):
                self._type(part, text)
        self._given = dict(answers)
        with self._page.expect_response("**/answers"):
            self.quiz.get_by_role("button", name=re.compile("^Check")).press("Enter")
        self._page.evaluate("() => new Promise(requestAnimationFrame)")
        expect(self.quiz.get_by_role("status")).to_be_focused()

    def _type(self, part: Part, text: str) -> None:
        fields, keys = self.quiz.locator(f"[name='{self._question.id}.{part.id}']"), self._page.keyboard
        if self._kinds[part.id] == "buttons":
            fields.and_(self._page.locator(f"[value='{text}']")).press("Space")
        elif self._kinds[part.id] == "list":
            fields.press("Home")
            for _ in range([option.key for option in part.options].index(text) + 1 if text else 0):
                keys.press("ArrowDown")
        else:
            fields.press("ControlOrMeta+A")
            if text:
                keys.insert_text(text)
            else:
                keys.press("Delete")


def _gaps(question: Question) -> list[Gap]:
    view = question_view(question)
    return [*view.gaps, *(cell.gap for row in view.rows for cell in row if cell.gap)]


@pytest.mark.parametrize("lesson", COURSE.lessons.values(), ids=lambda lesson: lesson.slug)
def test_every_step_fits_mistakes_are_explained_and_every_correct_answer_is_accepted(
    page: Page, server: str, lesson: Lesson
) -> None:
    questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
    # Axe takes as long as all else together, so it looks at one step of each lesson: that with most kinds of blocks.
    richest = max(lesson.steps, key=lambda step: len({type(block) for block in step.all_blocks}))
    widths, wronged = [360, 1920], set[tuple[str, ...]]()
    page.goto(f"{server}/lessons/{lesson.slug}/{KEY}/1")
    for number, step in enumerate(lesson.steps, start=1):
        expect(page.get_by_role("heading", level=1)).to_have_text(step.title)
        if step is richest:
            assert_accessible(page)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"step {number} at {width} px"
        widths.reverse()  # the next step begins at the width of this one
        for asked in step.quizzes:
            question = questions[asked.exercise.id]
            keyboard = Keyboard(page, question)
            for slip in course_slips()[lesson.slug, question.id]:
                kind = asked.exercise.kind, slip.part.kind
                if kind not in wronged:
                    wronged.add(kind)
                    keyboard.answer({slip.part.id: slip.answer})
                    expect(keyboard.quiz).to_contain_text(said_of(question, slip))
            keyboard.answer({part.id: part.right for part in question.parts})
            everything = f"{len(question.parts)} of {len(question.parts)}"
            expect(keyboard.quiz.get_by_role("status")).to_contain_text(everything)
        if number < len(lesson.steps):
            page.get_by_role("link", name="Next step").press("Enter")
