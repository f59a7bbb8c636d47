"""The directive ``question``: an exercise of a sheet, drawn for each visitor.

Its fields are those of an exercise. ``predict: yes`` marks a prediction, which is asked before the explanation;
``list: shown`` takes the list of the step. Its texts and its answer may contain roles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ireval.errors import InputError
from ireval.exercises import GENERATOR, KINDS, from_json
from ireval.exercises.sheet.model import FORMAT, RankedList, picked
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.fields import Fields
from ireval.lessons.lesson import Block, Quiz
from ireval.lessons.question_values import with_values

#: The fields of an exercise that are numbers; all others are text.
NUMBERS = ("points", "length", "scale", "unjudged", "decimals", "lists", "tolerance", "size")
#: The value of a question's field ``list`` that means the list of the step.
SHOWN = "shown"


def question(reading: Reading, written: Written) -> Block | None:
    """The block with a question, whose exercise is added to the lesson's sheet; None if it cannot be asked."""
    written.refuse_title()
    return read_quiz(written.fields(reading.faults, NUMBERS), reading)


def read_quiz(fields: Fields, reading: Reading) -> Quiz | None:
    """A question with the conventions of the step, which it names if they differ from the lesson's usual conventions.

    None if no question can be made; the fault is noted with the line of the field.
    """
    if not fields.sound:
        return None
    at_hand, usual = reading.at_hand, reading.usual
    data: dict[str, Any] = {"id": reading.next_question(), **with_values(fields, at_hand)}
    other = (at_hand.preset, at_hand.overrides) != (usual.preset, usual.overrides)
    if other and "preset" not in data and _computes(data):
        data["preset"], data["overrides"] = at_hand.preset, {**at_hand.overrides, **data.get("overrides", {})}
    prediction = data.pop("predict", "no")
    if prediction not in {"yes", "no"}:
        fields.faults.add(fields.line_of("predict"), "lesson-yes-or-no", name="predict", text=str(prediction))
    if data.get("list") == SHOWN:
        data["list"] = _plain(at_hand.ranked)
    for option in data.get("options", ()):
        if isinstance(option, dict) and "correct" in option:
            option["correct"] = option["correct"] == "yes"
    sheet = {"format": FORMAT, "generator": GENERATOR, "seed": 1, "conventions": {"preset": usual.preset}}
    try:
        exercise = from_json(json.dumps({**sheet, "exercises": [data]})).exercises[0]
    except InputError as error:
        path = error.field.removeprefix("exercises[0]").removeprefix(".")
        fields.faults.note(fields.line_of(path), error)
        return None
    return reading.ask(Quiz(exercise, prediction == "yes"))


def _computes(data: dict[str, Any]) -> bool:
    """Whether the answer depends on conventions: always, except for the author's own questions without a measure."""
    kind = KINDS.get(data.get("kind", ""))
    return "measure" in data or kind is None or not kind.own


def _plain(ranked: RankedList) -> dict[str, Any]:
    found = picked(ranked, "labels", "unretrieved", "size", "subtopics", "unretrieved_subtopics")
    return {name: value for name, value in found.items() if value not in ("", None)} | (
        {"names": list(ranked.names)} if ranked.names else {}
    )


DIRECTIVES: Mapping[str, Directive] = {"question": question}
