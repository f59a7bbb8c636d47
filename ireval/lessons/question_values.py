"""The roles in a question: its texts may contain computed numbers, like the text of a lesson.

Roles may be used in the text, the hint, the options, the answer and the slips of a question. A number that is typed in
one of them outside of a role is a fault.
"""

from __future__ import annotations

import re
from typing import Any

from ireval.lessons.fields import Fields
from ireval.lessons.inline_values import inline_value
from ireval.lessons.lesson_list import LessonList
from ireval.lessons.typed_numbers import note_typed_numbers

_ROLE = re.compile(r"\{([a-z-]+)\}`([^`]*)`")
#: The fields with the author's words, in a question and in its options.
_WORDS = ("text", "hint", "feedback")
#: The fields that hold the answer to an own question.
_ANSWER, _TOLERANCE = "answer", "tolerance"
#: The table that a source prints, and the explanations of its wrong cells.
_PRINTED, _SLIPS = "printed", "slips"


def with_values(fields: Fields, at_hand: LessonList) -> dict[str, Any]:
    """The fields of a question with the numbers of its roles, computed on the list ``at_hand``; faults are noted."""
    data = _worded(fields, fields.data, "", at_hand)
    if isinstance(options := data.get("options"), list):
        data["options"] = [
            _worded(fields, option, f"options[{i}]", at_hand) if isinstance(option, dict) else option
            for i, option in enumerate(options)
        ]
    if isinstance(table := data.get(_PRINTED), dict) and isinstance(slips := table.get(_SLIPS), dict):
        within = f"{_PRINTED}.{_SLIPS}"
        said = {name: _checked(fields, text, f"{within}.{name}", at_hand) for name, text in slips.items()}
        data[_PRINTED] = {**table, _SLIPS: said}
    answer = data.get(_ANSWER)
    if isinstance(answer, str) and _ROLE.fullmatch(answer.strip()):
        data[_ANSWER] = _text(fields, answer.strip(), _ANSWER, at_hand)
        decimals = len(data[_ANSWER].partition(".")[2])
        if decimals:  # a number from rounded numbers, or with more decimals, is also accepted
            data.setdefault(_TOLERANCE, 10.0**-decimals)
    return data


def _worded(fields: Fields, data: dict[str, Any], path: str, at_hand: LessonList) -> dict[str, Any]:
    found = dict(data)
    for name in _WORDS:
        if isinstance(text := data.get(name), str):
            found[name] = _checked(fields, text, f"{path}.{name}".removeprefix("."), at_hand)
    return found


def _checked(fields: Fields, text: Any, path: str, at_hand: LessonList) -> Any:
    """The text with the values of its roles; numbers that are typed in it are noted as faults."""
    if not isinstance(text, str):
        return text
    note_typed_numbers(text, fields.line_of(path), fields.faults)
    return _text(fields, text, path, at_hand)


def _text(fields: Fields, text: str, path: str, at_hand: LessonList) -> str:
    """The text with the values of its roles."""

    def value(role: re.Match[str]) -> str:
        with fields.faults.at(fields.line_of(path)):
            return "".join(map(str, inline_value(role[1], role[2].strip(), at_hand).inside))
        return role[0]

    return _ROLE.sub(value, text)
