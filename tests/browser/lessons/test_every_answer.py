"""Each lesson by keyboard: steps fit a phone and a projector, mistakes are explained, correct answers accepted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pytest

pytest.importorskip("playwright", reason="install the rest with: pip install -r requirements-dev.txt")

from playwright.sync_api import Page, expect

from ireval.exercises import CHOICE, NUMBER, Exercise, Question, mark, variant, wrong_answers
from ireval.exercises.marking.stages import Stage
from ireval.exercises.question.outcomes import RIGHT, WRONG
from ireval.exercises.question.question import Part
from ireval.lessons import Lesson
from ireval.measure.spelling import parse
from ireval.numbers.expression import fixed
from tests.browser.accessibility import assert_accessible
from tests.browser.lab.test_layout import STICKS_OUT
from tests.web.lessons.test_lessons import COURSE, KEY
from web.sheets.answer_notes import answer_notes
from web.sheets.question_view import Gap, question_view


class Slip(NamedTuple):
    """A wrong answer whose cause is declared: a number that a mistake gives, or an option."""

    part: Part
    answer: str
    cause: str


def slips(question: Question, asked: Exercise, seen: set[tuple[str, ...]]) -> Iterator[Slip]:
    """Every declared mistake of a measure, and every wrong option that its author wrote; of other options the first.

    ``seen`` are the mistakes that the course has had, which are not repeated; the question's are added.
    """
    for part in question.parts:
        if part.kind == CHOICE:
            wrong_options = [option.key for option in part.options if option.key != part.right]
            yield from (Slip(part, key, key) for key in wrong_options[: None if asked.options else 1])
        elif part.kind == NUMBER:
            for wrong in wrong_answers(question, part):
                about = parse(asked.measure).measure.name if asked.measure else f"{asked.kind} {part.id}"
                what = (about, wrong.cause)
                if what not in seen:
                    seen.add(what)
                    yield Slip(part, fixed(wrong.value, part.places), wrong.cause)


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


def said_of(question: Question, slip: Slip) -> str:
    """What marking says of the wrong answer, without the solution."""
    marked = mark(question, {slip.part.id: slip.answer})
    part = marked.part(slip.part.id)
    if slip.part.kind == NUMBER:
        assert part.outcome not in {RIGHT, WRONG} or slip.cause in {part.cause, part.outcome}, (slip, part.cause)
    return answer_notes(marked, Stage.STEP, lambda part: part.id)[slip.part.id].text


def course_slips() -> dict[tuple[str, str], list[Slip]]:
    """The wrong answers to each question of the course, by lesson and question: each mistake where it comes first."""
    seen: set[tuple[str, ...]] = set()
    found = {}
    for lesson in COURSE.lessons.values():
        questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
        for asked in (quiz.exercise for step in lesson.steps for quiz in step.quizzes):
            found[lesson.slug, asked.id] = list(slips(questions[asked.id], asked, seen))
    return found


@pytest.fixture(scope="module")
def wrong() -> dict[tuple[str, str], list[Slip]]:
    return course_slips()


@pytest.mark.parametrize("lesson", COURSE.lessons.values(), ids=lambda lesson: lesson.slug)
def test_every_step_fits_every_mistake_is_explained_and_every_correct_answer_accepted(
    page: Page, server: str, wrong: Mapping[tuple[str, str], list[Slip]], lesson: Lesson
) -> None:
    questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
    # Axe takes as long as all else together, so it looks at one step of each lesson: that with most kinds of blocks.
    richest = max(lesson.steps, key=lambda step: len({type(block) for block in step.all_blocks}))
    page.goto(f"{server}/lessons/{lesson.slug}/{KEY}/1")
    for number, step in enumerate(lesson.steps, start=1):
        expect(page.get_by_role("heading", level=1)).to_have_text(step.title)
        if step is richest:
            assert_accessible(page)
        for width in (360, 1920):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(STICKS_OUT) == {"page": 0, "out": []}, f"step {number} at {width} px"
        for asked in step.quizzes:
            question = questions[asked.exercise.id]
            keyboard = Keyboard(page, question)
            for slip in wrong[lesson.slug, question.id]:
                keyboard.answer({slip.part.id: slip.answer})
                expect(keyboard.quiz).to_contain_text(said_of(question, slip))
            keyboard.answer({part.id: part.right for part in question.parts})
            everything = f"{len(question.parts)} of {len(question.parts)}"
            expect(keyboard.quiz.get_by_role("status")).to_contain_text(everything)
        if number < len(lesson.steps):
            page.get_by_role("link", name="Next step").press("Enter")
