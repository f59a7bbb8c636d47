"""The address of the lab for a state."""

from __future__ import annotations

from flask import url_for

from web.state.lab_state import State


def lab_address(state: State, endpoint: str = "lab.lab") -> str:
    """The canonical address of a state: of the lab, or of another page that shows it."""
    return f"{url_for(endpoint)}?{state.query()}"
