"""The pinned state: an earlier state with which the open one is compared."""

from __future__ import annotations

from dataclasses import replace

from web.state.address import from_query
from web.state.lab_state import State
from web.state.open_table import with_open_measure
from web.state.pin_text import essential_parts, parts_of


def pin(state: State) -> State:
    """A copy of ``state`` that is pinned beside itself."""
    return replace(state, pinned=essential_parts(parts_of(state.query())))


def pinned_state(state: State) -> State | None:
    """The pinned state with the same list, measure and chart open; None if nothing is pinned."""
    if state.pinned is None:
        return None
    pinned = from_query(state.pinned).state
    pinned = pinned.holding_lists(pinned.lists, min(state.place, len(pinned.lists)))
    return replace(
        with_open_measure(pinned, state.show), own_chart=state.own_chart, places=state.places, comma=state.comma
    )
