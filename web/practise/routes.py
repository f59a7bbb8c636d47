"""The addresses of practice: what can be chosen, and one exercise after the other."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, Response, make_response, redirect, render_template, request

from ireval.errors import InputError
from ireval.exercises import new_key
from web.course.course_files import refresh
from web.practise.practice_choice import read_choice, read_level, read_place
from web.practise.practice_door import PracticeDoor
from web.practise.practice_page import PracticePage

bp = Blueprint("practise", __name__, url_prefix="/practise")
bp.before_request(refresh)


@bp.get("")
def begin() -> Response:
    """What can be practised; for a choice in the address, a redirect to an exercise with a new key."""
    try:
        choice = read_choice(request.args)
        level = read_level(request.args)
    except InputError as error:
        return _refused(error)
    if choice is None:
        return make_response(render_template("practise/door.html", door=PracticeDoor()))
    address = choice.address("practise.exercise", level=level, key=new_key())
    return redirect(address, 303)  # type: ignore[return-value]


@bp.get("/exercise")
def exercise() -> Response:
    """One exercise, whose choice, level and key are in the address."""
    return _shown()


@bp.post("/exercise")
def check() -> Response:
    """The exercise with the answers that were sent, marked as far as the button asks."""
    return _shown(request.form)


@bp.get("/mistakes")
def mistakes() -> str:
    """What the visitor still gets wrong, which the browser fills in, and all mistakes that can be practised."""
    return render_template("practise/mistakes.html", door=PracticeDoor())


def _shown(form: Mapping[str, str] | None = None) -> Response:
    try:
        place = read_place(request.args)
        page = PracticePage(place, form) if place else None
    except InputError as error:
        return _refused(error)
    if page is None:
        return make_response(render_template("practise/door.html", door=PracticeDoor()))
    return make_response(render_template("practise/exercise.html", page=page))


def _refused(error: InputError) -> Response:
    return make_response(render_template("practise/door.html", door=PracticeDoor(error)), 400)
