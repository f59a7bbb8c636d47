"""Exercises on a list of the lab, so that an instructor can use the list on the screen for a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from ireval.errors import InputError
from ireval.exercises import KINDS, Exercise, Generated, Sheet, check
from ireval.exercises.generator.drawn_lists import settings_like
from ireval.exercises.sheet.model import MOST_RANKS
from ireval.exercises.variants.sheet_check import check_sheet
from web.question.lab_lists import lab_conventions, open_list, pair
from web.state.address import Reading, from_query
from web.state.lab_state import State

#: The kinds of exercises on a sheet made from a list of the lab, in their order.
_KINDS = sorted((kind for kind in KINDS.values() if kind.lab_place), key=lambda kind: kind.lab_place)


def lab_reading(args: Mapping[str, str]) -> Reading | None:
    """Return the lab's state in an address of the builder, as its own parts or as ``from``; None if there is none."""
    if "from" in args:
        return from_query(dict(parse_qsl(args["from"].lstrip("?"), keep_blank_values=True)))
    return from_query(args) if {"labels", "subtopics", "collection"} & set(args) else None


def read_lab_link(text: str) -> Reading | None:
    """Return the reading of a link to the lab; None if ``text`` is no such link."""
    if "labels=" not in text and "subtopics=" not in text:
        return None
    return from_query(dict(parse_qsl(urlsplit(text).query or text, keep_blank_values=True)))


def lab_sheet(state: State, seed: int) -> Sheet:
    """Return a sheet with all exercises on the lab's measure that do not give away each other's answers.

    The comparison of two systems has the lab's lists if there are two, or else the first exercise has its list; the
    others draw similar lists. Raises ``InputError`` if no exercise is possible. A list that is too long for an
    exercise is the only exercise on the sheet and is not checked here: the reader of the draft names the error, and no
    question is drawn from a thousand ranks.
    """
    here, both = open_list(state), pair(state)
    both = both if both and max(ranked.length for ranked in both) <= MOST_RANKS else None
    sheet = lab_conventions(state, seed, state.title or "Exercises")
    if here.length > MOST_RANKS:
        return replace(sheet, exercises=(Exercise("e1", _KINDS[0].key, state.show, _KINDS[0].points, list=here),))
    made: dict[str, Exercise] = {}
    errors: list[InputError] = []
    for kind in sorted(_KINDS, key=lambda kind: "second" not in kind.takes):  # the comparison has the lists first
        if "second" in kind.takes and not both:
            continue
        first, second = both if both and "second" in kind.takes else (here, None)
        fixed = Exercise(kind.key, kind.key, state.show, kind.points, list=first, second=second)
        drawn = (replace(fixed, list=None, second=None, generated=like) for like in (settings_like(here), Generated()))
        for exercise in (fixed, *drawn):
            try:
                check(sheet, exercise, "list")
                check_sheet(replace(sheet, exercises=(*made.values(), exercise)))
            except InputError as error:
                errors.append(error)
            else:
                made[kind.key] = exercise
                break
    if not any(exercise.list for exercise in made.values()):
        raise errors[0]
    listed = [made[kind.key] for kind in _KINDS if kind.key in made]
    return replace(sheet, exercises=tuple(replace(x, id=f"e{place}") for place, x in enumerate(listed, start=1)))
