"""A step for the lecturer: the notes, the number of questions, and the addresses to present and to ask it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from ireval.lessons import Lab, LecturerNotes
from web.lessons.shown_block import Page, Shown


@dataclass(frozen=True)
class Presenting:
    """The step of a ``page`` for the lecturer."""

    page: Page

    @property
    def address(self) -> str:
        """The address of the step in the presenter view."""
        return self._address("lessons.step", present="1")

    @property
    def end(self) -> str:
        """The address of the step as readers see it."""
        return self._address("lessons.step")

    @property
    def notes(self) -> tuple[Shown, ...]:
        """The lecturer's notes on the step."""
        blocks = self.page.lesson.steps[self.page.number - 1].all_blocks
        texts = [block.inside for block in blocks if isinstance(block, LecturerNotes)]
        return tuple(shown for text in texts for shown in self.page.shown(text))

    @property
    def question_count(self) -> int:
        """The number of questions of the step."""
        return len(self.page.lesson.steps[self.page.number - 1].quizzes)

    @property
    def has_labs(self) -> bool:
        """Whether a step of the lesson has a lab."""
        return any(isinstance(block, Lab) for step in self.page.lesson.steps for block in step.blocks)

    def _address(self, endpoint: str, present: str | None = None) -> str:
        slug, key, number = self.page.lesson.slug, self.page.key, self.page.number
        return url_for(endpoint, slug=slug, key=key, number=number, present=present)
