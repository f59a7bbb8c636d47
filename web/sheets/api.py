"""Sheets in the JSON interface: made from a seed, their variants, and answers marked. Nothing is stored.

One address, `/api/v1/sheets`, takes an object. Its fields decide the answer:

- ``seed``: a new sheet; with ``secret``, its lists do not follow from the seed alone.
- ``sheet`` and ``key``: the questions of this variant; with `?key=1`, also the correct answers.
- ``sheet``, ``key`` and ``answers``, by exercise and part: the marks of the answers.
- ``sheet`` and ``format``, with ``variants``, ``paper`` and ``detail``: a file. The header `X-Notes` lists, in JSON,
  parts that the format does not support, exercises that answer each other, and a missing secret of a submitted sheet.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, request

from ireval.conventions import DEFAULT_PRESET, PRESETS
from ireval.errors import InputError
from ireval.exercises import Marked, Part, Question, Sheet, Shown, clean_key, from_json, make_sheet, mark, wrong_answers
from ireval.exercises.exports.platform_files import MOST_VARIANTS
from ireval.exercises.generator.fresh_numbers import new_secret
from ireval.exercises.paper.pdf import FULL
from ireval.exercises.sheet.json_fields import MOST_BYTES, JsonObject, parse_json
from ireval.exercises.sheet.model import (
    LEAST_DECIMALS,
    LONGEST_TITLE,
    MOST_DECIMALS,
    MOST_EXERCISES,
    MOST_SEED,
    canonical,
    picked,
)
from ireval.exercises.variants.sheet_check import faults
from ireval.exercises.variants.time_limit import SHORT, check_time, time_limit
from ireval.messages import Message, say
from web.jobs.api import accepted_answer
from web.question.single_questions import questions
from web.server import limits
from web.server.incoming.json_requests import refusal, takes_only
from web.sheets.file_formats import attachment, file_order, requested_file

#: The fields of a marked answer.
_MARK_FIELDS = ("given", "outcome", "points", "cause", "text")
LARGEST = MOST_BYTES + 100_000  # of a sheet, and answers to it

bp = Blueprint("sheets_api", __name__, url_prefix="/api/v1")
bp.register_error_handler(InputError, refusal)


@bp.post("/sheets")
@limits.changes
@limits.at_most(LARGEST)
@time_limit(SHORT)
def sheets() -> Response:
    """Answer with a sheet, its questions for a key, marks, or a file, depending on the fields of the request."""
    takes_only("key")
    body = JsonObject(parse_json(request.get_data()), "")
    if "sheet" not in body.data:
        return Response(_seeded_sheet(body).to_json(), mimetype="application/json")
    sheet = from_json(canonical(body.object("sheet").data))
    if "format" in body.data:
        return _file(sheet, body)
    key = clean_key(body.text("key"), "key")
    given = _answers(body.object("answers")) if "answers" in body.data else None
    body.end()
    found = questions(sheet, key)
    if given is not None:
        return jsonify(_marks(key, [_marked(q, given.get(q.id, {})) for q in found]))
    solved = request.args.get("key") == "1"
    intro = {"intro": sheet.intro} if sheet.intro else {}
    return jsonify(
        {"key": key, "title": sheet.title, **intro, "questions": [_question(q, solved=solved) for q in found]}
    )


def _seeded_sheet(body: JsonObject) -> Sheet:
    drawn = new_secret() if body.flag("secret") else ""
    sheet = make_sheet(
        body.whole("seed", 0, MOST_SEED),
        body.whole("exercises", 1, MOST_EXERCISES, 6),
        conventions=body.choice("conventions", PRESETS, DEFAULT_PRESET),
        overrides=body.object("overrides", {}).data,
        decimals=body.whole("decimals", LEAST_DECIMALS, MOST_DECIMALS, 3),
        title=body.text("title", "", LONGEST_TITLE),
    )
    body.end()
    return replace(sheet, secret=drawn)


def _file(sheet: Sheet, body: JsonObject) -> Response:
    form, paper, detail = body.text("format"), body.text("paper", "a4"), body.text("detail", FULL)
    variants = body.whole("variants", 1, MOST_VARIANTS, 1)
    body.end()
    order = file_order(sheet, form, str(variants), paper, detail=detail, back="")
    file = requested_file(order, later=accepted_answer)
    response = attachment(file)
    notes = [*(say(note) for note in file.report), *(f"{fault.field}: {fault}" for fault in faults(sheet))]
    if sheet.guessable and form != "json":
        notes.append(say(Message("sheet-guessable")))
    response.headers["X-Notes"] = json.dumps(notes)
    return response


def _answers(body: JsonObject) -> dict[str, dict[str, str]]:
    """Answers by exercise and part, as they were typed."""
    found: dict[str, dict[str, str]] = {}
    for name in body.data:
        parts = body.object(name)
        found[name] = {part: str(parts.scalar(part)) for part in parts.data}
    return found


def _marked(q: Question, given: dict[str, str]) -> Marked:
    check_time(q.id)
    return mark(q, given)


def _question(q: Question, *, solved: bool) -> dict[str, Any]:
    check_time(q.id)
    plain = picked(q, "id", "kind", "title", "prompt", "notes", "points", "decimals")
    plain |= {name: text for name, text in picked(q, "text", "hint").items() if text}
    plain["lists"] = [_list(shown) for shown in q.lists]
    plain["parts"] = [_part(q, part, solved=solved) for part in q.parts]
    if q.grid:
        rows = [[{"part": c.part} if c.part else c.text for c in row] for row in q.grid.rows]
        plain["grid"] = {"heads": list(q.grid.heads), "rows": rows}
    if solved:
        plain |= {"solution": list(q.solution), "tables": [str(table).splitlines() for table in q.tables]}
    return plain


def _list(shown: Shown) -> dict[str, Any]:
    return {
        "title": shown.title,
        "rows": [{"rank": int(row.rank), **_document(row)} for row in shown.rows],
        "missed": [_document(row) for row in shown.missed],
        "facts": list(shown.facts),
    }


def _document(row: Any) -> dict[str, str]:
    plain = {"document": row.name, "label": row.label}
    return plain | ({"subtopics": row.subtopics} if row.subtopics else {})


def _part(q: Question, part: Part, *, solved: bool) -> dict[str, Any]:
    plain = picked(part, "id", "label", "kind", "points")
    plain |= {"hint": part.hint} if part.hint else {}
    if part.options:
        plain["options"] = [picked(option, "key", "text") for option in part.options]
    if solved:
        wrong = [picked(wrong, "value", "share", "cause", "text") for wrong in wrong_answers(q, part)]
        plain |= {"right": part.right, "wrong": wrong}
    return plain


def _marks(key: str, marked: list[Marked]) -> dict[str, Any]:
    by_hand = sum(m.by_hand for m in marked)
    return {
        "key": key,
        "points": sum(m.points for m in marked),
        "of": sum(m.question.points for m in marked),
        **({"by_hand": by_hand} if by_hand else {}),
        "exercises": [
            {
                "id": m.question.id,
                "points": m.points,
                "parts": [{"id": p.part.id, **picked(p, *_MARK_FIELDS)} for p in m.parts],
            }
            for m in marked
        ],
    }
