"""Which measure to use: the answer to three questions, with the measures that are rejected and the reasons.

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
from ireval.experiments.guide_rules import GRADES, JUDGEMENTS, RULES, TASKS, Option, Rejected, Rule
from ireval.experiments.list_pairs import ListPair
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message, say

#: The decimals of the scores.
PLACES = 3
#: The questions: each with its name in an address, and its options.
QUESTIONS: Mapping[str, Sequence[Option]] = {"task": TASKS, "judgements": JUDGEMENTS, "grades": GRADES}


@dataclass(frozen=True)
class Rejection:
    """A rejected measure with the reason, and the scores of two rankings: of the right measure, and of this one.

    ``preferred`` are the places, 0 or 1, of the ranking that the right measure prefers, and this one.
    """

    measure: Spec
    reason: str
    pair: ListPair
    texts: tuple[tuple[str, str], tuple[str, str]]
    preferred: tuple[int | None, int | None]


@dataclass(frozen=True)
class Answer:
    """The measure that fits, with the reason; what a source says of it and who disagrees, empty for nothing."""

    measure: Spec
    reason: str
    rejected: tuple[Rejection, ...]
    said: str
    dispute: str


def rule_for(task: str, judgements: str, grades: str) -> Rule:
    """The rule for an answer to each question. Raises ``InputError`` for an answer that is not an option."""
    for (name, options), chosen in zip(QUESTIONS.items(), (task, judgements, grades), strict=True):
        known = [option.key for option in options]
        if chosen not in known:
            raise InputError(name, "not-one-of", name=name.capitalize(), text=chosen, hint=nearest(chosen, known))
    return next(r for r in RULES if r.task == task and judgements in r.judgements and grades in r.grades)


def find_answer(task: str, judgements: str, grades: str) -> Answer:
    """The answer to the three questions. Raises ``InputError`` for an answer that is not an option."""
    rule = rule_for(task, judgements, grades)
    measure = parse(rule.measure)
    sources = [PRESETS[key].title for key in rule.sources]
    return Answer(
        measure,
        say(Message(rule.reason)),
        tuple(_rejection(measure, rejected) for rejected in rule.rejected),
        say(Message(rule.said, sources=sources)) if rule.said else "",
        say(Message(rule.dispute)) if rule.dispute else "",
    )


def combinations() -> Iterator[tuple[str, str, str]]:
    """Every combination of answers to the questions."""
    keys = [[option.key for option in options] for options in QUESTIONS.values()]
    yield from ((task, judgements, grades) for task, judgements, grades in product(*keys))


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
