"""Free pace: phones work through the questions of some steps of a lesson, each at its own pace."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask import request, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.messages import Message, say
from ireval.numbers.notation import read_number
from web import store
from web.classroom.access.controller_key import needed
from web.classroom.lecturer.own_address import lead_to
from web.classroom.lecturer.room_state import Position
from web.classroom.questions.asked_view import LessonStep, read_view
from web.classroom.questions.lesson_questions import lesson_offers
from web.classroom.questions.round_body import Body
from web.classroom.rounds.paced_round import paced_body
from web.coursework.secret_links import pages
from web.server import limits

bp = pages("pacing", __name__, "/classroom")


@bp.post("/pace")
@limits.at_most(10_000)
def pace() -> Response:
    """Ask the questions of the steps ``from`` to ``to`` of the lesson on the screen."""
    room, form = needed(), request.form
    view = Position.of_room(room).address
    at = shown_step(view)
    if at is None:
        raise InputError("from", "pace-without-lesson")
    most = len(at.lesson.steps)
    titles = say(Message("pace-from")), say(Message("pace-to"))
    first = int(read_number(form.get("from", ""), "from", titles[0], whole=True, least=1, most=most))
    last = int(read_number(form.get("to", ""), "to", titles[1], whole=True, least=first, most=most))
    body = paced_body(at.lesson.slug, at.key, (first, last), view, _questions(at, first, last))
    store.store().rooms.ask(room, json.dumps(body, ensure_ascii=False))
    return lead_to(form.get("page", ""))


def shown_step(address: str) -> LessonStep | None:
    """The step of a lesson at an address; None if it is another page."""
    view = read_view(address.partition("#")[0]) if address else None
    return view.step if view else None


def _questions(at: LessonStep, first: int, last: int) -> Iterator[Body]:
    for number in range(first, last + 1):
        address = url_for("lessons.step", slug=at.lesson.slug, key=at.key, number=number)
        step = shown_step(address)
        for offer in lesson_offers(step, address) if step else ():
            yield {**offer.body(), "step": number}
