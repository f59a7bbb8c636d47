"""The directive ``lab``: the lab in a state. The list that it shows is the one that the rest of the step is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from ireval.errors import nearest
from ireval.explanation.step_table import StepTable
from ireval.lessons.directives.directive import Reading, Written
from ireval.lessons.fields import Fields
from ireval.lessons.lesson import Block, Lab
from ireval.lessons.lesson_list import LIST_PARTS, LessonList, example_named
from ireval.ranking.document_names import write_names

#: The parts of a lab's address beside those of its list.
LAB_PARTS = (*LIST_PARTS, "show", "chart", "cover", "step", "k", "level", "beta", "scale")


def lab(reading: Reading, written: Written) -> Block | None:
    """The lab; None if it has faults."""
    written.refuse_title()
    found = _read_lab(written.fields(reading.faults), reading.usual)
    if found is None:
        return None
    block, reading.at_hand = found
    return block


def _read_lab(fields: Fields, usual: LessonList) -> tuple[Lab, LessonList] | None:
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
        block = Lab({**_address_parts(parts, found), **kept})
        explanation = found.explanation  # a wrong list is found here
        if "show" in block.parts:
            _check_covers(fields, explanation.table(block.parts["show"]), block.parts.get("cover", ""))
        return block, found
    return None


def _address_parts(parts: Mapping[str, str], about: LessonList) -> dict[str, str]:
    """The parts of an address that show the list."""
    ranked = about.ranked
    found = {name: text for name, text in asdict(ranked).items() if isinstance(text, str) and text}
    if ranked.size is not None:
        found["size"] = str(ranked.size)
    if ranked.names:
        found["names"] = write_names(ranked.names)
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
