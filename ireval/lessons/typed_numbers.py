"""Finds numbers that somebody typed in a lesson, where every number has to be computed."""

from __future__ import annotations

import re

from ireval.lessons.lesson_faults import Faults

#: Two roles as one would type them, for those who typed a number instead.
_ROLES = {"role": "{value}`AP`", "quoted": "{quoted}`0.36`"}
#: A number that stands alone; those in names, as in P@5, F1 and TREC-6, do not.
_NUMBER = re.compile(r"(?<![\w@.,/-])\d+(?:[.,]\d+)*(?![\w@])")
_CODE = re.compile(r"`[^`]*`")


def note_typed_numbers(text: str, line: int, faults: Faults) -> None:
    """Note each number of a text, which stands on this line, as a fault; code between backticks may have some."""
    for found in _NUMBER.finditer(_CODE.sub("", text)):
        faults.add(line, "lesson-typed-number", number=found[0], **_ROLES)
