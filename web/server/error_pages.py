"""Answers about errors: a page, or under `/api/` a JSON object of one form.

All errors of the form `{"error": {"field": ..., "message": ..., "suggestion": ...}}` come from `problem`, so only one
place defines it. Neither page nor JSON shows internals of the program.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypedDict, TypeVar

from flask import Flask, current_app, json, render_template, request, url_for
from werkzeug.exceptions import BadRequest, HTTPException, default_exceptions
from werkzeug.wrappers import Response

from ireval.messages import Message, say
from ireval.messages.catalogue import ADVICE
from ireval.messages.keyed_error import KeyedError
from web.server.request_id import request_id

P = ParamSpec("P")
R = TypeVar("R")
#: The attribute of a view that holds the way back from an error page.
_BACK = "way_back"

#: The heading of a page about an error, with advice where its reason gives none.
HEADINGS = {
    400: "error-400",
    403: "error-403",
    404: "error-404",
    405: "error-405",
    409: "error-409",
    410: "error-410",
    411: "error-411",
    413: "error-413",
    414: "error-414",
    429: "error-429",
    500: "error-500",
    503: "error-503",
}


class StorageError(KeyedError):
    """The database or the disk cannot be used. The text is for the person who runs the server; it has no password."""


class WayBack(NamedTuple):
    """The link on an error page: its address and its text."""

    address: str
    words: str


def leads_back(back: Callable[..., WayBack]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator of views: a page about an error of a request to it leads ``back``, and not to the lab.

    ``back`` gets the arguments of the view. The body of the request may be unreadable.
    """

    def decorated(view: Callable[P, R]) -> Callable[P, R]:
        view.__dict__[_BACK] = back  # the decorators around it pass it on
        return view

    return decorated


class Problem(TypedDict):
    """Where the error is (None: not in one field), what is wrong, and how to correct it."""

    field: str | None
    message: str
    suggestion: str | None


def problem(message: str, field: str | None = None, suggestion: str | None = None) -> dict[str, Problem]:
    """The body of every JSON answer that is an error.

    >>> problem("k must be at least 1.", field="k")
    {'error': {'field': 'k', 'message': 'k must be at least 1.', 'suggestion': None}}
    """
    return {"error": {"field": field, "message": message, "suggestion": suggestion}}


def init_app(app: Flask) -> None:
    """Answer every HTTP error, and every exception that nothing else handles, with a page or JSON."""
    app.register_error_handler(HTTPException, _answer)


def refusal(status: int, reason: Message | str | None = None, **headers: str) -> Response:
    """The page, or JSON, about an error, for handlers of errors that are not HTTP's own."""
    answer = _render(default_exceptions[status](reason))  # type: ignore[arg-type]
    answer.headers.extend(headers)
    return answer


def _answer(error: HTTPException) -> Response | HTTPException:
    return error if error.code is None or error.response is not None else _render(error)


def _render(error: HTTPException) -> Response:
    """The page or JSON.

    The error's description is a message, a finished text, or its class's own, which is left out.
    """
    key = HEADINGS.get(error.code or 500)
    heading = Message(key) if key else Message("error-other", name=error.name)
    title, advice = say(heading), say(heading, ADVICE)
    reason: object = error.description
    if reason and reason != type(error).description:
        advice = say(reason) if isinstance(reason, Message) else str(reason)
        error.description = advice
    answer = error.get_response(request.environ)
    request.environ["ireval.error"] = reason.key if isinstance(reason, Message) else ""  # for the counters of refusals
    reference = request_id(request.environ) if answer.status_code >= 500 else ""
    if reference:
        answer.headers["X-Request-ID"] = reference
    if request.path.startswith("/api/"):
        answer.content_type = "application/json"
        answer.set_data(json.dumps(problem(f"{title}.", suggestion=advice)) + "\n")
    elif isinstance(request.routing_exception, BadRequest):  # the host is not valid, so no link can be made
        answer.content_type = "text/plain; charset=utf-8"
        answer.set_data(f"{title}. {advice}\n")
    else:
        answer.content_type = "text/html; charset=utf-8"
        values = {"title": title, "advice": advice, "code": error.code, "reference": reference, "back": _way_back()}
        answer.set_data(render_template("error.html", **values))
    return answer


def _way_back() -> WayBack:
    back = getattr(current_app.view_functions.get(request.endpoint or ""), _BACK, None)
    return back(**(request.view_args or {})) if back else WayBack(url_for("lab.opening"), "Go to the lab")
