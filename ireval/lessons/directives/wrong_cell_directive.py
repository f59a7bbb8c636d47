"""The directive ``wrong-cell``: a table with a wrong figure, which a visitor finds and corrects.

With ``generated``, a list is drawn and its table is calculated with a slip. Otherwise it is a table printed in a
source: ``figures`` quotes its columns, ``slips`` explains each wrong cell, and ``options`` ask for the cause. The
correct table is computed on the list of the step, or on another list, which is described as in a lab.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ireval.errors import InputError
from ireval.exercises.kinds.calculations import wrong_cell as drawn
from ireval.exercises.kinds.own import printed_table as printed
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.directives.question_directive import NUMBERS, SHOWN, read_quiz
from ireval.lessons.fields import Fields
from ireval.lessons.lesson import Block
from ireval.lessons.lesson_list import LIST_PARTS

#: The directive has the name of the kind of exercise that is drawn.
WRONG_CELL = drawn.KIND.key
_COMMON = ("measure", "points", "decimals", "hint")
_DRAWN = ("generated",)
_QUOTED = ("figures", "slips")
#: With options, the question also asks what the writer did.
_WORDED = ("text", "options")


def wrong_cell(reading: Reading, written: Written) -> Block | None:
    """The block with the question; None if it cannot be asked. Faults are noted."""
    written.refuse_title()
    fields = written.fields(reading.faults, NUMBERS)
    if any(name in fields.data for name in _DRAWN):
        fields.only((*_COMMON, *_DRAWN))
        return read_quiz(replace(fields, data={"kind": drawn.KIND.key, **fields.data}), reading)
    fields.only((*_COMMON, *_WORDED, *_QUOTED, *LIST_PARTS))
    before = reading.at_hand
    try:
        reading.at_hand = before.having({name: fields.text(name) for name in fields.data if name in LIST_PARTS})
        return read_quiz(_quoted(fields), reading)
    except InputError as error:
        fields.faults.note(fields.line_of(error.field), error)
        return None
    finally:
        reading.at_hand = before


def _quoted(fields: Fields) -> Fields:
    """The fields of the exercise, with their lines in the directive."""
    table = {name: fields.data[name] for name in _QUOTED if name in fields.data}
    own = {name: value for name, value in fields.data.items() if name in {*_COMMON, *_WORDED}}
    data: dict[str, Any] = {"kind": printed.KIND.key, "list": SHOWN, **own, "printed": table}
    lines = {f"printed.{path}": line for path, line in fields.lines.items() if path.startswith(_QUOTED)}
    lines |= {f"list.{path}": line for path, line in fields.lines.items() if path in LIST_PARTS}
    return replace(fields, data=data, lines={**fields.lines, **lines})


DIRECTIVES: Mapping[str, Directive] = {WRONG_CELL: wrong_cell}
