"""What a kind of exercise declares: all that differs from kind to kind stands here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.question.question import Question
from ireval.exercises.sheet.model import Exercise, Sheet

#: Makes a question, and says how good its lists are: see ``ireval.exercises.generator.acceptance``.
Make = Callable[[ExerciseDraw], tuple[Question, int]]
#: Raises ``InputError``, its field beginning with the text, for what only this kind can know to be wrong.
Check = Callable[[Sheet, Exercise, str], None]
#: The option that follows from a student's own numbers, by the id of their part; None where none does.
Conclude = Callable[[Question, Mapping[str, float]], str | None]


@dataclass(frozen=True)
class Kind:
    """A kind of exercise: ``measures`` are those that sheets made from a seed use, as spelled.

    ``takes`` are the fields of an exercise that it needs or may have: ``measure``, ``list``, ``second``, ``columns``.
    ``tasks`` are its situations or tasks by key, each with a title. ``points`` are the usual ones,
    ``longest`` is how long a fixed list may be, 0 for as long as any.
    """

    key: str
    title: str
    sentence: str
    make: Make
    takes: frozenset[str]
    measures: tuple[str, ...] = ()
    tasks: Mapping[str, str] = field(default_factory=dict)
    points: float = 1
    longest: int = 0
    check: Check = lambda _sheet, _exercise, _where: None  #: beyond what is checked of every exercise
    conclude: Conclude = lambda _question, _numbers: None
    lab_place: int = 0  #: its place on a sheet made of a list of the lab, from 1; 0: it makes nothing of such a list
    asks_scores: bool = False  #: whether the scores of its tables are asked for, so that wrong ones may come close
    same_options: bool = False  #: whether all students choose between the same options, so that their choices compare
    draws_on_list: bool = False  #: whether something is drawn on a fixed list, too

    def draws_task(self, exercise: Exercise) -> bool:
        """Whether every variant of the exercise draws its own situation or task."""
        return bool(self.tasks) and not exercise.task

    def varies(self, exercise: Exercise) -> bool:
        """Whether another key has another question."""
        return exercise.list is None or self.draws_on_list or self.draws_task(exercise)


ON_A_LIST = frozenset({"measure", "list"})
