"""Numbers, names and ticks as charts write them."""

from __future__ import annotations

from ireval.messages.writing import number_text, plural
from ireval.numbers.expression import fixed
from web.formulas.mathml import written
from web.state.lab_state import State

#: At most so many steps from tick to tick: along the ranks, and up a panel.
_ALONG, _UP = 5, 3


def number(state: State, value: float, *, short: bool = False) -> str:
    """``value`` with the decimals that the state asks for, or as ``short`` as it can be."""
    text = number_text(round(value, 6)) if short else fixed(value, state.places)
    return written(text, state.comma)


def spoken(state: State, rank: int, *facts: str) -> str:
    """What is said of a rank where it is pointed at. The name of its document is no markup, whatever it is."""
    there = rank <= len(state.grades)
    name = state.name(rank - 1).replace("&", "&amp;").replace("<", "&lt;") if there else "not retrieved"
    between = ", " if len(facts) < 3 else "<br>"  # a narrow label covers less
    return f"rank {rank}: {name}<br>{between.join(facts)}"


def documents(count: int) -> str:
    """So many relevant documents, in words."""
    return f"{count:,} relevant {plural('document', count)}"


def step(span: float, most: int = _ALONG) -> float:
    """The distance of ticks along ``span``: 1, 2 or 5 times a power of ten, ``most`` times at most.

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
    values = [i * distance for i in range(int(top / distance + 1e-9) + 1)]
    return tuple((value, number(state, value, short=True)) for value in values)


def rank_ticks(last: int) -> tuple[tuple[float, str], ...]:
    """Ticks from rank 1 to ``last``.

    >>> [label for _, label in rank_ticks(15)]
    ['1', '5', '10', '15']
    """
    distance = max(int(step(last)), 1)
    ranks = dict.fromkeys([1, *range(distance, last + 1, distance)])
    return tuple((float(rank), str(rank)) for rank in ranks)
