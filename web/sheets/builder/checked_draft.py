"""The sheet made from the valid parts of a draft, and the errors in the rest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, partial
from typing import Any

from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.errors import InputError
from ireval.exercises import GENERATOR, KINDS, Exercise, Generated, RankedList, Sheet, from_json
from ireval.exercises.sheet.model import FORMAT, MOST_EXERCISES, canonical
from ireval.exercises.variants.sheet_check import faults
from ireval.exercises.variants.time_limit import OutOfTimeError
from ireval.ranking.document_names import split_names
from web.sheets.builder.draft import CREDITS, FIXED, Draft, usual_columns
from web.sheets.builder.lab_exercises import read_lab_link
from web.sheets.builder.own_fields import PRINTED, own_data
from web.sheets.builder.own_settings import has_settings, own_conventions

_LISTS = ("list", "second")
#: Replaces the exercises when only the other fields are read.
_SAMPLE: dict[str, Any] = {
    "exercises": [{"id": "e1", "kind": next(kind.key for kind in KINDS.values() if not kind.takes)}]
}


#: Fields on which no exercise depends, so that it is not read again when they change.
_ALONE = {"title": "", "intro": "", "policy": "once"}


@dataclass(frozen=True)
class CheckedDraft:
    """The ``sheet`` of a draft's valid exercises, None if it has none, and the errors by field."""

    sheet: Sheet | None
    errors: Mapping[str, InputError] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether the sheet has everything in the draft."""
        return self.sheet is not None and not self.errors

    def while_typing(self, draft: Draft) -> CheckedDraft:
        """Return this without the errors in fixed lists that nobody has begun to type."""
        typed = [f"{key}.{f.name}" for key in _LISTS for f in fields(RankedList)]
        blank = {f"{name}:list.labels" for name in draft.order if not any(draft.of(name, key) for key in typed)}
        return replace(self, errors={field: error for field, error in self.errors.items() if field not in blank})


def check_draft(draft: Draft) -> CheckedDraft:
    """Check a draft and make its sheet. An error is listed under its field, and its exercise is left out."""
    head, errors = _head(draft)
    exercises: list[Exercise] = []
    for name in draft.order[:MOST_EXERCISES]:
        try:
            exercises += _sound(head | _ALONE | {"exercises": [_exercise(draft, name)]}).exercises
        except InputError as error:
            errors[f"{name}:{_where(error)}"] = error
    if len(draft.order) > MOST_EXERCISES:
        errors["exercises"] = InputError("exercises", "exercises-too-many", count=len(draft.order), most=MOST_EXERCISES)
    if not draft.order:
        errors["exercises"] = InputError("exercises", "exercises-missing")
    if not exercises:
        return CheckedDraft(None, errors)
    sheet = _sound(head | _SAMPLE)
    usual = effective(sheet.preset)
    overrides = {name: value for name, value in sheet.overrides.items() if value != usual[name]}
    sheet = replace(sheet, overrides=overrides, exercises=tuple(exercises))
    numbers = {name: number for number, name in enumerate(draft.order, start=1)}
    for fault in faults(sheet, numbers):
        place = int(fault.field.partition("[")[2].partition("]")[0])
        errors[f"{sheet.exercises[place].id}:{_where(fault)}"] = fault
    return CheckedDraft(sheet, errors)


def settings_of(draft: Draft) -> Sheet:
    """Return a sheet with the valid settings of a draft, and with a placeholder as its only exercise."""
    return _sound(_head(draft)[0] | _SAMPLE)


def _where(error: InputError) -> str:
    """The field of an exercise that an error names, as in the form."""
    where = error.field.partition("].")[2].partition("[")[0]
    within = next((name for name in PRINTED if where.startswith(name)), "")
    return within or where.replace("overrides.", "c-")


def _sound(data: Mapping[str, Any]) -> Sheet:
    """The sheet in this JSON, from a cache if it was read before. Raises ``InputError``."""
    found = _read(canonical(data))
    if isinstance(found, InputError):
        raise found
    return found


@lru_cache(maxsize=2048)
def _read(data: bytes) -> Sheet | InputError:
    try:
        return from_json(data)
    except OutOfTimeError:
        raise  # another attempt may have more time
    except InputError as error:
        return error


def _head(draft: Draft) -> tuple[dict[str, Any], dict[str, InputError]]:
    """All fields except the exercises, with defaults for invalid values, and the errors."""
    errors: dict[str, InputError] = {}
    usual: dict[str, Any] = {
        "format": FORMAT,
        "generator": GENERATOR,
        "seed": 1,
        "title": "",
        "conventions": {"preset": next(iter(PRESETS))},
    }

    def put(name: str, part: dict[str, Any]) -> None:
        try:
            _sound(usual | part | _SAMPLE)
            usual.update(part)
        except InputError as error:
            errors[name] = error

    put("title", {"title": draft.typed.get("title", "")})
    put("intro", {"intro": draft.typed.get("intro", "")})
    put("policy", {"policy": draft.typed.get("policy", "once")})
    if draft.typed.get("secret"):
        put("secret", {"secret": draft.typed["secret"]})
    put("tries", {"tries": _number(draft.typed.get("tries") or "0")})
    for name in ("seed", "decimals"):
        put(name, {name: _number(draft.typed.get(name, ""))})
    put("conventions", {"conventions": {"preset": draft.typed.get("conventions", "")}})
    for name in CONVENTIONS:
        if draft.typed.get(f"c-{name}"):
            chosen = usual["conventions"]
            overrides = chosen.get("overrides", {}) | {name: draft.typed[f"c-{name}"]}
            put(f"c-{name}", {"conventions": chosen | {"overrides": overrides}})
    for name in CREDITS:
        if f"credit.{name}" in draft.typed:
            given = usual.get("credit", {}) | {name: _share(draft.typed[f"credit.{name}"])}
            put(f"credit.{name}", {"credit": given})
    return usual, errors


def _exercise(draft: Draft, name: str) -> dict[str, Any]:
    """An exercise as JSON, with the fields that its kind takes."""
    kind = KINDS.get(draft.of(name, "kind"))
    takes = kind.takes if kind else frozenset()
    data: dict[str, Any] = {"id": name, "kind": draft.of(name, "kind"), "points": _number(draft.of(name, "points"))}
    if "measure" in takes:
        data["measure"] = draft.of(name, "measure")
    if kind and kind.tasks:
        data["task"] = draft.of(name, "task")
    if "columns" in takes and draft.of(name, "columns"):
        data["columns"] = draft.of(name, "columns").split(",")
    if "list" in takes and draft.of(name, "source") == FIXED:
        data |= {key: _list(draft, name, key) for key in ("list", "second") if key in takes}
    elif kind and kind.draws_lists:
        given = {f.name: draft.of(name, f"generated.{f.name}") for f in fields(Generated)}
        data["generated"] = {key: _number(value) for key, value in given.items() if value}
    data |= own_data(partial(draft.of, name), takes, _number)
    if has_settings(kind):
        data |= own_conventions(draft, name)
        data |= {"decimals": _number(draft.of(name, "decimals"))} if draft.of(name, "decimals") else {}
    usual = data.get("columns") and usual_columns(data["measure"])
    return {key: value for key, value in data.items() if key != "columns" or value != usual}


def _list(draft: Draft, name: str, key: str) -> dict[str, Any]:
    given = {f.name: draft.of(name, f"{key}.{f.name}") for f in fields(RankedList)}
    read: dict[str, Any] = {part: text for part, text in given.items() if text}
    link = read_lab_link(read.get("labels", ""))
    if link and link.errors:
        raise InputError(f"exercises[0].{key}.labels", "linked-list-with-errors", problem=link.errors[0].message)
    if "size" in read:
        read["size"] = _number(read["size"])
    if "names" in read:
        read["names"] = list(split_names(read["names"]))
    return read


def _number(text: str) -> Any:
    """The number; any other text stays text, and the reader refuses it."""
    plain = text.replace(",", ".")
    try:
        value = float(plain)
    except ValueError:
        return text
    if not math.isfinite(value):
        return text
    return int(value) if plain.lstrip("+-").isdecimal() and abs(value) <= 2**53 else value


def _share(text: str) -> Any:
    """The share, which may be typed in per cent."""
    value = _number(text.removesuffix("%").rstrip())
    return value / 100 if text.endswith("%") and not isinstance(value, str) else value
