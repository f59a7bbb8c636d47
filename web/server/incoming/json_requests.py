"""Requests to the JSON interface: their parameters, and what is wrong with them."""

from __future__ import annotations

from flask import Response, jsonify, request

from ireval.errors import InputError, nearest
from web.server.error_pages import problem


def takes_only(*names: str) -> None:
    """Raises ``InputError`` for the first parameter of the request that an answer does not depend on."""
    for name in request.args:
        if name not in names:
            raise InputError(name, "unknown-address-part", name=name, hint=nearest(name, names))


def refusal(error: InputError) -> tuple[Response, int]:
    """What is wrong, as JSON."""
    return jsonify(problem(error.message, error.field, error.suggestion or None)), 400
