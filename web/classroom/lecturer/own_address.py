"""Addresses of this site as browsers send them, kept without the prefix under which the app is mounted."""

from __future__ import annotations

from posixpath import normpath
from urllib.parse import urlsplit

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

#: The page that leads to what was shown last.
SCREEN = "/classroom/screen"


def own_address(sent: str) -> str:
    """The path, query and fragment of an address of this site, without the prefix; empty for any other text.

    Browsers take a backslash for a slash, and leave out tabs and line breaks: an address with one of them leads
    elsewhere.
    """
    if not sent.startswith("/") or sent.startswith("//") or "\\" in sent or not sent.isprintable():
        return ""
    root = request.script_root
    own = sent.removeprefix(root) if sent.startswith(f"{root}/") else sent
    return "" if own.startswith("//") else own


def presented_address(sent: str) -> str:
    """The same for what a screen shows, to which ``SCREEN`` leads; empty for that page itself."""
    own = own_address(sent)
    return "" if normpath(urlsplit(own).path) == SCREEN else own


def lead_to(address: str, otherwise: str = "classroom.door") -> Response:
    """Lead to an address of this site, or else to an endpoint."""
    own = own_address(address)
    return redirect(f"{request.script_root}{own}" if own else url_for(otherwise), 303)
