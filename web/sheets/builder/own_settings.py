"""Conventions and decimals of a single exercise: their fields in a draft, and their controls."""

from __future__ import annotations

from typing import NamedTuple

from ireval.conventions import CONVENTIONS, PRESETS, Parameter, effective
from ireval.exercises import Exercise, Kind, Sheet
from ireval.measure import Measure
from ireval.messages.writing import number_text
from web.sheets.builder.draft import Draft
from web.state.lab_state import State


class Setting(NamedTuple):
    """One control: the ``options`` of a choice, or a number to type; ``empty`` names the value of an empty field."""

    name: str
    title: str
    options: tuple[tuple[str, str], ...] = ()
    empty: str = ""


def has_settings(kind: Kind | None) -> bool:
    """Whether an exercise of this kind may have settings of its own, because it computes something."""
    return kind is not None and bool(kind.takes & {"measure", "list"})


def own_conventions(draft: Draft, name: str) -> dict[str, object]:
    """Return the exercise's own preset and single conventions, as in the sheet's JSON."""
    preset = draft.of(name, "preset")
    single = {key: draft.of(name, f"c-{key}") for key in CONVENTIONS if draft.of(name, f"c-{key}")}
    return {key: value for key, value in (("preset", preset), ("overrides", single)) if value}


def linked_conventions(state: State, sheet: Sheet) -> dict[str, str]:
    """Return the fields with the conventions of a link to the lab; all are empty if the sheet has the same."""
    same = effective(state.preset, state.overrides) == sheet.conventions
    single = {} if same else state.overrides
    typed = {f"c-{key}": str(single.get(key, "")) for key in CONVENTIONS}
    return {"preset": "" if same else state.preset, **typed}


def settings(draft: Draft, name: str, measure: Measure | None, sheet: Sheet) -> tuple[Setting, ...]:
    """Return the controls of an exercise: a preset, the decimals, and single conventions that its measure follows."""
    preset = draft.of(name, "preset")
    base = sheet.for_exercise(Exercise(name, "", preset=preset if preset in PRESETS else ""))
    source = "preset" if preset in PRESETS else "sheet"
    presets = (("", f"sheet: {PRESETS[sheet.preset].title}"), *((p.key, p.title) for p in PRESETS.values()))
    followed = [CONVENTIONS[key] for key in (measure.conventions if measure else ()) if key in CONVENTIONS]
    return (
        Setting("preset", "Conventions", presets),
        Setting("decimals", "Decimals", empty=f"sheet: {sheet.decimals}"),
        *(_single(p, base.conventions[p.name], source, draft.of(name, f"c-{p.name}")) for p in followed),
    )


def hidden_settings(draft: Draft, name: str, shown: tuple[Setting, ...]) -> dict[str, str]:
    """Return the texts of single conventions that are set although the exercise has no control for them."""
    controls = {setting.name for setting in shown}
    typed = {f"c-{key}": draft.of(name, f"c-{key}") for key in CONVENTIONS}
    return {key: text for key, text in typed.items() if text and key not in controls}


def _single(p: Parameter, held: object, source: str, typed: str) -> Setting:
    if not p.choices:
        return Setting(f"c-{p.name}", p.title, empty=f"{source}: {number_text(float(str(held)))}")
    others = tuple((c.key, c.short) for c in p.choices if c.key != held or c.key == typed)
    return Setting(f"c-{p.name}", p.title, (("", f"{source}: {p.choice(held).short}"), *others))
