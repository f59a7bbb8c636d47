"""Closing, reopening and deleting a sheet; each has a page that asks for confirmation and says what will happen."""

from __future__ import annotations

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from web import store
from web.coursework.deletion_words import deletion_in_words
from web.coursework.secret_links import pages
from web.coursework.stored_sheets import marks_wait, sheet_of
from web.server import limits
from web.sheets.owner.access import owned_sheet, render_page

bp = pages("closing", __name__, "/o")


@bp.get("/<token>/close")
def closing(token: str) -> str:
    """Ask before the sheet is closed, and offer to submit the answers of those who are still writing."""
    sheet = owned_sheet(token)
    once = sheet.mode is store.Mode.ONCE
    writing = sum(seat.submitted is None for seat in _begun(sheet)) if once else 0
    return render_page("owner_closing", token, sheet, once=once, writing=writing, waiting=marks_wait(sheet))


@bp.post("/<token>/close")
@limits.changes
def close(token: str) -> Response:
    """Stop accepting answers; with the field ``hand_in``, submit the answers of those who are still writing."""
    store.store().close(owned_sheet(token), hand_in="hand_in" in request.form)
    return redirect(url_for("owner.results", token=token), 303)


@bp.get("/<token>/reopen")
def reopening(token: str) -> str:
    """Ask before the sheet is reopened."""
    sheet = owned_sheet(token)
    once, found = sheet.mode is store.Mode.ONCE, _begun(sheet)
    submitted = sum(seat.submitted is not None for seat in found) if once else 0
    exam = sheet_of(sheet.body).policy == "exam"
    return render_page("owner_reopening", token, sheet, once=once, exam=exam, submitted=submitted, begun=len(found))


@bp.post("/<token>/reopen")
@limits.changes
def reopen(token: str) -> Response:
    """Accept answers again."""
    store.store().reopen(owned_sheet(token))
    return redirect(url_for("owner.results", token=token), 303)


@bp.get("/<token>/delete")
def deleting(token: str) -> str:
    """Ask for confirmation before the sheet is deleted."""
    return _deletion_page(token, owned_sheet(token), unsure=False)


@bp.post("/<token>/delete")
@limits.changes
def delete(token: str) -> Response:
    """Delete the sheet and all answers, if this was confirmed."""
    sheet = owned_sheet(token)
    if request.form.get("sure") != "yes":
        return make_response(_deletion_page(token, sheet, unsure=True), 400)
    left = deletion_in_words(store.store().delete(sheet))
    return make_response(render_template("sheets/owner_farewell.html", sheet=sheet, left=left))


def _deletion_page(token: str, sheet: store.Sheet, *, unsure: bool) -> str:
    return render_page("owner_deletion", token, sheet, students=len(_begun(sheet)), unsure=unsure)


def _begun(sheet: store.Sheet) -> list[store.Seat]:
    """The students who have begun."""
    return [seat for seat in store.store().rosters.seats(sheet) if seat.begun]
