"""The page on which a student gets a key or enters one; it also helps a student with a wrong key."""

from __future__ import annotations

from datetime import timedelta

from flask import make_response, render_template
from werkzeug.wrappers import Response

from web import store
from web.coursework.stored_sheets import marks_wait, sheet_of, varies
from web.formulas.formatted_markup import formatted_markup
from web.messages.moments import moment


def door_page(
    token: str, sheet: store.Sheet, status: int, typed: str = "", problem: str = "", *, refusal: str = "", own: str = ""
) -> Response:
    """Return the page, with the ``problem`` of the key that was ``typed``, or the ``refusal`` of a new one.

    For the student with the key ``own``, whose sheet has times of its own, it says when the sheet opens.
    """
    left = sheet.opens - sheet.now if sheet.opens else timedelta()
    page = render_template(
        "sheets/student_door.html",
        sheet=sheet,
        content=sheet_of(sheet.body),
        intro=formatted_markup(sheet_of(sheet.body).intro),
        token=token,
        typed=typed,
        problem=problem,
        refusal=refusal,
        own=own,
        milliseconds=max(0, round(left / timedelta(milliseconds=1))),
        closes=moment(sheet.expires),
        opens=moment(sheet.opens) if sheet.opens else "",
        deadline=moment(sheet.deadline) if sheet.deadline else "",
        varies=varies(sheet),
        waiting=marks_wait(sheet),
    )
    return make_response(page, status)
