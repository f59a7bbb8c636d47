"""The questions of the guide, and its rules: a measure for a task, a kind of judgements and grades."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ireval.experiments.list_pairs import ListPair


@dataclass(frozen=True)
class Option:
    """An answer to a question of the guide: its key in an address, and the message keys of its title and meaning."""

    key: str
    title: str
    meaning: str


@dataclass(frozen=True)
class Rejected:
    """A measure that does not fit, the reason, and two rankings on which it disagrees with the recommended measure."""

    measure: str
    reason: str
    pair: ListPair


class Case(NamedTuple):
    """A task with some kinds of judgements and of grades, by their keys."""

    task: str
    judgements: tuple[str, ...]
    grades: tuple[str, ...]

    def has(self, task: str, judgements: str, grades: str) -> bool:
        """Whether the case includes these answers."""
        return task == self.task and judgements in self.judgements and grades in self.grades


@dataclass(frozen=True)
class Rule:
    """The measure that is recommended for a case.

    The texts are message keys. ``said`` is a statement of the sources with the presets ``sources``; ``dispute`` says
    who disagrees, and ``caution`` what to take care of. Each of these may be empty.
    """

    case: Case
    measure: str
    reason: str
    rejected: tuple[Rejected, ...]
    sources: tuple[str, ...] = ()
    said: str = ""
    dispute: str = ""
    caution: str = ""


TASKS = (
    Option("one-answer", "guide-one-answer", "guide-one-answer-means"),
    Option("first-page", "guide-first-page", "guide-first-page-means"),
    Option("whole-ranking", "guide-whole-ranking", "guide-whole-ranking-means"),
    Option("everything", "guide-everything", "guide-everything-means"),
    Option("diverse", "guide-diverse", "guide-diverse-means"),
    Option("set", "guide-set", "guide-set-means"),
)
JUDGEMENTS = (
    Option("complete", "guide-complete", "guide-complete-means"),
    Option("pooled", "guide-pooled", "guide-pooled-means"),
    Option("none", "guide-none", "guide-none-means"),
)
GRADES = (
    Option("binary", "guide-binary", "guide-binary-means"),
    Option("graded", "guide-graded", "guide-graded-means"),
)
