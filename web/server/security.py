"""The security policy, a header of every answer, and the headers that keep answers private except those of open rooms.

The policy is added outside of Flask, so that static files, redirects and errors have it as well. An answer that needs
another value sets the header itself, and that value is kept.

An answer is private unless its room is named as open: it is not stored, not indexed, and its address is not sent as a
referrer, because the address may hold the token of a secret link. Errors are private, too, since the address that
failed may be such a link; so a new route cannot forget it. Answers about a collection are private everywhere, whatever
headers they set; `web.server.incoming.privacy` decides what a request is about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Blueprint, Flask, Response, request

from web.server.incoming import privacy

PLOTLY_STYLES = (
    # The empty <style id="plotly.js-style-global">, which Plotly fills rule by rule through the CSSOM.
    "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    # The style sheet of its map library, which plotly.min.js adds as soon as it runs, map or not.
    "sha256-ji27qzEtxXZW+7dun6UwjHXJ18e6WAin1VvNtkzIE/o=",
)

POLICY: dict[str, tuple[str, ...]] = {
    "default-src": ("'none'",),
    "script-src": ("'self'",),
    "connect-src": ("'self'",),
    "font-src": ("'self'",),
    "img-src": ("'self'", "data:", "blob:"),
    "style-src": ("'self'", *(f"'{digest}'" for digest in PLOTLY_STYLES)),
    "base-uri": ("'none'",),
    "form-action": ("'self'",),
    "frame-ancestors": ("'none'",),
}


def policy(**changed: str) -> str:
    """The policy as a header's value; ``frame_ancestors="*"`` replaces our value of that directive."""
    values = {name: " ".join(sources) for name, sources in POLICY.items()}
    values |= {name.replace("_", "-"): value for name, value in changed.items()}
    return "; ".join(f"{name} {value}" for name, value in values.items())


HEADERS = {
    "Content-Security-Policy": policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}

PRIVATE = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}


def init_app(app: Flask, open_rooms: Iterable[Blueprint]) -> None:
    """Make all answers private, except those of blueprints whose addresses and pages hold no secret."""
    names = {room.name for room in open_rooms}

    @app.after_request
    def keep_private(response: Response) -> Response:
        privacy.watch_form()
        if request.blueprint not in names or response.status_code >= 400:
            response.headers.update(PRIVATE)
        return response


def kept_for_minutes(response: Response) -> Response:
    """The page of a presenter view, which a browser may keep for ten minutes.

    The page before it fetches it, so that a presenter's key never needs the network (``static/page/leaving.js``).
    """
    if request.method == "GET" and response.status_code == 200:
        response.headers["Cache-Control"] = "private, max-age=600"
    return response


def add_headers(app: WSGIApplication, *, https: bool) -> WSGIApplication:
    """The application with the headers above; with `https` also the one that makes browsers use HTTPS only.

    Answers about a collection are private.
    """
    wanted = HEADERS | HTTPS_ONLY if https else HEADERS
    usual = [(name.lower(), (name, value)) for name, value in wanted.items()]
    private = {name.lower() for name in PRIVATE}

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        privacy.watch_address(environ)

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            if privacy.is_private(environ):
                headers = [header for header in headers if header[0].lower() not in private] + [*PRIVATE.items()]
            present = {name.lower() for name, _ in headers}
            added = [header for key, header in usual if key not in present]
            return start_response(status, [*headers, *added], exc_info)

        return app(environ, start)

    return application
