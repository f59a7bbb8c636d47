"""A sheet read back from JSON: every field is checked, and what is wrong is told by its path, as in JavaScript.

>>> read_sheet('{"format": "ireval-sheet", "generator": 99}')
Traceback (most recent call last):
...
ireval.errors.InputError: The sheet was made by version 99 of the generator; here is version 1.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.errors import InputError, nearest
from ireval.exercises.sheet.json_fields import JsonObject, parse_json, readable, shown
from ireval.exercises.sheet.model import (
    FORMAT,
    GENERATOR,
    LEAST_DECIMALS,
    LONGEST_TITLE,
    MOST_DECIMALS,
    MOST_EXERCISES,
    MOST_RANKS,
    MOST_SEED,
    POLICIES,
    Credit,
    Exercise,
    Generated,
    RankedList,
    Sheet,
)

#: No exercise has more points.
MOST_POINTS = 1000
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,19}")
_MOST_LABELS = 1200  #: characters of a list's part


def read_sheet(text: str | bytes) -> Sheet:
    """The sheet that ``to_json`` wrote, of which nobody knows yet whether questions can be made of it.

    Raises ``InputError`` that names the place, as ``exercises[2].measure``. ``ireval.exercises.from_json`` checks more.
    """
    return _sheet(JsonObject(parse_json(text), ""))


def _sheet(top: JsonObject) -> Sheet:
    if top.text("format", FORMAT) != FORMAT:
        raise InputError("format", "This is not a sheet of exercises.", f"Its format would be “{FORMAT}”.")
    generator = top.whole("generator", 1, 10**6)
    if generator != GENERATOR:
        message = f"The sheet was made by version {generator} of the generator; here is version {GENERATOR}."
        advice = f"Open it with the program that made it, or write {GENERATOR} there, for a new sheet with other lists."
        raise InputError("generator", message, advice)
    chosen = top.object("conventions")
    preset = chosen.choice("preset", PRESETS)
    given = chosen.object("overrides", {})
    overrides = {name: _convention(given, name) for name in given.data}
    chosen.end()
    listed = top.list("exercises", MOST_EXERCISES)
    exercises = tuple(_exercise(JsonObject(x, f"exercises[{i}]")) for i, x in enumerate(listed))
    if not exercises:
        raise InputError("exercises", "The sheet has no exercises.", "Give it at least one.")
    sheet = Sheet(
        seed=top.whole("seed", 0, MOST_SEED),
        title=top.text("title", "", LONGEST_TITLE),
        exercises=exercises,
        preset=preset,
        overrides=overrides,
        decimals=top.whole("decimals", LEAST_DECIMALS, MOST_DECIMALS, 3),
        credit=_credit(top.object("credit", {})),
        policy=top.choice("policy", POLICIES, "once"),
        generator=generator,
    )
    top.end()
    effective(preset, overrides)
    _told_apart(exercises)
    return sheet


def _convention(given: JsonObject, name: str) -> Any:
    if name not in CONVENTIONS:
        raise InputError(given.path(name), f"There is no convention “{name}”.", nearest(name, CONVENTIONS))
    return CONVENTIONS[name].read(given.scalar(name), given.path(name))


def _exercise(x: JsonObject) -> Exercise:
    exercise = Exercise(
        id=x.text("id"),
        kind=x.text("kind"),
        measure=x.text("measure", "", 300),
        points=x.number("points", 0, MOST_POINTS, 1),
        list=_list(x, "list"),
        second=_list(x, "second"),
        generated=_generated(x),
        columns=_words(x, "columns", 20),
        task=x.text("task", "", 60),
    )
    x.end()
    if not _ID.fullmatch(exercise.id):
        message = f"“{exercise.id}” cannot be an id."
        raise InputError(x.path("id"), message, "Use up to 20 lower-case letters, digits and hyphens, such as e1.")
    return exercise


def _list(x: JsonObject, name: str) -> RankedList | None:
    if name not in x.data:
        return None
    part = x.object(name)
    ranked = RankedList(
        labels=part.text("labels", "", _MOST_LABELS),
        unretrieved=part.text("unretrieved", "", _MOST_LABELS),
        size=part.whole("size", 0, 10**12) if "size" in part.data else None,
        subtopics=part.text("subtopics", "", _MOST_LABELS),
        unretrieved_subtopics=part.text("unretrieved_subtopics", "", _MOST_LABELS),
        names=_words(part, "names", 2 * MOST_RANKS),
    )
    part.end()
    try:
        ranking = ranked.ranking()
    except InputError as error:
        raise InputError(part.path(error.field), error.message, error.suggestion) from None
    longest = max(ranking.grades.shape[-1], ranking.unretrieved.shape[-1])
    if longest > MOST_RANKS:
        message = f"{longest} documents are more than the {MOST_RANKS} of an exercise."
        raise InputError(part.where, message, "Shorten the list.")
    if not ranking.grades.shape[-1]:
        raise InputError(part.path("labels"), "The list is empty.", "Give it at least one document.")
    return ranked


def _generated(x: JsonObject) -> Generated | None:
    if "generated" not in x.data:
        return None
    part = x.object("generated")
    drawn = Generated(
        length=part.whole("length", 3, 20, 10),
        scale=part.whole("scale", 0, 5, 0),
        unjudged=part.whole("unjudged", 0, 10, 0),
        subtopics=part.whole("subtopics", 2, 6, 3),
    )
    part.end()
    if drawn.unjudged > drawn.length - 3:
        message = f"{drawn.unjudged} unjudged documents are too many for a list of {drawn.length}."
        raise InputError(part.path("unjudged"), message, "Leave at least 3 that are judged.")
    return drawn


def _credit(part: JsonObject) -> Credit:
    credit = Credit(**{name: part.number(name, 0, 1, usual) for name, usual in asdict(Credit()).items()})
    part.end()
    return credit


def _told_apart(exercises: tuple[Exercise, ...]) -> None:
    seen: set[str] = set()
    for place, exercise in enumerate(exercises):
        if exercise.id in seen:
            raise InputError(f"exercises[{place}].id", f"“{exercise.id}” is the id of two exercises.", "Change one.")
        seen.add(exercise.id)


def _words(part: JsonObject, name: str, most: int) -> tuple[str, ...]:
    return tuple(_word(value, f"{part.path(name)}[{place}]") for place, value in enumerate(part.list(name, most, [])))


def _word(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) > 60:
        raise InputError(where, f"{shown(value)} is not a name.", "")
    return readable(value, where)
