"""The pages of a sheet's owner: the results of the class, and the actions on the sheet."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

from flask import abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.exercises import clean_key
from ireval.exercises.exports.platform_files import file_name
from ireval.exercises.exports.sheet_files import FileKind
from ireval.exercises.paper.pdf import MOST_PRINTED, PAPERS
from ireval.explanation.table_formats import guarded
from ireval.messages import Message, say
from web import store
from web.server import limits
from web.sheets.class_results import Results, marked_answers, moment
from web.sheets.file_formats import formats
from web.sheets.owner.page import Overview
from web.sheets.question_view import question_view
from web.sheets.secret_links import pages
from web.sheets.stored_sheets import marks_wait, sheet_of, varies
from web.store import student_token
from web.store.bounds import DAYS

bp = pages("owner", __name__, "/o")


@bp.get("/<token>")
def results(token: str) -> str:
    """The results of all students, or with ``whose=submitted`` only of those who have submitted."""
    sheet = _sheet(token)
    only = request.args.get("whose") == "submitted"
    answers = list(store.store().all_answers(sheet))
    return _page("owner", token, sheet, view=Overview(sheet, answers, only=only))


@bp.get("/<token>/links")
def links(token: str) -> str:
    """The two links, and the sheet as files."""
    return links_page(token, _sheet(token))


def links_page(token: str, sheet: store.Sheet, unsupported: tuple[FileKind, tuple[Message, ...]] | None = None) -> str:
    """The page of the links; ``unsupported`` lists what a requested kind of file does not support."""
    student = student_token(token)
    return _page(
        "links",
        token,
        sheet,
        student=student,
        papers=PAPERS,
        formats=formats(),
        varies=varies(sheet),
        waiting=marks_wait(sheet),
        unsupported=unsupported and (unsupported[0], [say(note) for note in unsupported[1]]),
        seats=len(store.store().rosters.seats(sheet)),
        most_printed=MOST_PRINTED,
        first=request.args.get("first", "1"),
        variants=request.args.get("variants", "1"),
        paper=request.args.get("paper", ""),
        student_link=url_for("student.door", token=student, _external=True),
        owner_link=url_for("owner.results", token=token, _external=True),
    )


@bp.get("/<token>/students/<key>")
def student(token: str, key: str) -> str:
    """One student's marked sheet."""
    sheet = _sheet(token)
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
    devices = store.store().devices.visits(sheet, answers.key)
    return _page("owner_student", token, sheet, view=Overview(sheet, [answers]), script=found, exercises=questions, devices=devices)


@bp.get("/<token>/answers.csv")
def answers(token: str) -> Response:
    """All answers with their marks, as CSV."""
    sheet = _sheet(token)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerows([guarded(cell) for cell in row] for row in Results(sheet, store.store().all_answers(sheet)).rows())
    # Excel reads it as UTF-8 only with a byte order mark.
    answer = make_response(("" if text.getvalue().isascii() else "\ufeff") + text.getvalue())
    answer.mimetype = "text/csv"
    answer.headers.set("Content-Disposition", "attachment", filename=f"{file_name(sheet_of(sheet.body))}.answers.csv")
    return answer


@bp.post("/<token>/close")
@limits.changes
def close(token: str) -> Response:
    """Stop accepting answers."""
    store.store().close(_sheet(token))
    return redirect(url_for("owner.results", token=token), 303)


@bp.post("/<token>/reopen")
@limits.changes
def reopen(token: str) -> Response:
    """Accept answers again."""
    store.store().reopen(_sheet(token))
    return redirect(url_for("owner.results", token=token), 303)


@bp.post("/<token>/keep")
@limits.changes
def keep(token: str) -> Response:
    """Change the date on which the sheet expires to a number of days from now."""
    sheet, typed = _sheet(token), request.form.get("days", "").strip()
    if not typed.isdecimal() or not 1 <= int(typed[:9]) <= DAYS:
        raise InputError("days", "not-a-number-of-days", text=typed, most=DAYS)
    store.store().keep(sheet, timedelta(days=int(typed[:9])))
    return redirect(url_for("owner.results", token=token), 303)


@bp.post("/<token>/copy")
@limits.publishing
def copy(token: str) -> Response:
    """Publish the same sheet again, with new links and without answers."""
    made = store.store().copy(_sheet(token), lifetime=store.lifetime())
    return redirect(url_for("owner.links", token=made.owner), 303)


@bp.post("/<token>/students/<key>/hand-back")
@limits.changes
def hand_back(token: str, key: str) -> Response:
    """Let a student who has submitted continue."""
    store.store().hand_back(_sheet(token), clean_key(key, "key"))
    return redirect(url_for("owner.student", token=token, key=key), 303)


@bp.get("/<token>/delete")
def deleting(token: str) -> str:
    """Ask for confirmation before the sheet is deleted."""
    return _deletion_page(token, _sheet(token), unsure=False)


@bp.post("/<token>/delete")
@limits.changes
def delete(token: str) -> Response:
    """Delete the sheet and all answers, if this was confirmed."""
    sheet = _sheet(token)
    if request.form.get("sure") != "yes":
        return make_response(_deletion_page(token, sheet, unsure=True), 400)
    store.store().delete(sheet)
    return make_response(render_template("sheets/owner_farewell.html", sheet=sheet))


def _sheet(token: str) -> store.Sheet:
    return store.store().by_owner(token) or abort(404, say(Message("no-sheet-for-owner")))


def _deletion_page(token: str, sheet: store.Sheet, *, unsure: bool) -> str:
    students = sum(1 for _ in store.store().all_answers(sheet))
    return _page("owner_deletion", token, sheet, students=students, unsure=unsure)


def _page(name: str, token: str, sheet: store.Sheet, **more: object) -> str:
    return render_template(
        f"sheets/{name}.html",
        token=token,
        sheet=sheet,
        expires=moment(sheet.expires),
        days=store.lifetime().days,
        **more,
    )
