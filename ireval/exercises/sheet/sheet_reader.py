"""Reads a sheet from JSON and checks every field; an error names the field by its path, as in JavaScript.

>>> read_sheet('{"format": "ireval-sheet", "generator": 99}')
Traceback (most recent call last):
...
ireval.errors.InputError: The sheet was made by version 99 of the generator; this program has version 4.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import Any

from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.errors import InputError, nearest
from ireval.exercises.sheet.json_fields import JsonObject, as_text, parse_json, readable
from ireval.exercises.sheet.model import (
    FORMAT,
    GENERATOR,
    LEAST_DECIMALS,
    LEAST_LISTS,
    LONGEST_MARKDOWN,
    LONGEST_OPTION,
    LONGEST_TITLE,
    MOST_DECIMALS,
    MOST_EXERCISES,
    MOST_LISTS,
    MOST_OPTIONS,
    MOST_RANKS,
    MOST_SEED,
    MOST_TRIES,
    OLDEST_GENERATOR,
    POLICIES,
    SECRET_DIGITS,
    Credit,
    Exercise,
    Generated,
    OwnOption,
    RankedList,
    Sheet,
)
from ireval.exercises.sheet.quoted_table import read_quoted_table

#: The most points of an exercise.
MOST_POINTS = 1000
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,19}")
_SECRET = re.compile(rf"[0-9a-f]{{{SECRET_DIGITS}}}")
_MOST_LABELS = 1200  #: characters in each part of a list
_LONGEST_NAME = 60  #: characters in the name of a document or a column
_LONGEST_FEEDBACK = 500  #: characters
_MOST_TOLERANCE = 10**9
_FEWEST_JUDGED = 3  #: judged documents in a drawn list


def read_sheet(text: str | bytes) -> Sheet:
    """Read a sheet that ``to_json`` wrote. ``ireval.exercises.from_json`` also checks that questions can be made.

    Raises ``InputError`` naming the field, such as ``exercises[2].measure``.
    """
    return _sheet(JsonObject(parse_json(text), ""))


def _sheet(top: JsonObject) -> Sheet:
    if top.text("format", FORMAT) != FORMAT:
        raise InputError("format", "not-a-sheet", format=FORMAT)
    generator = top.whole("generator", 1, 10**6)
    if not OLDEST_GENERATOR <= generator <= GENERATOR:
        raise InputError("generator", "other-generator", version=generator, ours=GENERATOR)
    chosen = top.object("conventions")
    preset = chosen.choice("preset", PRESETS)
    overrides = _overrides(chosen)
    chosen.end()
    listed = top.list("exercises", MOST_EXERCISES)
    exercises = tuple(_exercise(JsonObject(x, f"exercises[{i}]")) for i, x in enumerate(listed))
    if not exercises:
        raise InputError("exercises", "sheet-without-exercises")
    sheet = Sheet(
        seed=top.whole("seed", 0, MOST_SEED),
        secret=_secret(top),
        title=top.text("title", "", LONGEST_TITLE),
        exercises=exercises,
        preset=preset,
        overrides=overrides,
        decimals=top.whole("decimals", LEAST_DECIMALS, MOST_DECIMALS, 3),
        credit=_credit(top.object("credit", {})),
        policy=top.choice("policy", POLICIES, "once"),
        generator=generator,
        intro=top.markdown("intro", LONGEST_MARKDOWN),
        tries=top.whole("tries", 0, MOST_TRIES, 0),
    )
    top.end()
    effective(preset, overrides)
    _check_ids(exercises)
    return sheet


def _secret(top: JsonObject) -> str:
    """The secret; empty if there is none."""
    if "secret" not in top.data:
        return ""
    text = top.text("secret")
    if not _SECRET.fullmatch(text):
        raise InputError("secret", "not-a-secret", digits=SECRET_DIGITS)
    return text


def _overrides(part: JsonObject) -> dict[str, Any]:
    given = part.object("overrides", {})
    return {name: _convention(given, name) for name in given.data}


def _convention(given: JsonObject, name: str) -> Any:
    if name not in CONVENTIONS:
        raise InputError(given.path(name), "sheet-unknown-convention", name=name, hint=nearest(name, CONVENTIONS))
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
        columns=_names(x, "columns", 20),
        task=x.text("task", "", 60),
        preset=x.choice("preset", PRESETS) if "preset" in x.data else "",
        overrides=_overrides(x),
        decimals=x.whole("decimals", LEAST_DECIMALS, MOST_DECIMALS) if "decimals" in x.data else None,
        lists=x.whole("lists", LEAST_LISTS, MOST_LISTS) if "lists" in x.data else 0,
        text=x.markdown("text", LONGEST_MARKDOWN),
        answer=x.text("answer", "", LONGEST_OPTION),
        tolerance=x.number("tolerance", 0, _MOST_TOLERANCE, 0),
        options=_options(x),
        printed=read_quoted_table(x.object("printed")) if "printed" in x.data else None,
        hint=x.markdown("hint", LONGEST_MARKDOWN),
    )
    x.end()
    if not _ID.fullmatch(exercise.id):
        raise InputError(x.path("id"), "not-an-exercise-id", name=exercise.id)
    return exercise


def _options(x: JsonObject) -> tuple[OwnOption, ...]:
    listed = x.list("options", MOST_OPTIONS, [])
    return tuple(_option(JsonObject(option, f"{x.path('options')}[{place}]")) for place, option in enumerate(listed))


def _option(part: JsonObject) -> OwnOption:
    text, feedback = part.text("text", most=LONGEST_OPTION), part.text("feedback", "", _LONGEST_FEEDBACK)
    option = OwnOption(text, part.flag("correct"), feedback)
    part.end()
    return option


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
        names=_names(part, "names", 2 * MOST_RANKS),
    )
    part.end()
    try:
        ranking = ranked.ranking()
    except InputError as error:
        raise error.at(part.path(error.field)) from None
    if ranked.length > MOST_RANKS:
        raise InputError(part.where, "exercise-list-too-long", count=ranked.length, most=MOST_RANKS)
    if not ranking.grades.shape[-1]:
        raise InputError(part.path("labels"), "exercise-list-empty")
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
    if drawn.unjudged > drawn.length - _FEWEST_JUDGED:
        values = {"unjudged": drawn.unjudged, "length": drawn.length, "judged": _FEWEST_JUDGED}
        raise InputError(part.path("unjudged"), "too-many-unjudged", **values)
    return drawn


def _credit(part: JsonObject) -> Credit:
    credit = Credit(**{name: part.number(name, 0, 1, usual) for name, usual in asdict(Credit()).items()})
    part.end()
    return credit


def _check_ids(exercises: tuple[Exercise, ...]) -> None:
    """Raise ``InputError`` if two exercises have the same id."""
    seen: set[str] = set()
    for place, exercise in enumerate(exercises):
        if exercise.id in seen:
            raise InputError(f"exercises[{place}].id", "exercise-id-twice", name=exercise.id)
        seen.add(exercise.id)


def _names(part: JsonObject, name: str, most: int) -> tuple[str, ...]:
    return tuple(_name(value, f"{part.path(name)}[{place}]") for place, value in enumerate(part.list(name, most, [])))


def _name(value: Any, where: str) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_NAME:
        raise InputError(where, "not-a-name", value=as_text(value), most=_LONGEST_NAME)
    return readable(value, where)
