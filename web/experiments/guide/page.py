"""The contents of the guide's page: the questions, the answer with its lists, and an overview of all answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ireval.errors import InputError
from ireval.experiments.guide_questions import GRADES, JUDGEMENTS, TASKS, Option
from ireval.experiments.list_pairs import Judged, ListPair
from ireval.experiments.measure_guide import QUESTIONS, Rejection, find_answer, measure_for
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.ranking.labels import write_labels, write_numbers
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.course.taught_measures import lessons_with
from web.experiments.pair_states import TITLES, pair_state

#: The words for settings of the measures in the guide.
_SETTINGS = {
    ("unjudged", "skipped"): "guide-unjudged-skipped",
    ("ideal", "retrieved-only"): "guide-ideal-retrieved-only",
}


class ShownName(NamedTuple):
    """A measure's name as panels show it, and its settings in words; empty for none."""

    label: str
    settings: str


class ShownOption(NamedTuple):
    """An answer to choose from: its key, its title, its meaning, and whether it is chosen."""

    key: str
    title: str
    meaning: str
    chosen: bool


class ShownList(NamedTuple):
    """One of two rankings: its title, the labels from the first rank down, and those of documents not retrieved."""

    title: str
    labels: list[str]
    missed: list[str]


class ShownRejection(NamedTuple):
    """A rejected measure: its name, its spelling in an address, and the reason.

    ``rows`` has the scores of both lists by the right measure and by this one: the measure's name, the scores, and the
    title of the better list. ``query`` opens the lab with both lists. ``kinds`` are the labels to explain:
    ``u``, ``p``, and ``subtopics`` if the labels are numbers of subtopics.
    """

    name: ShownName
    bare: str
    reason: str
    lists: list[ShownList]
    rows: list[tuple[ShownName, tuple[str, str], int | None]]
    query: str
    kinds: frozenset[str]


class GuidePage:
    """The guide with the answers that were ``given`` so far, and the ``error`` in them."""

    titles = TITLES

    def __init__(self, given: Mapping[str, str], error: InputError | None = None) -> None:
        self.given = given
        self.error = error

    @property
    def questions(self) -> list[tuple[str, list[ShownOption]]]:
        """Each question by its name, with its options."""
        return [
            (name, [ShownOption(o.key, *_words(o), o.key == self.given.get(name)) for o in options])
            for name, options in QUESTIONS.items()
        ]

    @lazy_attribute
    def answer(self) -> ShownAnswer | None:
        """The answer; None until all questions have one."""
        if self.error or not all(self.given.get(name) for name in QUESTIONS):
            return None
        return ShownAnswer(*(self.given[name] for name in QUESTIONS))

    @property
    def missing(self) -> list[str]:
        """The questions without an answer, if some question has one."""
        return [name for name in QUESTIONS if not self.given.get(name)] if any(self.given.values()) else []

    @property
    def heads(self) -> list[tuple[str, list[str]]]:
        """The heads of the columns of all answers: each kind of judgements with the kinds of grades below it."""
        return [(_words(judgements)[0], [_words(grades)[0] for grades in GRADES]) for judgements in JUDGEMENTS]

    @property
    def rows(self) -> list[tuple[str, list[tuple[ShownName, Mapping[str, str], bool]]]]:
        """All answers: each task with its measures, the answers that lead to them, and whether they were given."""
        rows = []
        for task in TASKS:
            cells: list[tuple[ShownName, Mapping[str, str], bool]] = []
            for judgements in JUDGEMENTS:
                for grades in GRADES:
                    given = dict(zip(QUESTIONS, (task.key, judgements.key, grades.key), strict=True))
                    cells.append((shown_name(measure_for(**given)), given, given == dict(self.given)))
            rows.append((_words(task)[0], cells))
        return rows


class ShownAnswer:
    """The measure for a task, judgements and grades, with the measures that are rejected."""

    def __init__(self, task: str, judgements: str, grades: str) -> None:
        self._found = find_answer(task, judgements, grades)
        self.reason, self.said = self._found.reason, self._found.said
        self.dispute, self.caution = self._found.dispute, self._found.caution
        self.name, self.bare = shown_name(self._found.measure), self._found.measure.measure.name
        self.diverse = self._found.measure.measure.needs_subtopics
        self.lessons = lessons_with(self._found.measure.measure)

    @property
    def rejected(self) -> list[ShownRejection]:
        """Each rejected measure with two lists on which it disagrees."""
        return [self._rejection(rejected) for rejected in self._found.rejected]

    def _rejection(self, rejected: Rejection) -> ShownRejection:
        names = (self.name, shown_name(rejected.measure))
        rows = list(zip(names, rejected.texts, rejected.preferred, strict=True))
        bare = rejected.measure.measure.name
        query = pair_state(rejected.pair, self._found.measure).query()
        lists = _lists(rejected.pair)
        return ShownRejection(names[1], bare, rejected.reason, lists, rows, query, _kinds(rejected.pair))


def shown_name(spec: Spec) -> ShownName:
    """The name of a measure with its settings."""
    own = dict(spec.own)
    name = spec.measure.name
    for spelling, label in spec.measure.variants.items():
        if ("{k}" in spelling) == ("k" in own):
            name = label.format(k=own.pop("k", ""), level="", beta=own.pop("beta", 1))
            break
    settings = [Message(_SETTINGS[setting]) for setting in own.items()]
    return ShownName(name, say(Message("guide-settings", settings=settings)) if settings else "")


def _words(option: Option) -> tuple[str, str]:
    return say(Message(option.title)), say(Message(option.meaning))


def _lists(pair: ListPair) -> list[ShownList]:
    return [
        ShownList(title, [_label(d) for d in side.documents], [_label(d) for d in side.others if d.grade > 0])
        for title, side in zip(TITLES, pair.sides, strict=True)
    ]


def _kinds(pair: ListPair) -> frozenset[str]:
    documents = [d for side in pair.sides for d in side.documents]
    kinds = {write_labels([d.grade]) for d in documents if d.grade < 0}
    return frozenset(kinds | {"subtopics"} if any(d.group for d in documents) else kinds)


def _label(document: Judged) -> str:
    """The label of a document: its grade or, if subtopics were judged, the numbers of the subtopics that it covers."""
    if document.group and document.grade >= 0:
        return write_numbers(document.group)
    return write_labels([document.grade])
