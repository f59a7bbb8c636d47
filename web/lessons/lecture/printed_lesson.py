"""A whole lesson on one page, for paper."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from web.course.course_files import lesson_named
from web.lessons.lecture.printed_step import PrintedStep
from web.lessons.routes import page_of

bp = Blueprint("printed", __name__, url_prefix="/lessons")


@bp.get("/<slug>/<key>/print")
def handout(slug: str, key: str) -> Response:
    """Show all steps of a lesson, with a key's questions and room for answers.

    ``answers=1`` adds folded parts, and ``notes=1`` the lecturer's notes.
    """
    lesson = lesson_named(slug)
    explained = request.args.get("answers") == "1"
    if not explained:
        lesson = replace(lesson, steps=lesson.steps_on_paper)
    pages = [replace(page_of(lesson, key, i), on_paper=True) for i in range(1, len(lesson.steps) + 1)]
    firsts = accumulate((page.presenting.question_count for page in pages), initial=1)
    steps = [PrintedStep(page, explained, first) for page, first in zip(pages, firsts, strict=False)]
    noted = request.args.get("notes") == "1"
    shown = {"lesson": lesson, "steps": steps, "key": key, "explained": explained, "noted": noted}
    return make_response(render_template("lessons/printed.html", **shown))
