"""The lab's state as a step of a lesson, in Markdown: a heading, the lab, and a question on the open measure.

Whatever the names of documents are, the step can be read: each text is checked by the reader of lessons before it is
given away, and what a lesson cannot have is left out with a note.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import parse_qsl

import yaml

from ireval.explanation.step_table import StepTable
from ireval.lessons import read_lesson
from ireval.lessons.directives.lab_directive import LAB_PARTS
from ireval.lessons.lesson_faults import Faults
from ireval.lessons.typed_numbers import note_typed_numbers
from ireval.messages import Message, say
from web.state.lab_state import State

#: What stands above a step in a file of its own.
HEAD = """---
title: {title}
minutes: 5
objectives:
  - {title}
---
"""
_STEP = "## {title}\n\n:::{{lab}}\n{lab}\n:::\n"
_QUESTION = "\n:::{{question}}\nkind: number\nmeasure: {measure}\nlist: shown\n:::\n"
#: A value that means the same in YAML with and without quotation marks.
_PLAIN = re.compile(r"[A-Za-z0-9][\w@.,=-]*", re.ASCII)


class LessonStep(NamedTuple):
    """A step: its ``title``, its ``text``, and ``notes`` on what it has not, or has more than the lab."""

    title: str
    text: str
    notes: tuple[Message, ...]

    @property
    def remarks(self) -> list[str]:
        """The notes in words."""
        return [say(note) for note in self.notes]

    @property
    def lines(self) -> int:
        """How many lines the text has."""
        return self.text.count("\n")

    @property
    def file(self) -> str:
        """The text of a lesson with this step alone."""
        return f"{HEAD.format(title=_quoted(self.title))}{self.text}"


def lesson_step(state: State) -> LessonStep:
    """The open list of a state as a step of a lesson. A text that no lesson may have is replaced by the next best."""
    notes = [Message("lesson-step-one-list")] if len(state.lists) > 1 else []
    alone = replace(state, before=(), after=(), arrangement=State.arrangement, pinned=None)
    table = alone.explanation.table(alone.show, alone.places)
    title = _title(table)
    problem: Message | None = None
    for parts, question in _candidates(alone, table):
        lab = "\n".join(f"{name}: {_quoted(text)}" for name, text in parts.items())
        asked = _QUESTION.format(measure=_quoted(alone.show)) if question else ""
        step = LessonStep(title, _STEP.format(title=title, lab=lab) + asked, ())
        faults = read_lesson(step.file, "step").faults
        if not faults:
            break
        problem = problem or faults[0].problem
    if not question and problem:
        notes.append(Message("lesson-step-without-question", reason=problem))
    elif not _is_covered(table, alone.cover):
        notes.append(Message("lesson-step-covered", measure=alone.show))
    return step._replace(notes=tuple(notes))


def _candidates(state: State, table: StepTable) -> Iterator[tuple[Mapping[str, str], bool]]:
    """The parts of the lab and whether its measure is asked, the best first."""
    found = {name: text for name, text in parse_qsl(state.query(), keep_blank_values=True) if name in LAB_PARTS}
    found |= {"labels": found.get("labels", ""), "conventions": state.preset, "show": state.show}
    columns = [column.key for column in table.columns]
    covers = [cover for cover in state.cover if cover.partition(".")[0] in columns or cover == state.show]
    asked = covers if _is_covered(table, state.cover) else [*covers, state.show]
    for question, covered in ((True, asked), (True, [*covers, table.measure.score]), (False, covers), (False, [])):
        parts = {name: text for name, text in found.items() if name != "cover"}
        yield (parts | {"cover": ",".join(covered)} if covered else parts), question


def _is_covered(table: StepTable, covers: tuple[str, ...]) -> bool:
    return not {str(table.spec), table.measure.score}.isdisjoint(covers)


def _title(table: StepTable) -> str:
    """The name of the measure in words; in a lesson it may have no number that stands alone."""
    measure = table.measure
    faults = Faults()
    note_typed_numbers(measure.title, 1, faults)
    return measure.name if faults.found else measure.title[:1].upper() + measure.title[1:]


def _quoted(text: str) -> str:
    """A text as a value in YAML, on one line."""
    if _PLAIN.fullmatch(text):
        return text
    return str(yaml.safe_dump(text, default_style='"', allow_unicode=True, width=sys.maxsize)).rstrip("\n")
