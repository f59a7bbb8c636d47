"""Each lesson by keyboard: steps fit a phone and a projector, mistakes are explained, correct answers accepted.

Every declared mistake is answered in `tests/web/lessons/test_every_mistake.py`, here one of each kind of question."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, ViewportSize, expect

from ireval.exercises import Question, variant
from ireval.exercises.question.question import Part
from ireval.lessons import Lesson
from ireval.lessons.lesson import Step
from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT
from tests.slowness import MACHINE
from tests.tiers import sampled
from tests.web.lessons.slips import Slip, course_slips, said_of
from tests.web.lessons.test_lessons import COURSE, KEY
from web.question.question_view import Gap, question_view

#: The phone is a low one, as whether steps are too wide is what matters, and less of them is painted.
PHONE: ViewportSize = {"width": 360, "height": 320}
PROJECTOR: ViewportSize = {"width": 1920, "height": 900}


#: Puts the focus on a control by its name, and its value if there are several. The keys are the test's.
FOCUS = """([quiz, name, value]) => {
  const found = document.querySelector(`#${quiz}`).elements[name];
  (found instanceof RadioNodeList ? [...found].find(one => one.value === value) : found).focus();
}"""
#: What the question says of itself once the answers are marked: then the focus is on that.
MARKED = """([quiz, patience]) => new Promise((done, fail) => {
  const late = performance.now() + patience;
  const look = () => {
    const focused = document.activeElement;
    if (focused.matches(`#${quiz} [role=status]`)) done(focused.textContent);
    else if (performance.now() > late) fail(new Error(`${quiz} was not marked`));
    else setTimeout(look, 2);
  };
  look();
})"""
PATIENCE = 15_000


class Keyboard:
    """A question on the page, answered by keyboard alone."""

    def __init__(self, page: Page, question: Question) -> None:
        self.quiz = page.locator(f"#quiz-{question.id}")
        self._page, self._question = page, question
        self._kinds = {gap.id.partition(".")[2]: gap.kind for gap in _gaps(question)}
        self._given: dict[str, str] = {}

    def answer(self, answers: Mapping[str, str], right: int) -> None:
        """Give these answers, by the id of their part, and clear others; send them, and wait for so many right ones."""
        for part in self._question.parts:
            text, before = answers.get(part.id, ""), self._given.get(part.id, "")
            if text != before and (text or self._kinds[part.id] != "buttons"):  # a choice stays made
                self._type(part, text, before)
                self._given[part.id] = text
        self._focus("check")
        self._page.keyboard.press("Enter")
        said = self._page.evaluate(MARKED, [f"quiz-{self._question.id}", PATIENCE * MACHINE.patience])
        assert f"{right} of {len(self._question.parts)} correct" in said

    def _focus(self, name: str, value: str = "") -> None:
        self._page.evaluate(FOCUS, [f"quiz-{self._question.id}", name, value])

    def _type(self, part: Part, text: str, before: str) -> None:
        name, keys = f"{self._question.id}.{part.id}", self._page.keyboard
        self._focus(name, text)
        if self._kinds[part.id] == "buttons":
            keys.press("Space")
        elif self._kinds[part.id] == "list":
            keys.press("Home")
            for _ in range([option.key for option in part.options].index(text) + 1 if text else 0):
                keys.press("ArrowDown")
        else:
            if before:
                keys.press("ControlOrMeta+A")
                keys.press("Delete")
            keys.insert_text(text)


def _gaps(question: Question) -> list[Gap]:
    view = question_view(question)
    return [*view.gaps, *(cell.gap for row in view.rows for cell in row if cell.gap)]


def _kinds(step: Step) -> set[object]:
    """What is on the page of a step: the kinds of its blocks and of its questions."""
    return {type(block) for block in step.all_blocks} | {quiz.exercise.kind for quiz in step.quizzes}


@cache
def looked_at() -> list[tuple[str, int]]:
    """Steps of the course, as lesson and number, with every kind of block and of question on one of them at least."""
    kinds = {
        (lesson.slug, number): _kinds(step)
        for lesson in COURSE.lessons.values()
        for number, step in enumerate(lesson.steps, start=1)
    }
    found: list[tuple[str, int]] = []
    while any(kinds.values()):
        found.append(max(kinds, key=lambda place: len(kinds[place])))
        seen = frozenset(kinds[found[-1]])
        kinds = {place: some - seen for place, some in kinds.items()}
    return found


@cache
def first_slips() -> list[Slip]:
    """The first wrong answer in the course to each kind of question, and to each kind of its parts."""
    found: dict[tuple[str, str], Slip] = {}
    for lesson in COURSE.lessons.values():
        for asked in (quiz.exercise for step in lesson.steps for quiz in step.quizzes):
            for slip in course_slips()[lesson.slug, asked.id]:
                found.setdefault((asked.kind, slip.part.kind), slip)
    return list(found.values())


@pytest.mark.parametrize("lesson", sampled(COURSE.lessons.values(), 1, lambda lesson: lesson.slug))
def test_every_step_fits_mistakes_are_explained_and_every_correct_answer_is_accepted(
    page: Page, server: str, lesson: Lesson
) -> None:
    questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
    page.set_viewport_size(PHONE)
    page.goto(f"{server}/lessons/{lesson.slug}/{KEY}/1")
    for number, step in enumerate(lesson.steps, start=1):
        expect(page.locator("h1")).to_have_text(step.title)
        assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"step {number} on a phone"
        if (lesson.slug, number) in looked_at():
            page.set_viewport_size(PROJECTOR)
            assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"step {number} on a projector"
            assert_accessible(page)
            page.set_viewport_size(PHONE)
        for asked in step.quizzes:
            question = questions[asked.exercise.id]
            keyboard = Keyboard(page, question)
            for slip in course_slips()[lesson.slug, question.id]:
                if any(slip is first for first in first_slips()):
                    keyboard.answer({slip.part.id: slip.answer}, 0)
                    keyboard.quiz.get_by_role("button", name="Show the cause").press("Enter")
                    expect(keyboard.quiz).to_contain_text(said_of(question, slip))
            keyboard.answer({part.id: part.right for part in question.parts}, len(question.parts))
        if number < len(lesson.steps):
            with page.expect_event("domcontentloaded"):
                page.locator("a[rel=next]").press("Enter")
