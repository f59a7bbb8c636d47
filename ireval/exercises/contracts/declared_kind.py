"""Checks of what a kind of exercise declares, before anything is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ireval.contract.finding import Finding
from ireval.contract.type_checks import field_faults
from ireval.errors import InputError
from ireval.exercises.kinds.catalog import KINDS, kind_modules, kinds_of_seeds
from ireval.exercises.kinds.kind import Kind
from ireval.measure.spelling import parse

_KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_FIELDS = ("measure", "list", "second", "columns", "lists", "text", "answer", "tolerance", "options", "printed")


def check_types(kind: Kind) -> Iterator[Finding]:
    """Every part of the declaration has its declared type."""
    yield from field_faults(kind, "")


def check_words(kind: Kind) -> Iterator[Finding]:
    """The kind has a unique key, a title, and a sentence."""
    if not _KEY.fullmatch(kind.key):
        yield Finding("key", "key", f"“{kind.key}” is no slug.", "Write it like wrong-cell.")
    if any(module.KIND.key == kind.key and module.KIND is not kind for module in kind_modules()):
        yield Finding("name-taken", "key", f"“{kind.key}” is already a kind.", "Choose another key.")
    if not kind.title.strip():
        yield Finding("words", "title", "It is empty.", "Say what students do, such as: Find the wrong cell.")
    if not kind.sentence.strip().endswith((".", "?")):
        yield Finding("words", "sentence", "It is not a sentence.", "Say in a sentence what students do.")


def check_fields(kind: Kind) -> Iterator[Finding]:
    """The kind takes fields that exercises have, and declares the measures, tasks or example that these need."""
    for name in sorted(kind.takes - set(_FIELDS)):
        yield Finding("field-unknown", "takes", f"There is no field “{name}”.", f"Use some of: {', '.join(_FIELDS)}.")
    if bool(kind.measures) != ("measure" in kind.takes):
        wrong = "It has measures, or takes one, but not both."
        yield Finding("measures", "measures", wrong, "Name the usual measures, and let takes have “measure”.")
    for name in kind.measures:
        try:
            parse(name)
        except InputError as error:
            yield Finding("measures", name, f"It cannot be read: {error}", "Spell it as the lab does.")
    if not (kind.measures or kind.tasks or kind.own):
        yield Finding("measures", "measures", "It has neither measures nor tasks.", "Name what it draws from.")
    if kind.own and not kind.example.get("text"):
        yield Finding("example", "example", "An own question needs one.", "Give the fields of a question.")


def check_places(kind: Kind) -> Iterator[Finding]:
    """Its places on sheets from seeds and from the lab are not taken by another kind, and it has points."""
    if kind.points <= 0:
        yield Finding("points", "points", f"It is {kind.points:g}.", "Give the usual points of an exercise, above 0.")
    if kind.seed_place and kind.own:
        yield Finding("place", "seed_place", "A seed cannot draw an own question.", "Leave seed_place out.")
    for name in ("seed_place", "lab_place"):
        place = getattr(kind, name)
        there = [other for other in KINDS.values() if other is not kind and getattr(other, name) == place]
        if place and there:
            fix = "Choose another one, or leave it out."
            yield Finding("place", name, f"{there[0].key} has the place {place}.", fix)
    following = 1 + sum(other is not kind for other in kinds_of_seeds())
    if not 0 <= kind.seed_place <= following:
        fix = f"Use {following}, or leave it out."
        yield Finding("place", "seed_place", f"There is no kind at the places before {kind.seed_place}.", fix)
    if kind.lab_place and not {"measure", "list"} <= kind.takes:
        yield Finding("place", "lab_place", "The lab gives a measure and a list.", "Leave lab_place out.")
