"""A sheet while it is built: the builder's form, all that was typed kept as it was.

The fields of an exercise are named by its id, as ``e3:measure`` or ``e3:list.labels``, behind the colon as in the
sheet's JSON; their order is that of the hidden fields ``exercise``.
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

DRAWN, FIXED = "generated", "list"
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
    typed["columns"] = ",".join(answer_grid.columns_of(x)) if "columns" in takes else ""
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


def measure_of(text: str) -> Measure | None:
    """The measure that is spelled so; None where it is none."""
    try:
        return parse(text).measure
    except InputError:
        return None


def usual_columns(text: str) -> list[str]:
    """The columns that are filled unless others are chosen; none of what is no measure."""
    measure = measure_of(text)
    return list(answer_grid.usual_columns(measure)) if measure else []


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
        more["columns"] = ",".join(usual_columns(measure))
    if kind:
        more["was"] = f"{kind.key} {measure}"
    if draft.of(name, "generated.unjudged") == "0":
        more["generated.unjudged"] = ""
    return draft.having({f"{name}:{key}": value for key, value in more.items()})
