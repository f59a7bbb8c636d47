"""Exercises on a list of the lab, so that an instructor can put the list on the screen onto a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from ireval.errors import InputError
from ireval.exercises import KINDS, Exercise, RankedList, Sheet, check
from ireval.exercises.sheet.model import LEAST_DECIMALS, MOST_DECIMALS
from ireval.ranking.labels import write_labels, write_subtopics
from web.state.address import Reading, from_query
from web.state.lab_list import Listed
from web.state.lab_state import State

#: The kinds of exercises on a sheet made from a list of the lab, in their order.
_KINDS = sorted((kind for kind in KINDS.values() if kind.lab_place), key=lambda kind: kind.lab_place)


def lab_reading(args: Mapping[str, str]) -> Reading | None:
    """The lab's state in an address of the builder, spelled out or as ``from``; None if there is none."""
    if "from" in args:
        return from_query(dict(parse_qsl(args["from"].lstrip("?"), keep_blank_values=True)))
    return from_query(args) if {"labels", "subtopics"} & set(args) else None


def ranked_list(listed: Listed) -> RankedList:
    """A list of the lab as the list of an exercise."""
    return RankedList(
        labels=write_labels(listed.grades),
        unretrieved=write_labels(listed.unretrieved),
        size=listed.size,
        subtopics=write_subtopics(listed.subtopics) if listed.diverse else "",
        unretrieved_subtopics=write_subtopics(listed.unretrieved_subtopics) if listed.diverse else "",
        names=listed.names,
    )


def linked_list(text: str) -> RankedList | None:
    """The open list of a link to the lab; None if ``text`` is no such link or has errors."""
    if "labels=" not in text and "subtopics=" not in text:
        return None
    reading = from_query(dict(parse_qsl(urlsplit(text).query or text, keep_blank_values=True)))
    return None if reading.errors else ranked_list(reading.state)


def lab_sheet(state: State, seed: int) -> Sheet:
    """A sheet with all possible exercises on the lab's lists and measure. Raises ``InputError`` if none is possible."""
    lists = [ranked_list(listed) for listed in state.lists]
    here = state.place - 1
    other = lists[here + 1] if here + 1 < len(lists) else lists[here - 1] if here else None
    sheet = Sheet(
        title=state.title or "Exercises on one list",
        seed=seed,
        exercises=(),
        preset=state.preset,
        overrides=dict(state.overrides),
        decimals=min(max(state.places, LEAST_DECIMALS), MOST_DECIMALS),
    )
    made: list[Exercise] = []
    errors: list[InputError] = []
    for kind in _KINDS:
        second = other if "second" in kind.takes else None
        if "second" in kind.takes and other is None:
            continue
        exercise = Exercise(f"e{len(made) + 1}", kind.key, state.show, kind.points, list=lists[here], second=second)
        try:
            check(sheet, exercise, "list")
        except InputError as error:
            errors.append(error)
        else:
            made.append(exercise)
    if not made:
        raise errors[0]
    return replace(sheet, exercises=tuple(made))
