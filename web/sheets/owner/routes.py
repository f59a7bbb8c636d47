"""The pages of a sheet's owner: the results of the class, and the actions on the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from flask import Response, abort, make_response, redirect, request, session, stream_with_context, url_for
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError
from ireval.exercises import clean_key
from ireval.exercises.exports.platform_files import file_name
from ireval.exercises.exports.sheet_files import FILE_KINDS, FileKind
from ireval.exercises.paper.pdf import DETAILS, FULL, PAPERS
from ireval.messages import Message, say
from ireval.numbers.notation import read_number
from web import store
from web.coursework.class_results import exercise_title
from web.coursework.fresh_seed import with_fresh_seed
from web.coursework.marks.class_marking import class_results, marked_class, student_result
from web.coursework.marks.marked_answers import marked_answers
from web.coursework.marks.stored_marks import marking_version
from web.coursework.overview import Overview
from web.coursework.recovery_notice import note_code, take_code
from web.coursework.secret_links import pages
from web.coursework.stored_sheets import marks_wait, sheet_of, varies
from web.coursework.student_list import student_line
from web.messages.moments import short_moment
from web.question.answer_notes import points_number
from web.question.question_view import question_view
from web.server import limits
from web.server.error_pages import refusal
from web.sheets.file_formats import formats, most_variants
from web.sheets.owner.access import owned_sheet, render_page
from web.sheets.result_files import answer_rows, csv_pieces, point_rows
from web.store import student_token
from web.store.bounds import DAYS, STUDENT_NAME

bp = pages("owner", __name__, "/o")


@bp.get("/<token>")
def results(token: str) -> Answer:
    """Show the results of all students, or with ``whose=submitted`` only of those who have submitted.

    The page requests them regularly. As long as nothing has changed, they are not computed again. If a class is not
    marked yet, each request marks a part of it.
    """
    sheet = owned_sheet(token)
    state = f"{store.store().state_digest(sheet)}{marking_version()[:8]}"
    if request.if_none_match.contains(state):
        return make_response("", 304)
    only, page = request.args.get("whose") == "submitted", request.args.get("page", 1, int)
    find = request.args.get("find", "").strip()[:STUDENT_NAME]
    view = Overview(sheet, marked_class(sheet), only=only, page=page, find=find)
    asked = [(exercise.id, exercise_title(exercise)) for exercise in sheet_of(sheet.body).exercises]
    shown = state if view.complete else ""
    return make_response(render_page("owner", token, sheet, state=shown, view=view, asked=asked))


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
    """Return the page of the links, with the recovery code if it is new.

    ``unsupported`` lists parts that a requested kind of file does not support.
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
    line = student_line(student_result(sheet, found))
    once, points = sheet.mode is store.Mode.ONCE, points_number(sheet_of(sheet.body).points)
    sheet = sheet.of(answers.key)
    more = {"line": line, "once": once, "points": points, "exercises": questions, "devices": devices}
    return render_page("owner_student", token, sheet, **more)


@bp.get("/<token>/points.csv")
def points(token: str) -> Answer:
    """The points of every student as CSV, for a gradebook; ``decimal=comma`` for programs that expect it."""
    sheet, decimal = owned_sheet(token), request.args.get("decimal", "point")
    seats = store.store().rosters.seats(sheet) if sheet.mode is store.Mode.ONCE else []
    students = class_results(sheet, with_answers=False)
    return _results_file(sheet, "points", csv_pieces(point_rows(sheet, students, decimal, seats), decimal))


@bp.get("/<token>/answers.csv")
def answers(token: str) -> Answer:
    """All answers with their marks, as CSV."""
    sheet, decimal = owned_sheet(token), request.args.get("decimal", "point")
    students = class_results(sheet, with_answers=True)
    return _results_file(sheet, "answers", csv_pieces(answer_rows(students, decimal), decimal))


@bp.post("/<token>/keep")
@limits.changes
def keep(token: str) -> Answer:
    """Change the date on which the sheet expires to a number of days from now."""
    sheet, typed = owned_sheet(token), request.form.get("days", "").strip()
    if not typed.isdecimal() or not 1 <= int(typed[:9]) <= DAYS:
        raise InputError("days", "not-a-number-of-days", text=typed, most=DAYS)
    store.store().keep(sheet, timedelta(days=int(typed[:9])))
    return redirect(url_for("owner.results", token=token), 303)


@bp.post("/<token>/most")
@limits.changes
def most(token: str) -> Answer:
    """Set how many students may practise on the sheet, within what the server allows."""
    sheet, allowed = owned_sheet(token), store.store().rosters.most
    if sheet.mode is not store.Mode.PRACTICE:
        abort(404)
    typed, title = request.form.get("most", "").strip(), say(Message("students-title"))
    number = int(read_number(typed, "most", title, whole=True, least=1, most=allowed)) if typed else None
    store.store().limit_students(sheet, number)
    return redirect(url_for("owner.results", token=token), 303)


@bp.post("/<token>/copy")
@limits.publishing
def copy(token: str) -> Answer:
    """Publish the same exercises again with a fresh seed, with new links and without answers."""
    sheet = owned_sheet(token)
    body = with_fresh_seed(sheet_of(sheet.body)).to_json().decode()
    made = store.store().copy(sheet, body=body, lifetime=store.lifetime())
    note_code(session, made.id, made.recovery)
    return redirect(url_for("owner.links", token=made.owner), 303)


@bp.post("/<token>/students/<key>/hand-back")
@limits.changes
def hand_back(token: str, key: str) -> Answer:
    """Let a student who has submitted continue."""
    store.store().hand_back(owned_sheet(token), clean_key(key, "key"))
    return redirect(url_for("owner.student", token=token, key=key), 303)


def _results_file(sheet: store.Sheet, name: str, pieces: Iterator[str]) -> Answer:
    """A file that is made while it is sent; if the class is not marked yet, a page that says so."""
    view = Overview(sheet, marked_class(sheet))
    if not view.complete:
        return refusal(503, Message("marks-not-complete", progress=view.progress), **{"Retry-After": "1"})
    answer = Response(stream_with_context(pieces), mimetype="text/csv")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{file_name(sheet_of(sheet.body))}.{name}.csv")
    return answer
