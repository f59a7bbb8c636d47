"""The titles of several lists, of their queries, and of the page that shows them."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import NamedTuple

from ireval.messages import Message, say
from web.state.lab_state import State

_HEADINGS = {"systems": "some-systems", "queries": "some-queries", "pairs": "some-pairs"}


class Tab(NamedTuple):
    """A list among the tabs: its place from 1, its title, and whether it is the open one.

    ``group`` is the query that it shares with the list of another system; empty unless lists form pairs.
    """

    place: int
    title: str
    open: bool
    group: str = ""

    @property
    def full(self) -> str:
        """The title together with its group."""
        return f"{self.group}, {self.title}" if self.group else self.title


def tabs(state: State) -> list[Tab]:
    """The tabs of all lists, in order."""
    return [
        Tab(place, "AB"[(place - 1) % 2], place == state.place, query_title(state, (place - 1) // 2))
        if state.arrangement == "pairs"
        else Tab(place, state.list_title(place), place == state.place)
        for place in range(1, len(state.lists) + 1)
    ]


def groups(state: State) -> list[tuple[str, list[Tab]]]:
    """The tabs in groups with titles; in pairs, the lists of one query are a group."""
    pairs = groupby(tabs(state), key=lambda tab: ((tab.place - 1) // 2 if tab.group else 0, tab.group))
    return [(title, list(group)) for (_, title), group in pairs]


def query_title(state: State, pair: int) -> str:
    """The title of the query of a pair of lists, counted from 0: the title of one of them, if it has one."""
    both = state.lists[2 * pair : 2 * pair + 2]
    return next((listed.title for listed in both if listed.title), f"Query {pair + 1}")


def heading(state: State) -> str:
    """The heading of the page: how many systems and queries it shows."""
    return _heading(len(state.lists), state.arrangement)


@cache
def _heading(count: int, arrangement: str) -> str:
    if count == 1:
        return say(Message("one-list"))
    return say(Message(_HEADINGS[arrangement], count=(count + 1) // 2 if arrangement == "pairs" else count))
