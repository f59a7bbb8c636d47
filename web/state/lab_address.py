"""The address of the lab for a state, and a complete link to it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import url_for

from web.state.lab_state import State

NOTHING: Mapping[str, Any] = MappingProxyType({})


def lab_address(state: State, endpoint: str = "lab.lab", values: Mapping[str, Any] = NOTHING) -> str:
    """The canonical address of a state: of the lab, or of another page at ``endpoint`` with ``values`` in its path."""
    return f"{url_for(endpoint, **values)}?{state.query()}"


def lab_link(state: State) -> str:
    """The complete address of the lab, with scheme and host, to share with others."""
    return f"{url_for('lab.lab', _external=True)}?{state.query()}"
