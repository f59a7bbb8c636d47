"""The pinned state: an earlier state that the open one is compared with."""

from __future__ import annotations

from dataclasses import replace

from web.state.address import from_query
from web.state.lab_state import State
from web.state.open_table import showing
from web.state.pin_text import essential, parts_of


def pin(state: State) -> State:
    """``state``, pinned as it is."""
    return replace(state, pinned=essential(parts_of(state.query())))


def pinned_state(state: State) -> State | None:
    """The pinned state with the same list, measure and chart open; None if nothing is pinned."""
    if state.pinned is None:
        return None
    pinned = from_query(state.pinned).state
    pinned = pinned.holding_lists(pinned.lists, min(state.place, len(pinned.lists)))
    return replace(showing(pinned, state.show), own_chart=state.own_chart, places=state.places, comma=state.comma)
