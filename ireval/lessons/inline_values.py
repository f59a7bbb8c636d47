r"""The roles in a lesson's text, which are replaced by a number, a formula or a link, such as ``{value}`AP```.

A role is written as its name in braces and its content in backticks. The content of a role that computes something is a
measure and, if needed, parts of another list or other conventions: ``{value}`nDCG@10 conventions=blog```.

>>> from ireval.lessons.lesson_list import LessonList
>>> at_hand = LessonList().having({"example": "Fifteen documents: average precision"})
>>> inline_value("value", "AP", at_hand).inside
('0.290',)
>>> inline_value("cell", "nDCG@10 DCG 6 places=1", at_hand).inside
('2.8',)
>>> inline_value("count", "relevant", at_hand).inside
('10',)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlencode

from ireval.errors import InputError, close, nearest
from ireval.exercises import RankedList
from ireval.exercises.question.safe_markdown import Node
from ireval.explanation.calculation import of_score
from ireval.explanation.step_table import StepTable
from ireval.glossary import glossary, term_named
from ireval.lessons import several_values
from ireval.lessons.directives.lab_directive import address_parts
from ireval.lessons.lesson_list import LIST_PARTS, LessonList
from ireval.measure.scores import settings_under
from ireval.measure.spelling import parse
from ireval.messages import Message
from ireval.ranking.threshold_view import ThresholdView


class Content(NamedTuple):
    """The content of a role: its ``words``, and the list and conventions that they refer to."""

    words: list[str]
    about: LessonList


def inline_value(role: str, content: str, at_hand: LessonList) -> Node:
    """The element that replaces a role; ``at_hand`` is the list of its step. Raises ``InputError``."""
    if role in several_values.ROLES:
        return several_values.several_value(role, content, at_hand)
    if role not in ROLES:
        known = (*ROLES, *several_values.ROLES)
        raise InputError(role, "lesson-unknown-role", name=role, hint=nearest(role, known))
    return ROLES[role](content, at_hand)


def _read(role: str, content: str, at_hand: LessonList, words: int) -> Content:
    """The words of a role, whose number must be ``words``, and the list that the role refers to."""
    parts: dict[str, str] = {}
    found: list[str] = []
    for word in content.split():
        name, sign, value = word.partition("=")
        if sign and name in (*LIST_PARTS, "list"):
            parts[name] = value
        else:
            found.append(word)
    if len(found) != words:
        raise InputError(role, "lesson-role-words", name=role, wanted=_WORDS[words], content=content)
    return Content(found, at_hand.having(parts) if parts else at_hand)


#: ``cutoffs <cutoff>``
_WITH_NAME = re.compile(r"([^<>]+?)\s*<([^<>]+)>")
_WORDS = {1: "a measure", 3: "a measure, a column and a rank"}


def _table(measure: str, about: LessonList) -> StepTable:
    parse(measure)  # a wrong name is reported even if the list is wrong, too
    if about.ranked == RankedList():
        raise InputError("list", "lesson-without-list")
    return about.table(measure)


def _value(content: str, at_hand: LessonList) -> Node:
    (measure,), about = _read("value", content, at_hand, 1)
    return Node("value", (_table(measure, about).result,), measure)


def _calculation(content: str, at_hand: LessonList) -> Node:
    (measure,), about = _read("calculation", content, at_hand, 1)
    shown = of_score(_table(measure, about))
    return Node("calculation", (shown.text,), shown.latex)


def _cell(content: str, at_hand: LessonList) -> Node:
    (measure, key, rank), about = _read("cell", content, at_hand, 3)
    table = _table(measure, about)
    columns = {name: column.key for column in table.columns for name in (column.key, column.printed)}
    if key not in columns:
        raise InputError("cell", "lesson-unknown-column", measure=measure, name=key, hint=nearest(key, columns))
    if rank not in table.row_labels:
        raise InputError("cell", "lesson-unknown-row", measure=measure, name=rank, last=table.row_labels[-1])
    key, row = columns[key], table.row_labels.index(rank)
    return Node("cell", (table.cells[key][row],), table.cell_name(key, row))


def _formula(content: str, at_hand: LessonList) -> Node:
    (measure,), about = _read("formula", content, at_hand, 1)
    spec = parse(measure)
    return Node("formula", (str(spec),), spec.measure.formula(settings_under(about.explanation.conventions).of(spec)))


def _judged(about: LessonList) -> ThresholdView:
    explanation = about.explanation
    return explanation.ranking.at_rows(explanation.ranking.grades.shape[-1], explanation.conventions["rel"])


#: Counts of documents: of the query, judged relevant or not, and of the list.
COUNTS: dict[str, Callable[[LessonList], int | None]] = {
    "relevant": lambda about: int(_judged(about).R.item()),
    "non-relevant": lambda about: int(_judged(about).N.item()),
    "found": lambda about: int((about.explanation.ranking.grades >= about.explanation.conventions["rel"]).sum()),
    "retrieved": lambda about: int(about.explanation.ranking.length.item()),
    "size": lambda about: about.ranked.size,
}


def _count(content: str, at_hand: LessonList) -> Node:
    (name,), about = _read("count", content, at_hand, 1)
    if name not in COUNTS:
        raise InputError("count", "not-one-of", name="count", text=name, hint=nearest(name, COUNTS))
    number = COUNTS[name](about)
    if number is None:
        raise InputError("count", "lesson-without-size")
    return Node("count", (f"{number:,}",), name)


def _quoted(content: str, _: LessonList) -> Node:
    return Node("quoted", (content,))


def _measure(content: str, _: LessonList) -> Node:
    return Node("measure", (str(parse(content)),), parse(content).measure.name)


def _lesson(content: str, _: LessonList) -> Node:
    return Node("lesson", (content,), content)


def _switchboard(content: str, at_hand: LessonList) -> Node:
    (measure,), about = _read("switchboard", content, at_hand, 1)
    spec = _table(measure, about).spec
    return Node("switchboard", (SWITCHBOARD,), urlencode(address_parts({}, about) | {"show": str(spec)}))


#: The text of the link to the switchboard.
SWITCHBOARD = "the switchboard with this list"


def _term(content: str, _: LessonList) -> Node:
    """A term of the glossary; to show other words, write them before its name in angle brackets: ``words <name>``."""
    found = _WITH_NAME.fullmatch(content)
    text, name = (found[1], found[2]) if found else (content, content)
    try:
        return Node("term", (text,), term_named(name).name)
    except KeyError:
        names = [term.name for terms in glossary().values() for term in terms]
        near = close(name, names)
        hint = Message("did-you-mean", name=near) if near else Message("lesson-add-term")
        raise InputError("term", "lesson-unknown-term", name=name, hint=hint) from None


#: The functions of the roles. ``quoted`` is a figure that a source prints; ``lesson`` names another lesson by its file.
ROLES: dict[str, Callable[[str, LessonList], Node]] = {
    "value": _value,
    "calculation": _calculation,
    "cell": _cell,
    "formula": _formula,
    "count": _count,
    "quoted": _quoted,
    "measure": _measure,
    "lesson": _lesson,
    "switchboard": _switchboard,
    "term": _term,
}
