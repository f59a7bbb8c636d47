"""The one place that knows htmx's headers."""

from __future__ import annotations

from flask import Response, request


def wants_fragment() -> bool:
    """Whether the request comes from the page's script, which needs only the part that changes."""
    return request.headers.get("HX-Request") == "true"


def varied(response: Response) -> Response:
    """The response, marked so that caches never confuse the page and the fragment of one address."""
    response.vary.add("HX-Request")
    if wants_fragment():
        response.cache_control.no_store = True
    return response
