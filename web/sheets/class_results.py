"""The results of a class: every student's marked answers, and how often each cause led to a wrong one.

A student's answers to an exercise are marked once and remembered until they change.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from ireval import exercises
from ireval.exercises import CHOICE, KINDS, Marked, MarkedPart, Question
from ireval.messages import TALLY, Message, say
from web import store
from web.sheets.distribution import Distribution
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


@lru_cache(maxsize=20_000)
def _marked(body: str, key: str, exercise: str, given: tuple[tuple[str, str], ...]) -> Marked:
    return exercises.mark(variant_of(body, key).question(exercise), dict(given))


@dataclass(frozen=True)
class MarkedAnswers:
    """One student's answers to a sheet, marked exercise by exercise."""

    answers: store.Answers
    marked: tuple[Marked, ...]
    late: bool  #: whether answers were saved or submitted after the deadline

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
    marked = tuple(_marked(sheet.body, answers.key, q.id, tuple(sorted(given[q.id]))) for q in questions)
    return MarkedAnswers(answers, marked, is_late(sheet, answers))


def is_late(sheet: store.Sheet, answers: store.Answers) -> bool:
    """Whether a student saved or submitted answers after the deadline."""
    after = answers.submitted and sheet.deadline and answers.submitted > sheet.deadline
    return bool(answers.late or after)


@dataclass(frozen=True)
class Tally:
    """How many students did something: ``words`` follow their number and say what; ``worth`` is an outcome's worth.

    ``noise`` is what nothing explains.
    """

    count: int
    words: str
    worth: str
    noise: bool


class PartResult(NamedTuple):
    """How often a part had each worth, in the order of ``OUTCOMES_BY_WORTH``."""

    label: str
    counts: Mapping[str, int]


def exercise_title(exercise: exercises.Exercise) -> str:
    """A title that fits every variant of an exercise."""
    measure = f": {exercise.measure}" if exercise.measure else ""
    return f"{KINDS[exercise.kind].title}{measure}"


class ExerciseResult:
    """A class's results in one exercise."""

    def __init__(self, exercise: exercises.Exercise, marked: Sequence[Marked]) -> None:
        self.id = exercise.id
        self.points = exercise.points
        self._marked = marked
        titles = {m.question.name for m in marked}
        self.title = titles.pop() if len(titles) == 1 else exercise_title(exercise)

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

    @property
    def causes(self) -> list[Tally]:
        """What explains the answers, the most frequent cause first; what cost no points comes last.

        A student counts once, in however many parts of the exercise it happened.
        """
        return [tally for tally in self._tallies if not tally.noise]

    @property
    def noise(self) -> list[Tally]:
        """What nothing explains: unknown numbers, what cannot be read, guesses, and gaps without an answer."""
        return [tally for tally in self._tallies if tally.noise]

    @cached_property
    def noisy(self) -> int:
        """How many students have an answer that nothing explains."""
        return sum(any(_is_noise(m.question, p) for p in m.parts) for m in self._marked)

    @cached_property
    def _tallies(self) -> list[Tally]:
        """Every cause, the most frequent first; what cost no points, and gaps without an answer, last."""
        noise: dict[tuple[str, str], bool] = {}
        words: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        students: Counter[tuple[str, str]] = Counter()
        for marked in self._marked:
            q = marked.question
            wrong = {_cause(q, part): part for part in marked.parts if part.outcome != "right"}
            for cause, part in wrong.items():
                words[cause][say(_reason(part), TALLY)] += 1
                noise[cause] = _is_noise(q, part)
                students[cause] += 1
        found = [
            Tally(count, words[cause].most_common(1)[0][0], _WORTH[cause[0]], noise[cause])
            for cause, count in students.items()
        ]
        return sorted(found, key=lambda tally: (tally.worth in {"right", "blank"}, -tally.count))


def _is_noise(question: Question, part: MarkedPart) -> bool:
    """Whether nothing explains an answer: it may be a guess. A wrong choice says what was chosen."""
    chosen = part.part.kind == CHOICE and _cause(question, part)[1] != part.outcome
    return _WORTH[part.outcome] in {"wrong", "blank"} and not chosen


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
    def distribution(self) -> Distribution:
        """The points of all students, if there are any."""
        return Distribution([s.points for s in self.scripts], self.points)

    @property
    def titles(self) -> list[str]:
        """What each exercise asks for, in whatever variant."""
        return [exercise_title(x) for x in sheet_of(self.sheet.body).exercises]

    @cached_property
    def exercises(self) -> list[ExerciseResult]:
        """Exercise by exercise; none while there are no students."""
        asked = sheet_of(self.sheet.body).exercises if self.scripts else ()
        return [ExerciseResult(x, [s.marked[i] for s in self.scripts]) for i, x in enumerate(asked)]
