"""Recommends a measure by three questions, with the rejected measures and the reasons.

>>> found = find_answer("first-page", "complete", "graded")
>>> str(found.measure), [str(r.measure) for r in found.rejected]
('nDCG@10', ['P@10'])
>>> found.rejected[0].texts
(('0.788', '0.343'), ('0.200', '0.300'))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from ireval.conventions import PRESETS
from ireval.errors import InputError, nearest
from ireval.experiments.guide_questions import GRADES, JUDGEMENTS, TASKS, Option, Rejected, Rule
from ireval.experiments.guide_rules import RULES
from ireval.experiments.list_pairs import ListPair
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message, say

#: The decimals of the scores.
PLACES = 3
#: The questions: each with its name in an address, and its options.
QUESTIONS: Mapping[str, Sequence[Option]] = {"task": TASKS, "judgements": JUDGEMENTS, "grades": GRADES}
_NAMES = {"task": "guide-task", "judgements": "guide-judgements", "grades": "guide-grades"}


@dataclass(frozen=True)
class Rejection:
    """A rejected measure with the reason, and the scores of two rankings by the recommended and by this measure.

    ``preferred`` has the place (0 or 1) of the ranking that the recommended measure prefers, and the place of the
    ranking that this measure prefers.
    """

    measure: Spec
    reason: str
    pair: ListPair
    texts: tuple[tuple[str, str], tuple[str, str]]
    preferred: tuple[int | None, int | None]


@dataclass(frozen=True)
class Answer:
    """The recommended measure with the reason; what a source says, who disagrees, and what to take care of.

    The last three texts may be empty.
    """

    measure: Spec
    reason: str
    rejected: tuple[Rejection, ...]
    said: str
    dispute: str
    caution: str


def check_answers(given: Mapping[str, str]) -> None:
    """Raise ``InputError`` for an answer that is not an option of its question; an empty answer is allowed."""
    for name, options in QUESTIONS.items():
        known = [option.key for option in options]
        if given[name] and given[name] not in known:
            hint = nearest(given[name], known)
            raise InputError(name, "not-one-of", name=Message(_NAMES[name]), text=given[name], hint=hint)


def measure_for(task: str, judgements: str, grades: str) -> Spec:
    """The recommended measure. Raises ``InputError`` for an answer that is not an option."""
    return parse(_rule(task, judgements, grades).measure)


def find_answer(task: str, judgements: str, grades: str) -> Answer:
    """The answer to the three questions. Raises ``InputError`` for an answer that is not an option."""
    rule = _rule(task, judgements, grades)
    measure = parse(rule.measure)
    sources = [PRESETS[key].title for key in rule.sources]
    return Answer(
        measure,
        say(Message(rule.reason)),
        tuple(_rejection(measure, rejected) for rejected in rule.rejected),
        say(Message(rule.said, sources=sources)) if rule.said else "",
        say(Message(rule.dispute)) if rule.dispute else "",
        say(Message(rule.caution)) if rule.caution else "",
    )


def combinations() -> Iterator[tuple[str, str, str]]:
    """Every combination of answers to the questions."""
    keys = [[option.key for option in options] for options in QUESTIONS.values()]
    yield from ((task, judgements, grades) for task, judgements, grades in product(*keys))


def _rule(task: str, judgements: str, grades: str) -> Rule:
    check_answers({"task": task, "judgements": judgements, "grades": grades})
    return next(rule for rule in RULES if rule.case.has(task, judgements, grades))


def _rejection(measure: Spec, rejected: Rejected) -> Rejection:
    other = parse(rejected.measure)
    pair = rejected.pair
    return Rejection(
        other,
        say(Message(rejected.reason)),
        pair,
        (pair.texts(measure, PLACES), pair.texts(other, PLACES)),
        (pair.preferred(measure), pair.preferred(other)),
    )
