"""Answers to the lab's script and forms: the calculations of cells, and the explanation of a predicted value."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, jsonify, redirect, request, url_for

from ireval.errors import InputError
from ireval.measure.spelling import split_list
from web.lab.page import View
from web.server.error_pages import problem
from web.state.address import from_query
from web.state.lab_address import lab_address

bp = Blueprint("teaching", __name__)

#: How many rows' calculations one answer has.
CHUNK = 50


@bp.get("/lab/guess")
def guess() -> Response:
    """Without a script: a redirect to the explanation of the first value that was typed."""
    reading = from_query(dict(parse_qsl(request.args.get("was", ""), keep_blank_values=True)))
    typed = next(((name, value) for name, value in request.args.items() if name != "was" and value.strip()), None)
    if reading.errors or not typed:
        return redirect(lab_address(reading.state), 303)  # type: ignore[return-value]
    column, _, row = typed[0].rpartition(".")
    steps = View(reading, {}).steps
    known = column in {c.key for c in steps.table.shown_columns} and row.isdecimal()
    index = steps.index_of.get(f"{'rank' if steps.by_rank else 'level'}-{row}") if known else None
    what = {"measure": reading.state.show, "value": typed[1]}
    what |= {} if index is None else {"column": column, "row": str(index + 1)}
    return redirect(f"{url_for('why.why')}?{reading.state.query()}&{urlencode(what)}", 303)  # type: ignore[return-value]


@bp.get("/lab/lines")
def lines() -> Response | tuple[Response, int]:
    """For the page's script: the calculations of up to ``CHUNK`` rows from row ``from`` on, and the cells they use.

    ``revealed`` has the names of what the visitor has revealed, separated by commas.
    """
    args = request.args.to_dict()
    start, revealed = args.pop("from", "1"), split_list(args.pop("revealed", ""))
    reading = from_query(args)
    if reading.errors or not (start.isascii() and start.isdigit() and len(start) < 6):
        error = (*reading.errors, InputError("from", "not-a-row", text=start))[0]
        return jsonify(problem(error.message, error.field, error.suggestion)), 400
    view = View(reading, {}, revealed)
    ids = [f"{kind}-{i}" for i in range(int(start), int(start) + CHUNK) for kind in ("rank", "level")]
    return jsonify(view.lines.payload(ids))
