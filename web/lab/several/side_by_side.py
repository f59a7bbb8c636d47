"""The comparison below the open list: all lists side by side, arranged as they belong together."""

from __future__ import annotations

from web.lab.several.pairs import Pairs
from web.lab.several.queries import Queries
from web.lab.several.systems import Systems
from web.state.lab_state import State
from web.state.texts.score_texts import Listing

Side = Systems | Queries | Pairs


def side(state: State, listing: Listing) -> Side | None:
    """Return the lists side by side, with the measures of the panel; None if there is only one list."""
    if len(state.lists) == 1:
        return None
    if state.arrangement == "systems":
        return Systems(state, listing)
    return Queries(state, listing) if state.arrangement == "queries" else Pairs(state, listing)
