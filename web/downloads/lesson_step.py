"""The lab's state as a step of a lesson, in Markdown: a heading, the lab, and a question on the open measure.

The step can be read whatever the names of documents are: the reader of lessons checks each text before it is shown,
and parts that a lesson cannot have are left out, with a note.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import parse_qsl

import yaml

from ireval.explanation.step_table import StepTable
from ireval.lessons import Lab, Lesson, read_lesson
from ireval.lessons.lesson_faults import Faults
from ireval.lessons.typed_numbers import note_typed_numbers
from ireval.messages import Message, say
from web.state.address import from_query
from web.state.lab_list import Listed
from web.state.lab_state import State

#: The text above a step in a file of its own.
HEAD = """---
title: {title}
minutes: 5
objectives:
  - {title}
---
"""
_STEP = "## {title}\n\n:::{{lab}}\n{lab}\n:::\n"
_QUESTION = "\n:::{{question}}\nkind: number\nmeasure: {measure}\nlist: shown\n:::\n"
#: Parts of an address that a step does not have, or has elsewhere.
_OF_THE_PAGE = {"view", "more", "comma", "pin", "cover"}
#: A value that has the same meaning in YAML with and without quotation marks.
_PLAIN = re.compile(r"[A-Za-z0-9][\w@.,=-]*", re.ASCII)


class LessonStep(NamedTuple):
    """A step: its ``title``, its ``text``, and ``notes`` on parts that it lacks or has in addition to the lab's."""

    title: str
    text: str
    notes: tuple[Message, ...]

    @property
    def remarks(self) -> list[str]:
        """The notes in words."""
        return [say(note) for note in self.notes]

    @property
    def lines(self) -> int:
        """The number of lines of the text."""
        return self.text.count("\n")

    @property
    def file(self) -> str:
        """The text of a lesson with only this step."""
        return f"{HEAD.format(title=_quoted(self.title))}{self.text}"


def lesson_step(state: State) -> LessonStep:
    """Return a state as a step of a lesson: the best text that a lesson may have."""
    table = state.explanation.table(state.show, state.places)
    title = _title(table)
    problem: Message | None = None
    for wanted, covers, question in _candidates(state, table):
        lab = "\n".join(f"{name}: {_quoted(text)}" for name, text in _parts(wanted, covers).items())
        asked = _QUESTION.format(measure=_quoted(state.show)) if question else ""
        step = LessonStep(title, _STEP.format(title=title, lab=lab) + asked, ())
        lesson, faults = read_lesson(step.file, "step")
        if not faults and _shown_lists(lesson) == _documents(wanted):
            break
        if question and not wanted.title and len(wanted.lists) == 1:
            problem = problem or next((fault.problem for fault in faults), None)
    notes = [Message("lesson-step-one-list")] if len(wanted.lists) < len(state.lists) else []
    if not question and problem:
        notes.append(Message("lesson-step-without-question", reason=problem))
    elif not _is_covered(table, state.cover):
        notes.append(Message("lesson-step-covered", measure=state.show))
    return step._replace(notes=tuple(notes))


def _candidates(state: State, table: StepTable) -> Iterator[tuple[State, list[str], bool]]:
    """Versions of the step, the best first: the lab's state, its covers, and whether the step asks for the measure."""
    alone = replace(state, before=(), after=(), arrangement=State.arrangement, title="")
    columns = [column.key for column in table.columns]
    covers = [cover for cover in state.cover if cover.partition(".")[0] in columns or cover == state.show]
    asked = covers if _is_covered(table, state.cover) else [*covers, state.show]
    both = (state, alone) if state != alone else (alone,)
    for covered in (asked, [*covers, table.measure.score]):
        yield from ((wanted, covered, True) for wanted in both)
    for covered in (covers, []):
        yield from ((wanted, covered, False) for wanted in both)


def _apart(state: State) -> State:
    """The state with lists that belong to no collection, because a lesson contains all its documents."""
    if state.topic is None:
        return state
    return state.holding_lists(tuple(replace(listed, stored=None) for listed in state.lists), state.place)


def _parts(state: State, covers: list[str]) -> dict[str, str]:
    """The parts of the lab's address that a lesson may have."""
    found = {"labels": ""} | dict(parse_qsl(_apart(state).query(), keep_blank_values=True))
    found |= {"conventions": state.preset, "show": state.show}
    found = {name: text for name, text in found.items() if name not in _OF_THE_PAGE}
    return found | {"cover": ",".join(covers)} if covers else found


def _shown_lists(lesson: Lesson) -> list[Listed]:
    lab = next((block for block in lesson.steps[0].blocks if isinstance(block, Lab)), None)
    return _documents(from_query(lab.parts).state) if lab else []


def _documents(state: State) -> list[Listed]:
    """The lists of a state without their titles."""
    return [replace(listed, title="") for listed in state.lists]


def _is_covered(table: StepTable, covers: tuple[str, ...]) -> bool:
    return not {str(table.spec), table.measure.score}.isdisjoint(covers)


def _title(table: StepTable) -> str:
    """The title of the step: the measure in words, without numbers that stand alone, which a lesson may not have."""
    measure = table.measure
    faults = Faults()
    note_typed_numbers(measure.title, 1, faults)
    return say(Message("lesson-step-title", measure=measure.name if faults.found else measure.title))


def _quoted(text: str) -> str:
    """A text as a value in YAML, on one line."""
    if _PLAIN.fullmatch(text):
        return text
    return str(yaml.safe_dump(text, default_style='"', allow_unicode=True, width=sys.maxsize)).rstrip("\n")
