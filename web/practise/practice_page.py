"""The contents of a page with one exercise: the question at its stage, the buttons, and the way on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ireval.exercises import Marked, mark
from ireval.exercises.marking.stages import Progress, Stage, is_solved, stage_change, tried_answers
from ireval.exercises.practice.difficulty import level_after
from web.practise.drawn_practice import DrawnPractice, draw, wrong_parts
from web.practise.practice_choice import Place
from web.question.question_view import QuestionView, posted_answers, question_view
from web.question.staged_practice import BUTTONS, Practice, practice, read_progress, written_progress

#: The field of the form that keeps the progress.
PROGRESS = "progress"


class PracticePage:
    """An exercise at a place; ``form`` has the answers that were sent, None before.

    Raises ``InputError`` if there is no exercise for the place.
    """

    def __init__(self, place: Place, form: Mapping[str, str] | None = None) -> None:
        self.place, self.choice, self.asked = place, place.choice, place.choice.asked
        self.drawn: DrawnPractice = draw(place)
        self._form = form or {}
        question = self.drawn.question
        self._given = posted_answers(question, self._form)
        self._marked = mark(question, self._given, graded=False) if form is not None else None
        self._progress = self._changed(self._marked) if self._marked else Progress()

    def _changed(self, marked: Marked) -> Progress:
        wanted = next((stage for name, stage in BUTTONS.items() if self._form.get(name)), Stage.RESULT)
        answered = tried_answers(self.drawn.question, self._given)
        return stage_change(marked, answered, wanted)(read_progress(self._form.get(PROGRESS, "")))

    @cached_property
    def practice(self) -> Practice:
        """The stage, what is said of the answers, and the buttons."""
        return practice(self._marked, tried_answers(self.drawn.question, self._given), self._progress)

    @property
    def progress(self) -> str:
        """The progress as the form keeps it."""
        return written_progress(self._progress)

    @cached_property
    def view(self) -> QuestionView:
        """The question, laid out, with the marks that belong to the stage."""
        found = self.practice
        return question_view(
            self.drawn.question,
            1,
            self._given,
            self._marked,
            disabled=found.over or self.solved,
            stage=found.stage,
            solved=found.over,
            graded=False,
        )

    @property
    def solved(self) -> bool:
        """Whether the answers are right."""
        return self._marked is not None and is_solved(self._marked)

    @property
    def outcome(self) -> str:
        """What the browser remembers: ``right``, ``wrong``, or nothing as long as no answer counts."""
        if self._marked is None:
            return ""
        if self.solved:
            return "right"
        return "wrong" if wrong_parts(self._marked) or self.practice.over else ""

    @property
    def about(self) -> str:
        """What the browser remembers it for; empty before a check.

        It names the cause of a wrong answer already while the page does not show it: whoever goes on without asking for
        the cause still gets it in the list of what is wrong. It has no number and nothing of the solution.
        """
        return self.drawn.about(self._marked, self.asked, wrong=self.outcome == "wrong") if self._marked else ""

    @property
    def next_level(self) -> int:
        """The level of the next exercise."""
        tries = self._progress.tries
        wrong = self.outcome == "wrong"
        return level_after(
            self.place.level,
            tries=tries if self.solved or wrong else 0,
            solved=self.solved and not (self.practice.over and tries == 0),
            shown=self.practice.over,
        )

    @property
    def next_address(self) -> str:
        """The address of the next exercise, with new numbers."""
        return self.choice.onward.address(level=self.next_level)

    @property
    def check_address(self) -> str:
        """The address of this exercise, to which its form is sent."""
        return self.choice.address("practise.exercise", level=self.place.level, key=self.place.key)
