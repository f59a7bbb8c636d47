"""The student's pages: the questions of a key, reached by the sheet's first link, and answers saved as they are typed.

The key is only in the address: anyone with the key can continue. Only keys that the server gave out are valid: those of
the roster, or on sheets on which everybody can practise, signed keys that anybody gets here, within limits.
"""

from __future__ import annotations

from datetime import UTC, datetime

from flask import abort, jsonify, make_response, redirect, render_template, request, url_for
from flask_limiter import RateLimitExceeded
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.exercises import clean_key
from ireval.exercises.generator.issued_keys import new_issued_key
from ireval.messages import Message, say
from web import store
from web.coursework.marks.class_marking import keep_marks
from web.coursework.secret_links import pages
from web.coursework.stored_sheets import is_given_out
from web.files.address_code import address_code
from web.messages.moments import moment
from web.question.staged_practice import BUTTONS
from web.server import error_pages, limits
from web.sheets.student.counting import count_changes, count_visits
from web.sheets.student.device import SAVED, acknowledge, news, this_device, with_device
from web.sheets.student.door import door_page
from web.sheets.student.page import StudentPage
from web.sheets.student.saving import keep, remarks_on_form
from web.store import Mode, Reason, Refused
from web.store.bounds import ANSWERS, TEXT

bp = pages("student", __name__, "/s")

#: The most bytes of a form: the longest answers that the store accepts, as they are sent.
LARGEST = 2 * (4 * TEXT + 100 * ANSWERS)  # each with its earlier text


@bp.get("/<token>")
def door(token: str) -> Response:
    """Show the page on which a student gets a key or continues with one."""
    sheet, typed = _sheet(token), request.args.get("key", "")
    try:
        if typed.strip():
            return redirect(url_for("student.work", token=token, key=clean_key(typed, "key")), 303)
    except InputError as error:
        return door_page(token, sheet, 400, typed, f"{error.message} {error.suggestion}")
    if "key" in request.args:
        return door_page(token, sheet, 400, problem=say(Message("key-not-entered")))
    return door_page(token, sheet, 200 if sheet.accepts or sheet.early else 410)


@bp.get("/<token>/new")
def begin(token: str) -> Response:
    """Give the student a new key, on sheets on which everybody can practise."""
    sheet = _sheet(token)
    if sheet.mode is Mode.ONCE:
        return door_page(token, sheet, 403, problem=say(Message("keys-from-roster")))
    if not sheet.accepts:
        return redirect(url_for("student.door", token=token), 303)
    try:
        _count_key_of_address()
        _count_key_of_browser()
    except RateLimitExceeded as error:
        reason, headers = limits.wait_after(error)
        answer = door_page(token, sheet, 429, refusal=say(reason))
        answer.headers.extend(headers)
        return answer
    where = url_for("student.work", token=token, key=new_issued_key(sheet.secret))
    return with_device(make_response(redirect(where, 303)), token)


@bp.get("/<token>/link.svg")
def link(token: str) -> Response:
    """The students' link as a QR code."""
    _sheet(token)
    return address_code(url_for("student.door", token=token, _external=True))


@bp.get("/<token>/<key>")
def work(token: str, key: str) -> Response:
    """Show the variant of the student with this key."""
    sheet = _sheet(token)
    try:
        page = _page_of(token, sheet, key)
    except InputError as error:
        return door_page(token, sheet, 400, key, f"{error.message} {error.suggestion}")
    except Refused as error:
        return door_page(token, sheet, error.status, key, str(error) if sheet.accepts else say(error.problem))
    if page.key != key:
        return redirect(page.address(), 303)
    if page.sheet.early and sheet.spread:
        return door_page(token, page.sheet, 200, own=page.key)
    if page.sheet.early or (page.frozen and not page.begun):
        return redirect(url_for("student.door", token=token), 303)
    others = store.store().devices.elsewhere(sheet, page.key, this_device())
    saved = moment(others.saved) if others.saved else ""
    text = render_template("sheets/student.html", desk=page, others=others, saved_there=saved)
    if page.marked:
        keep_marks(page.sheet, page.key)  # its questions are drawn anyway; so the owner's page need not draw them
    return with_device(make_response(text), token)


@bp.post("/<token>/<key>")
@count_changes
@limits.at_most(LARGEST)
def write(token: str, key: str) -> Response:
    """Save the whole form, then show a stage of an exercise or ask before submitting, depending on the button."""
    page = _student_page(token, key)
    keep(token, page.sheet, page.key, request.form)
    if "submit" in request.form:
        return redirect(url_for("student.submitting", token=token, key=page.key), 303)
    button = next((name for name in BUTTONS if name in request.form), "")
    if not button:
        return redirect(page.address(), 303)
    exercise = request.form[button]
    _student_page(token, key).ask(exercise, button)
    return redirect(page.address(at=f"exercise-{exercise}"), 303)


@bp.post("/<token>/<key>/answers")
@count_changes
@limits.at_most(LARGEST)
def save(token: str, key: str) -> Response:
    """Save some answers: 204 once they are on disk, or JSON with remarks and news of other devices, or the error.

    202 if they came late and are not stored; the page may then send them again, with the response's header.
    """
    try:
        sheet, key = store.store().remembered(token), clean_key(key, "key")
        found = keep(token, sheet, key, request.form, known=request.headers.get(SAVED))
    except InputError as error:
        return make_response(jsonify(error_pages.problem(error.message, error.field, error.suggestion or None)), 400)
    except Refused as error:
        return make_response(jsonify(error_pages.problem(str(error))), error.status)
    except RateLimitExceeded as error:
        reason, headers = limits.wait_after(error)
        return make_response(jsonify(error_pages.problem(say(reason))), 429, headers)
    return acknowledge(found, remarks_on_form(sheet, key, request.form))


@bp.get("/<token>/<key>/elsewhere")
@count_visits
def elsewhere(token: str, key: str) -> Response:
    """Answer with news of other devices for an open page; 204 if there are none."""
    sheet = store.store().by_student(token)
    others = store.store().devices.elsewhere(sheet, clean_key(key, "key"), this_device()) if sheet else None
    found = news(others) if others else ()
    return make_response(jsonify(found.plain) if found and any(found) else ("", 204))


@bp.get("/<token>/<key>/submit")
def submitting(token: str, key: str) -> Response:
    """Ask for confirmation before the answers are submitted."""
    page = _student_page(token, key)
    if not page.once or page.frozen or not page.begun:
        return redirect(page.address(), 303)
    return make_response(render_template("sheets/student_submission.html", desk=page))


@bp.post("/<token>/<key>/submit")
@count_changes
def submit(token: str, key: str) -> Response:
    """Submit the answers; if the sheet is submitted only once, they can no longer be changed."""
    page = _student_page(token, key)
    if page.once and not page.frozen:
        store.store().submit(page.sheet, page.key, device=this_device())
    return redirect(page.address(), 303)


@limits.new_keys
def _count_key_of_address() -> None:
    """Count a new key for the visitor's network address; too many are refused."""


@limits.new_keys_of(this_device)
def _count_key_of_browser() -> None:
    """Count a new key for the browser, but only after its address, so that invented cookies do not fill the memory."""


def _sheet(token: str) -> store.Sheet:
    return store.store().by_student(token) or abort(404, say(Message("no-sheet-for-student")))


def _student_page(token: str, key: str) -> StudentPage:
    return _page_of(token, _sheet(token), key)


def _page_of(token: str, sheet: store.Sheet, key: str) -> StudentPage:
    since = datetime.now(UTC)
    answers = store.store().answers(sheet, clean_key(key, "key"))
    if answers.begun is None and sheet.mode is Mode.PRACTICE and not is_given_out(sheet, answers.key):
        raise Refused(Reason.NOT_ISSUED)
    return StudentPage(token, sheet.of(answers.key), answers, since)
