"""Published scores and outputs of trec_eval in the JSON interface. Nothing is stored."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from ireval.errors import InputError
from ireval.reproduction.reproduction_reports import plain_outputs
from web.reproduction.outputs import answer_of_outputs
from web.reproduction.searches import answer
from web.reproduction.sources import FIELDS, question_of_collection, question_of_files
from web.server import limits
from web.server.incoming.json_requests import refusal, takes_only
from web.server.incoming.named_text import LARGEST

bp = Blueprint("reproduce_api", __name__, url_prefix="/api/v1")
bp.register_error_handler(InputError, refusal)


@bp.get("/reproduce")
def of_collection() -> Response:
    """Answer how a published ``score`` of a ``measure`` was computed from a ``run`` of a ``collection``."""
    takes_only(*FIELDS)
    return jsonify(answer(question_of_collection()))


@bp.post("/reproduce")
@limits.changes
@limits.at_most(LARGEST)
def of_files() -> Response:
    """Answer how a published ``score`` of a ``measure`` was computed from the files ``qrels`` and ``run``."""
    try:
        return jsonify(answer(question_of_files()))
    finally:
        request.close()  # deletes the files


@bp.post("/reproduce/outputs")
@limits.changes
@limits.at_most(LARGEST)
def of_outputs() -> Response:
    """Answer how ``output_a`` and ``output_b`` of trec_eval differ; with ``qrels`` and ``run`` also why."""
    try:
        found = answer_of_outputs()
        return jsonify(plain_outputs(found.compared, found.causes))
    finally:
        request.close()
