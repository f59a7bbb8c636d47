"""What the page of a step shows: its blocks in order, with the questions of the visitor's key and their marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.exercises import KINDS, Marked, mark
from ireval.exercises.marking.stages import GOOD, Stage
from ireval.lessons import Judging, Lab, Lesson, Note, Prose, Quiz, Reveal
from ireval.lessons.lesson import Block
from ireval.messages import Message, say
from ireval.messages.writing import number_text
from web.lessons.course_files import lessons
from web.lessons.judging_view import JudgingView, judging_view
from web.lessons.lesson_markup import lesson_markup
from web.sheets import single_questions
from web.sheets.question_view import QuestionView, posted_answers, question_view


class Shown(NamedTuple):
    """A block as the template shows it: its ``kind``, and what belongs to that kind."""

    kind: str
    markup: Markup | str = ""
    quiz: ShownQuiz | None = None
    judging: JudgingView | None = None
    title: str = ""
    inside: tuple[Shown, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ShownQuiz:
    """A question, laid out; ``standing`` says how it was answered, and is empty before it was checked."""

    view: QuestionView
    id: str
    prediction: bool
    standing: str
    solved: bool
    varies: bool


@dataclass(frozen=True)
class Checked:
    """What a visitor sent to check: the exercise, the form's fields, and whether the solution was asked for."""

    exercise: str
    fields: Mapping[str, str]
    solution: bool = False


@dataclass(frozen=True)
class StepPage:
    """A step of a lesson under a key, both from the address; ``number`` counts steps from 1."""

    lesson: Lesson
    key: str
    number: int
    checked: Checked | None = None

    @property
    def title(self) -> str:
        """The step's title."""
        return self.lesson.steps[self.number - 1].title

    @property
    def lab(self) -> Lab | None:
        """The lab of the step, if it has one."""
        blocks = self.lesson.steps[self.number - 1].blocks
        return next((block for block in blocks if isinstance(block, Lab)), None)

    @property
    def halves(self) -> tuple[list[Shown], list[Shown]]:
        """The blocks above the lab, and those below it; without a lab all are above."""
        blocks = self.lesson.steps[self.number - 1].blocks
        place = next((i for i, block in enumerate(blocks) if isinstance(block, Lab)), len(blocks))
        return [self._shown(block) for block in blocks[:place]], [self._shown(block) for block in blocks[place + 1 :]]

    @property
    def before(self) -> str:
        """The address of the step before this one; empty at the beginning."""
        return self.address(self.number - 1) if self.number > 1 else ""

    @property
    def after(self) -> str:
        """The address of the step after this one; empty at the end."""
        return self.address(self.number + 1) if self.number < len(self.lesson.steps) else ""

    @property
    def following(self) -> Lesson | None:
        """The lesson after this one."""
        known = list(lessons().values())
        place = known.index(self.lesson) + 1
        return known[place] if place < len(known) else None

    @property
    def steps(self) -> list[tuple[int, str, str]]:
        """The steps of the lesson: number, title and address."""
        return [(i, step.title, self.address(i)) for i, step in enumerate(self.lesson.steps, start=1)]

    def address(self, number: int) -> str:
        """The address of a step."""
        return url_for("lessons.step", slug=self.lesson.slug, key=self.key, number=number)

    @property
    def check_address(self) -> str:
        """Where answers are sent."""
        return url_for("lessons.check", slug=self.lesson.slug, key=self.key, number=self.number)

    def _shown(self, block: Block) -> Shown:
        if isinstance(block, Prose):
            return Shown("prose", lesson_markup(block.nodes, lessons()))
        if isinstance(block, Quiz):
            return Shown("quiz", quiz=self._quiz(block))
        if isinstance(block, Reveal):
            return Shown("reveal", title=block.title, inside=self._inside(block.blocks))
        if isinstance(block, Note):
            convention = CONVENTIONS[block.convention]
            inside, rows = self._inside(block.blocks), _choices(block)
            return Shown("note", convention.text, title=convention.title, inside=inside, rows=rows)
        if isinstance(block, Judging):
            return Shown("judging", judging=judging_view(block, self._sent(block.name)))
        return Shown("lab")

    def _inside(self, blocks: Sequence[Block]) -> tuple[Shown, ...]:
        return tuple(self._shown(block) for block in blocks)

    def _sent(self, name: str) -> Mapping[str, str] | None:
        """The fields that were sent to check what has this name; None if something else was, or nothing."""
        return self.checked.fields if self.checked and self.checked.exercise == name else None

    def _quiz(self, block: Quiz) -> ShownQuiz:
        kind = KINDS[block.exercise.kind]
        question = single_questions.question(self.lesson.sheet, block.exercise, self.key)
        sent = self._sent(question.id)
        given = posted_answers(question, sent) if sent is not None else {}
        marked = mark(question, given) if sent is not None else None
        solution = bool(sent is not None and self.checked and self.checked.solution)
        place = [quiz.exercise.id for quiz in self.lesson.steps[self.number - 1].quizzes].index(question.id) + 1
        view = question_view(
            question, place, given, marked, stage=Stage.SOLUTION if solution else Stage.STEP, solved=solution
        )
        return ShownQuiz(
            view,
            question.id,
            block.prediction,
            _standing(marked) if marked else "",
            solution,
            kind.varies(block.exercise),
        )


def _standing(marked: Marked) -> str:
    right = sum(part.outcome in GOOD for part in marked.parts)
    return say(Message("practice-right", right=right, count=len(marked.parts)))


def _choices(note: Note) -> tuple[tuple[str, str], ...]:
    """The choices of a convention, each with the presets that take it."""
    convention = CONVENTIONS[note.convention]
    by_choice: dict[str, list[str]] = {}
    for preset in PRESETS.values():
        value = effective(preset.key)[note.convention]
        words = convention.choice(value).short if convention.choices else number_text(value)
        by_choice.setdefault(words, []).append(preset.title)
    return tuple((words, ", ".join(titles)) for words, titles in by_choice.items())
