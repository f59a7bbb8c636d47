"""The one place that knows htmx's headers."""

from __future__ import annotations

from flask import Response, request


def wants_fragment() -> bool:
    """Whether the page's script asks, and only for the part that changes."""
    return request.headers.get("HX-Request") == "true"


def varied(response: Response) -> Response:
    """An address answers page or fragment: caches keep them apart, and the browser's never offers one for the other."""
    response.vary.add("HX-Request")
    if wants_fragment():
        response.cache_control.no_store = True
    return response
