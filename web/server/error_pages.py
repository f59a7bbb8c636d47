"""What a visitor reads when something fails: a page, or under `/api/` one shape of JSON.

Errors of the form `{"error": {"field": ..., "message": ..., "suggestion": ...}}` come from `problem`, so that
there is one place that knows the shape. Neither page nor JSON ever shows how the program works inside.
"""

from __future__ import annotations

from typing import TypedDict

from flask import Flask, json, render_template, request
from werkzeug.exceptions import HTTPException, default_exceptions
from werkzeug.wrappers import Response

ADVICE = {
    400: ("This request cannot be answered", "Something in the address or the form is not as expected."),
    403: ("Not allowed", "This address is not open to you."),
    404: ("There is no such page", "The address may be mistyped, or the page has moved."),
    405: ("This address does not take that kind of request", "Open it as a page instead."),
    409: ("That is not possible now", "This has changed in the meantime."),
    410: ("This is not there any more", "It has expired or was deleted."),
    411: ("The request does not say how large it is", "Send it with the header Content-Length."),
    413: ("Too much at once", "What was sent is larger than this page accepts. Send less of it."),
    414: ("The address is too long", "Use a shorter list."),
    429: ("Too many requests", "More came from your address than this server takes. Wait a little and try it again."),
    500: ("That was our mistake", "The request could not be finished; nothing was stored. Try it again."),
    503: ("Not just now", "Something that this page needs cannot be reached. Try it again soon."),
}


class StorageError(Exception):
    """The database or the disk cannot be used; the message is for whoever runs the product, and names no password."""


class Problem(TypedDict):
    """Where the mistake is (None: not in one field), what is wrong, and how to mend it."""

    field: str | None
    message: str
    suggestion: str | None


def problem(message: str, field: str | None = None, suggestion: str | None = None) -> dict[str, Problem]:
    """The body of every JSON answer that is an error.

    >>> problem("n must be at least 1.", field="k")
    {'error': {'field': 'k', 'message': 'n must be at least 1.', 'suggestion': None}}
    """
    return {"error": {"field": field, "message": message, "suggestion": suggestion}}


def init_app(app: Flask) -> None:
    """Answer every HTTP error, and every exception that nobody caught, with a page or JSON."""
    app.register_error_handler(HTTPException, _answer)


def refusal(status: int, advice: str | None = None, **headers: str) -> Response:
    """The page, or JSON, that tells of an error, for handlers of errors that are not HTTP's own."""
    answer = _shown(default_exceptions[status](advice))
    answer.headers.extend(headers)
    return answer


def _answer(error: HTTPException) -> Response | HTTPException:
    return error if error.code is None or error.response is not None else _shown(error)


def _shown(error: HTTPException) -> Response:
    title, advice = ADVICE.get(error.code or 500, (error.name, "Please go back and try something else."))
    if error.description and error.description != type(error).description:
        advice = error.description
    answer = error.get_response(request.environ)
    if request.path.startswith("/api/"):
        answer.content_type = "application/json"
        answer.set_data(json.dumps(problem(f"{title}.", suggestion=advice)) + "\n")
    else:
        answer.content_type = "text/html; charset=utf-8"
        answer.set_data(render_template("error.html", title=title, advice=advice, code=error.code))
    return answer
