"""The id that connects an error page with the lines in the log about that error."""

from __future__ import annotations

import secrets
from wsgiref.types import WSGIEnvironment

KEY = "ireval.request_id"


def request_id(environ: WSGIEnvironment) -> str:
    """The id of a request, drawn when it is first needed."""
    found = environ.get(KEY)
    if found is None:
        found = environ[KEY] = secrets.token_hex(6)
    return str(found)
