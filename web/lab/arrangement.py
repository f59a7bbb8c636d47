"""Reorders and renames the documents of the open list.

Documents keep their names, subtopics and grades. A document without a name is named after its rank (d9). When the order
changes, all documents keep these names, which show where each came from, until all are in their old order again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import quote

from ireval.errors import InputError
from ireval.messages import Message, say
from ireval.numbers.notation import value_of_digits
from ireval.ranking.document_names import LONGEST_NAME, by_rank, checked_name, write_names
from ireval.ranking.labels import MOST_RANKS
from ireval.ranking.orders import HIGHEST_SEED, ideal_order, moved, shuffled, swapped
from web.state.address import Reading
from web.state.faults import Faults
from web.state.lab_list import Document
from web.state.lab_state import Number, State
from web.state.reading.reader import Reader

#: An address has at most this many characters of names, because servers accept only a few thousand in all.
MOST_NAMED = 2_500
SEED = Number("seed", "Seed", 1, 0, HIGHEST_SEED)
_FIELDS = "swap_a", "swap_b", "name_at", "leave_at"
_RANKS = {n.name: n for n in (Number(name, "Rank", 0, 1, MOST_RANKS) for name in _FIELDS)}


def _move(reader: Reader, state: State, arguments: list[str]) -> State:
    start, end = _two_ranks(reader, state, arguments)
    return _ordered(state, moved(len(state.grades), start, end))


def _swap(reader: Reader, state: State, arguments: list[str]) -> State:
    one, other = _two_ranks(reader, state, arguments)
    return _ordered(state, swapped(len(state.grades), one, other))


def _sort(_reader: Reader, state: State, _arguments: list[str]) -> State:
    return _ordered(state, ideal_order(state.grades))


def _shuffle(reader: Reader, state: State, arguments: list[str]) -> State:
    seed = SEED.read(arguments[0] if arguments else reader.source.get("seed", "").strip() or "1")
    return _ordered(state, shuffled(len(state.grades), seed))


def _name(reader: Reader, state: State, _arguments: list[str]) -> State:
    rank = rank_of(state, "name_at", reader.source.get("name_at", ""))
    documents = state.ranked
    documents[rank - 1] = _with_name(state, documents[rank - 1], reader.source.get("name_as", ""), rank, "name_as")
    return state.holding(documents, state.missed)


def _unname(_reader: Reader, state: State, _arguments: list[str]) -> State:
    return replace(state, names=())


ACTIONS: Mapping[str, Callable[[Reader, State, list[str]], State]] = {
    "move": _move,
    "swap": _swap,
    "sort": _sort,
    "shuffle": _shuffle,
    "name": _name,
    "unname": _unname,
}


def rename_document(reader: Reader, state: State, rank: int, document: Document) -> Document:
    """Return ``document`` with the name that was typed into its row. If it cannot be used, the error is collected."""
    text = reader.source.get(f"name{rank}")
    if text is None:
        return document
    named: Document = reader.attempt(lambda: _with_name(state, document, text, rank, f"name{rank}"), document)
    return named


def _with_name(state: State, document: Document, text: str, rank: int, field: str) -> Document:
    """The document with another name; an empty name, or that of its rank, removes the name. Raises ``InputError``."""
    name = checked_name(" ".join(text.split()), field=field, where=f"Rank {rank}: ")
    other = next((i for i, taken in enumerate(state.called, start=1) if taken == name and i != rank), None)
    if other:
        key = "name-taken" if other <= len(state.grades) else "name-taken-unretrieved"
        raise InputError(field, key, rank=rank, other=other, name=name)
    return document._replace(name="" if name == by_rank(rank, state.letter) else name)


def _two_ranks(reader: Reader, state: State, arguments: list[str]) -> tuple[int, int]:
    """Two ranks of the list: those in the button's value, otherwise those typed. Raises ``InputError``."""
    given = arguments if len(arguments) == 2 else [reader.source.get(name, "") for name in ("swap_a", "swap_b")]
    return rank_of(state, "swap_a", given[0]), rank_of(state, "swap_b", given[1])


def rank_of(state: State, field: str, text: str) -> int:
    """Return a rank of the list. Raises ``InputError`` naming ``field`` if the list has no such rank."""
    count = len(state.grades)
    if not count:
        raise InputError(field, "no-documents-to-arrange")
    if not text.strip():
        raise InputError(field, "rank-missing", last=count)
    rank: int = _RANKS[field].read(text.strip())
    if rank > count:
        raise InputError(field, "rank-beyond-end", rank=rank, last=count)
    return rank


def _ordered(state: State, order: list[int]) -> State:
    """The retrieved documents in another order, given as places counted from 0."""
    if order == list(range(len(order))):
        return state
    named = [d._replace(name=d.name or state.name(i - 1)) for i, d in enumerate(state.ranked, start=1)]
    ranked = [named[i] for i in order]
    given = {d.name for d in state.ranked if d.name}
    if all(d.name == by_rank(i, state.letter) for i, d in enumerate(ranked, start=1)):
        ranked = [d._replace(name="") for d in ranked]
    elif not fits([d.name for d in ranked]):
        ranked = [d if d.name in given else d._replace(name="") for d in ranked]
    return state.holding(ranked, state.missed)


def fits(names: Iterable[str]) -> bool:
    """Whether an address has room for these names."""
    return len(quote(write_names(names), safe=",")) <= MOST_NAMED


class OrderFields(NamedTuple):
    """The texts of the controls' fields, and the errors in them."""

    swap_a: object
    swap_b: object
    name_at: object
    leave_at: object
    name_as: object


class Arranger:
    """The controls for these actions. Text typed into them is not part of the state, and stays until it is used."""

    def __init__(self, reading: Reading, typed: Mapping[str, str], faults: Faults) -> None:
        self._ranked, self._names = len(reading.state.grades), reading.state.names
        self._typed, self._faults = typed, faults
        verb = typed.get("do", "").partition(" ")[0]
        self._verb = "" if reading.errors else verb

    @property
    def shown(self) -> tuple[tuple[str, object], ...]:
        """The contents of the controls, by name."""
        faults = self._faults
        shown = {
            "typed": OrderFields(*map(self._text, OrderFields._fields)),
            "faults": OrderFields(*map(faults.at, OrderFields._fields)),
            "seed": self._seed,
            "seed_faults": faults.at("seed"),
            "faulty": faults.within("arrange"),
            "ranked": self._ranked,
            "named": any(self._names[: self._ranked]),
            "note": self._note,
            "longest_name": LONGEST_NAME,
            "highest_seed": HIGHEST_SEED,
        }
        return tuple(shown.items())

    def _text(self, name: str) -> str:
        """The text that a field shows."""
        return "" if self._verb == "name" and name in {"name_at", "name_as"} else self._typed.get(name, "")

    @property
    def _seed(self) -> str:
        """The seed of the next shuffle: the last seed plus one."""
        typed = self._typed.get("seed", "").strip() or "1"
        return (
            str(value_of_digits(typed) % HIGHEST_SEED + 1) if self._verb == "shuffle" and typed.isdecimal() else typed
        )

    @property
    def _note(self) -> str:
        """The result of the last action, if the list does not show it."""
        if self._verb == "shuffle":
            seed = self._typed.get("seed", "").strip() or "1"
            return say(Message("shuffled", seed=seed, next=self._seed))
        return ""
