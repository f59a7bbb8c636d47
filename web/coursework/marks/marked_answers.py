"""The marked answers of one student, with the feedback."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ireval import exercises
from ireval.exercises import Marked
from web import store
from web.coursework.stored_sheets import variant_of


@dataclass(frozen=True)
class MarkedAnswers:
    """One student's answers to a sheet, marked exercise by exercise."""

    answers: store.Answers
    marked: tuple[Marked, ...]

    def of(self, exercise: str) -> Marked:
        """The marked answers to one exercise."""
        return next(marked for marked in self.marked if marked.question.id == exercise)

    @property
    def points(self) -> float:
        """All points together."""
        return sum(marked.points for marked in self.marked)

    @property
    def by_hand(self) -> float:
        """The points that a person has to give or refuse; they are not among ``points``."""
        return sum(marked.by_hand for marked in self.marked)

    @property
    def gaps(self) -> int:
        """The number of gaps of the sheet."""
        return sum(len(marked.parts) for marked in self.marked)

    @property
    def filled(self) -> int:
        """The number of gaps with an answer."""
        return sum(bool(part.given) for marked in self.marked for part in marked.parts)


def marked_answers(sheet: store.Sheet, answers: store.Answers) -> MarkedAnswers:
    """A student's answers, marked."""
    return MarkedAnswers(answers, mark(sheet.body, answers.key, answers.given))


def mark(body: str, key: str, given: Mapping[tuple[str, str], str]) -> tuple[Marked, ...]:
    """Answers by (exercise, part) to the sheet with this body, marked exercise by exercise.

    Recent marks are cached, since a student who practises sees the same marks again and again.
    """
    of: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for (exercise, part), text in given.items():
        of[exercise].append((part, text))
    questions = variant_of(body, key).questions
    return tuple(_mark_question(body, key, q.id, tuple(sorted(of[q.id]))) for q in questions)


@lru_cache(maxsize=2_000)
def _mark_question(body: str, key: str, exercise: str, given: tuple[tuple[str, str], ...]) -> Marked:
    return exercises.mark(variant_of(body, key).question(exercise), dict(given))
