"""Moves documents between the ranking and the judged documents that it missed, and deletes them.

A document keeps its name, grade and subtopics. As long as documents have no names of their own, all keep the
names of their ranks, which show what left and what came back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ireval.errors import InputError
from ireval.numbers.notation import value_of_digits
from ireval.ranking.document_names import by_rank
from ireval.ranking.labels import MOST_RANKS, MOST_UNRETRIEVED
from web.lab.arrangement import fits, rank_of
from web.state.lab_list import Document
from web.state.lab_state import State
from web.state.reading.reader import Reader

#: The field with the rank, for pages without scripts.
FIELD = "leave_at"


def _not_retrieved(reader: Reader, state: State, arguments: list[str]) -> State:
    """The state with the documents at some ranks among the missed ones, so that R stays; unjudged ones are removed."""
    places = _places(reader, state, arguments)
    ranked, missed = _named(state)
    missed = [*(ranked[i] for i in places if ranked[i].grade >= 0), *missed]
    if len(missed) > MOST_UNRETRIEVED:
        raise InputError("unretrieved", "too-many-unretrieved", most=MOST_UNRETRIEVED)
    return _holding(state, [d for i, d in enumerate(ranked) if i not in places], missed)


def _delete(reader: Reader, state: State, arguments: list[str]) -> State:
    """The state without the documents at some ranks."""
    places = _places(reader, state, arguments)
    return state.holding([d for i, d in enumerate(state.ranked) if i not in places], state.missed)


def _retrieve(_: Reader, state: State, arguments: list[str]) -> State:
    """The state with one of the missed documents, counted from 1, moved to the end of the ranking."""
    ranked, missed = state.ranked, state.missed
    place = value_of_digits(arguments[0]) - 1 if arguments and arguments[0].isdecimal() else -1
    if not 0 <= place < len(missed):
        raise InputError("unretrieved", "no-such-unretrieved", count=len(missed))
    if len(ranked) >= MOST_RANKS:
        raise InputError("documents", "too-many-documents", count=len(ranked) + 1, most=MOST_RANKS)
    return _holding(state, [*ranked, missed[place]], missed[:place] + missed[place + 1 :])


ACTIONS: Mapping[str, Callable[[Reader, State, list[str]], State]] = {
    "not-retrieved": _not_retrieved,
    "delete": _delete,
    "retrieve": _retrieve,
}


def _places(reader: Reader, state: State, arguments: list[str]) -> set[int]:
    """The indices of the ranks in a button's value, otherwise of the rank that was typed."""
    return {rank_of(state, FIELD, text) - 1 for text in arguments or [reader.source.get(FIELD, "")]}


def _named(state: State) -> tuple[list[Document], list[Document]]:
    """The retrieved and the missed documents, each with the name that it shows."""
    named = [d._replace(name=state.name(i)) for i, d in enumerate((*state.ranked, *state.missed))]
    n = len(state.grades)
    if not fits([d.name for d in named]):
        return state.ranked, state.missed
    return named[:n], named[n:]


def _holding(state: State, ranked: list[Document], missed: list[Document]) -> State:
    """The state with these documents; the names are removed if they only repeat the ranks."""
    fresh = state.holding(ranked, missed)
    ranks = [by_rank(i, state.letter) for i in range(1, len(ranked) + len(missed) + 1)]
    return replace(fresh, names=()) if list(fresh.names) == ranks[: len(fresh.names)] else fresh
