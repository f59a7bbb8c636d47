"""The results of a class: every student's marked answers, and how often each cause led to a wrong one.

A student's answers to an exercise are marked once and remembered until they change.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import NamedTuple

from ireval import exercises
from ireval.exercises import CHOICE, KINDS, Marked, MarkedPart, Question
from ireval.messages import TALLY, Message, say
from web import store
from web.sheets.score_words import points_number
from web.sheets.stored_sheets import sheet_of, variant_of

#: Outcomes as a class is counted by: whether points were given for being right, for being explained, or not at all.
OUTCOMES_BY_WORTH = {
    "right": ("right", "within-rounding", "carried-forward"),
    "explained": ("few-decimals", "rounding", "convention", "mistake"),
    "by-hand": ("by-hand",),
    "wrong": ("wrong", "unreadable"),
    "blank": ("blank",),
}
#: The worths of answers that a person has to mark; most sheets ask for none.
MARKED_LATER = frozenset({"by-hand"})
_WORTH = {outcome: name for name, outcomes in OUTCOMES_BY_WORTH.items() for outcome in outcomes}
#: What students did, where only the outcome is known; in the order in which they are listed.
_OUTCOMES = {
    "within-rounding": Message("outcome-within-rounding"),
    "carried-forward": Message("outcome-carried-forward"),
    "few-decimals": Message("outcome-few-decimals"),
    "by-hand": Message("outcome-by-hand"),
    "wrong": Message("outcome-wrong"),
    "unreadable": Message("outcome-unreadable"),
    "blank": Message("outcome-blank"),
}


def moment(time: datetime) -> str:
    """A time as pages show it: ``21 November 2026, 09:30 UTC``."""
    return f"{time.day} {time:%B %Y, %H:%M} UTC"


@lru_cache(maxsize=20_000)
def _marked(body: str, key: str, exercise: str, given: tuple[tuple[str, str], ...]) -> Marked:
    return exercises.mark(variant_of(body, key).question(exercise), dict(given))


@dataclass(frozen=True)
class MarkedAnswers:
    """One student's answers to a sheet, marked exercise by exercise."""

    answers: store.Answers
    marked: tuple[Marked, ...]

    def of(self, exercise: str) -> Marked:
        """The answers to one exercise."""
        return next(marked for marked in self.marked if marked.question.id == exercise)

    @property
    def key(self) -> str:
        """The student's."""
        return self.answers.key

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
        """How many answers the sheet asks for."""
        return sum(len(marked.parts) for marked in self.marked)

    @property
    def filled(self) -> int:
        """How many of them are given."""
        return sum(bool(part.given) for marked in self.marked for part in marked.parts)


def marked_answers(sheet: store.Sheet, answers: store.Answers) -> MarkedAnswers:
    """A student's answers, marked."""
    given: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for (exercise, part), text in answers.given.items():
        given[exercise].append((part, text))
    questions = variant_of(sheet.body, answers.key).questions
    return MarkedAnswers(
        answers, tuple(_marked(sheet.body, answers.key, q.id, tuple(sorted(given[q.id]))) for q in questions)
    )


@dataclass(frozen=True)
class Tally:
    """How many students did something: ``words`` follow their number and say what; ``worth`` is an outcome's worth."""

    count: int
    words: str
    worth: str


class PartResult(NamedTuple):
    """How often a part had each worth, in the order of ``OUTCOMES_BY_WORTH``."""

    label: str
    counts: Mapping[str, int]


class ExerciseResult:
    """A class's results in one exercise."""

    def __init__(self, exercise: exercises.Exercise, marked: Sequence[Marked]) -> None:
        self.id = exercise.id
        self.points = exercise.points
        self._marked = marked
        titles = {m.question.name for m in marked}
        measure = f": {exercise.measure}" if exercise.measure else ""
        self.title = titles.pop() if len(titles) == 1 else f"{KINDS[exercise.kind].title}{measure}"

    @property
    def mean(self) -> float:
        """The points of one student, on average."""
        return sum(marked.points for marked in self._marked) / len(self._marked)

    @property
    def all_right(self) -> int:
        """How many students answered every part correctly."""
        return sum(all(_WORTH[p.outcome] == "right" for p in marked.parts) for marked in self._marked)

    @cached_property
    def parts(self) -> list[PartResult]:
        """Part by part, in the order in which a student meets them."""
        labels: dict[str, str] = {}
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for marked in self._marked:
            for part in marked.parts:
                labels.setdefault(part.part.id, part.part.label)
                counts[part.part.id][_WORTH[part.outcome]] += 1
        return [
            PartResult(label, {name: counts[id_][name] for name in OUTCOMES_BY_WORTH}) for id_, label in labels.items()
        ]

    @cached_property
    def causes(self) -> list[Tally]:
        """What students did wrong, the most frequent cause first and unknown causes last.

        A student counts once, in however many parts of the exercise it happened.
        """
        words: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        students: Counter[tuple[str, str]] = Counter()
        for marked in self._marked:
            q = marked.question
            wrong = {_cause(q, part): part for part in marked.parts if part.outcome != "right"}
            for cause, part in wrong.items():
                words[cause][say(_reason(part), TALLY)] += 1
                students[cause] += 1
        last = {say(message): place for place, message in enumerate(_OUTCOMES.values())}
        tallies = [
            Tally(count, words[cause].most_common(1)[0][0], _WORTH[cause[0]]) for cause, count in students.items()
        ]
        return sorted(tallies, key=lambda tally: (last.get(tally.words, -1), -tally.count))


def _cause(question: Question, part: MarkedPart) -> tuple[str, str]:
    """What is counted together. The option chosen matters only where all students have the same options."""
    odd = part.part.kind == CHOICE and not KINDS[question.kind].same_options
    return part.outcome, part.outcome if odd else part.cause


def _reason(part: MarkedPart) -> Message:
    """What led to an answer, or the outcome where no more is known."""
    return part.reason or _OUTCOMES[part.outcome]


class Results:
    """A sheet with the marked answers of all students, or of those who have submitted."""

    def __init__(self, sheet: store.Sheet, answers: Iterable[store.Answers]) -> None:
        self.sheet = sheet
        self.scripts = [marked_answers(sheet, a) for a in answers]
        self.points = sheet_of(sheet.body).points

    def __len__(self) -> int:
        return len(self.scripts)

    @property
    def submitted(self) -> int:
        """How many students have handed in."""
        return sum(s.answers.submitted is not None for s in self.scripts)

    @property
    def mean(self) -> float:
        """The points of one student, on average."""
        return sum(s.points for s in self.scripts) / len(self.scripts)

    @cached_property
    def exercises(self) -> list[ExerciseResult]:
        """Exercise by exercise; none while there are no students."""
        asked = sheet_of(self.sheet.body).exercises if self.scripts else ()
        return [ExerciseResult(x, [s.marked[i] for s in self.scripts]) for i, x in enumerate(asked)]

    def rows(self) -> Iterator[list[str]]:
        """A table of all answers and their marks, heads first: a row for a student, three columns for a part."""
        parts = dict.fromkeys(
            (marked.question.id, part.part.id) for s in self.scripts for marked in s.marked for part in marked.parts
        )
        order = [exercise.id for exercise in sheet_of(self.sheet.body).exercises]
        ordered = sorted(parts, key=lambda where: order.index(where[0]))
        heads = [f"{exercise} {part} {what}" for exercise, part in ordered for what in ("answer", "points", "cause")]
        yield ["key", "begun", "submitted", "points", "of", *heads]
        for s in self.scripts:
            found = {
                (m.question.id, p.part.id): (p.given, points_number(p.points), p.cause)
                for m in s.marked
                for p in m.parts
            }
            cells = [cell for where in ordered for cell in found.get(where, ("", "", ""))]
            times = [t.isoformat(timespec="seconds") if t else "" for t in (s.answers.begun, s.answers.submitted)]
            yield [s.key, *times, points_number(s.points), points_number(self.points), *cells]
