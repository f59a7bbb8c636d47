"""The conventions of a comparison: fields to choose single ones, and those in force in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS, Parameter
from ireval.errors import InputError
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.messages.writing import number_text
from web.compare.comparison_request import ComparisonRequest
from web.state.lab_state import conventions_of


class Convention(NamedTuple):
    """A convention in force: its title, the choice, and whether the choice differs from the preset's."""

    title: str
    choice: str
    changed: bool


class ConventionField(NamedTuple):
    """A field to choose a convention: its name, its title, what was chosen, and the options; a number has none."""

    name: str
    title: str
    value: str
    options: tuple[tuple[str, str], ...]


def conventions_for(specs: Sequence[Spec]) -> list[Parameter]:
    """Return the conventions that at least one of the measures follows, and those for all runs and comparisons."""
    followed = {name for spec in specs for name in spec.measure.conventions}
    return [p for name, p in CONVENTIONS.items() if name in followed or p.scope != "list"]


def convention_fields(wanted: ComparisonRequest) -> list[ConventionField]:
    """Return a field for each of these conventions except those of the tests; an empty choice follows the preset."""
    preset = wanted.preset if wanted.preset in PRESETS else DEFAULT_PRESET
    return [_field(p, preset, wanted.choices) for p in conventions_for(_specs(wanted)) if p.scope != "comparison"]


def conventions_in_force(wanted: ComparisonRequest, specs: Sequence[Spec]) -> list[Convention]:
    """The conventions of a comparison."""
    by_preset, values = conventions_of(wanted.preset), wanted.conventions
    return [
        Convention(p.title, _words(p, values[p.name]), values[p.name] != by_preset[p.name])
        for p in conventions_for(specs)
    ]


def conventions_line(wanted: ComparisonRequest, specs: Sequence[Spec]) -> str:
    """Return the preset and the conventions that differ from it, in one line."""
    changed = [f"{c.title}: {c.choice}" for c in conventions_in_force(wanted, specs) if c.changed]
    key = "comparison-conventions-changed" if changed else "comparison-conventions"
    return say(Message(key, preset=PRESETS[wanted.preset].title, changed=changed))


def _field(p: Parameter, preset: str, choices: Mapping[str, Any]) -> ConventionField:
    usual = conventions_of(preset)[p.name]
    value = str(choices.get(p.name, ""))
    as_preset = say(Message("as-in-preset", choice=_words(p, usual)))
    if not p.choices:
        return ConventionField(p.name, f"{p.title} ({as_preset})", value, ())
    others = ((c.key, c.short) for c in p.choices if c.key != usual or c.key == value)
    return ConventionField(p.name, p.title, value, (("", as_preset), *others))


def _words(p: Parameter, value: Any) -> str:
    return p.choice(value).short if p.choices else number_text(value)


def _specs(wanted: ComparisonRequest) -> Sequence[Spec]:
    """The measures; empty if they cannot be read."""
    try:
        return wanted.specs
    except InputError:
        return []
