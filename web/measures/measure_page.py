"""The contents of a measure's page beside its interactive list: its declaration, and the lessons that teach it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from ireval.conventions import CONVENTIONS, Parameter
from ireval.explanation import reference
from ireval.explanation.legend import legend
from ireval.explanation.reference import Entry, takers
from ireval.measure import Measure
from ireval.measure.support import defining_presets
from web.course.taught_measures import LessonUse, lessons_with
from web.formulas.column_notes import ColumnNote, column_notes
from web.formulas.mathml import mathml
from web.state.lab_state import State, own_choices


class Choice(NamedTuple):
    """A choice of a convention: its words, the presets that make it, and whether the list follows it.

    ``address`` shows the list under this choice; ``part`` is the choice as a part of an address.
    """

    key: str
    words: str
    text: str
    takers: str
    in_force: bool
    address: str
    part: str


class Convention(NamedTuple):
    """A convention that a measure follows, with its choices; if it has none, ``values`` says what is allowed."""

    parameter: Parameter
    choices: tuple[Choice, ...]
    values: str


class Declared(NamedTuple):
    """The contents of the page that depend only on the measure."""

    entry: Entry
    formulas: tuple[Markup, ...]
    legend: tuple[tuple[Markup, str], ...]
    columns: tuple[ColumnNote, ...]


class MeasurePage:
    """The page of a measure."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.entry, self.formulas, self.legend, self.columns = _declared(measure.name)

    @property
    def example(self) -> dict[str, str]:
        """The parts of the lab's address that show the measure on a small list."""
        if self.measure.needs_subtopics:
            given = {"subtopics": reference.SUBTOPICS, "unretrieved_subtopics": reference.UNRETRIEVED_SUBTOPICS}
        else:
            given = {"labels": reference.LABELS, "unretrieved": reference.UNRETRIEVED, "size": str(reference.SIZE)}
        return given | {"show": str(self.entry.spec)}

    @property
    def parameters(self) -> list[tuple[str, str, str]]:
        """The numbers in the measure's spelling and its own settings: (spelling, text, allowed values)."""
        at = self.measure.cutoff
        return [(f"@{p.name}" if p is at else p.name, p.text, allowed_values(p)) for p in self.entry.parameters]

    def conventions(self, state: State) -> list[Convention]:
        """The conventions that the measure follows, with their choices on the list of ``state``."""
        return [
            Convention(p, tuple(self._choices(p, state)) if p.choices else (), allowed_values(p))
            for p in self.entry.conventions
        ]

    def _choices(self, parameter: Parameter, state: State) -> list[Choice]:
        name = parameter.name
        found = []
        for value, titles in takers(parameter, defining_presets(self.measure)):
            choice = parameter.choice(value)
            chosen = own_choices(state.preset, {**state.overrides, name: value})
            address = f"{self.address}?{replace(state, overrides=chosen).query()}#lab"
            in_force = state.conventions[name] == value
            part = f"{name}={value}"
            found.append(Choice(value, choice.short, choice.text, ", ".join(titles), in_force, address, part))
        return found

    @property
    def address(self) -> str:
        """The canonical address of the page."""
        return url_for("measures.measure", name=self.measure.name)

    @property
    def lessons(self) -> list[LessonUse]:
        """The lessons that use the measure."""
        return lessons_with(self.measure)


@cache
def _declared(name: str) -> Declared:
    """The contents of the page from the measure's declaration, which are the same in every request."""
    entry = next(entry for entry in reference.entries() if entry.measure.name == name)
    return Declared(
        entry,
        tuple(mathml(latex, block=True) for latex in entry.formulas),
        tuple((mathml(symbol), words) for symbol, words in legend(entry.measure, *entry.formulas)),
        column_notes(entry.example),
    )


def allowed_values(parameter: Parameter) -> str:
    """Return a text with the allowed values of a setting and its default."""
    usual = reference.default(parameter)
    return reference.allowed(parameter) + (f"; {usual} unless set" if usual else "")


def all_conventions() -> list[tuple[Parameter, list[tuple[Any, list[str]]]]]:
    """Return every convention with its values, each with the titles of the presets that choose it."""
    return [(parameter, takers(parameter)) for parameter in CONVENTIONS.values()]
