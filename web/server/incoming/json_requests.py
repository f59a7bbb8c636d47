"""Checks the parameters of requests to the JSON interface, and answers errors."""

from __future__ import annotations

from flask import Response, jsonify, request

from ireval.errors import InputError, nearest
from web.server.error_pages import problem


def takes_only(*names: str) -> None:
    """Raise ``InputError`` for the first parameter of the request that is not among these names."""
    for name in request.args:
        if name not in names:
            raise InputError(name, "unknown-address-part", name=name, hint=nearest(name, names))


def refusal(error: InputError) -> tuple[Response, int]:
    """The answer to a wrong request, as JSON."""
    return jsonify(problem(error.message, error.field, error.suggestion or None)), 400
