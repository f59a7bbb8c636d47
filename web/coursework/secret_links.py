"""Shared by all pages that are reached by a secret link."""

from __future__ import annotations

from flask import Blueprint, Flask, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError
from ireval.exercises.generator.issued_keys import grouped_key
from web.server import error_pages
from web.store import StudentsLinkUnknownError


def init_app(app: Flask) -> None:
    """Give templates a filter that writes keys in groups."""
    app.jinja_env.filters["grouped_key"] = grouped_key


def pages(name: str, import_name: str, prefix: str) -> Blueprint:
    """A blueprint whose errors say what was wrong. Its pages are private: see ``web.server.security``."""
    bp = Blueprint(name, import_name, url_prefix=prefix)
    bp.register_error_handler(InputError, refusal_page)
    bp.register_error_handler(StudentsLinkUnknownError, _ask_for_students_link)
    return bp


def _ask_for_students_link(_: StudentsLinkUnknownError) -> Answer:
    """Pages that need the students' link ask for it if a new owner's link does not contain it."""
    return redirect(url_for("recovery.asking", token=(request.view_args or {})["token"]), 303)


def refusal_page(error: InputError) -> Answer:
    """The page for a request that cannot be used."""
    return error_pages.refusal(400, f"{error.message} {error.suggestion or ''}".strip())
