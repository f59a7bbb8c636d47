"""The lab's native controls: their contents, without those that the visitor's page already has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from ireval.conventions import CONVENTIONS, PRESETS, Parameter
from ireval.measure.spelling import parse
from ireval.ranking.labels import write_labels
from web.lab.partials import fault_mark, fault_notice, field_controls, label_controls
from web.lab.topic.missed_documents import text_address
from web.state.address import Reading
from web.state.faults import Faults, Sentences
from web.state.lab_state import NUMBERS, SCALE, Number, State, conventions_of

#: Replaces controls that the visitor's page already has; the script keeps those.
SAME = Markup()
#: The number of documents not retrieved whose names are shown for each grade.
NAMES = 10


class Field(NamedTuple):
    """A number to type, or a convention to choose."""

    name: str
    title: str
    value: str
    least: str = ""
    most: str = ""
    step: str = "1"
    faults: Sentences = ()
    options: tuple[tuple[str, str], ...] = ()
    wide: bool = False


def reach(state: State) -> tuple[str, ...]:
    """Return the names of the settings that are only in the lecturer's bar; empty without the bar."""
    if not state.view:
        return ()
    spec = parse(state.show)
    cutoff = ("k",) if spec.own.get("k") else ()
    return (*cutoff, *(name for name in spec.measure.conventions if CONVENTIONS[name].in_formula))


class Controls:
    """The controls for a state; ``typed`` has the texts that they contained, which are shown again if refused."""

    def __init__(self, reading: Reading, typed: Mapping[str, str]) -> None:
        self.state = reading.state
        self.errors = reading.errors
        self.typed = typed
        self.faults = Faults(reading.errors, typed, reading.state)
        self._was = reading.was

    def labels(self) -> list[Markup]:
        """The controls of each ranked document's label; empty if the visitor's page has the same."""
        s, was = self.state, self._was
        names, texts = s.called, write_labels(s.grades)
        shown = list(zip(s.grades, names, strict=False)) if was and was.scale == s.scale else []
        had = list(zip(was.grades, was.called, strict=False)) if was else []
        same = [now == before for now, before in zip(shown, had, strict=False)]
        same += [False] * (len(texts) - len(same))
        return [SAME if same[i] else label_controls(i + 1, names[i], text, s.scale) for i, text in enumerate(texts)]

    @property
    def missed(self) -> list[tuple[int, str, list[tuple[int, str, str]]]]:
        """Documents not retrieved, grade by grade: (grade, number, documents that can be retrieved).

        Each of these has its number among all of them, counted from 1, its name, and the address of its text. Without
        names only one is listed.
        """
        s = self.state
        n = len(s.grades)
        named = len(s.names) > n
        by_grade = []
        for grade in range(s.scale, -1, -1):
            places = [i for i, g in enumerate(s.unretrieved) if g == grade]
            shown = [i for i in places if i < NAMES] if named else places[:1]
            names = [(i + 1, s.name(n + i) if named else "") for i in shown]
            listed = [(place, name, text_address(s.topic, name)) for place, name in names]
            by_grade.append((grade, self.faults.text(f"missed{grade}", len(places)), listed))
        return by_grade

    def mark(self, field: str) -> Markup:
        """Return the attributes of a field with an error; empty if it has none."""
        found = self.faults.at(field)
        return fault_mark(field, found) if found else Markup()

    def notice(self, field: str) -> Markup:
        """Return the error of a field as markup; empty if it has none."""
        found = self.faults.at(field)
        return fault_notice(field, found) if found else Markup()

    @property
    def settings(self) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
        """The controls for all measures, without those in the lecturer's bar: the settings, and those of the list."""
        s = self.state
        values = s.k, s.level, s.beta, s.places
        fixed = _settings(s.preset, s.scale, values, reach(s), in_bar=bool(s.view))
        return self._with_faults(fixed), self._with_faults(_of_list(s.relevant_total(), s.size))

    @property
    def documents(self) -> Markup:
        """The control of the number of ranked documents."""
        return field_controls(self._with_faults(_documents(len(self.state.grades))))

    @property
    def in_reach(self) -> Markup:
        """The controls in the lecturer's bar: preset, cutoff of the open measure, and conventions of its formula."""
        s = self.state
        by_preset, names = conventions_of(s.preset), reach(s)
        numbers = [_value(n, getattr(s, n.name)) for n in NUMBERS.values() if n.name in names]
        chosen = [self._convention(CONVENTIONS[name], by_preset[name], "") for name in names if name in CONVENTIONS]
        return field_controls(self._with_faults((_preset(s.preset), *numbers, *chosen)))

    def _with_faults(self, fields: tuple[Field, ...]) -> tuple[Field, ...]:
        """The fields; those that were refused have the text that was typed, and their errors."""
        if not self.faults:
            return fields
        return tuple(self._with_fault(field) for field in fields)

    def _with_fault(self, field: Field) -> Field:
        value = field.value if field.options else self.faults.text(field.name, field.value)
        return field._replace(value=value, faults=self.faults.at(field.name))

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
        apart = reach(s)
        if was and not self.errors and (was.preset, was.overrides, reach(was)) == (s.preset, s.overrides, apart):
            return SAME
        by_preset = conventions_of(self.state.preset)
        of_lists = [p for p in CONVENTIONS.values() if p.scope == "list" and p.name not in apart]
        return field_controls(self._with_faults(tuple(self._convention(p, by_preset[p.name]) for p in of_lists)))

    def _convention(self, p: Parameter, preset: Any, prefix: str = "preset: ") -> Field:
        chosen = self.state.overrides.get(p.name)
        value = "" if chosen is None else str(chosen)
        if not p.choices:
            return _number(f"c-{p.name}", p, value or str(preset))
        options = [("", prefix + p.choice(preset).short)]
        options += [(c.key, c.short) for c in p.choices if c.key != preset]
        return Field(f"c-{p.name}", p.title, value, options=tuple(options))


@lru_cache(maxsize=1_000)
def _settings(
    preset: str, scale: int, values: tuple[float, ...], apart: tuple[str, ...], *, in_bar: bool
) -> tuple[Field, ...]:
    """The preset and the numbers, unless they are in the lecturer's bar, and the scale."""
    numbers = [_value(n, value) for n, value in zip(NUMBERS.values(), values, strict=True) if n.name not in apart]
    options = [(g, "binary, 0 and 1" if g == 1 else f"grades 0 to {g}") for g in range(1, int(SCALE.most) + 1)]
    scales = Field("scale", "Scale", str(scale), options=tuple((str(g), words) for g, words in options))
    return (*numbers, scales) if in_bar else (_preset(preset), *numbers, scales)


@lru_cache(maxsize=1_000)
def _of_list(relevant: int, size: int | None) -> tuple[Field, ...]:
    """R and the size of the collection."""
    return (
        Field("relevant", "Total relevant (R)", str(relevant), "0", "2000"),
        Field("size", "Collection size", "" if size is None else str(size), "0", "1000000000000"),
    )


@lru_cache(maxsize=1_000)
def _documents(count: int) -> tuple[Field, ...]:
    return (Field("documents", "Ranked documents", str(count), "0", "1000"),)


def _preset(chosen: str) -> Field:
    options = tuple((p.key, p.title) for p in PRESETS.values())
    return Field("conventions", "Conventions", chosen, options=options, wide=True)


def _value(n: Number, value: float) -> Field:
    return _number(n.name, n, f"{value:g}", "1" if n.whole else "any")


def _number(name: str, limits: Number | Parameter, value: str, step: str = "1") -> Field:
    return Field(name, limits.title, value, f"{limits.least:g}", f"{limits.most:g}", step)
