"""Numbers, names and ticks as charts write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import add

from ireval.messages import Figures, Message, say
from ireval.messages.writing import number_text
from ireval.numbers.expression import fixed
from ireval.numbers.number_texts import fixed_texts
from web.formulas.mathml import with_decimal_sign
from web.state.lab_state import State

#: The largest numbers of steps between ticks: along the ranks, and up a panel.
_ALONG, _UP = 5, 3
#: A name in the text about a point: Plotly reads tags there, and a line break ends the text.
_PLAIN = str.maketrans({"&": "&amp;", "<": "&lt;", "\n": " ", "\r": " "})


def number(state: State, value: float, *, short: bool = False) -> str:
    """``value`` with the decimals of the state, or as ``short`` as possible."""
    return _number(value, None if short else state.places, bool(state.comma))


@lru_cache(maxsize=2_000)
def _number(value: float, places: int | None, comma: bool) -> str:
    """The text of a number; charts have the same ticks and levels again and again."""
    return with_decimal_sign(number_text(round(value, 6)) if places is None else fixed(value, places), comma)


def numbers(state: State, values: Sequence[float]) -> list[str]:
    """``values`` with the decimals of the state."""
    texts = fixed_texts(state.places).of(values)
    return [with_decimal_sign(text, comma=True) for text in texts] if state.comma else texts


def rank_texts(state: State, ranks: Sequence[int], facts: Iterable[str]) -> list[str]:
    """Return the text that is shown next to the pointer for each rank: its document and the fact about it.

    The names of documents are escaped.
    """
    return list(map(add, _rank_names(tuple(ranks), state.called[: len(state.grades)]), facts))


@lru_cache(maxsize=64)
def _rank_names(ranks: tuple[int, ...], retrieved: tuple[str, ...]) -> list[str]:
    """The beginning of the text about each rank, which does not depend on the labels."""
    names = [retrieved[rank - 1].translate(_PLAIN) if rank <= len(retrieved) else "not retrieved" for rank in ranks]
    return [f"rank {rank}: {name}<br>" for rank, name in zip(ranks, names, strict=True)]


def figures(state: State, value: float) -> Figures:
    """``value`` for a sentence, with the decimals of the state."""
    return Figures(fixed(value, state.places))


def sentence(state: State, message: Message) -> str:
    """A message in words, with the state's decimal sign."""
    return say(message, comma=bool(state.comma))


def step(span: float, most: int = _ALONG) -> float:
    """The distance between ticks along ``span``: 1, 2 or 5 times a power of ten, for at most ``most`` steps.

    >>> step(15), step(4.1), step(1000), step(4.1, 3)
    (5.0, 1.0, 200.0, 2.0)
    """
    power = 1e-6
    while True:
        for times in (1, 2, 5):
            if span <= most * times * power * 1.0001:
                return round(times * power, 6)
        power *= 10


def value_ticks(state: State, top: float) -> tuple[tuple[float, str], ...]:
    """Ticks from 0 to ``top``."""
    distance = step(top, _UP)
    return _multiples(distance, int(top / distance + 1e-9), bool(state.comma))


@lru_cache(maxsize=200)
def _multiples(distance: float, last: int, comma: bool) -> tuple[tuple[float, str], ...]:
    return tuple((i * distance, _number(i * distance, None, comma)) for i in range(last + 1))


@lru_cache(maxsize=200)
def rank_ticks(last: int) -> tuple[tuple[float, str], ...]:
    """Ticks from rank 1 to ``last``.

    >>> [label for _, label in rank_ticks(15)]
    ['1', '5', '10', '15']
    """
    distance = max(int(step(last)), 1)
    ranks = dict.fromkeys([1, *range(distance, last + 1, distance)])
    return tuple((float(rank), str(rank)) for rank in ranks)
