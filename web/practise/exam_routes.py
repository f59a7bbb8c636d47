"""The addresses of the mock exam. What is chosen is in the address, the answers are in the form."""

from __future__ import annotations

import time
from collections.abc import Mapping

from flask import Response, make_response, redirect, render_template, request

from ireval.errors import InputError
from ireval.exercises import new_key
from web.practise.mock_exam import MOST_MINUTES, MOST_QUESTIONS, USUAL_MINUTES, USUAL_QUESTIONS, MockExam, kept_answers
from web.practise.practice_door import PracticeDoor
from web.practise.routes import bp


@bp.get("/exam")
def exam() -> Response:
    """The form to choose topics, minutes and the number of questions; once chosen, a redirect to the exam."""
    if not request.args:
        return _form()
    try:
        made = MockExam({**request.args.to_dict(), "key": new_key()}, request.args.getlist("topic"), {})
    except InputError as error:
        return _form(error)
    return redirect(made.address, 303)  # type: ignore[return-value]


@bp.get("/exam/paper")
def exam_paper() -> Response:
    """The first question."""
    return _shown({})


@bp.post("/exam/paper")
def exam_answers() -> Response:
    """Another question, with the answers so far; or the marks, if the exam is finished."""
    return _shown(kept_answers(request.form.to_dict()))


def _shown(form: Mapping[str, str]) -> Response:
    try:
        made = MockExam(request.args.to_dict(), request.args.getlist("topic"), form)
        if form.get("finish"):
            return make_response(render_template("practise/exam_marks.html", exam=made))
        begun = form.get("begun", "")
        begun = begun if begun.isascii() and begun.isdigit() and len(begun) < 12 else str(int(time.time()))
        minutes = max(0, int(time.time()) - int(begun)) // 60
        page = render_template("practise/exam_paper.html", exam=made, begun=begun, passed=minutes)
    except InputError as error:
        return _form(error)
    return make_response(page)


def _form(error: InputError | None = None) -> Response:
    limits = {"questions": (USUAL_QUESTIONS, MOST_QUESTIONS), "minutes": (USUAL_MINUTES, MOST_MINUTES)}
    page = render_template("practise/exam.html", door=PracticeDoor(error), limits=limits)
    return make_response(page, 400 if error else 200)
