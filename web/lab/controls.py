"""The lab's native controls: what they show, and which of them the visitor's page already has."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from markupsafe import Markup

from ireval.conventions import CONVENTIONS, PRESETS, Parameter, effective
from ireval.ranking.labels import write_labels
from web.lab.partials import field_controls, label_controls
from web.state.address import Reading
from web.state.lab_state import NUMBERS, SCALE, Number

#: Stands for controls that the visitor's page already has: the script leaves them alone.
SAME = Markup()
#: How many names of documents that were not retrieved are shown for each grade.
NAMES = 10


class Field(NamedTuple):
    """A number to type, or a convention to choose."""

    name: str
    title: str
    value: str
    least: str = ""
    most: str = ""
    step: str = "1"
    refused: bool = False
    options: tuple[tuple[str, str], ...] = ()


class Controls:
    """The controls for a state; ``typed`` is what they contained, which is shown again where it was refused."""

    def __init__(self, reading: Reading, typed: dict[str, str]) -> None:
        self.state = reading.state
        self.errors = reading.errors
        self.typed = typed
        self._was = reading.was

    @cached_property
    def refused(self) -> set[str]:
        """The names of fields that could not be used."""
        return {e.field for e in self.errors}

    def was_typed(self, name: str, value: object) -> str:
        """The text that a field shows: the typed text if it was refused, otherwise the state's value."""
        return self.typed.get(name, "") if name in self.refused else str(value)

    def label(self, i: int) -> Markup:
        """The controls of a ranked document's label; empty if the visitor's page has the same."""
        s, was, name = self.state, self._was, self.state.name(i)
        if was and i < len(was.grades) and (was.grades[i], was.name(i), was.scale) == (s.grades[i], name, s.scale):
            return SAME
        return label_controls(i + 1, name, write_labels(s.grades[i : i + 1]), s.scale)

    @property
    def missed(self) -> list[tuple[int, str, list[tuple[int, str]]]]:
        """Documents not retrieved, grade by grade: (grade, number, documents that can be retrieved).

        Each of those has its place among all of them, counted from 1, and its name. Without names one is enough.
        """
        s = self.state
        n = len(s.grades)
        named = len(s.names) > n
        by_grade = []
        for grade in range(s.scale, -1, -1):
            places = [i for i, g in enumerate(s.unretrieved) if g == grade]
            offered = [(i + 1, s.name(n + i) if named else "") for i in (places if named else places[:1])]
            listed = [(place, name) for place, name in offered if place <= NAMES or not named]
            by_grade.append((grade, self.was_typed(f"missed{grade}", len(places)), listed))
        return by_grade

    @property
    def numbers(self) -> Markup:
        """The controls of the numbers that the measures depend on."""
        values = ((n, f"{getattr(self.state, n.name):g}") for n in NUMBERS.values())
        return field_controls(tuple(self._number(n.name, n, v, "1" if n.whole else "any") for n, v in values))

    def _number(self, name: str, limits: Number | Parameter, value: object, step: str = "1") -> Field:
        span = f"{limits.least:g}", f"{limits.most:g}"
        return Field(name, limits.title, self.was_typed(name, value), *span, step, name in self.refused)

    @property
    def scales(self) -> list[tuple[int, str, bool]]:
        """The scales to choose from: (highest grade, words, chosen)."""
        top = self.state.scale
        return [
            (g, "binary, 0 and 1" if g == 1 else f"grades 0 to {g}", g == top) for g in range(1, int(SCALE.most) + 1)
        ]

    @property
    def presets(self) -> list[tuple[str, str, bool]]:
        """The presets to choose from: (key, title, chosen)."""
        return [(p.key, p.title, p.key == self.state.preset) for p in PRESETS.values()]

    @property
    def conventions(self) -> Markup:
        """The controls of every single convention; the empty choice follows the preset.

        Empty if the page has the same.
        """
        s, was = self.state, self._was
        if was and not self.errors and (was.preset, was.overrides) == (s.preset, s.overrides):
            return SAME
        by_preset = effective(self.state.preset)
        of_lists = [p for p in CONVENTIONS.values() if p.scope == "list"]
        return field_controls(tuple(self._convention(p, by_preset[p.name]) for p in of_lists))

    def _convention(self, p: Parameter, preset: Any) -> Field:
        chosen = self.state.overrides.get(p.name)
        value = "" if chosen is None else str(chosen)
        if not p.choices:
            return self._number(f"c-{p.name}", p, value or preset)
        options = [("", f"preset: {p.choice(preset).short}")]
        options += [(c.key, c.short) for c in p.choices if c.key != preset]
        return Field(f"c-{p.name}", p.title, value, options=tuple(options))
