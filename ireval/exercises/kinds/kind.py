"""The declaration of a kind of exercise: all properties in which kinds differ and which other modules use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.question.question import Question
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.messages import Message, say

#: Makes a question and grades its lists (``ireval.exercises.generator.acceptance``).
Make = Callable[[ExerciseDraw], tuple[Question, int]]
#: Raises ``InputError`` for errors that only this kind can find; the error's field begins with the given text.
Check = Callable[[Sheet, Exercise, str], None]
#: Returns the option that follows from the student's numbers (by the id of their part); None if none follows.
Conclude = Callable[[Question, Mapping[str, float]], str | None]


@dataclass(frozen=True)
class Kind:
    """A kind of exercise. ``measures`` are the spellings of the measures that sheets made from a seed use.

    ``takes`` are the fields that its exercises need or may have: ``measure``, ``list``, ``second``, ``columns``,
    ``lists``, and those of own questions: ``text``, ``answer``, ``tolerance``, ``options``, ``printed``.
    ``tasks`` are its situations or tasks by key, each with its title. ``points`` are the usual points, ``longest`` is
    the greatest length of a fixed list (0: no limit of its own).
    """

    key: str
    title: str
    sentence: str
    make: Make
    takes: frozenset[str]
    measures: tuple[str, ...] = ()
    tasks: Mapping[str, Message] = field(default_factory=dict)
    points: float = 1
    longest: int = 0
    check: Check = lambda _sheet, _exercise, _where: None  #: in addition to the checks of every exercise
    conclude: Conclude = lambda _question, _numbers: None
    seed_place: int = 0  #: its place in the order in which a seed draws kinds, from 1; 0: a seed draws others
    lab_place: int = 0  #: its place on a sheet made from a list of the lab, from 1; 0: not on such a sheet
    shows_table: bool = False  #: whether the sheet shows a finished table, of which any cell may be asked for
    asks_scores: bool = False  #: whether students calculate the scores of its tables, so that near-ties matter
    same_options: bool = False  #: whether all students choose between the same options, so that choices can be counted
    draws_on_list: bool = False  #: whether it draws something even if its list is fixed
    example: Mapping[str, Any] = field(default_factory=dict)  #: the fields of an own question to start from

    @property
    def draws_lists(self) -> bool:
        """Whether lists may be drawn for its exercises."""
        return bool(self.takes & {"list", "lists"}) and not self.own

    @property
    def own(self) -> bool:
        """Whether the sheet's owner writes the question; such a kind is not drawn from a seed."""
        return "text" in self.takes

    @property
    def task_titles(self) -> list[tuple[str, str]]:
        """The tasks by key, with their titles in words."""
        return [(key, say(title)) for key, title in self.tasks.items()]

    def draws_task(self, exercise: Exercise) -> bool:
        """Whether each variant of the exercise draws a situation or task."""
        return bool(self.tasks) and not exercise.task

    def varies(self, exercise: Exercise) -> bool:
        """Whether different keys have different questions."""
        return (exercise.list is None and not self.own) or self.draws_on_list or self.draws_task(exercise)


ON_A_LIST = frozenset({"measure", "list"})
