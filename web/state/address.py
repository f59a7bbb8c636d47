"""Reads the state of the lab from an address: invalid parts are reported and take their defaults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS
from ireval.errors import InputError, nearest
from ireval.explanation import worked_examples
from ireval.measure.spelling import split_list
from ireval.messages import Message
from ireval.ranking.labels import check_size, covering, read_labels, read_subtopics, read_unretrieved
from web.state.lab_list import Listed, default_scale
from web.state.lab_state import (
    ARRANGEMENTS,
    CHARTS,
    MOST_LISTS,
    NUMBERS,
    OPEN,
    SCALE,
    STEP,
    SWITCHES,
    VIEWS,
    State,
    own_choices,
)
from web.state.open_table import read_cover, with_open_measure
from web.state.pin_text import essential_parts, parts_of, read_pin
from web.state.reading.list_parts import read_listed
from web.state.reading.reader import DOCUMENTS, Reader
from web.state.shared_judgements import share
from web.state.sharing_notes import completion_messages, conflict_messages
from web.state.stored.stored_labels import TOPIC_PARTS
from web.state.stored.topic_reading import COLLECTION, TopicReading

#: The parts of an address that describe a list; a further list has its number after their names.
OF_A_LIST = (*DOCUMENTS, "names", "size", "title", "run")
PARTS = {
    *OF_A_LIST,
    *TOPIC_PARTS,
    *("list", "arrangement", "scale", "conventions", "show", "chart", "step", "cover", "view", "pin"),
    *NUMBERS,
    *SWITCHES,
    *CONVENTIONS,
}
_NUMBERED = re.compile(rf"({'|'.join(OF_A_LIST)})([2-9]|[1-9][0-9])")


def is_part(name: str) -> bool:
    """Whether the lab's address has a part of this name."""
    return name in PARTS or bool(_NUMBERED.fullmatch(name))


def has_list(parts: Iterable[str]) -> bool:
    """Whether an address with these parts has a list of its own."""
    return any(name in DOCUMENTS or name == COLLECTION for name in parts)


def with_own_list(args: Mapping[str, str]) -> Mapping[str, str]:
    """The parts of an address; without a list, an empty list is added, so that no example is shown."""
    return args if COLLECTION in args else {"labels": "", **args}


@dataclass
class Reading:
    """The outcome of reading input: the state of its valid parts, and the errors in the others.

    ``was`` is the state that the visitor's page shows, if it is known and the page shows no error. ``notes`` say which
    judgements were changed so that all lists on one query share them.
    """

    state: State
    errors: list[InputError]
    was: State | None = None
    notes: tuple[Message, ...] = ()


def from_query(args: Mapping[str, str]) -> Reading:
    """The state in an address. Invalid parts are reported and take their defaults."""
    base = State()
    if not has_list(args):
        base = replace(from_example(worked_examples.OPENING), preset=DEFAULT_PRESET, show=State.show)
    reader = Reader(args)
    matches = filter(None, (_NUMBERED.fullmatch(name) for name in args if name not in PARTS))
    further = {match[0]: match[2] for match in matches if int(match[2]) <= MOST_LISTS}
    for name in args:
        if name not in PARTS and name not in further:
            hint = nearest(name, sorted(PARTS))
            reader.errors.append(InputError(name, "unknown-address-part", name=name, hint=hint))
    numbers = ("", *sorted(set(further.values()), key=int))
    stored = TopicReading(reader, numbers)
    readers = [Reader(args, number, reader.errors) for number in numbers]
    lists = tuple(
        read_listed(each, stored.base(each) or (Listed() if each.number else base.listed)) for each in readers
    )
    place = reader.get("list", replace(OPEN, most=len(lists)).read, 1)
    arrangement = reader.get("arrangement", _one_of("arrangement", ARRANGEMENTS), base.arrangement)
    shared = share(lists, arrangement)
    lists = shared.lists
    state = replace(
        base.holding_lists(lists, place),
        arrangement=arrangement,
        view=reader.get("view", _one_of("view", VIEWS), base.view),
        step=reader.get("step", STEP.read, None),
        own_chart=reader.get("chart", read_chart, ""),
        scale=reader.get("scale", SCALE.read, default_scale(lists)),
        preset=(preset := reader.get("conventions", read_preset, base.preset)),
        overrides=own_choices(preset, {n: reader.get(n, p.read, None) for n, p in CONVENTIONS.items() if n in args}),
        **{name: reader.get(name, n.read, n.default) for name, n in (NUMBERS | SWITCHES).items() if name in args},
    )
    if "show" in args:
        state = reader.get("show", lambda text: with_open_measure(state, text, adopt="k" not in args), state)
    if "pin" in args:
        state = replace(state, pinned=reader.attempt(lambda: _pinned(args["pin"], state), None, "pin"))
    state = state.having(cover=reader.get("cover", lambda text: read_cover(state, split_list(text)), ()))
    for lost, message in conflict_messages(state, shared.conflicts):
        reader.errors.append(InputError(f"labels{lost}" if lost > 1 else "labels", message.key, **message.values))
    return Reading(
        resolve_contradictions(reader, state), reader.errors, notes=completion_messages(state, shared.completions)
    )


def _pinned(text: str, state: State) -> dict[str, str]:
    """The parts of the state that is pinned beside ``state``. Raises ``InputError`` if they are not a valid address."""
    reading = from_query(read_pin(text, parts_of(state.query())))
    if reading.errors:
        raise reading.errors[0]
    return essential_parts(parts_of(reading.state.query()))


def from_example(example: worked_examples.Example) -> State:
    """A worked example as a state."""
    lists = (_example_list(example), *map(_example_list, example.others))
    parts = {name: getattr(example, name) for name in ("preset", "k", "level", "show", "arrangement")}
    return State(scale=default_scale(lists), **parts).holding_lists(lists, 1)


def _example_list(example: worked_examples.Example | worked_examples.Other) -> Listed:
    groups, missed_groups = (
        tuple(read_subtopics(getattr(example, name, ""))) for name in ("subtopics", "unretrieved_subtopics")
    )
    return Listed(
        tuple(covering(read_labels(example.labels), groups)),
        tuple(covering(read_unretrieved(example.unretrieved), missed_groups)),
        groups,
        missed_groups,
        tuple(example.names.split()),
        example.size,
        example.called,
    )


def _one_of(name: str, known: Iterable[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in known:
            raise InputError(name, "unknown-address-choice", what=name, text=text, hint=nearest(text, known))
        return text

    return read


#: Readers of the keys of charts and presets. They raise ``InputError``.
read_chart, read_preset = _one_of("chart", CHARTS), _one_of("preset", PRESETS)


def resolve_contradictions(reader: Reader, state: State, size: int | None = None) -> State:
    """``state`` with parts that contradict each other corrected, and the contradiction reported.

    A collection size that is too small is replaced by the earlier ``size``, if that is large enough.
    """
    if state.scale < (top := max(listed.top for listed in state.lists)):
        reader.errors.append(InputError("scale", "grade-above-scale", scale=state.scale, top=top))
        state = replace(state, scale=default_scale(state.lists))
    if state.own_chart == state.usual_chart:  # the same as without a choice
        state = replace(state, own_chart="")
    known = len(state.grades) + len(state.unretrieved)
    if reader.refuses(lambda: check_size(state.size, len(state.grades), len(state.unretrieved))):
        return replace(state, size=size if size is not None and size >= known else None)
    return state
