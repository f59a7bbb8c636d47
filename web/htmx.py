"""The one place that knows htmx's headers."""

from __future__ import annotations

from flask import Response, request


def wants_fragment() -> bool:
    """Whether the page's script asks, and only for the part that changes."""
    return request.headers.get("HX-Request") == "true"


def varied(response: Response) -> Response:
    """An address answers page or fragment; caches must keep them apart."""
    response.vary.add("HX-Request")
    return response
