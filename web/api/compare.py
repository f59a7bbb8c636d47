"""Comparisons in the JSON interface: two lab links, or files of judgements and runs. Nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from math import comb
from typing import Any

from flask import Blueprint, Response, jsonify, request
from werkzeug.datastructures import FileStorage

from ireval.comparison.comparison import USUAL, compare, read_measures
from ireval.comparison.comparison_reports import plain
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, effective
from ireval.errors import InputError, nearest
from ireval.measure.spelling import Spec
from ireval.numbers.notation import read_number
from ireval.trec import read_qrels, read_run
from web.api.list_request import refusal
from web.lists.compared_links import compare_links
from web.server import limits

bp = Blueprint("compare_api", __name__, url_prefix="/api/v1")
bp.register_error_handler(InputError, refusal)

#: The most bytes of a request, and of each of its files when it is unpacked.
LARGEST = 4 * 10**6
LARGEST_FILE = 40 * 10**6
MOST_RUNS = 8
#: The most differences that are tested: topics times pairs of runs times measures.
MOST_DIFFERENCES = 20_000
MOST_SEED = 2**63 - 1
_FIELDS = ("measures", "conventions", "seed")


@bp.get("/compare")
def links() -> Response:
    """Two lab links, ``a`` and ``b``, list by list: the difference is that of b minus a."""
    given = {side: request.args.get(side, "") for side in "ab"}
    for side, link in given.items():
        if not link.strip():
            raise InputError(side, "no-link-to-compare", side=side)
    return jsonify(compare_links(given["a"], given["b"], _measures(request.args), _seed(request.args)))


@bp.post("/compare")
@limits.changes
@limits.at_most(LARGEST)
def files() -> Response:
    """Files of judgements and of two or more runs, topic by topic; a field has the name of a part of an address."""
    try:
        return jsonify(_compared_files())
    finally:
        request.close()  # deletes the files


def _compared_files() -> dict[str, Any]:
    for name in request.form:
        if name not in (*_FIELDS, *CONVENTIONS):
            hint = nearest(name, (*_FIELDS, *CONVENTIONS))
            raise InputError(name, "unknown-address-part", name=name, hint=hint)
    chosen: dict[str, Any] = {name: text for name, text in request.form.items() if name in CONVENTIONS}
    preset = request.form.get("conventions", DEFAULT_PRESET)
    effective(preset, chosen)  # before the files are read
    specs, seed = _measures(request.form), _seed(request.form)
    given, uploads = request.files.get("qrels"), request.files.getlist("run")
    if not given:
        raise InputError("qrels", "no-qrels-file")
    if len(uploads) > MOST_RUNS:
        raise InputError("run", "too-many-runs", count=len(uploads), most=MOST_RUNS)
    subtopics = any(spec.measure.needs_subtopics for spec in specs)
    qrels = read_qrels(_Named(given), subtopics=subtopics, limit=LARGEST_FILE)
    differences = len(qrels.topics) * comb(len(uploads), 2) * len(specs)
    if differences > MOST_DIFFERENCES:
        raise InputError("run", "too-many-differences", count=differences, most=MOST_DIFFERENCES)
    runs = [read_run(_Named(upload), limit=LARGEST_FILE) for upload in uploads]
    found = compare(qrels, runs, [spec.text for spec in specs], conventions=preset, seed=seed, **chosen)
    return plain(found, by_topic=True)


def _measures(given: Mapping[str, str]) -> list[Spec]:
    return read_measures(given.get("measures", "").strip() or USUAL)


def _seed(given: Mapping[str, str]) -> int:
    return int(read_number(given.get("seed", "0"), "seed", "Seed", whole=True, least=0, most=MOST_SEED))


class _Named(BytesIO):
    """The content of an uploaded file, under the name that it was uploaded with."""

    def __init__(self, upload: FileStorage) -> None:
        super().__init__(upload.stream.read())
        self.name = upload.filename or "file"
