"""The directive ``lab``: the lab in a given state. The rest of the step is about the list that the lab shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from ireval.errors import InputError, nearest
from ireval.exercises import RankedList
from ireval.explanation.step_table import StepTable
from ireval.lessons.directives.directive import Directive, Reading, Written
from ireval.lessons.fields import Fields
from ireval.lessons.lesson import Block, Lab
from ireval.lessons.lesson_list import LIST_PARTS, LessonList, example_named, is_further_part
from ireval.measure.spelling import parse
from ireval.ranking.document_names import write_names

#: The parts of a lab's address, including the parts of its list.
LAB_PARTS = (*LIST_PARTS, "title", "arrangement", "show", "chart", "cover", "step", "k", "level", "beta", "scale")

#: The settings of the lab that apply to all of its measures.
_SETTINGS = ("k", "level", "beta")


def lab(reading: Reading, written: Written) -> Block | None:
    """The block with the lab; None if it has faults, which are noted."""
    written.refuse_title()
    found = read_lab(written.fields(reading.faults), reading.usual)
    if found is None:
        return None
    block, reading.at_hand = found
    return block


def read_lab(fields: Fields, usual: LessonList) -> tuple[Lab, LessonList] | None:
    """Return a lab, and the list that it shows; None if it cannot be shown. Faults are noted."""
    known = (*LAB_PARTS, *(name for name in fields.data if is_further_part(name)))
    fields.only(known)
    parts = {name: fields.text(name) for name in fields.data if name in known}
    if not fields.sound:
        return None
    if "labels" not in parts and "subtopics" not in parts and "example" not in parts:
        fields.faults.add(fields.line - 1, "lesson-lab-without-list")
        return None
    try:
        found = usual.having(parts)
        kept = {name: text for name, text in parts.items() if name not in {"example", "places"}}
        block = Lab({**address_parts(parts, found), **settings_of(kept.get("show", "")), **kept})
        explanation = found.explanation  # a wrong list is detected here
        if "show" in block.parts:
            _check_covers(fields, explanation.table(block.parts["show"]), block.parts.get("cover", ""))
    except InputError as error:
        place = error.field if error.field in fields.lines else "example" if "example" in parts else "labels"
        fields.faults.note(fields.line_of(place), error)
        return None
    return block, found


def settings_of(measure: str) -> dict[str, str]:
    """The lab's settings in the name of a measure, such as the cutoff; empty for an empty text. Raises ``InputError``.

    >>> settings_of("nDCG@6"), settings_of("IPrec@0.4"), settings_of("AP")
    ({'k': '6'}, {'level': '0.4'}, {})
    """
    own = parse(measure).own if measure else {}
    return {name: str(own[name]) for name in _SETTINGS if name in own}


def address_parts(parts: Mapping[str, str], about: LessonList) -> dict[str, str]:
    """The parts of the lab's address that show the lists."""
    found = _parts_of(about.ranked)
    for place, ranked in enumerate(about.others, start=2):
        found |= {f"{name}{place}": text for name, text in _parts_of(ranked).items()}
    if about.others:
        found["arrangement"] = about.arrangement
    found["conventions"] = about.preset
    found |= {name: str(choice) for name, choice in about.overrides.items()}
    if "example" in parts:
        example = example_named(parts["example"])
        found |= {"show": example.show, "k": str(example.k), "level": str(example.level)}
        titles = (example.called, *(other.called for other in example.others))
        found |= {f"title{place if place > 1 else ''}": title for place, title in enumerate(titles, start=1) if title}
    return found


def _parts_of(ranked: RankedList) -> dict[str, str]:
    found = {name: text for name, text in asdict(ranked).items() if isinstance(text, str) and text}
    if ranked.size is not None:
        found["size"] = str(ranked.size)
    if ranked.names:
        found["names"] = write_names(ranked.names)
    return found


def _check_covers(fields: Fields, table: StepTable, covers: str) -> None:
    columns = [column.key for column in table.columns]
    for cover in filter(None, covers.split(",")):
        key, dot, row = cover.partition(".")
        if cover == str(table.spec):
            continue
        if key not in columns:
            hint = nearest(key, columns)
            fields.faults.add(fields.line_of("cover"), "lesson-unknown-cover", name=cover, hint=hint)
        elif dot and not (row.isascii() and row.isdigit() and 1 <= int(row) <= table.rows):
            fields.faults.add(fields.line_of("cover"), "lesson-no-row-to-cover", name=cover, most=table.rows)


DIRECTIVES: Mapping[str, Directive] = {"lab": lab}
