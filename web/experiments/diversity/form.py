"""Reads the form of the page: a checkbox for each document and subtopic, alpha, the cutoff, and the buttons.

The hidden field ``was`` has the query of the state that the page shows, as in the lab. The checkbox ``c3-2`` says that
the third document covers the second subtopic; the documents that were not retrieved follow the ranked ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ireval.errors import InputError
from ireval.numbers.notation import value_of_digits
from ireval.ranking.labels import MOST_RANKS, MOST_SUBTOPICS, MOST_UNRETRIEVED
from web.experiments.diversity.diverse_state import alpha_of, alpha_setting, diverse, with_alpha
from web.lab.actions import apply_actions
from web.lab.form import known_state
from web.state.address import Reading, resolve_contradictions
from web.state.lab_list import Document
from web.state.lab_state import NUMBERS, State
from web.state.reading.reader import Reader

#: The matrix shows at most this many ranked documents, and as many of those that were not retrieved.
MOST_SHOWN = 50


def from_form(form: Mapping[str, str], pressed: Sequence[str]) -> Reading:
    """The state of the posted controls. Invalid parts are reported and keep their earlier values."""
    was = diverse(known_state(form.get("was", "")))
    reader = Reader(form)
    state = _with_matrix(form, was)
    state = state.having(k=reader.get("k", NUMBERS["k"].read, was.k))
    alpha = reader.get("alpha", alpha_setting().read, alpha_of(was))
    for text in pressed:
        verb, *arguments = text.split() or [""]
        if verb in _ACTIONS:
            state = reader.attempt(partial(_ACTIONS[verb], state, arguments), state)
        else:
            state = apply_actions(reader, state, [text])
    state = diverse(with_alpha(resolve_contradictions(reader, state, was.size), alpha))
    return Reading(state, reader.errors, None if reader.errors else was)


def shown_places(state: State) -> list[int]:
    """Return the indices of the documents that the matrix shows: as many as a page can hold."""
    n, everything = len(state.grades), len(state.grades) + len(state.unretrieved)
    return [*range(min(n, MOST_SHOWN)), *range(n, min(everything, n + MOST_SHOWN))]


def subtopic_count(state: State) -> int:
    """How many subtopics the matrix has."""
    return len(next(iter((*state.subtopics, *state.unretrieved_subtopics)), ()))


def _with_matrix(form: Mapping[str, str], was: State) -> State:
    """The earlier state with the posted checkboxes."""
    count, documents = subtopic_count(was), [*was.ranked, *was.missed]
    if not count:
        return was
    for i in shown_places(was):
        group = tuple(int(f"c{i + 1}-{j}" in form) for j in range(1, count + 1))
        documents[i] = _covering(documents[i], group, count)
    return _holding(was, documents[: len(was.grades)], documents[len(was.grades) :])


def _covering(document: Document, group: tuple[int, ...], count: int) -> Document:
    """The document with another group. It becomes relevant if it covers a subtopic, and non-relevant if it does not."""
    if group == document.covering(count):
        return document._replace(group=group)
    return document._replace(group=group, grade=max(document.grade, 1) if any(group) else 0)


def _holding(state: State, ranked: list[Document], missed: list[Document]) -> State:
    """The state with these documents; the groups of all documents get the same length, even if nothing is covered."""
    held = state.holding(ranked, missed)
    return held.having(scale=max(held.scale, held.top))


def _add_document(state: State, _: list[str]) -> State:
    if len(state.grades) >= MOST_RANKS:
        raise InputError("do", "too-many-documents", count=len(state.grades) + 1, most=MOST_RANKS)
    return _holding(state, [*state.ranked, _empty(state)], state.missed)


def _add_missed(state: State, _: list[str]) -> State:
    if len(state.unretrieved) >= MOST_UNRETRIEVED:
        raise InputError("do", "too-many-unretrieved", most=MOST_UNRETRIEVED)
    return _holding(state, state.ranked, [*state.missed, _empty(state)])


def _empty(state: State) -> Document:
    return Document(0, "", (0,) * subtopic_count(state))


def _delete_missed(state: State, arguments: list[str]) -> State:
    missed = state.missed
    del missed[_place(arguments, len(missed), "no-such-unretrieved")]
    return _holding(state, state.ranked, missed)


def _add_subtopic(state: State, _: list[str]) -> State:
    count = subtopic_count(state)
    if not state.grades and not state.unretrieved:
        raise InputError("do", "no-document-for-subtopic")
    if count >= MOST_SUBTOPICS:
        raise InputError("do", "too-many-subtopics", count=count + 1, most=MOST_SUBTOPICS)
    return _with_groups(state, lambda group: (*group, 0), count)


def _delete_subtopic(state: State, arguments: list[str]) -> State:
    count = subtopic_count(state)
    place = _place(arguments, count, "no-such-subtopic")
    return _with_groups(state, lambda group: group[:place] + group[place + 1 :], count)


def _with_groups(state: State, change: Callable[[tuple[int, ...]], tuple[int, ...]], count: int) -> State:
    """The state with changed groups. Documents that no longer cover anything stay and become non-relevant."""
    changed = []
    for document in (*state.ranked, *state.missed):
        before, group = document.covering(count), change(document.covering(count))
        grade = 0 if any(before) and not any(group) else document.grade
        changed.append(document._replace(group=group, grade=grade))
    return _holding(state, changed[: len(state.grades)], changed[len(state.grades) :])


def _place(arguments: list[str], count: int, fault: str) -> int:
    place = value_of_digits(arguments[0]) - 1 if arguments and arguments[0].isdecimal() else -1
    if not 0 <= place < count:
        raise InputError("do", fault, count=count)
    return place


_ACTIONS: Mapping[str, Callable[[State, list[str]], State]] = {
    "add-document": _add_document,
    "add-missed": _add_missed,
    "delete-missed": _delete_missed,
    "add-subtopic": _add_subtopic,
    "delete-subtopic": _delete_subtopic,
}
