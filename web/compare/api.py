"""Comparisons in the JSON interface: two lab links, or files of judgements and runs. Nothing is stored."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from ireval.comparison.plain_comparison import count_differences, plain
from ireval.conventions import CONVENTIONS
from ireval.errors import InputError, nearest
from ireval.messages import Message, say
from web.compare.compared_links import compare_links
from web.compare.sent_files import compare_files, requested_measures, requested_seed
from web.compare.work_limit import MOST_REASONS
from web.server import limits
from web.server.incoming.json_requests import refusal, takes_only
from web.server.incoming.named_text import LARGEST, NamedText

bp = Blueprint("compare_api", __name__, url_prefix="/api/v1")
bp.register_error_handler(InputError, refusal)

_FIELDS = ("measures", "conventions", "baseline", "seed", *CONVENTIONS)


@bp.get("/compare")
def links() -> Response:
    """Compare two lab links, ``a`` and ``b``, list by list; differences are b minus a."""
    takes_only("a", "b", "measures", "seed")
    a, b = (request.args.get(side, "") for side in "ab")
    return jsonify(compare_links(a, b, requested_measures(request.args), requested_seed(request.args)).plain())


@bp.post("/compare")
@limits.changes
@limits.at_most(LARGEST)
def files() -> Response:
    """Compare the files of two or more runs by a file of judgements, topic by topic unless there are too many topics.

    The other fields have the names of the parts of an address.
    """
    try:
        for name in request.form:
            if name not in _FIELDS:
                raise InputError(name, "unknown-address-part", name=name, hint=nearest(name, _FIELDS))
        qrels = request.files.get("qrels")
        runs = [NamedText.of(upload) for upload in request.files.getlist("run")]
        found = compare_files(request.form, NamedText.of(qrels) if qrels else None, runs)
        count = count_differences(found)
        if count <= MOST_REASONS:
            return jsonify(plain(found, by_topic=True))
        note = say(Message("topics-left-out-of-answer", count=count, most=MOST_REASONS))
        return jsonify(plain(found, by_topic=False) | {"note_on_topics": note})
    finally:
        request.close()  # deletes the files
