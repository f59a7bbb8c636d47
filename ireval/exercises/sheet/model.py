"""A sheet: a seed, settings and exercises. Its JSON always has the same bytes.

Nothing is computed here: ``ireval.exercises`` makes questions and correct answers from a sheet and a student's key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

from ireval.conventions import effective
from ireval.exercises.sheet.quoted_table import QuotedTable
from ireval.messages.writing import number_text
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_ranking

#: The version of the code that draws from a seed. Raise it whenever the same seed would give other questions.
GENERATOR = 4
OLDEST_GENERATOR = 3  #: sheets made from this version on are read, and give the lists that they always gave
FORMAT = "ireval-sheet"

MOST_EXERCISES, MOST_TRIES, MOST_RANKS = 40, 99, 50
MOST_DECIMALS, LEAST_DECIMALS = 6, 0
MOST_SEED = 2**53 - 1  #: the largest whole number that every reader of JSON reads exactly
SECRET_DIGITS = 32  #: hexadecimal digits of a secret: 128 bits
LONGEST_TITLE = 200
LONGEST_MARKDOWN = 4000  #: characters of an introduction, a question or a hint
LONGEST_OPTION = 200  #: characters of an option and of the answer to an own question
MOST_OPTIONS, LEAST_OPTIONS = 10, 2
MOST_LISTS, LEAST_LISTS = 4, 2  #: lists over which a mean is calculated
#: The default title of a sheet.
DEFAULT_TITLE = "Exercises"

#: ``once``: students submit once and then see their marks. ``exam``: they submit once and see their marks when the
#: sheet is closed. ``practice``: they may check their answers as often as they like.
POLICIES = ("once", "exam", "practice")


@dataclass(frozen=True)
class RankedList:
    """A list as text, in the form of the lab's address (``ireval.ranking.labels``).

    ``names`` has the names of ranked documents, then of documents not retrieved; without names they are d1, d2, ...
    """

    labels: str = ""
    unretrieved: str = ""
    size: int | None = None
    subtopics: str = ""
    unretrieved_subtopics: str = ""
    names: tuple[str, ...] = ()

    def ranking(self) -> Ranking:
        """The list to compute with. Raises ``InputError``."""
        return read_ranking(self.labels, self.unretrieved, self.size, self.subtopics, self.unretrieved_subtopics)

    @property
    def length(self) -> int:
        """The number of retrieved documents or of those not retrieved, whichever is more. Raises ``InputError``."""
        ranking = self.ranking()
        return int(max(ranking.grades.shape[-1], ranking.unretrieved.shape[-1]))


@dataclass(frozen=True)
class Generated:
    """The settings with which the list of each variant is drawn.

    The list has ``length`` ranks, grades up to ``scale`` (0: what the measure needs), ``unjudged`` unjudged documents,
    and ``subtopics`` if the measure needs them.
    """

    length: int = 10
    scale: int = 0
    unjudged: int = 0
    subtopics: int = 3


@dataclass(frozen=True)
class OwnOption:
    """One answer to choose in an own question, and the feedback for students who chose it."""

    text: str
    correct: bool = False
    feedback: str = ""


@dataclass(frozen=True)
class Exercise:
    """One exercise of a ``kind`` (``ireval.exercises.KINDS``).

    ``measure`` is a spelling for ``ireval.measure.spelling``, and empty for kinds without a measure. The exercise has a
    fixed ``list`` (and a ``second`` one if two systems are compared), or lists ``generated`` for each variant.
    ``columns`` are the columns of the step table to fill in, the usual ones if empty, or single cells (``DCG.6`` in
    row 6). ``task`` names a situation or task of the kind; if empty, each variant draws one. ``lists`` is the number of
    lists of a mean.

    The exercise has conventions of its own if it has a ``preset`` or ``overrides``, and the sheet's decimals if
    ``decimals`` is None (see ``Sheet.for_exercise``).

    An own question has a ``text`` in Markdown (``ireval.exercises.question.safe_markdown``), and an ``answer`` with a
    ``tolerance``, ``options``, or a table that is ``printed`` with slips. Every exercise may have a ``hint``.
    """

    id: str
    kind: str
    measure: str = ""
    points: float = 1
    list: RankedList | None = None
    second: RankedList | None = None
    generated: Generated | None = None
    columns: tuple[str, ...] = ()
    task: str = ""
    preset: str = ""
    overrides: Mapping[str, Any] = field(default_factory=dict)
    decimals: int | None = None
    lists: int = 0
    text: str = ""
    answer: str = ""
    tolerance: float = 0
    options: tuple[OwnOption, ...] = ()
    printed: QuotedTable | None = None
    hint: str = ""


@dataclass(frozen=True)
class Credit:
    """The share of its points, from 0 to 1, that an incorrect answer gets if its cause is known.

    ``carried``: correct, given the student's earlier cells; ``mistake`` and ``convention``: a typical mistake, another
    convention; ``rounding``: rounded or cut off in another way; ``few``: correct, with too few decimals.
    """

    carried: float = 1
    mistake: float = 0.5
    convention: float = 0.5
    rounding: float = 0.5
    few: float = 0.5


@dataclass(frozen=True)
class Sheet:
    """A sheet. ``preset`` and ``overrides`` are its conventions; answers are given to ``decimals`` decimals.

    ``secret`` is drawn at random and mixed into all lists and keys, so that nobody finds them by trying seeds; empty on
    sheets that may be repeated from their seed. ``intro`` is the introduction for students, in Markdown.
    ``tries`` is the number of checks of an exercise in practice before its solution is shown; 0 for no limit.
    """

    title: str
    seed: int
    exercises: tuple[Exercise, ...]
    preset: str = "trec_eval"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    decimals: int = 3
    credit: Credit = Credit()
    policy: str = "once"
    generator: int = GENERATOR
    tries: int = 0
    intro: str = ""
    secret: str = ""

    @property
    def guessable(self) -> bool:
        """Whether answers are submitted although a student who tries seeds could find the lists."""
        return self.policy != "practice" and not self.secret

    @property
    def conventions(self) -> dict[str, Any]:
        """The value of every convention."""
        return effective(self.preset, self.overrides)

    def for_exercise(self, exercise: Exercise) -> Sheet:
        """Return the sheet with the conventions and decimals of one of its exercises, if that has its own.

        An exercise's preset replaces the sheet's preset and single conventions; its single conventions are added.
        """
        chosen = {} if exercise.preset else self.overrides
        return replace(
            self,
            preset=exercise.preset or self.preset,
            overrides={**chosen, **exercise.overrides},
            decimals=self.decimals if exercise.decimals is None else exercise.decimals,
        )

    @property
    def points(self) -> float:
        """The sum of the exercises' points."""
        return sum(exercise.points for exercise in self.exercises)

    def to_json(self) -> bytes:
        """Return the sheet as JSON in UTF-8, always the same bytes for the same sheet; ``from_json`` reads it."""
        return self.to_text().encode()

    def to_text(self) -> str:
        """Return the JSON as text. An unchecked sheet may have characters that cannot be encoded."""
        return canonical_text(
            {
                "format": FORMAT,
                "generator": self.generator,
                "seed": self.seed,
                **({"secret": self.secret} if self.secret else {}),
                "title": self.title,
                **({"intro": self.intro} if self.intro else {}),
                "conventions": {"preset": self.preset, "overrides": dict(sorted(self.overrides.items()))},
                "decimals": self.decimals,
                "policy": self.policy,
                **({"tries": self.tries} if self.tries else {}),
                "credit": _plain(self.credit),
                "exercises": [_plain(exercise) for exercise in self.exercises],
            }
        )


def canonical(data: Any) -> bytes:
    """Return ``data`` as JSON in UTF-8: in its order, indented by 2, without ASCII escapes, ending with a newline."""
    return canonical_text(data).encode()


def canonical_text(data: Any) -> str:
    """Return the canonical JSON as text."""
    return json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def picked(x: object, *names: str) -> dict[str, Any]:
    """Return these attributes of ``x``, by name."""
    return {name: getattr(x, name) for name in names}


def number(x: float) -> float:
    """A number for JSON: a whole number has no fraction."""
    return int(x) if float(x).is_integer() else float(number_text(x))


def _is_empty(name: str, value: Any) -> bool:
    """Whether a field is left out of the JSON."""
    return value in ("", None, [], {}) or (name in {"lists", "tolerance", "correct"} and not value)


def _plain(x: Any) -> Any:
    """A dataclass as plain data in the order of its fields, without those that are empty."""
    if is_dataclass(x):
        whole = {f.name: _plain(getattr(x, f.name)) for f in fields(x)}
        keep = isinstance(x, Credit | Generated)
        return {name: value for name, value in whole.items() if keep or not _is_empty(name, value)}
    if isinstance(x, tuple):
        return [_plain(y) for y in x]
    if isinstance(x, Mapping):
        return dict(sorted(x.items()))
    return number(x) if isinstance(x, int | float) and not isinstance(x, bool) else x
