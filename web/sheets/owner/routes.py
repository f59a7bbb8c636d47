"""The pages of a sheet's owner: the results of the class, and the actions on the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import partial

from flask import abort, make_response, redirect, request, session, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.exercises import clean_key
from ireval.exercises.exports.platform_files import file_name
from ireval.exercises.exports.sheet_files import FILE_KINDS, FileKind
from ireval.exercises.paper.pdf import DETAILS, FULL, PAPERS
from ireval.messages import Message, say
from web import store
from web.server import limits
from web.sheets.class_results import Results, marked_answers
from web.sheets.file_formats import formats, most_variants
from web.sheets.fresh_seed import with_fresh_seed
from web.sheets.moments import short_moment
from web.sheets.owner.access import owned_sheet, render_page
from web.sheets.owner.page import Overview
from web.sheets.question_view import question_view
from web.sheets.recovery_notice import note_code, take_code
from web.sheets.result_files import answer_rows, csv_text, point_rows
from web.sheets.secret_links import pages
from web.sheets.stored_sheets import marks_wait, sheet_of, varies
from web.store import student_token
from web.store.bounds import DAYS

bp = pages("owner", __name__, "/o")


@bp.get("/<token>")
def results(token: str) -> Response:
    """The results of all students, or with ``whose=submitted`` only of those who have submitted.

    The page asks for them again and again. As long as nothing has changed, they are not drawn again.
    """
    sheet = owned_sheet(token)
    state = store.store().state_digest(sheet)
    if request.if_none_match.contains(state):
        return make_response("", 304)
    only = request.args.get("whose") == "submitted"
    answers = list(store.store().all_answers(sheet))
    return make_response(render_page("owner", token, sheet, state=state, view=Overview(sheet, answers, only=only)))


@bp.get("/<token>/links")
def links(token: str) -> str:
    """The two links, and the sheet as files."""
    sheet = owned_sheet(token)
    return links_page(token, sheet, code=take_code(session, sheet.id))


def links_page(
    token: str,
    sheet: store.Sheet,
    unsupported: tuple[FileKind, tuple[Message, ...]] | None = None,
    code: str = "",
) -> str:
    """The page of the links, and of the recovery code if it is new.

    ``unsupported`` lists what a requested kind of file does not support.
    """
    student = student_token(token)
    return render_page(
        "links",
        token,
        sheet,
        student=student,
        code=code,
        papers=PAPERS,
        formats=formats(),
        varies=varies(sheet),
        waiting=marks_wait(sheet),
        unsupported=unsupported and (unsupported[0], [say(note) for note in unsupported[1]]),
        seats=len(store.store().rosters.seats(sheet)),
        most_printed=most_variants(sheet_of(sheet.body), FILE_KINDS["pdf"]),
        first=request.args.get("first", "1"),
        variants=request.args.get("variants", "1"),
        paper=request.args.get("paper", ""),
        details=DETAILS,
        detail=request.args.get("detail", FULL),
        student_link=url_for("student.door", token=student, _external=True),
        owner_link=url_for("owner.results", token=token, _external=True),
    )


@bp.get("/<token>/students/<key>")
def student(token: str, key: str) -> str:
    """One student's marked sheet."""
    sheet = owned_sheet(token)
    try:
        answers = store.store().answers(sheet, clean_key(key, "key"))
    except store.Refused:
        abort(404, say(Message("no-student-with-key")))
    if answers.begun is None:
        abort(404, say(Message("no-student-with-key")))
    found = marked_answers(sheet, answers)
    questions = [
        question_view(m.question, number, {p.part.id: p.given for p in m.parts}, m, disabled=True)
        for number, m in enumerate(found.marked, start=1)
    ]
    visits = store.store().devices.visits(sheet, answers.key)
    devices = [(short_moment(v.seen), short_moment(v.saved) if v.saved else "") for v in visits]
    view = Overview(sheet, [answers])
    return render_page("owner_student", token, sheet, view=view, script=found, exercises=questions, devices=devices)


@bp.get("/<token>/points.csv")
def points(token: str) -> Response:
    """The points of every student as CSV, for a gradebook; ``decimal=comma`` for programs that expect it."""
    sheet = owned_sheet(token)
    seats = store.store().rosters.seats(sheet) if sheet.mode is store.Mode.ONCE else []
    return _results_file(token, "points", partial(point_rows, seats=seats))


@bp.get("/<token>/answers.csv")
def answers(token: str) -> Response:
    """All answers with their marks, as CSV."""
    return _results_file(token, "answers", answer_rows)


@bp.post("/<token>/keep")
@limits.changes
def keep(token: str) -> Response:
    """Change the date on which the sheet expires to a number of days from now."""
    sheet, typed = owned_sheet(token), request.form.get("days", "").strip()
    if not typed.isdecimal() or not 1 <= int(typed[:9]) <= DAYS:
        raise InputError("days", "not-a-number-of-days", text=typed, most=DAYS)
    store.store().keep(sheet, timedelta(days=int(typed[:9])))
    return redirect(url_for("owner.results", token=token), 303)


@bp.post("/<token>/copy")
@limits.publishing
def copy(token: str) -> Response:
    """Publish the same exercises again with a fresh seed, with new links and without answers."""
    sheet = owned_sheet(token)
    body = with_fresh_seed(sheet_of(sheet.body)).to_json().decode()
    made = store.store().copy(sheet, body=body, lifetime=store.lifetime())
    note_code(session, made.id, made.recovery)
    return redirect(url_for("owner.links", token=made.owner), 303)


@bp.post("/<token>/students/<key>/hand-back")
@limits.changes
def hand_back(token: str, key: str) -> Response:
    """Let a student who has submitted continue."""
    store.store().hand_back(owned_sheet(token), clean_key(key, "key"))
    return redirect(url_for("owner.student", token=token, key=key), 303)


def _results_file(token: str, name: str, rows: Callable[[Results, str], Iterable[list[str]]]) -> Response:
    sheet, decimal = owned_sheet(token), request.args.get("decimal", "point")
    results = Results(sheet, store.store().all_answers(sheet))
    answer = make_response(csv_text(rows(results, decimal), decimal))
    answer.mimetype = "text/csv"
    answer.headers.set("Content-Disposition", "attachment", filename=f"{file_name(sheet_of(sheet.body))}.{name}.csv")
    return answer
