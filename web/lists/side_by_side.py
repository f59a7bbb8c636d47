"""The comparison below the open list: all lists side by side, arranged as they belong together."""

from __future__ import annotations

from web.lists.pairs import Pairs
from web.lists.queries import Queries
from web.lists.score_texts import Listing
from web.lists.systems import Systems
from web.state.lab_state import State

Side = Systems | Queries | Pairs


def side(state: State, listing: Listing) -> Side | None:
    """The lists side by side, with the measures of the panel; None if there is only one list."""
    if len(state.lists) == 1:
        return None
    if state.arrangement == "systems":
        return Systems(state, listing)
    return Queries(state, listing) if state.arrangement == "queries" else Pairs(state, listing)
