"""Shared by all pages that are reached by a secret link."""

from __future__ import annotations

import logging
import re

from flask import Blueprint, Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError
from ireval.exercises.generator.issued_keys import grouped_key
from web.server import error_pages
from web.store import StudentsLinkUnknownError

_TOKEN = re.compile(r"(/[os]/)[\w.-]{16,}")


def init_app(app: Flask) -> None:
    """Log errors without the token in the page's address, so that readers of the log cannot open the sheet.

    Templates get a filter that writes keys as people read them.
    """
    app.logger.addFilter(_without_tokens)
    app.jinja_env.filters["grouped_key"] = grouped_key


def _without_tokens(record: logging.LogRecord) -> bool:
    """Remove the tokens of secret links from a log record."""
    record.msg = _TOKEN.sub(r"\1…", str(record.msg))
    return True


def pages(name: str, import_name: str, prefix: str) -> Blueprint:
    """A blueprint whose pages stay out of caches and search engines, and whose errors say what was wrong."""
    bp = Blueprint(name, import_name, url_prefix=prefix)
    bp.after_request(_private)
    bp.register_error_handler(InputError, refused)
    bp.register_error_handler(StudentsLinkUnknownError, _ask_for_students_link)
    return bp


def _ask_for_students_link(_: StudentsLinkUnknownError) -> Answer:
    """Pages that need the students' link ask for it, if the owner's link is too new to know it."""
    return redirect(url_for("recovery.asking", token=(request.view_args or {})["token"]), 303)


def refused(error: InputError) -> Answer:
    """The page for a request that cannot be used."""
    return error_pages.refusal(400, f"{error.message} {error.suggestion or ''}".strip())


def _private(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
