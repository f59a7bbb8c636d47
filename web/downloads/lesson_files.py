"""The lab's state as a step of a lesson: a page with the Markdown to copy, and the file of a lesson."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from web.downloads.lesson_step import lesson_step
from web.state.lab_address import lab_address
from web.state.list_request import requested_state

bp = Blueprint("lesson_files", __name__, url_prefix="/take")


@bp.get("/lesson-step")
def page() -> str:
    """A page with the Markdown."""
    state = requested_state()
    return render_template(
        "downloads/lesson_step.html", step=lesson_step(state), address=lab_address(state), query=state.query()
    )


@bp.get("/lesson.md")
def file() -> Response:
    """Answer with the file of a lesson that has only this step."""
    answer = Response(lesson_step(requested_state()).file, mimetype="text/markdown")
    answer.headers["Content-Disposition"] = 'attachment; filename="lesson.md"'
    return answer
