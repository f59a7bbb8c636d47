"""The directive ``figure``: the figure of a measure, with cards to drag. The rest of the step is about its list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ireval.errors import InputError
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.directives.lab_directive import LAB_PARTS, read_lab
from ireval.lessons.fields import Fields
from ireval.lessons.lesson import Block, Figure
from ireval.measure.spelling import parse

#: The field with the measure, and the part of the lab's address that it becomes.
_MEASURE, _SHOW = "measure", "show"
#: The parts of a lab that a figure does not have: there is one list, and neither a table nor another chart.
_NOT_SHOWN = frozenset({_SHOW, "chart", "step", "arrangement"})


def figure(reading: Reading, written: Written) -> Block | None:
    """The block with the figure; None if it has faults, which are noted. Raises ``InputError`` without a measure."""
    written.refuse_title()
    fields = written.fields(reading.faults)
    fields.only((_MEASURE, *(name for name in LAB_PARTS if name not in _NOT_SHOWN)))
    measure = fields.text(_MEASURE)
    if not fields.sound:
        return None
    if not measure:
        raise InputError(_MEASURE, "lesson-figure-without-measure")
    try:
        parse(measure)
    except InputError as error:
        fields.faults.note(fields.line_of(_MEASURE), error)
        return None
    found = read_lab(_as_lab(fields, measure), reading.usual)
    if found is None:
        return None
    block, reading.at_hand = found
    return Figure(block.parts)


def _as_lab(fields: Fields, measure: str) -> Fields:
    """The fields of the lab that shows the measure, which has the names of its fields."""
    kept = {name: value for name, value in fields.data.items() if name != _MEASURE}
    lines = {**fields.lines, _SHOW: fields.line_of(_MEASURE)}
    return replace(fields, data={**kept, _SHOW: measure}, lines=lines)


DIRECTIVES: Mapping[str, Directive] = {"figure": figure}
