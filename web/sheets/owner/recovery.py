"""Replaces lost links: a recovery code gives a new owner's link, to which the students' link is then added."""

from __future__ import annotations

from flask import make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.messages import Message, say
from web import store
from web.coursework.recovery_notice import note_code
from web.coursework.secret_links import pages
from web.server import limits
from web.sheets.owner.access import owned_sheet, render_page

bp = pages("recovery", __name__, "")


@bp.get("/sheets/recover")
def recovering() -> str:
    """The form for a recovery code."""
    return render_template("sheets/owner_recovery.html", typed="", problem="")


@bp.post("/sheets/recover")
@limits.publishing
def recover() -> Response:
    """Replace the owner's link of the sheet with this code, and show the new links and a new code."""
    typed, problem = request.form.get("code", "").strip(), ""
    try:
        found = store.store().owner_links.recover(typed)
        problem = "" if found else say(Message("unknown-recovery-code"))
    except InputError as error:
        found, problem = None, f"{error.message} {error.suggestion or ''}".strip()
    if found is None:
        return make_response(render_template("sheets/owner_recovery.html", typed=typed, problem=problem), 400)
    note_code(session, found.id, found.recovery)
    return redirect(url_for("owner.links", token=found.owner), 303)


@bp.post("/o/<token>/recovery")
@limits.publishing
def renew(token: str) -> Response:
    """Make a new recovery code in place of the old one, and show it."""
    sheet = owned_sheet(token)
    note_code(session, sheet.id, store.store().owner_links.new_code(sheet, token))
    return redirect(url_for("owner.links", token=token, _anchor="recovery"), 303)


@bp.get("/o/<token>/students-link")
def asking(token: str) -> str:
    """Ask for the students' link, which the pages of a new owner's link do not know."""
    return render_page("owner_students_link", token, owned_sheet(token), typed="", error=None)


@bp.post("/o/<token>/students-link")
@limits.publishing
def learn(token: str) -> Response:
    """Store the students' link that was pasted, or with the field ``new`` make a new one; the owner's link changes."""
    sheet, typed = owned_sheet(token), request.form.get("link", "").strip()
    if "new" in request.form:
        owner: str | None = store.store().owner_links.new_students_link(token)
    else:
        owner = store.store().owner_links.add_students_link(token, store.token_of(typed))
    if owner is None:
        error = InputError("link", "students-link-does-not-fit")
        return make_response(render_page("owner_students_link", token, sheet, typed=typed, error=error), 400)
    return redirect(url_for("owner.links", token=owner), 303)
