"""Reads and sets the headers of htmx; no other module does."""

from __future__ import annotations

from flask import Response, request


def wants_fragment() -> bool:
    """Whether the request comes from the page's script, which needs only the part that changes."""
    return request.headers.get("HX-Request") == "true"


def varied(response: Response) -> Response:
    """The response, marked so that caches never confuse the page and the fragment of one address."""
    response.headers["Vary"] = "HX-Request"
    if wants_fragment():
        response.headers["Cache-Control"] = "no-store"
    return response
