"""A sheet while it is built: the fields of the builder's form, as they were typed.

The fields of an exercise begin with its id, as ``e3:measure`` or ``e3:list.labels``; after the colon they are named as
in the sheet's JSON. The hidden fields ``exercise`` give the order of the exercises.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from werkzeug.datastructures import MultiDict

from ireval.errors import InputError
from ireval.exercises import KINDS, Credit, Exercise, Generated, RankedList, Sheet
from ireval.exercises.kinds import answer_grid
from ireval.measure import Measure
from ireval.measure.spelling import parse
from ireval.messages.writing import number_text
from ireval.ranking.document_names import write_names
from web.sheets.builder.own_fields import example_fields, own_fields

DRAWN, FIXED = "generated", "list"
CREDITS = tuple(f.name for f in fields(Credit))


@dataclass(frozen=True)
class Draft:
    """The form as it was filled in: ``typed`` has the fields by name, ``order`` the exercises' ids."""

    typed: Mapping[str, str]
    order: tuple[str, ...]

    def of(self, name: str, key: str) -> str:
        """The text of an exercise's field."""
        return self.typed.get(f"{name}:{key}", "")

    def having(self, more: Mapping[str, str], order: Sequence[str] | None = None) -> Draft:
        """Return the draft with some fields replaced, or with another order of exercises."""
        return Draft({**self.typed, **more}, self.order if order is None else tuple(order))


def from_form(form: MultiDict[str, str]) -> Draft:
    """The draft in a posted form."""
    typed = {name: value.strip() for name, value in form.items()}
    order = tuple(dict.fromkeys(name for name in form.getlist("exercise") if name))
    typed |= {f"{name}:columns": ",".join(form.getlist(f"{name}:columns")) for name in order}
    draft = Draft(typed, order)
    for name in order:
        draft = _after_change(draft, name)
    return draft


def from_sheet(sheet: Sheet) -> Draft:
    """The draft filled in from a sheet."""
    typed = {
        "title": sheet.title,
        "intro": sheet.intro,
        "seed": str(sheet.seed),
        "secret": sheet.secret,
        "conventions": sheet.preset,
        "decimals": str(sheet.decimals),
        "policy": sheet.policy,
        "tries": str(sheet.tries or ""),
    }
    typed |= {f"credit.{name}": number_text(getattr(sheet.credit, name)) for name in CREDITS}
    typed |= {f"c-{name}": str(value) for name, value in sheet.overrides.items()}
    for exercise in sheet.exercises:
        typed |= exercise_fields(exercise)
    return Draft(typed, tuple(exercise.id for exercise in sheet.exercises))


def exercise_fields(x: Exercise) -> dict[str, str]:
    """The fields of an exercise."""
    takes = KINDS[x.kind].takes
    typed = {"kind": x.kind, "measure": x.measure, "points": number_text(x.points), "task": x.task}
    typed["was"] = f"{x.kind} {x.measure}"
    typed["columns"] = ",".join(answer_grid.columns_of(x)) if "columns" in takes else ""
    typed["source"] = FIXED if x.list else DRAWN
    typed |= {"preset": x.preset, "decimals": "" if x.decimals is None else str(x.decimals)}
    typed |= {f"c-{name}": str(value) for name, value in x.overrides.items()}
    typed |= _drawn_fields(x.generated or Generated())
    for key, ranked in (("list", x.list), ("second", x.second)):
        typed |= list_fields(key, ranked or RankedList())
    typed |= own_fields(x)
    return {f"{x.id}:{key}": value for key, value in typed.items()}


def _drawn_fields(drawn: Generated) -> dict[str, str]:
    """The fields of drawn lists; the number of unjudged documents is empty if the measure decides it."""
    values = {f"generated.{f.name}": str(getattr(drawn, f.name)) for f in fields(Generated)}
    return values | {"generated.unjudged": str(drawn.unjudged or "")}


def list_fields(key: str, ranked: RankedList) -> dict[str, str]:
    """The fields of a list; their names begin with the ``key`` and a full stop."""
    values = {f.name: getattr(ranked, f.name) for f in fields(RankedList)} | {"names": write_names(ranked.names, ", ")}
    return {f"{key}.{name}": "" if value is None else str(value) for name, value in values.items()}


def measure_of(text: str) -> Measure | None:
    """Return the measure with this spelling; None if there is none."""
    try:
        return parse(text).measure
    except InputError:
        return None


def usual_columns(text: str) -> list[str]:
    """Return the columns to fill in by default; empty if the text is not a measure."""
    measure = measure_of(text)
    return list(answer_grid.usual_columns(measure)) if measure else []


def _after_change(draft: Draft, name: str) -> Draft:
    """Replace the defaults of the exercise's previous kind or measure with those of the current one."""
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
        if kind.own and not draft.of(name, "text"):
            more |= example_fields(kind.key)
            if "list" in kind.takes:
                more |= list_fields("list", kind.example["list"]) | {"measure": (measure := kind.measures[0])}
        if kind.own:
            more["source"] = FIXED
    if kind and draft.of(name, "was") != f"{kind.key} {measure}" and "columns" in kind.takes:
        more["columns"] = ",".join(usual_columns(measure))
    if kind:
        more["was"] = f"{kind.key} {measure}"
    if draft.of(name, "generated.unjudged") == "0":
        more["generated.unjudged"] = ""
    return draft.having({f"{name}:{key}": value for key, value in more.items()})
