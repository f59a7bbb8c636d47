"""The marking of a QTI 2.1 item: a chain of conditions for each part; the first condition that holds counts."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from ireval.exercises.exports.shared.accepted_answers import (
    AcceptedAnswer,
    accepted_answers,
    correct_text,
    other_answer_text,
    plain_decimal,
)
from ireval.exercises.exports.shared.job import Item
from ireval.exercises.exports.shared.question_markup import Element, node
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question

SOLUTION = "solution"
#: Intervals are wider by this, because binary fractions are not exact: 0.8625 - 0.0005 is a little more than 0.862.
#: Different answers with up to eight decimals are further apart.
HAIR = Decimal("1e-9")


class ItemRules(NamedTuple):
    """An item's rules, and its feedback by identifier."""

    rules: list[Element]
    feedback: dict[str, str]


class _Case(NamedTuple):
    """A case: its ``test`` (None: it always holds), its points, and its feedback with the end of its identifier."""

    test: Element | None
    points: float
    name: str
    text: str


def identifiers(question: Question) -> dict[str, str]:
    """The response variable of each part, by the part's id."""
    return {part.id: f"RESPONSE-{place}" for place, part in enumerate(question.parts, 1)}


def item_rules(item: Item, names: dict[str, str]) -> ItemRules:
    """The rules of an item; parts that are marked by hand have none."""
    several = len(item.question.parts) > 1
    rules, feedback = [], {}
    for part in item.question.parts:
        name = names[part.id]
        cases = list(_cases(item, part, name))
        if cases:
            rules.append(_chain(name, cases))
        for case in cases:
            feedback[f"{name}-{case.name}"] = f"{part.label}: {case.text}" if several else case.text
    return ItemRules([*rules, _show_feedback(SOLUTION)], feedback)


def _cases(item: Item, part: Part, name: str) -> Iterator[_Case]:
    correction = item.correction(part)
    if part.kind == NUMBER:
        for place, answer in enumerate(accepted_answers(item.question, part)):
            yield _Case(is_close(name, answer), part.points * answer.share, f"answer-{place}", answer.text)
        yield _Case(None, 0, "other", other_answer_text(correction))
    elif part.kind == CHOICE:
        for place, option in enumerate(part.options, 1):
            chosen = node("baseValue", f"option-{place}", baseType="identifier")
            test = node("match", node("variable", identifier=name), chosen)
            right = option.key == part.right
            text = correct_text(option.why) if right else option.why or correction
            yield _Case(test, part.points if right else 0, f"option-{place}", text)


def is_close(name: str, answer: AcceptedAnswer) -> Element:
    """The test whether a response is one of the numbers of ``answer``."""
    width = plain_decimal(Decimal(answer.tolerance) + HAIR)
    number = node("baseValue", answer.value, baseType="float")
    return node(
        "equal",
        *(node("variable", identifier=name), number),
        toleranceMode="absolute",
        tolerance=f"{width} {width}",
    )


def _chain(name: str, cases: list[_Case]) -> Element:
    """The cases as one condition; a part without an answer matches none of them."""
    missing = node("responseIf", node("isNull", node("variable", identifier=name)), _points(0))
    branches = [
        node(
            "responseElse" if case.test is None else "responseElseIf",
            *([] if case.test is None else [case.test]),
            _points(case.points),
            _show_feedback(f"{name}-{case.name}"),
        )
        for case in cases
    ]
    return node("responseCondition", missing, *branches)


def _points(points: float) -> Element:
    more = node("baseValue", plain_decimal(points), baseType="float")
    return node("setOutcomeValue", node("sum", node("variable", identifier="SCORE"), more), identifier="SCORE")


def _show_feedback(name: str) -> Element:
    more = node("baseValue", name, baseType="identifier")
    both = node("multiple", node("variable", identifier="FEEDBACK"), more)
    return node("setOutcomeValue", both, identifier="FEEDBACK")
