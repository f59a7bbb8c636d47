"""Single questions of a sheet, even if its other exercises have errors, and their views on the answer key.

The questions are those of ``ireval.exercises.variant``, which caches recent ones.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from ireval.errors import InputError
from ireval.exercises import KINDS, Exercise, Question, RankedList, Sheet, clean_key
from ireval.exercises.question.question import ranking_of
from ireval.exercises.variants.time_limit import check_time
from ireval.exercises.variants.variant import OneExercise, make_question
from ireval.ranking.labels import write_labels, write_subtopics
from web.question.question_view import QuestionView, key_view


def question(sheet: Sheet, exercise: Exercise, key: str) -> Question:
    """One exercise as the student with this key gets it. Raises ``InputError`` if it cannot be made."""
    clean = clean_key(key)
    return make_question(sheet, exercise, clean, _taken_tasks(sheet, exercise, clean)).question


def questions(sheet: Sheet, key: str) -> list[Question]:
    """The sheet's questions. Raises ``InputError`` if one of them cannot be made."""
    return [question(sheet, exercise, key) for exercise in sheet.exercises]


def cached_key_view(sheet: Sheet, exercise: Exercise, key: str, number: int) -> QuestionView:
    """One exercise as the answer key shows it. Raises ``InputError`` if it cannot be made."""
    clean = clean_key(key)
    return _key_view(OneExercise.of(sheet, exercise, _taken_tasks(sheet, exercise, clean)), clean, number)


def _taken_tasks(sheet: Sheet, exercise: Exercise, key: str) -> frozenset[str]:
    """The situations and tasks that other exercises have, if the exercise draws one."""
    if not KINDS[exercise.kind].draws_task(exercise):
        return frozenset()
    taken = {x.task for x in sheet.exercises if x.task}
    for other in takewhile(lambda x: x.id != exercise.id, sheet.exercises):
        if other.kind == exercise.kind and not other.task:
            with suppress(InputError):
                taken.add(make_question(sheet, other, key, frozenset(taken)).question.drawn)
    return frozenset(taken)


@lru_cache(maxsize=256)
def _key_view(alone: OneExercise, key: str, number: int) -> QuestionView:
    made = make_question(alone.sheet, alone.sheet.exercises[0], key, alone.taken).question
    check_time(made.id)
    return key_view(made, number)


def fixed_list(made: Question, index: int) -> RankedList:
    """One of a question's lists as a fixed list."""
    shown, ranking = made.lists[index], ranking_of(made.tables[index])
    size, topics, missed = float(ranking.size), ranking.subtopics, ranking.unretrieved_subtopics
    return RankedList(
        labels=write_labels(ranking.grades.tolist()),
        unretrieved=write_labels(ranking.unretrieved.tolist()),
        size=int(size) if size == size else None,
        subtopics=write_subtopics(topics.astype(int).tolist()) if topics is not None else "",
        unretrieved_subtopics=write_subtopics(missed.astype(int).tolist()) if missed is not None else "",
        names=tuple(row.name for row in (*shown.rows, *shown.missed)),
    )


def same_for_all(sheet: Sheet, exercise: Exercise, key: str) -> Exercise:
    """The exercise with the lists and the task drawn for a key, if its kind allows fixed ones."""
    kind = KINDS[exercise.kind]
    made = question(sheet, exercise, key)
    if kind.draws_task(exercise):
        exercise = replace(exercise, task=made.drawn)
    if exercise.generated is None or "list" not in kind.takes:
        return exercise
    lists = [fixed_list(made, place) for place in range(len(made.lists))]
    return replace(exercise, generated=None, list=lists[0], second=lists[1] if "second" in kind.takes else None)
