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

#: The field for any number for the open measure; the other fields have the names of covered cells and measures.
ASKED = "value"
#: The number of rows whose calculations are in one answer.
CHUNK = 50


@bp.get("/lab/guess")
def guess() -> Response:
    """Without a script: a redirect to the explanation of the first value that was typed, or to a value to ``reveal``.

    The first wrong guess of a covered value does not reveal it.
    """
    args = request.args.to_dict()
    reading = from_query(dict(parse_qsl(args.pop("was", ""), keep_blank_values=True)))
    wanted = args.pop("reveal", "")
    name, value = (wanted, "") if wanted else next(((n, v) for n, v in args.items() if v.strip()), ("", ""))
    if reading.errors or not name:
        return redirect(lab_address(reading.state), 303)  # type: ignore[return-value]
    steps = View(reading, {}).steps
    column, _, row = name.rpartition(".")
    known = column in {c.key for c in steps.table.shown_columns} and row.isdecimal()
    index = steps.index_of.get(f"{'rank' if steps.by_rank else 'level'}-{row}") if known else None
    what = {"measure": reading.state.show, "value": value}
    what |= {} if index is None else {"column": column, "row": str(index + 1)}
    if wanted:
        what["reveal"] = "1"
    elif name == ASKED and (steps.covers.result or "unread" in steps.position.classes):
        what["reveal"] = "0"
    elif name != ASKED:
        what["reveal"] = "later"
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
