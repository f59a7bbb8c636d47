"""The page of a student: own questions by the sheet's first link and a key, and answers that are kept while they are
typed.

The key is in the address and nowhere else. Nobody gives a name: whoever has the key goes on where it was left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from flask import abort, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.exercises import clean_key, new_key
from web import errors, limits, store
from web.sheets import showing
from web.sheets.results import Script, moment, number, script
from web.sheets.secret import pages
from web.sheets.stored import sheet_of, variant_of, varies, waiting
from web.store import Answers, Mode, Reason, Refused
from web.store.bounds import ANSWERS, TEXT
from web.take import drawn

bp = pages("student", __name__, "/s")

#: Bytes of a form with the longest answers that the store takes, as it is sent.
LARGEST = 4 * TEXT + 100 * ANSWERS
UNKNOWN = (
    "No sheet is reached by this link. It may be mistyped, or the sheet has expired or was deleted. "
    "Ask whoever gave you the link."
)


class Desk:
    """A student's sheet, laid out, and what can be done with it now.

    Marks are shown of the exercises that are ``checked``; of all, once answers are submitted or practice is over. Where
    they are ``waiting``, they are told when the sheet is closed.
    """

    def __init__(self, token: str, sheet: store.Sheet, answers: Answers, checked: Iterable[str] = ()) -> None:
        self.token, self.key = token, answers.key
        self.sheet = sheet
        self.once = sheet.mode is Mode.ONCE
        self.begun = answers.begun is not None
        self.submitted = moment(answers.submitted) if self.once and answers.submitted else ""
        self.frozen = bool(self.submitted) or not sheet.open
        self.waiting = waiting(sheet)
        self.done = bool(self.submitted and not self.waiting) or (self.frozen and not self.once)
        self.given = answers.given
        self._answers = answers
        self._checked = frozenset() if self.once else frozenset(checked)

    @cached_property
    def script(self) -> Script:
        """The answers, marked."""
        return script(self.sheet, self._answers)

    @property
    def score(self) -> str:
        """All points, in words."""
        return f"{number(self.script.points)} of {showing.points(sheet_of(self.sheet.body).points)}"

    @property
    def others(self) -> bool:
        """Whether another key has other numbers to practise with."""
        return not self.once and not self.frozen and varies(self.sheet)

    @property
    def state(self) -> str:
        """What a script that has not sent anything yet says of the answers."""
        return "All answers are saved" if self.given else "Answers are saved as you type"

    @property
    def empty(self) -> int:
        """How many gaps are not filled."""
        return self.script.gaps - self.script.filled

    @property
    def exercises(self) -> list[showing.Asked]:
        """The exercises with what was answered, and where that is to be shown, the marks."""
        return [
            showing.asked(
                question,
                number,
                {part.id: self.given.get((question.id, part.id), "") for part in question.parts},
                self.script.of(question.id) if self.shows(question.id) else None,
                disabled=self.frozen,
                trying=not self.done,
            )
            for number, question in enumerate(variant_of(self.sheet.body, self.key).questions, start=1)
        ]

    def shows(self, exercise: str) -> bool:
        """Whether the marks of an exercise are to be seen."""
        return self.done or exercise in self._checked

    def address(self, *, also: str = "") -> str:
        """The page's own, with the marks of one more exercise."""
        asked = [q.id for q in variant_of(self.sheet.body, self.key).questions]
        checked = [name for name in asked if name == also or name in self._checked]
        anchor = f"exercise-{also}" if also else None
        return url_for("student.work", token=self.token, key=self.key, checked=checked or None, _anchor=anchor)


@bp.get("/<token>")
def door(token: str) -> Response:
    """Where a student gets a key, or goes on with one."""
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
        asked=sheet_of(sheet.body),
        token=token,
        typed=typed,
        error=error,
        closes=moment(sheet.expires),
        varies=varies(sheet),
        waiting=waiting(sheet),
    )
    return make_response(page, 400 if error else 200 if sheet.open else 410)


@bp.get("/<token>/new")
def begin(token: str) -> Response:
    """A key that nobody has had."""
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
    desk = _desk(token, key)
    if desk.key != key:
        return redirect(desk.address(), 303)
    if desk.frozen and not desk.begun:
        return redirect(url_for("student.door", token=token), 303)
    return make_response(render_template("sheets/student.html", desk=desk))


@bp.post("/<token>/<key>")
@limits.changes
@limits.at_most(LARGEST)
def write(token: str, key: str) -> Response:
    """Keep the whole form, then check an exercise or lead to submitting, as the button says."""
    desk = _desk(token, key)
    keep(desk, request.form)
    if "submit" in request.form:
        return redirect(url_for("student.submitting", token=token, key=desk.key), 303)
    return redirect(desk.address(also=request.form.get("check", "")), 303)


@bp.post("/<token>/<key>/answers")
@limits.changes
@limits.at_most(LARGEST)
def save(token: str, key: str) -> Response:
    """Keep some answers: 204, once they are on disk, or JSON that says what was refused."""
    sheet = store.store().by_student(token)
    try:
        if sheet is None:
            raise Refused(Reason.GONE)
        keep(_seated(token, sheet, key), request.form)
    except InputError as error:
        return make_response(jsonify(errors.problem(error.message, error.field, error.suggestion or None)), 400)
    except Refused as error:
        return make_response(jsonify(errors.problem(str(error))), error.status)
    return make_response("", 204)


@bp.get("/<token>/<key>/submit")
def submitting(token: str, key: str) -> Response:
    """Ask whether the answers are to be submitted."""
    desk = _desk(token, key)
    if not desk.once or desk.frozen or not desk.begun:
        return redirect(desk.address(), 303)
    return make_response(render_template("sheets/student_submission.html", desk=desk))


@bp.post("/<token>/<key>/submit")
@limits.changes
def submit(token: str, key: str) -> Response:
    """Submit, after which answers that are taken once stand."""
    desk = _desk(token, key)
    if desk.once:
        store.store().submit(desk.sheet, desk.key)
    return redirect(desk.address(), 303)


def keep(desk: Desk, form: Mapping[str, str]) -> None:
    """Store what has changed. Raises ``InputError`` naming the field, and ``Refused``; others may be stored then."""
    before = desk.given
    for question in variant_of(desk.sheet.body, desk.key).questions:
        for part, text in showing.answers(question, form).items():
            if before.get((question.id, part), "") == text.strip():
                continue
            try:
                store.store().save(desk.sheet, desk.key, question.id, part, text)
            except InputError as error:
                name = showing.field(question, question.part(part))
                raise InputError(name, error.message, error.suggestion) from error


def _sheet(token: str) -> store.Sheet:
    return store.store().by_student(token) or abort(404, UNKNOWN)


def _desk(token: str, key: str) -> Desk:
    return _seated(token, _sheet(token), key)


def _seated(token: str, sheet: store.Sheet, key: str) -> Desk:
    answers = store.store().answers(sheet, clean_key(key, "key"))
    return Desk(token, sheet, answers, request.args.getlist("checked"))
