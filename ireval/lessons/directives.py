"""What stands in the directives of a lesson: the state of a lab, the exercise of a question, a convention."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ireval.conventions import CONVENTIONS
from ireval.errors import InputError, nearest
from ireval.exercises import GENERATOR, from_json
from ireval.exercises.sheet.model import FORMAT, RankedList, picked
from ireval.explanation.step_table import StepTable
from ireval.lessons.fields import Fields
from ireval.lessons.lesson import Lab, Quiz
from ireval.lessons.lesson_list import LIST_PARTS, LessonList, example_named

#: The parts of a lab's address beside those of its list.
LAB_PARTS = (*LIST_PARTS, "show", "chart", "cover", "step", "k", "level", "beta", "scale")
#: The fields of an exercise that are numbers; all others are text.
NUMBERS = ("points", "length", "scale", "unjudged", "decimals", "lists", "tolerance", "size")
#: What stands for the list of the step, in a question.
SHOWN = "shown"


def read_lab(fields: Fields, usual: LessonList) -> tuple[Lab, LessonList] | None:
    """A lab, and the list that it shows; None if it cannot be shown. What is wrong is noted."""
    fields.only(LAB_PARTS)
    parts = {name: fields.text(name) for name in fields.data if name in LAB_PARTS}
    if not fields.sound:
        return None
    if "labels" not in parts and "subtopics" not in parts and "example" not in parts:
        fields.faults.add(fields.line - 1, "lesson-lab-without-list")
        return None
    with fields.faults.at(fields.line_of("example" if "example" in parts else "labels")):
        found = usual.having(parts)
        kept = {name: text for name, text in parts.items() if name not in {"example", "places"}}
        lab = Lab({**_address_parts(parts, found), **kept})
        explanation = found.explanation  # a wrong list is found here
        if "show" in lab.parts:
            _check_covers(fields, explanation.table(lab.parts["show"]), lab.parts.get("cover", ""))
        return lab, found
    return None


def _address_parts(parts: Mapping[str, str], about: LessonList) -> dict[str, str]:
    """The parts of an address that show the list."""
    ranked = about.ranked
    found = {name: text for name, text in asdict(ranked).items() if isinstance(text, str) and text}
    if ranked.size is not None:
        found["size"] = str(ranked.size)
    if ranked.names:
        found["names"] = ",".join(ranked.names)
    found["conventions"] = about.preset
    found |= {name: str(choice) for name, choice in about.overrides.items()}
    if "example" in parts:
        example = example_named(parts["example"])
        found |= {"show": example.show, "k": str(example.k), "level": str(example.level)}
    return found


def _check_covers(fields: Fields, table: StepTable, covers: str) -> None:
    columns = [column.key for column in table.columns]
    for cover in filter(None, covers.split(",")):
        key = cover.partition(".")[0]
        if key not in columns and cover != str(table.spec):
            hint = nearest(key, columns)
            fields.faults.add(fields.line_of("cover"), "lesson-unknown-cover", name=cover, hint=hint)


def read_quiz(fields: Fields, name: str, at_hand: LessonList, usual: LessonList) -> Quiz | None:
    """A question with the name ``name``. Its fields are those of an exercise of a sheet; ``predict: yes`` marks one
    that is asked before anything was explained, and ``list: shown`` takes the list of the step, which is ``at_hand``.
    Its conventions are those of the step, and named if they differ from the ``usual`` ones of the lesson. None if no
    question can be made; why is noted, with the line of the field.
    """
    if not fields.sound:
        return None
    data: dict[str, Any] = {"id": name, **fields.data}
    if "preset" not in data and (at_hand.preset, at_hand.overrides) != (usual.preset, usual.overrides):
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
    return Quiz(exercise, prediction == "yes")


def _plain(ranked: RankedList) -> dict[str, Any]:
    found = picked(ranked, "labels", "unretrieved", "size", "subtopics", "unretrieved_subtopics")
    return {name: value for name, value in found.items() if value not in ("", None)} | (
        {"names": list(ranked.names)} if ranked.names else {}
    )


def read_note_name(name: str) -> str:
    """The convention of a note. Raises ``InputError``."""
    if name not in CONVENTIONS:
        raise InputError("convention", "sheet-unknown-convention", name=name, hint=nearest(name, CONVENTIONS))
    return name
