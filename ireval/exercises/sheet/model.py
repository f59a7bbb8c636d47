"""What a sheet is: a seed, settings, and exercises; written as JSON that is the same byte by byte.

Nothing here is computed: questions and right answers come out of a sheet and a student's key (``ireval.exercises``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ireval.conventions import effective
from ireval.messages.writing import number_text
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_ranking

#: The version of all that draws: raised whenever the same seed would give other questions.
GENERATOR = 1
FORMAT = "ireval-sheet"

MOST_EXERCISES = 40
MOST_RANKS = 50
MOST_DECIMALS, LEAST_DECIMALS = 6, 2
MOST_SEED = 2**53 - 1  #: the largest whole number that every reader of JSON keeps exact
LONGEST_TITLE = 200

#: Whether answers are handed in once, with marks told after that or when nobody hands in any more; or tried freely.
POLICIES = ("once", "exam", "practice")


@dataclass(frozen=True)
class RankedList:
    """A list as text, as the lab's address has it: see ``ireval.ranking.labels``.

    ``names`` go to the ranked documents first, then to those not retrieved; without one, a document is d1, d2, ...
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


@dataclass(frozen=True)
class Generated:
    """How every variant's own list is drawn.

    ``length`` ranks, grades up to ``scale`` (0: as the measure needs), ``unjudged`` of them without a judgement,
    ``subtopics`` for measures that need some.
    """

    length: int = 10
    scale: int = 0
    unjudged: int = 0
    subtopics: int = 3


@dataclass(frozen=True)
class Exercise:
    """One exercise of a ``kind`` (``ireval.exercises.KINDS``).

    ``measure`` is a spelling of ``ireval.measure.spelling``; empty for kinds without one. It stands on a fixed ``list``
    (two systems that are compared: also on a ``second`` one), or on lists ``generated`` for every variant. ``columns``
    are those of the step table that are to be filled; without any, the usual ones. ``task`` names a situation or task
    of its kind; without one, every variant draws its own.
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


@dataclass(frozen=True)
class Credit:
    """Which share of its points an answer gets that is not right, but explained. Shares go from 0 to 1.

    ``carried``: right from the student's own earlier cells; ``mistake`` and ``convention``: named as such;
    ``rounding``: rounded or cut in another way than stated; ``few``: right, with too few decimals.
    """

    carried: float = 1
    mistake: float = 0.5
    convention: float = 0.5
    rounding: float = 0.5
    few: float = 0.5


@dataclass(frozen=True)
class Sheet:
    """A sheet. ``preset`` and ``overrides`` are its conventions, ``decimals`` what answers are given with."""

    title: str
    seed: int
    exercises: tuple[Exercise, ...]
    preset: str = "trec_eval"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    decimals: int = 3
    credit: Credit = Credit()
    policy: str = "once"
    generator: int = GENERATOR

    @property
    def conventions(self) -> dict[str, Any]:
        """Every convention's value."""
        return effective(self.preset, self.overrides)

    @property
    def points(self) -> float:
        """All points together."""
        return sum(exercise.points for exercise in self.exercises)

    def to_json(self) -> bytes:
        """The sheet as UTF-8, always the same bytes for the same sheet; ``from_json`` reads it."""
        return canonical(
            {
                "format": FORMAT,
                "generator": self.generator,
                "seed": self.seed,
                "title": self.title,
                "conventions": {"preset": self.preset, "overrides": dict(sorted(self.overrides.items()))},
                "decimals": self.decimals,
                "policy": self.policy,
                "credit": _plain(self.credit),
                "exercises": [_plain(exercise) for exercise in self.exercises],
            }
        )


def canonical(data: Any) -> bytes:
    """JSON in the order of ``data``, indented by 2, without ASCII escapes, with a newline at the end, as UTF-8."""
    return (json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def picked(x: object, *names: str) -> dict[str, Any]:
    """Some of what ``x`` holds, by name."""
    return {name: getattr(x, name) for name in names}


def number(x: float) -> float:
    """A number as JSON has it: whole ones without a fraction."""
    return int(x) if float(x).is_integer() else float(number_text(x))


def _plain(x: Any) -> Any:
    """A dataclass as plain data in the order of its fields; what is empty or missing is left out."""
    if isinstance(x, RankedList | Generated | Exercise | Credit):
        whole = {f.name: _plain(getattr(x, f.name)) for f in fields(x)}
        keep = isinstance(x, Credit | Generated)
        return {name: value for name, value in whole.items() if keep or value not in ("", None, [])}
    if isinstance(x, tuple):
        return [_plain(y) for y in x]
    return number(x) if isinstance(x, int | float) else x
