"""The contents of a step's page: its blocks in order, with the questions of the visitor's key and their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from ireval.glossary import Term
from ireval.lessons import Figure, Lab, Lesson, Prose, Quiz
from ireval.lessons.directives.judging_directive import Judging
from ireval.lessons.directives.systems_directive import Systems
from ireval.lessons.lesson import Block
from web.course.course_files import lessons
from web.formulas.formatted_markup import formatted_markup
from web.lessons.lesson_markup import terms_in
from web.lessons.list_rows import StepList
from web.lessons.presenting import Presenting
from web.lessons.shown_block import Shown, opened_after_answers
from web.lessons.shown_quiz import Checked, question_names
from web.lessons.step_list import asks_about, step_list
from web.lessons.views.block_views import VIEWS
from web.state.address import from_query
from web.state.lab_address import lab_address

#: How many steps a narrow page shows in its row of steps.
NEARBY = 5


@dataclass(frozen=True)
class StepPage:
    """A step of a lesson under a key, both from the address; ``number`` counts steps from 1.

    If it is ``presented``, it is shown in a hall, and so are the steps to which it links. ``changed`` says that the
    address has a state of the lab.
    """

    lesson: Lesson
    key: str
    number: int
    checked: Checked | None = None
    presented: bool = False
    on_paper: bool = False
    changed: bool = False

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
    def has_figure(self) -> bool:
        """Whether only the figure of the lab is shown."""
        return isinstance(self.lab, Figure)

    @property
    def halves(self) -> tuple[tuple[Shown, ...], tuple[Shown, ...]]:
        """The blocks above the lab and the blocks below it; without a lab, all are above."""
        blocks = self.lesson.steps[self.number - 1].blocks
        place = next((i for i, block in enumerate(blocks) if isinstance(block, Lab)), len(blocks))
        return self.shown(blocks[:place]), self.shown(blocks[place + 1 :])

    @property
    def listed(self) -> StepList | None:
        """The list of the lab, if no question shows it."""
        step = self.lesson.steps[self.number - 1]
        if self.lab is None or any(asks_about(quiz, self.lab) for quiz in step.quizzes):
            return None
        return step_list(self.lab, step)

    @property
    def compares(self) -> bool:
        """Whether the step has two systems beside each other."""
        return any(isinstance(block, Systems) for block in self.lesson.steps[self.number - 1].all_blocks)

    @property
    def lab_address(self) -> str:
        """The address of the lab with the list of this step, or of the last step before that has one; may be empty."""
        passed = reversed(self.lesson.steps[: self.number])
        lab = next((block for step in passed for block in step.blocks if isinstance(block, Lab | Systems)), None)
        return lab_address(from_query(lab.parts).state) if lab else ""

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

    @property
    def nearby(self) -> range:
        """The numbers of the steps that a narrow page shows: this one in the middle, where that is possible."""
        count = len(self.lesson.steps)
        first = max(1, min(self.number - NEARBY // 2, count - NEARBY + 1))
        return range(first, min(first + NEARBY, count + 1))

    @property
    def terms(self) -> list[tuple[Term, Markup]]:
        """The terms that the step's text mentions, each once, with their meanings."""
        blocks = self.lesson.steps[self.number - 1].all_blocks
        nodes = [node for block in blocks if isinstance(block, Prose) for node in block.nodes]
        return [(term, formatted_markup(term.meaning)) for term in dict.fromkeys(terms_in(nodes))]

    @property
    def again(self) -> str:
        """The address of the step under a new key."""
        return url_for("lessons.begin", slug=self.lesson.slug, number=self.number, present=self.present)

    def asks(self, number: int) -> str:
        """Return the names of a step's questions, separated by spaces."""
        return question_names(self.lesson, number)

    @property
    def present(self) -> str | None:
        """The value of ``present`` in the addresses of the step's links; None outside the presenter view."""
        return "1" if self.presented else None

    def address(self, number: int) -> str:
        """The address of a step."""
        return url_for("lessons.step", slug=self.lesson.slug, key=self.key, number=number, present=self.present)

    @property
    def presenting(self) -> Presenting:
        """The step for the lecturer."""
        return Presenting(self)

    @property
    def check_address(self) -> str:
        """The address to which answers are sent."""
        slug, present = self.lesson.slug, self.present
        return url_for("lessons.check", slug=slug, key=self.key, number=self.number, present=present)

    @property
    def answered(self) -> tuple[Shown, ...]:
        """Only the question that was checked; empty if there is none with its name."""
        blocks = self.lesson.steps[self.number - 1].all_blocks
        name = self.checked.exercise if self.checked else ""
        return self.shown([block for block in blocks if name and name_of(block) == name])

    def shown(self, blocks: Sequence[Block]) -> tuple[Shown, ...]:
        """Blocks as the page shows them."""
        return tuple(opened_after_answers(VIEWS[type(block)](self, block) for block in blocks))


def name_of(block: Block) -> str:
    """Return the name under which answers to a block are sent; empty if it asks nothing."""
    if isinstance(block, Quiz):
        return block.exercise.id
    return block.name if isinstance(block, Judging) else ""
