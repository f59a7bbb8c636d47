"""What stands below the open list where there are others: all of them side by side, as they belong together."""

from __future__ import annotations

from web.lists.pairs import Pairs
from web.lists.queries import Queries
from web.lists.systems import Systems
from web.lists.texts import Listing
from web.state.lab_state import State

Side = Systems | Queries | Pairs


def side(state: State, listing: Listing) -> Side | None:
    """The lists side by side, with the measures that the panel lists; None where there is only one."""
    if len(state.lists) == 1:
        return None
    if state.arrangement == "systems":
        return Systems(state, listing)
    return Queries(state, listing) if state.arrangement == "queries" else Pairs(state, listing)
