"""Finds the measures that a lesson uses, step by step: in its text, in its labs and in its questions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ireval.errors import InputError
from ireval.lessons.directives.systems_directive import Scores
from ireval.lessons.lesson import Lab, Quiz, Step
from ireval.measure.spelling import parse

#: The roles whose content begins with a measure.
ROLES = frozenset({"value", "calculation", "cell", "formula", "measure"})

_ROLE = re.compile(r"\{([a-z]+)\}`\s*([^`\s]+)")


@dataclass
class MeasureUses:
    """The numbers of the steps (from 1) that use a measure, by the measure's name."""

    steps: dict[str, set[int]] = field(default_factory=dict)

    def note_role(self, role: str, content: str, step: int) -> None:
        """Note the measure of a role in the text of a step."""
        if role in ROLES:
            self._note(content.split(maxsplit=1)[0], step)

    def note_text(self, text: str, step: int) -> None:
        """Note the measures of all roles in the text of a directive, such as the words of a question."""
        for role, content in _ROLE.findall(text):
            self.note_role(role, content, step)

    def note_blocks(self, steps: Sequence[Step]) -> None:
        """Note the measures that the labs of these steps show, and the measures in their questions."""
        for number, step in enumerate(steps, start=1):
            for spelling in filter(None, _spellings(step)):
                self._note(spelling, number)

    def in_order(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers of the steps by measure, in order."""
        return {name: tuple(sorted(steps)) for name, steps in self.steps.items()}

    def _note(self, spelling: str, step: int) -> None:
        try:
            name = parse(spelling).measure.name
        except InputError:  # a fault of the lesson, which is reported elsewhere
            return
        self.steps.setdefault(name, set()).add(step)


def _spellings(step: Step) -> Iterator[str]:
    for block in step.all_blocks:
        if isinstance(block, Lab):
            yield block.parts.get("show", "")
        elif isinstance(block, Quiz):
            yield block.exercise.measure
        elif isinstance(block, Scores):
            yield from block.measures
