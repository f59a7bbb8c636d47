"""The list in a page's address, so that links to the lab keep it."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from flask import request

from web.state.address import has_list, is_part
from web.state.lab_state import State


def list_query(state: object = None) -> str:
    """The query of the lab for the ``state`` that a page shows or, without one, for the list in its address.

    Empty if there is neither. Other parts of the address, such as a question about a number, are left out.
    """
    if isinstance(state, State):
        return state.query()
    parts = {name: value for name, value in request.args.items() if is_part(name)}
    if not has_list(parts):
        return ""
    return urlencode(parts, safe=",@()='", quote_via=quote)
