"""A student's marks in the form in which they are stored: what the owner's pages and files say of them, as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import ireval
from ireval.exercises import CHOICE, KINDS, Marked, MarkedPart, Question
from ireval.messages import TALLY, say

#: Outcomes as a class is counted by: whether points were given for being right, for being explained, or not at all.
OUTCOMES_BY_WORTH = {
    "right": ("right", "within-rounding", "carried-forward"),
    "explained": ("few-decimals", "rounding", "convention", "mistake"),
    "by-hand": ("by-hand",),
    "wrong": ("wrong", "unreadable"),
    "blank": ("blank",),
}
WORTH = {outcome: name for name, outcomes in OUTCOMES_BY_WORTH.items() for outcome in outcomes}


class PartMarks(NamedTuple):
    """One answer: ``counted`` is what it is counted as; ``words`` what was done, empty if only the outcome is known.

    ``noise`` says that nothing explains the answer, so that it may be a guess.
    """

    id: str
    label: str
    outcome: str
    points: float
    most: float
    cause: str
    counted: str
    words: str
    noise: bool


class ExerciseMarks(NamedTuple):
    """The answers to one exercise; ``by_hand`` are the points that a person has to give or refuse."""

    id: str
    title: str
    points: float
    by_hand: float
    parts: tuple[PartMarks, ...]


Marks = tuple[ExerciseMarks, ...]


def marks_of(marked: Iterable[Marked]) -> Marks:
    """The marks of a student, exercise by exercise."""
    return tuple(
        ExerciseMarks(
            m.question.id, m.question.name, m.points, m.by_hand, tuple(_part(m.question, part) for part in m.parts)
        )
        for m in marked
    )


def _part(question: Question, found: MarkedPart) -> PartMarks:
    part = found.part
    # The option chosen matters only where all students have the same options.
    odd = part.kind == CHOICE and not KINDS[question.kind].same_options
    counted = found.outcome if odd else found.cause
    chosen = part.kind == CHOICE and counted != found.outcome  # a wrong choice says what was chosen
    noise = WORTH[found.outcome] in {"wrong", "blank"} and not chosen
    words = say(found.reason, TALLY) if found.reason else ""
    return PartMarks(part.id, part.label, found.outcome, found.points, part.points, found.cause, counted, words, noise)


def packed(marks: Marks) -> str:
    """The marks as JSON."""
    return json.dumps(marks, ensure_ascii=False, separators=(",", ":"))


def unpacked(body: str) -> Marks:
    """The marks in a stored text.

    >>> one = (ExerciseMarks("e1", "AP", 0, 0, (PartMarks("p", "AP", "wrong", 0, 2, "guess", "guess", "", True),)),)
    >>> unpacked(packed(one)) == one
    True
    """
    return tuple(
        ExerciseMarks(id_, title, points, by_hand, tuple(map(PartMarks._make, parts)))
        for id_, title, points, by_hand, parts in json.loads(body)
    )


@cache
def marking_version() -> str:
    """A digest of the core, so that no marks of an earlier version are shown, whatever was changed in it."""
    folder, found = Path(ireval.__file__).parent, hashlib.sha256()
    for path in sorted(path for end in ("*.py", "*.toml") for path in folder.rglob(end)):
        found.update(path.read_bytes())
    found.update(Path(__file__).read_bytes())
    return found.hexdigest()


@lru_cache(maxsize=64)
def sheet_version(body: str) -> str:
    """What all marks of a sheet depend on: its content and how it is marked."""
    return hashlib.sha256(f"{marking_version()} {body}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def state_of(body: str, version: str) -> str:
    """What the marks of a student of the sheet with this body depend on, if the answers have this version."""
    return f"{sheet_version(body)}:{version}"
