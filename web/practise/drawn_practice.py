"""The question for a choice at a level under a key: always the same for the same address."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from flask import url_for

from ireval.errors import InputError
from ireval.exercises import Exercise, Generated, Marked, MarkedPart, Question, Sheet
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.marking.stages import GOOD, NO_TRY
from ireval.exercises.practice.difficulty import HIGHEST, LEVELS, LOWEST
from ireval.exercises.practice.known_causes import cause_named
from ireval.exercises.practice.like_exercise import read_like
from ireval.exercises.practice.practice_exercise import draw_exercise, practised_measures
from ireval.exercises.question.outcomes import FEW
from ireval.exercises.variants.time_limit import SHORT, time_limit
from ireval.messages import Message, say
from web.course.course_files import lessons
from web.course.taught_measures import LessonUse, lessons_with
from web.course.varied_quizzes import varied_quizzes
from web.practise.practice_choice import LESSON, LIKE, MEASURE, MISTAKE, MIXED, Choice, Place
from web.question import single_questions

#: How many more ranks, unjudged documents the lists of a lesson or sheet get at each level than their exercise says.
_LEVELS = ((-3, 0), (0, 0), (2, 0), (2, 1))
_SHORTEST = 5
#: Measures that are tried in mixed practice until one has a list at the level.
_MEASURES_TRIED = 4


class DrawnPractice(NamedTuple):
    """A ``question`` at the ``level`` that its list has, which ``words`` describe.

    ``measure`` is the name of its measure, empty without one.
    """

    question: Question
    level: int
    words: Message
    measure: str

    @property
    def level_words(self) -> str:
        """The level in words."""
        words = self.words
        return say(Message("practise-level", level=self.level, count=HIGHEST, words=words))

    def about(self, marked: Marked, choice: Choice, *, wrong: bool) -> str:
        """What the browser remembers an answer for.

        That is the cause of a wrong answer if it can be practised, otherwise what was chosen or, if that was a mixture
        or an exercise of a sheet, the measure.
        """
        if wrong and self.measure and (cause := next((part.cause for part in wrong_parts(marked)), "")):
            with suppress(InputError):
                return f"{MISTAKE}={cause_named(f'{self.measure}.{cause}').name}"
        chosen = choice.kind == LESSON or not self.measure or (not wrong and choice.kind not in {MIXED, LIKE})
        return choice.about if chosen else f"{MEASURE}={self.measure}"

    def lessons(self, choice: Choice) -> list[LessonUse]:
        """The lessons that teach what is asked, at most two."""
        if choice.kind == LESSON:
            lesson = lessons()[choice.value]
            return [LessonUse(lesson.title, url_for("lessons.begin", slug=lesson.slug), len(lesson.steps))]
        tables = self.question.tables
        return lessons_with(tables[0].measure)[:2] if tables else []


def wrong_parts(marked: Marked) -> list[MarkedPart]:
    """The parts whose answers are wrong; none that are empty, cannot be read, or only need another decimal."""
    return [part for part in marked.parts if part.outcome not in (*GOOD, *NO_TRY, FEW)]


@time_limit(SHORT)
def draw(place: Place) -> DrawnPractice:
    """The question. Raises ``InputError`` if there is no list for it."""
    choice = place.choice.asked
    if choice.kind == LESSON:
        lesson = lessons()[choice.value]
        exercise = Stream("lesson practice", lesson.slug, place.key).choice(varied_quizzes(lesson)).exercise
        return _varied(lesson.sheet, exercise, place, Message("practise-in-lesson"))
    if choice.kind == LIKE:
        sheet = read_like(choice.value)
        return _varied(sheet, sheet.exercises[0], place, Message("practise-on-sheet"))
    cause = cause_named(choice.value) if choice.kind == MISTAKE else None
    spellings = [cause.measure.name if cause else choice.value]
    if choice.kind == MIXED:
        shuffled = Stream("mixed practice", place.key).shuffled(practised_measures(place.level))
        spellings = [measure.name for measure in shuffled[:_MEASURES_TRIED]]
    drawn = (draw_exercise(spelling, place.level, place.key, choice.preset, cause) for spelling in spellings)
    made = next((made for made in drawn if made.level <= place.level), None)
    made = made or draw_exercise(spellings[0], place.level, place.key, choice.preset, cause)
    question = made.question(place.key)
    return DrawnPractice(question, made.level, LEVELS[made.level - 1].words, question.tables[0].measure.name)


def _varied(sheet: Sheet, exercise: Exercise, place: Place, where: Message) -> DrawnPractice:
    """An exercise of a lesson or sheet, with lists as long as the level says if there are some."""
    question, words = None, _words(LOWEST + 1, where)
    if exercise.generated:
        harder = replace(exercise, generated=_at_level(exercise, exercise.generated, place.level))
        with suppress(InputError):
            question = single_questions.question(sheet, harder, place.key)
            words = _words(place.level, where)
    question = question or single_questions.question(sheet, exercise, place.key)
    measure = question.tables[0].measure.name if question.tables else ""
    return DrawnPractice(question, place.level, words, measure)


def _words(level: int, where: Message) -> Message:
    return (
        Message("practise-shorter", where=where),
        Message("practise-as-there", where=where),
        Message("practise-longer", where=where),
        Message("practise-longer-unjudged", where=where),
    )[level - LOWEST]


def _at_level(exercise: Exercise, generated: Generated, level: int) -> Generated:
    """The settings of drawn lists, with more or fewer ranks and unjudged documents; a cutoff stays in the list."""
    longer, unjudged = _LEVELS[level - 1]
    cutoff = int(exercise.measure.partition("@")[2] or 0) if exercise.measure.partition("@")[2].isdigit() else 0
    length = max(generated.length + longer, min(generated.length, max(_SHORTEST, cutoff + 1)))
    return replace(generated, length=length, unjudged=generated.unjudged + unjudged)
