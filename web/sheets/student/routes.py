"""The student's pages: the questions of a key, reached by the sheet's first link, and answers saved as they are typed.

The key is in the address and nowhere else: anyone with the key can continue. Only keys that the server gave out open
anything: those of the roster, or where everybody can practise, signed ones that anybody gets here, in limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from flask import abort, jsonify, make_response, redirect, render_template, request, url_for
from flask_limiter import RateLimitExceeded
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.exercises import clean_key
from ireval.exercises.generator.issued_keys import new_issued_key
from ireval.messages import Message, say
from web import store
from web.downloads.routes import drawn
from web.server import error_pages, limits
from web.sheets.moments import moment
from web.sheets.question_view import field_name, posted_answers
from web.sheets.secret_links import pages
from web.sheets.stored_sheets import is_given_out
from web.sheets.student.device import SAVED, is_overtaken, last_save, news, this_device, with_device
from web.sheets.student.door import door_page
from web.sheets.student.exercise_progress import BUTTONS
from web.sheets.student.page import StudentPage
from web.sheets.student.remarks import remarks_on
from web.store import Mode, Reason, Refused
from web.store.bounds import ANSWERS, TEXT

bp = pages("student", __name__, "/s")

#: The greatest number of bytes in a form: the longest answers that the store accepts, as they are sent.
LARGEST = 2 * (4 * TEXT + 100 * ANSWERS)  # each with what it was


@bp.get("/<token>")
def door(token: str) -> Response:
    """The page where a student gets a key or continues with one."""
    sheet, typed = _sheet(token), request.args.get("key", "")
    try:
        if typed.strip():
            return redirect(url_for("student.work", token=token, key=clean_key(typed, "key")), 303)
    except InputError as error:
        return door_page(token, sheet, 400, typed, f"{error.message} {error.suggestion}")
    return door_page(token, sheet, 200 if sheet.accepts or sheet.early else 410)


@bp.get("/<token>/new")
def begin(token: str) -> Response:
    """Give the student a new key, where everybody can practise."""
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
    return drawn(url_for("student.door", token=token, _external=True))


@bp.get("/<token>/<key>")
def work(token: str, key: str) -> Response:
    """The sheet as the student with this key gets it."""
    sheet = _sheet(token)
    try:
        page = _page_of(token, sheet, key)
    except InputError as error:
        return door_page(token, sheet, 400, key, f"{error.message} {error.suggestion}")
    except Refused as error:
        return door_page(token, sheet, error.status, key, str(error) if sheet.accepts else say(error.problem))
    if page.key != key:
        return redirect(page.address(), 303)
    if page.sheet.early or (page.frozen and not page.begun):
        return redirect(url_for("student.door", token=token), 303)
    others = store.store().devices.elsewhere(sheet, page.key, this_device())
    saved = moment(others.saved) if others.saved else ""
    here = last_save(sheet, page.key)
    text = render_template("sheets/student.html", desk=page, others=others, saved_there=saved, saved_here=here)
    return with_device(make_response(text), token)


@bp.post("/<token>/<key>")
@limits.changes
@limits.at_most(LARGEST)
def write(token: str, key: str) -> Response:
    """Save the whole form, then show a stage of an exercise or ask before submitting, depending on the button."""
    page = _student_page(token, key)
    keep(page, request.form)
    if "submit" in request.form:
        return redirect(url_for("student.submitting", token=token, key=page.key), 303)
    button = next((name for name in BUTTONS if name in request.form), "")
    if not button:
        return redirect(page.address(), 303)
    exercise = request.form[button]
    _student_page(token, key).ask(exercise, button)
    return redirect(page.address(at=f"exercise-{exercise}"), 303)


@bp.post("/<token>/<key>/answers")
@limits.changes
@limits.at_most(LARGEST)
def save(token: str, key: str) -> Response:
    """Save some answers: 204 once they are on disk, or JSON with remarks and news of other devices, or the error.

    202, and nothing is stored, if this browser has saved answers of which the request does not know. It arrived late,
    and nobody waits for it any more; or else its page sends the answers again, and knows of the others then.
    """
    sheet = store.store().by_student(token)
    try:
        if sheet is None:
            raise Refused(Reason.GONE)
        page = _page_of(token, sheet, key)
        if is_overtaken(sheet, page.key):
            return make_response("", 202, {SAVED: last_save(sheet, page.key)})
        keep(page, request.form)
        found = news(sheet, page.key)
    except InputError as error:
        return make_response(jsonify(error_pages.problem(error.message, error.field, error.suggestion or None)), 400)
    except Refused as error:
        return make_response(jsonify(error_pages.problem(str(error))), error.status)
    except RateLimitExceeded as error:
        reason, headers = limits.wait_after(error)
        return make_response(jsonify(error_pages.problem(say(reason))), 429, headers)
    remarks = _remarks(page, request.form)
    answer = make_response(jsonify(found.plain | {"remarks": remarks}) if any(found) or remarks else ("", 204))
    answer.headers[SAVED] = last_save(sheet, page.key)
    return answer


@bp.get("/<token>/<key>/elsewhere")
@limits.visits
def elsewhere(token: str, key: str) -> Response:
    """News of other devices, for a page that is open; 204 if there is none."""
    sheet = store.store().by_student(token)
    found = news(sheet, clean_key(key, "key")) if sheet else ()
    return make_response(jsonify(found.plain) if found and any(found) else ("", 204))


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
    if page.once and not page.frozen:
        store.store().submit(page.sheet, page.key, device=this_device())
    return redirect(page.address(), 303)


def keep(page: StudentPage, form: Mapping[str, str]) -> None:
    """Store the answers that have changed. Raises ``InputError`` naming the field, or ``Refused``.

    Answers before the one that is refused are stored. A form that is sent without JavaScript holds all answers, and
    says what ``was`` in its fields before: those that have not changed may be newer on another device. The answers to
    an exercise whose solution was shown stay as they are.
    """
    begins = not page.begun and not page.once
    before, compared = page.given, "compared" in form
    over = ""
    for question in page.questions:
        for part, text in posted_answers(question, form).items():
            name = field_name(question, question.part(part))
            old = form.get(f"was:{name}", "") if compared else None
            if text.strip() in (before.get((question.id, part), ""), old):
                continue
            if page.is_over(question.id):
                over = over or name
                continue
            if begins:
                _count_beginning()
                begins = False
            try:
                store.store().save(page.sheet, page.key, question.id, part, text, device=this_device())
            except InputError as error:
                raise error.at(name) from error
    if over:
        raise InputError(over, "exercise-over")


@limits.new_keys
def _count_key_of_address() -> None:
    """Count a new key for the visitor's address; too many are refused."""


@limits.new_keys_of(this_device)
def _count_key_of_browser() -> None:
    """Count a new key for the browser, after its address: whoever invents cookies fills no memory with counts."""


@limits.first_answers
def _count_beginning() -> None:
    """Count somebody who begins to practise; too many from one address are refused."""


def _remarks(page: StudentPage, form: Mapping[str, str]) -> dict[str, str]:
    """What is said of the answers in the form, by the name of their field."""
    return {
        field_name(question, question.part(part)): text
        for question in page.questions
        for part, text in remarks_on(question, posted_answers(question, form)).items()
    }


def _sheet(token: str) -> store.Sheet:
    return store.store().by_student(token) or abort(404, say(Message("no-sheet-for-student")))


def _student_page(token: str, key: str) -> StudentPage:
    return _page_of(token, _sheet(token), key)


def _page_of(token: str, sheet: store.Sheet, key: str) -> StudentPage:
    since = datetime.now(UTC)
    answers = store.store().answers(sheet, clean_key(key, "key"))
    if answers.begun is None and sheet.mode is Mode.PRACTICE and not is_given_out(sheet, answers.key):
        raise Refused(Reason.NOT_ISSUED)
    return StudentPage(token, sheet, answers, since)
