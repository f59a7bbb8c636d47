"""The addresses of reviews. As in lessons, the key in the address decides the numbers, and nothing is stored."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from ireval.errors import InputError
from ireval.exercises import clean_key, new_key
from web.course.course_files import lesson_named, refresh
from web.lessons.review_page import ReviewPage, review_quizzes
from web.lessons.shown_quiz import Checked

bp = Blueprint("reviews", __name__, url_prefix="/lessons")
bp.before_request(refresh)


@bp.get("/<slug>/review")
def begin(slug: str) -> Response:
    """Redirect to a review of a lesson with a new key."""
    lesson = lesson_named(slug)
    return redirect(url_for("reviews.review", slug=lesson.slug, key=new_key()), 303)  # type: ignore[return-value]


@bp.get("/<slug>/review/<key>")
def review(slug: str, key: str) -> str:
    """A review of a lesson."""
    return _shown(slug, key)


@bp.post("/<slug>/review/<key>/answers")
def check(slug: str, key: str) -> str:
    """Show the review with the answers that were sent, marked."""
    return _shown(slug, key, Checked.sent(request.form))


def _shown(slug: str, key: str, checked: Checked | None = None) -> str:
    lesson = lesson_named(slug)
    try:
        known = clean_key(key) == key and bool(review_quizzes(lesson, key))
    except InputError:
        known = False
    if not known:
        abort(404)
    return render_template("lessons/review.html", review=ReviewPage(lesson, key, checked))
