"""The addresses of lessons. The key in the address decides the numbers of all questions; nothing is stored."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from ireval.errors import InputError
from ireval.exercises import clean_key, new_key
from ireval.lessons import Lesson
from web.course.course_files import course_files, lesson_named, refresh
from web.lab.lab_answers import LabPage, answer, answer_address, answer_change
from web.lessons.course_page import CoursePage
from web.lessons.shown_quiz import Checked
from web.lessons.step_page import StepPage
from web.server.htmx import varied, wants_fragment
from web.server.security import kept_for_minutes
from web.state.address import from_query

bp = Blueprint("lessons", __name__, url_prefix="/lessons")
bp.before_request(refresh)

#: The part of an address that shows a step in the presenter view, and the lab's view in it, which stays in the address.
PRESENT, PROJECTOR = "present", "projector"


@bp.get("")
def course() -> str:
    """All lessons."""
    return render_template("lessons/course.html", course=CoursePage(course_files().entries))


@bp.get("/<slug>")
@bp.get("/<slug>/<int:number>")
def begin(slug: str, number: int = 1) -> Response:
    """Redirect to a step of a lesson, by default the first, with a new key."""
    page = page_of(lesson_named(slug), new_key(), number)
    return redirect(page.address(number), 303)  # type: ignore[return-value]


@bp.get("/<slug>/<key>/<int:number>")
def step(slug: str, key: str, number: int) -> Response:
    """A step of a lesson."""
    return _shown(page_of(lesson_named(slug), key, number))


@bp.post("/<slug>/<key>/<int:number>")
def change(slug: str, key: str, number: int) -> Response:
    """The step's lab after a change."""
    page = page_of(lesson_named(slug), key, number)
    if page.lab is None:
        abort(404)
    return answer_change(_lab_page(page))


@bp.post("/<slug>/<key>/<int:number>/answers")
def check(slug: str, key: str, number: int) -> Response:
    """Show the step with the answers that were sent, marked."""
    page = page_of(lesson_named(slug), key, number, Checked.sent(request.form))
    if not wants_fragment():
        return _shown(page)
    answered = page.answered or abort(404)
    return varied(make_response(render_template("lessons/answered.html", step_page=page, answered=answered)))


def page_of(
    lesson: Lesson, key: str, number: int, checked: Checked | None = None, *, presented: bool = False
) -> StepPage:
    """Return a step of a lesson under a key, perhaps ``presented``; the request ends with 404 if there is none."""
    try:
        clean = clean_key(key)
    except InputError:
        abort(404)
    if clean != key or not 1 <= number <= len(lesson.steps):
        abort(404)
    in_hall = presented or PRESENT in request.args or request.args.get("view") == PROJECTOR
    return StepPage(lesson, clean, number, checked, in_hall)


def _shown(page: StepPage) -> Response:
    lab = page.lab
    if lab is None:
        response = make_response(render_template("lessons/text_step.html", step_page=page))
        return kept_for_minutes(response) if page.presented else response
    if page.checked or not set(request.args) - {PRESENT}:
        parts = {**lab.parts, "view": PROJECTOR} if page.presented else lab.parts
        return answer(from_query(parts), {}, _lab_page(page))
    if PRESENT in request.args:  # the state of the lab says it in its own way
        query = {**request.args.to_dict(), "view": PROJECTOR}
        del query[PRESENT]
        return redirect(f"{request.script_root}{request.path}?{urlencode(query)}", 303)  # type: ignore[return-value]
    return answer_address(_lab_page(replace(page, changed=True)))


def _lab_page(page: StepPage) -> LabPage:
    values = {"slug": page.lesson.slug, "key": page.key, "number": page.number}
    shown = {"step_page": page, **({"figure_alone": True} if page.has_figure else {})}
    return LabPage("lessons.step", "lessons/lab_step.html", values, shown)
