"""A sheet while it is built: the builder's form, all that was typed kept as it was, and the sheet that it makes.

The fields of an exercise are named by its id, as ``e3:measure`` or ``e3:list.labels``, behind the colon as in the
sheet's JSON; their order is that of the hidden fields ``exercise``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

from werkzeug.datastructures import MultiDict

from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.errors import InputError
from ireval.exercises import GENERATOR, KINDS, Credit, Exercise, Generated, RankedList, Sheet, from_json
from ireval.exercises.filling import columns_of
from ireval.exercises.model import FORMAT, MOST_EXERCISES, canonical
from ireval.parameters import number_text
from ireval.pasted import split_names, write_names

DRAWN, FIXED = "generated", "list"
#: Stands in for the exercises where only the rest is read.
_SAMPLE: dict[str, Any] = {"exercises": [{"id": "e1", "kind": "choose"}]}
CREDITS = tuple(f.name for f in fields(Credit))


@dataclass(frozen=True)
class Draft:
    """The form as it was filled in: ``typed`` by name, the exercises' ids in ``order``."""

    typed: Mapping[str, str]
    order: tuple[str, ...]

    def of(self, name: str, key: str) -> str:
        """What an exercise's field holds."""
        return self.typed.get(f"{name}:{key}", "")

    def having(self, more: Mapping[str, str], order: Sequence[str] | None = None) -> Draft:
        """The same with other fields, or in another order."""
        return Draft({**self.typed, **more}, self.order if order is None else tuple(order))


@dataclass(frozen=True)
class Read:
    """What a draft makes: a ``sheet`` of its sound exercises, None where there is none; errors by field."""

    sheet: Sheet | None
    errors: Mapping[str, InputError] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether the sheet is all of the draft."""
        return self.sheet is not None and not self.errors


def from_form(form: MultiDict[str, str]) -> Draft:
    """The posted form."""
    typed = {name: value.strip() for name, value in form.items()}
    order = tuple(dict.fromkeys(name for name in form.getlist("exercise") if name))
    typed |= {f"{name}:columns": ",".join(form.getlist(f"{name}:columns")) for name in order}
    draft = Draft(typed, order)
    for name in order:
        draft = _after_change(draft, name)
    return draft


def from_sheet(sheet: Sheet) -> Draft:
    """The form filled with a sheet."""
    typed = {
        "title": sheet.title,
        "seed": str(sheet.seed),
        "conventions": sheet.preset,
        "decimals": str(sheet.decimals),
        "policy": sheet.policy,
    }
    typed |= {f"credit.{name}": number_text(getattr(sheet.credit, name)) for name in CREDITS}
    typed |= {f"c-{name}": str(value) for name, value in sheet.overrides.items()}
    for exercise in sheet.exercises:
        typed |= exercise_fields(exercise)
    return Draft(typed, tuple(exercise.id for exercise in sheet.exercises))


def exercise_fields(x: Exercise) -> dict[str, str]:
    """An exercise as fields."""
    takes = KINDS[x.kind].takes
    typed = {"kind": x.kind, "measure": x.measure, "points": number_text(x.points), "task": x.task}
    typed["was"] = f"{x.kind} {x.measure}"
    typed["columns"] = ",".join(columns_of(x)) if "columns" in takes else ""
    typed["source"] = FIXED if x.list else DRAWN
    typed |= _drawn_fields(x.generated or Generated())
    for key, ranked in (("list", x.list), ("second", x.second)):
        typed |= list_fields(key, ranked or RankedList())
    return {f"{x.id}:{key}": value for key, value in typed.items()}


def _drawn_fields(drawn: Generated) -> dict[str, str]:
    """How lists are drawn, as fields; as many unjudged documents as the measure needs are left open."""
    values = {f"generated.{f.name}": str(getattr(drawn, f.name)) for f in fields(Generated)}
    return values | {"generated.unjudged": str(drawn.unjudged or "")}


def list_fields(key: str, ranked: RankedList) -> dict[str, str]:
    """A list as fields, named behind the ``key`` and a full stop."""
    values = {f.name: getattr(ranked, f.name) for f in fields(RankedList)} | {"names": write_names(ranked.names, ", ")}
    return {f"{key}.{name}": "" if value is None else str(value) for name, value in values.items()}


def read(draft: Draft) -> Read:
    """The sheet. What is wrong is told by field, and the exercise that it belongs to is left out."""
    head, errors = _head(draft)
    exercises: list[Exercise] = []
    for name in draft.order[:MOST_EXERCISES]:
        try:
            exercises += _sound(head | {"title": "", "policy": "once", "exercises": [_exercise(draft, name)]}).exercises
        except InputError as error:
            where = error.field.partition("].")[2].partition("[")[0]
            errors[f"{name}:{where}"] = error
    if len(draft.order) > MOST_EXERCISES:
        message = f"{len(draft.order)} exercises are more than the {MOST_EXERCISES} of a sheet."
        errors["exercises"] = InputError("exercises", message, "Remove some.")
    if not draft.order:
        errors["exercises"] = InputError("exercises", "The sheet has no exercises.", "Add one below.")
    if not exercises:
        return Read(None, errors)
    sheet = _sound(head | _SAMPLE)
    usual = effective(sheet.preset)
    overrides = {name: value for name, value in sheet.overrides.items() if value != usual[name]}
    return Read(replace(sheet, overrides=overrides, exercises=tuple(exercises)), errors)


def _sound(data: Mapping[str, Any]) -> Sheet:
    """The sheet that JSON holds; what was read before is read no more. Raises ``InputError``."""
    found = _read(canonical(data))
    if isinstance(found, InputError):
        raise found
    return found


@lru_cache(maxsize=2048)
def _read(data: bytes) -> Sheet | InputError:
    try:
        return from_json(data)
    except InputError as error:
        return error


def _head(draft: Draft) -> tuple[dict[str, Any], dict[str, InputError]]:
    """All but the exercises, what is unsound replaced by what is usual, and what was wrong with it."""
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
    put("policy", {"policy": draft.typed.get("policy", "once")})
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
    """An exercise as its JSON has it, with the fields that its kind takes."""
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
    elif "list" in takes:
        given = {f.name: draft.of(name, f"generated.{f.name}") for f in fields(Generated)}
        data["generated"] = {key: _number(value) for key, value in given.items() if value}
    usual = data.get("columns") and _usual_columns(data)
    return {key: value for key, value in data.items() if key != "columns" or value != usual}


def _usual_columns(data: Mapping[str, Any]) -> list[str]:
    try:
        return list(columns_of(Exercise("e1", "table", data["measure"])))
    except InputError:
        return []


def _list(draft: Draft, name: str, key: str) -> dict[str, Any]:
    given = {f.name: draft.of(name, f"{key}.{f.name}") for f in fields(RankedList)}
    read: dict[str, Any] = {part: text for part, text in given.items() if text}
    if "size" in read:
        read["size"] = _number(read["size"])
    if "names" in read:
        read["names"] = list(split_names(read["names"]))
    return read


def _number(text: str) -> Any:
    """A number; what is none stays text, for the reader to refuse."""
    plain = text.replace(",", ".")
    try:
        value = int(plain) if plain.lstrip("+-").isdecimal() else float(plain)
    except ValueError:
        return text
    return value if math.isfinite(value) else text


def _share(text: str) -> Any:
    """A share, also in per cent."""
    value = _number(text.removesuffix("%").rstrip())
    return value / 100 if text.endswith("%") and not isinstance(value, str) else value


def _after_change(draft: Draft, name: str) -> Draft:
    """What belonged to the kind or the measure that the exercise had before becomes what is usual now."""
    kind, measure = KINDS.get(draft.of(name, "kind")), draft.of(name, "measure")
    before = draft.of(name, "was").partition(" ")[0]
    more: dict[str, str] = {}
    if kind and before in KINDS and before != kind.key:
        if "measure" in kind.takes and not measure:
            more["measure"] = measure = kind.measures[0]
        if draft.of(name, "points") == number_text(KINDS[before].points):
            more["points"] = number_text(kind.points)
        more["task"] = ""
        more |= {key: text for key, text in _drawn_fields(Generated()).items() if not draft.of(name, key)}
    if kind and draft.of(name, "was") != f"{kind.key} {measure}" and "columns" in kind.takes:
        more["columns"] = ",".join(_usual_columns({"measure": measure}))
    if kind:
        more["was"] = f"{kind.key} {measure}"
    if draft.of(name, "generated.unjudged") == "0":
        more["generated.unjudged"] = ""
    return draft.having({f"{name}:{key}": value for key, value in more.items()})
