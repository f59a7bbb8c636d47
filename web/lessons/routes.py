"""The addresses of lessons. The key in the address decides the numbers of all questions; nothing is stored."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request

from ireval.errors import InputError
from ireval.exercises import clean_key, new_key
from ireval.lessons import Lesson
from web.lab.routes import LabPage, answer, changed, requested
from web.lessons.course_files import course_files, lesson_named, refresh
from web.lessons.course_page import CoursePage
from web.lessons.shown_quiz import Checked
from web.lessons.step_page import StepPage
from web.state.address import from_query

bp = Blueprint("lessons", __name__, url_prefix="/lessons")
bp.before_request(refresh)


@bp.get("")
def course() -> str:
    """All lessons."""
    return render_template("lessons/course.html", course=CoursePage(course_files().listed))


@bp.get("/<slug>")
@bp.get("/<slug>/<int:number>")
def begin(slug: str, number: int = 1) -> Response:
    """A step of a lesson, at first its beginning, with a key that nobody has yet."""
    page = _page(lesson_named(slug), new_key(), number)
    return redirect(page.address(number), 303)  # type: ignore[return-value]


@bp.get("/<slug>/<key>/<int:number>")
def step(slug: str, key: str, number: int) -> Response:
    """A step of a lesson."""
    return _shown(_page(lesson_named(slug), key, number))


@bp.post("/<slug>/<key>/<int:number>")
def change(slug: str, key: str, number: int) -> Response:
    """The step's lab after a change."""
    page = _page(lesson_named(slug), key, number)
    if page.lab is None:
        abort(404)
    return changed(_lab_page(page))


@bp.post("/<slug>/<key>/<int:number>/answers")
def check(slug: str, key: str, number: int) -> Response:
    """The step with the answers that were sent, marked."""
    exercise, solution = request.form.get("check", ""), request.form.get("solution", "")
    return _shown(_page(lesson_named(slug), key, number, Checked(exercise or solution, request.form, bool(solution))))


def _page(lesson: Lesson, key: str, number: int, checked: Checked | None = None) -> StepPage:
    try:
        clean = clean_key(key)
    except InputError:
        abort(404)
    if clean != key or not 1 <= number <= len(lesson.steps):
        abort(404)
    return StepPage(lesson, clean, number, checked)


def _shown(page: StepPage) -> Response:
    lab = page.lab
    if lab is None:
        return make_response(render_template("lessons/text_step.html", step_page=page))
    if request.args and not page.checked:
        return requested(_lab_page(page))
    return answer(from_query(lab.parts), {}, _lab_page(page))


def _lab_page(page: StepPage) -> LabPage:
    values = {"slug": page.lesson.slug, "key": page.key, "number": page.number}
    return LabPage("lessons.step", "lessons/lab_step.html", values, {"step_page": page})
