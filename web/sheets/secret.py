"""What pages behind secret links have in common."""

from __future__ import annotations

from flask import Blueprint, Response
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError
from web import errors


def pages(name: str, import_name: str, prefix: str) -> Blueprint:
    """A blueprint whose answers stay out of caches and search engines, and tell what was wrong with what was sent."""
    bp = Blueprint(name, import_name, url_prefix=prefix)
    bp.after_request(_private)
    bp.register_error_handler(InputError, refused)
    return bp


def refused(error: InputError) -> Answer:
    """The page for anything that was sent and cannot be used."""
    return errors.refusal(400, f"{error.message} {error.suggestion or ''}".strip())


def _private(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
