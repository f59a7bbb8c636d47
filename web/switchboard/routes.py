"""The switchboard: every measure of the list under every preset, what differs, and why. Stateless, like the lab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from ireval.conventions import PRESETS
from ireval.errors import InputError, nearest
from ireval.explanation.plain_table import preset_table
from ireval.explanation.switchboard import CUSTOM, Row
from ireval.messages import Message, say
from web.files.table_files import TABLE_ENDING, conventions_note, table_file
from web.lab.page import View
from web.server.error_pages import problem
from web.state.address import Reading, from_query
from web.state.list_request import requested_state
from web.switchboard.formula_question import BACK, FormulaQuestion
from web.switchboard.page import ROWS, Board, rows_of

bp = Blueprint("switchboard", __name__)


@bp.get("/switchboard")
def board() -> Response:
    """The board for the list in the address."""
    reading, rows = read(request.args)
    traps = [preset for preset in PRESETS.values() if preset.traps]
    page = render_template("switchboard/switchboard.html", board=Board(reading, rows), state=reading.state, traps=traps)
    return make_response(page, 400 if reading.errors else 200)


@bp.get("/formula/<page>")
def formula(page: str) -> Response:
    """Ask for the formula of a course, with the list in the address, and lead back to ``page``."""
    if page not in BACK:
        abort(404)
    reading = from_query(request.args)
    question = FormulaQuestion(reading, page)
    shown = render_template("switchboard/formula.html", question=question, state=reading.state)
    return make_response(shown, 400 if reading.errors else 200)


@bp.get(f"/take/switchboard.{TABLE_ENDING}")
def table(ending: str) -> Response:
    """All measures that the lab lists, under every preset."""
    state = requested_state()
    reading = Reading(state, [])
    rows = rows_of(View(reading, {}))
    heads = {head.key: head.short for head in Board(reading, ROWS[0]).heads}
    notes = [conventions_note(state), say(Message("empty-cells"))]
    return table_file(preset_table(rows, heads, "Switchboard of conventions", notes), "switchboard", ending, state)


@bp.get("/api/v1/switchboard")
def interface() -> Response | tuple[Response, int]:
    """Answer with JSON: measures with a value for each column, and the groups of columns that agree."""
    reading, _ = read(request.args)
    errors = list(reading.errors)
    if not {"labels", "subtopics", "collection"} & set(request.args):
        errors.insert(0, InputError("labels", "no-list-in-address"))
    if errors:
        return jsonify(problem(errors[0].message, errors[0].field, errors[0].suggestion or None)), 400
    s = reading.state
    rows = rows_of(View(reading, {}))
    return jsonify({"current": CUSTOM if s.overrides else s.preset, "measures": [_json(row) for _, row in rows]})


def read(args: Mapping[str, str]) -> tuple[Reading, str]:
    """Return the state in an address, and its choice of rows."""
    rows = args.get("rows", ROWS[0])
    reading = from_query({name: value for name, value in args.items() if name != "rows"})
    if rows not in ROWS:
        reading.errors.append(InputError("rows", "unknown-rows", text=rows, hint=nearest(rows, ROWS)))
        rows = ROWS[0]
    return reading, rows


def _json(row: Row) -> dict[str, Any]:
    return {
        "name": str(row.spec),
        "values": {cell.key: cell.value for cell in row.cells},
        "standing": {cell.key: cell.support for cell in row.cells},
        "groups": [
            {"presets": list(g.keys), "value": g.value, "deciding": {n: g.shown.conventions[n] for n in g.deciding}}
            for g in row.groups
        ],
    }
