"""Finds numbers that were typed in a lesson, where every number must be computed."""

from __future__ import annotations

import re

from ireval.lessons.lesson_faults import Faults

#: Two roles as examples, for the advice to authors who typed a number.
_ROLES = {"role": "{value}`AP`", "quoted": "{quoted}`0.36`"}
#: A number that is not part of a name such as P@5, F1 or TREC-6.
_NUMBER = re.compile(r"(?<![\w@.,/-])\d+(?:[.,]\d+)*(?![\w@])")
_CODE = re.compile(r"`[^`]*`")


def note_typed_numbers(text: str, line: int, faults: Faults) -> None:
    """Note each number in a text as a fault of this line, except in code between backticks."""
    for found in _NUMBER.finditer(_CODE.sub("", text)):
        faults.add(line, "lesson-typed-number", number=found[0], **_ROLES)
