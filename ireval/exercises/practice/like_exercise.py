"""An exercise of a sheet with new numbers, as a text for addresses: its kind, measure and conventions, nothing else.

The text is JSON with some fields of ``Exercise``. It has no list, no seed or secret, no points, and no text by the
sheet's owner: lists are drawn, of the same length, with the same grades and as many unjudged documents.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from ireval.errors import InputError, nearest
from ireval.exercises.generator.drawn_lists import settings_like
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.sheet.json_fields import JsonObject, parse_json
from ireval.exercises.sheet.model import FORMAT, GENERATOR, Exercise, Generated, Sheet, canonical_text
from ireval.exercises.variants.exercise_check import from_json
from ireval.exercises.variants.time_limit import OutOfTimeError

#: The part of an address that has the text, and the id of the exercise that is made from it.
FIELD, NAME = "like", "practice"
#: The most characters of a text.
LONGEST = 1000
_FIELDS = ("kind", "measure", "generated", "columns", "task", "preset", "overrides", "decimals", "lists")
_SHOWN = 80  #: characters of an unknown name in a message


def like_text(sheet: Sheet, exercise: Exercise) -> str:
    """The text of an exercise of a sheet; empty if no new numbers can be drawn for it, as for own questions."""
    kind = KINDS[exercise.kind]
    made = replace(exercise, list=None, second=None, task="" if kind.same_options else exercise.task)
    if kind.own or not kind.varies(made):
        return ""
    if not (kind.draws_lists and exercise.list):
        return _written(made, sheet)
    for generated in (settings_like(exercise.list), Generated()):
        text = _written(replace(made, generated=generated), sheet)
        with suppress(InputError):
            read_like(text)
            return text
    return ""


@lru_cache(maxsize=256)
def read_like(text: str) -> Sheet:
    """A sheet with the one exercise that a text describes. Raises ``InputError`` if it does not describe one."""
    if len(text) > LONGEST:
        raise InputError(FIELD, "json-text-too-long", count=len(text), most=LONGEST)
    try:
        given = JsonObject(parse_json(text), "")
        name = next((name for name in given.data if name not in _FIELDS), None)
        if name is not None:
            raise InputError(FIELD, "json-unknown-field", name=name[:_SHOWN], hint=nearest(name[:_SHOWN], _FIELDS))
        kind, drawn = given.text("kind"), {key for key, kind in KINDS.items() if not kind.own}
        if kind not in drawn:
            raise InputError(FIELD, "unknown-kind", kind=kind, hint=nearest(kind, drawn))
        conventions, exercise = {"preset": Sheet.preset}, {**given.data, "id": NAME}
        parts = {"seed": 0, "conventions": conventions, "exercises": [exercise]}
        return from_json(canonical_text({"format": FORMAT, "generator": GENERATOR, **parts}))
    except OutOfTimeError:
        raise
    except InputError as error:
        raise error.at(FIELD) from None


def same_text(sheet: Sheet) -> str:
    """The text of a sheet that ``read_like`` returned; however it was written, it is always the same."""
    return _written(sheet.exercises[0], sheet)


def _written(exercise: Exercise, sheet: Sheet) -> str:
    own = sheet.for_exercise(exercise)
    chosen = replace(exercise, preset=own.preset, overrides=own.overrides, decimals=own.decimals)
    alone = json.loads(replace(sheet, exercises=(chosen,)).to_text())["exercises"][0]
    return json.dumps({name: alone[name] for name in _FIELDS if name in alone}, separators=(",", ":"))
