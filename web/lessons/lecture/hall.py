"""In a hall: a step's questions as an open sheet on the phones of a class, and the answers by cause on the screen."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from flask import abort, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from ireval.exercises.variants.time_limit import PUBLISHING, time_limit
from web import store
from web.course.course_files import lesson_named
from web.coursework.marks.class_marking import marked_class
from web.coursework.marks.stored_marks import marking_version
from web.coursework.overview import Overview
from web.coursework.publishing import publish_sheet
from web.coursework.recovery_notice import note_code
from web.coursework.secret_links import pages
from web.coursework.stored_sheets import sheet_of, varies
from web.lessons.lecture.asked_sheets import asked_sheet, note_sheet
from web.lessons.lecture.hall_sheet import hall_sheet
from web.lessons.routes import page_of
from web.lessons.step_page import StepPage
from web.messages.moments import moment
from web.question import single_questions
from web.server import limits
from web.store import student_token

bp = pages("hall", __name__, "/lessons")

#: The answers of a class in a hall are stored as long as other sheets, but at most this long.
LONGEST_KEPT = timedelta(days=30)
#: A lecturer who goes back to a step and asks within this time gets the same sheet, with its answers.
LECTURE = timedelta(hours=2)
#: Milliseconds between two updates of the answers on the screen.
RHYTHM = 3000


class Hall(NamedTuple):
    """A step whose questions are asked: the presented step, and the sheet that this browser asked there, if any."""

    step: StepPage
    owner: str
    sheet: store.Sheet | None

    @property
    def address(self) -> str:
        """The address of the page with the answers, and of the form that asks the class."""
        step = self.step
        return url_for("hall.answers", slug=step.lesson.slug, key=step.key, number=step.number)

    @property
    def is_under_way(self) -> bool:
        """Whether the class was asked in this lecture."""
        return self.sheet is not None and self.sheet.open and self.sheet.now - self.sheet.created < LECTURE

    @property
    def prompt(self) -> str:
        """The text of the question, if only one is asked."""
        asked = sheet_of(self.sheet.body).exercises if self.sheet else ()
        if len(asked) != 1 or not self.sheet:
            return ""
        return single_questions.question(sheet_of(self.sheet.body), asked[0], self.step.key).prompt

    @property
    def students(self) -> str:
        """The token of the link for students."""
        return student_token(self.owner)

    @property
    def link(self) -> str:
        """The address that students open."""
        return url_for("student.door", token=self.students, _external=True)


@bp.get("/<slug>/<key>/<int:number>/class")
def answers(slug: str, key: str, number: int) -> Response:
    """Show the address for the phones, and the answers of the class by cause; before asking, a button to ask.

    The page reloads itself regularly, as the owner's page does.
    """
    hall = _hall(slug, key, number)
    if hall.sheet is None:
        days = min(store.lifetime(), LONGEST_KEPT).days
        return make_response(render_template("lessons/hall_door.html", hall=hall, days=days))
    state = f"{store.store().state_digest(hall.sheet)}{marking_version()[:8]}"
    if request.if_none_match.contains(state):
        return make_response("", 304)
    view = Overview(hall.sheet, marked_class(hall.sheet))
    shown = {"view": view, "state": state if view.complete else "", "rhythm": RHYTHM}
    shown |= {"varies": varies(hall.sheet), "expires": moment(hall.sheet.expires)}
    return make_response(render_template("lessons/hall.html", hall=hall, **shown))


@bp.post("/<slug>/<key>/<int:number>/class")
@limits.publishing
@limits.at_most(10_000)
@time_limit(PUBLISHING)
def ask(slug: str, key: str, number: int) -> Response:
    """Publish the step's questions, or the one that is named, as a sheet for everybody who opens its link.

    Questions that were asked in this lecture are not asked again, unless the form has ``again``.
    """
    hall = _hall(slug, key, number)
    sheet = hall_sheet(hall.step, request.form.get("question", ""))
    if not sheet.exercises:
        abort(404)
    if hall.sheet and hall.is_under_way and "again" not in request.form:
        asked = [exercise.id for exercise in sheet_of(hall.sheet.body).exercises]
        if asked == [exercise.id for exercise in sheet.exercises]:
            return redirect(hall.address, 303)
    published = publish_sheet(sheet, min(store.lifetime(), LONGEST_KEPT))
    note_sheet(session, _place(hall.step), published.owner)
    note_code(session, published.id, published.recovery)
    return redirect(hall.address, 303)


@bp.post("/<slug>/<key>/<int:number>/class/<any(close, reopen):what>")
@limits.changes
def switch(slug: str, key: str, number: int, what: str) -> Response:
    """Stop accepting answers, or accept them again."""
    hall = _hall(slug, key, number)
    if hall.sheet is not None:
        (store.store().close if what == "close" else store.store().reopen)(hall.sheet)
    return redirect(hall.address, 303)


def _hall(slug: str, key: str, number: int) -> Hall:
    step = page_of(lesson_named(slug), key, number, presented=True)
    if not step.lesson.steps[number - 1].quizzes:
        abort(404)
    owner = asked_sheet(session, _place(step))
    return Hall(step, owner, store.store().by_owner(owner) if owner else None)


def _place(step: StepPage) -> str:
    """The name of a step, which does not depend on its key."""
    return f"{step.lesson.slug}/{step.number}"
