"""The projector view of a page, ``view=projector`` in its address: whether it is shown, where it begins and ends."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Flask, Response, g, request

from web.server.security import kept_for_minutes

#: The part of an address that asks for the view, and its value.
PART, PROJECTOR = "view", "projector"


def init_app(app: Flask) -> None:
    """Give templates these functions, and let browsers keep pages in the view that need neither secret nor session."""
    app.jinja_env.globals.update(is_projected=is_projected, projected_address=projected_address)

    @app.after_request
    def keep_projected(response: Response) -> Response:
        # To ask the session whether it was used would be a use.
        is_private = "csrf_token" in g or "Cache-Control" in response.headers
        return kept_for_minutes(response) if is_projected() and not is_private else response


def is_projected() -> bool:
    """Whether the request asks for the projector view."""
    return request.args.get(PART) == PROJECTOR


def projected_address(*, begins: bool) -> str:
    """Return the address of the page in the projector view if it ``begins``, otherwise without the view."""
    parts = [(name, text) for name, text in request.args.items(multi=True) if name != PART]
    if begins:
        parts.append((PART, PROJECTOR))
    return f"{request.script_root}{request.path}" + (f"?{urlencode(parts)}" if parts else "")
