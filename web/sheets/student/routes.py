"""The student's pages: the questions of a key, reached by the sheet's first link, and answers saved as they are typed.

The key is in the address and nowhere else. Nobody gives a name: anyone with the key can continue.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import abort, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.exercises import clean_key, new_key
from ireval.messages import Message, say
from web import store
from web.downloads.routes import drawn
from web.server import error_pages, limits
from web.sheets.class_results import moment
from web.sheets.formatted_markup import formatted_markup
from web.sheets.question_view import field_name, posted_answers
from web.sheets.secret_links import pages
from web.sheets.stored_sheets import marks_wait, sheet_of, variant_of, varies
from web.sheets.student.page import StudentPage
from web.store import Reason, Refused
from web.store.bounds import ANSWERS, TEXT

bp = pages("student", __name__, "/s")

#: The greatest number of bytes in a form: the longest answers that the store accepts, as they are sent.
LARGEST = 4 * TEXT + 100 * ANSWERS


@bp.get("/<token>")
def door(token: str) -> Response:
    """The page where a student gets a key or continues with one."""
    sheet, typed = _sheet(token), request.args.get("key", "")
    try:
        if typed.strip():
            return redirect(url_for("student.work", token=token, key=clean_key(typed, "key")), 303)
        error = None
    except InputError as found:
        error = found
    page = render_template(
        "sheets/student_door.html",
        sheet=sheet,
        content=sheet_of(sheet.body),
        intro=formatted_markup(sheet_of(sheet.body).intro),
        token=token,
        typed=typed,
        error=error,
        closes=moment(sheet.expires),
        varies=varies(sheet),
        waiting=marks_wait(sheet),
    )
    return make_response(page, 400 if error else 200 if sheet.open else 410)


@bp.get("/<token>/new")
def begin(token: str) -> Response:
    """Give the student a new key."""
    _sheet(token)
    return redirect(url_for("student.work", token=token, key=new_key()), 303)


@bp.get("/<token>/link.svg")
def link(token: str) -> Response:
    """The students' link as a QR code."""
    _sheet(token)
    return drawn(url_for("student.door", token=token, _external=True))


@bp.get("/<token>/<key>")
def work(token: str, key: str) -> Response:
    """The sheet as the student with this key gets it."""
    page = _student_page(token, key)
    if page.key != key:
        return redirect(page.address(), 303)
    if page.frozen and not page.begun:
        return redirect(url_for("student.door", token=token), 303)
    return make_response(render_template("sheets/student.html", desk=page))


@bp.post("/<token>/<key>")
@limits.changes
@limits.at_most(LARGEST)
def write(token: str, key: str) -> Response:
    """Save the whole form, then check an exercise or ask before submitting, depending on the button."""
    page = _student_page(token, key)
    keep(page, request.form)
    if "submit" in request.form:
        return redirect(url_for("student.submitting", token=token, key=page.key), 303)
    return redirect(page.address(also=request.form.get("check", "")), 303)


@bp.post("/<token>/<key>/answers")
@limits.changes
@limits.at_most(LARGEST)
def save(token: str, key: str) -> Response:
    """Save some answers: 204 once they are on disk, or JSON with the error."""
    sheet = store.store().by_student(token)
    try:
        if sheet is None:
            raise Refused(Reason.GONE)
        keep(_page_of(token, sheet, key), request.form)
    except InputError as error:
        return make_response(jsonify(error_pages.problem(error.message, error.field, error.suggestion or None)), 400)
    except Refused as error:
        return make_response(jsonify(error_pages.problem(str(error))), error.status)
    return make_response("", 204)


@bp.get("/<token>/<key>/submit")
def submitting(token: str, key: str) -> Response:
    """Ask for confirmation before the answers are submitted."""
    page = _student_page(token, key)
    if not page.once or page.frozen or not page.begun:
        return redirect(page.address(), 303)
    return make_response(render_template("sheets/student_submission.html", desk=page))


@bp.post("/<token>/<key>/submit")
@limits.changes
def submit(token: str, key: str) -> Response:
    """Submit the answers; on a sheet that is submitted once, they can no longer be changed."""
    page = _student_page(token, key)
    if page.once:
        store.store().submit(page.sheet, page.key)
    return redirect(page.address(), 303)


def keep(page: StudentPage, form: Mapping[str, str]) -> None:
    """Store the answers that have changed. Raises ``InputError`` naming the field, or ``Refused``.

    Answers before the one that is refused are stored.
    """
    before = page.given
    for question in variant_of(page.sheet.body, page.key).questions:
        for part, text in posted_answers(question, form).items():
            if before.get((question.id, part), "") == text.strip():
                continue
            try:
                store.store().save(page.sheet, page.key, question.id, part, text)
            except InputError as error:
                raise error.at(field_name(question, question.part(part))) from error


def _sheet(token: str) -> store.Sheet:
    return store.store().by_student(token) or abort(404, say(Message("no-sheet-for-student")))


def _student_page(token: str, key: str) -> StudentPage:
    return _page_of(token, _sheet(token), key)


def _page_of(token: str, sheet: store.Sheet, key: str) -> StudentPage:
    answers = store.store().answers(sheet, clean_key(key, "key"))
    return StudentPage(token, sheet, answers, request.args.getlist("checked"))
