"""The roster of a sheet: the students who may answer it, with keys and links, as a list, as CSV and on slips."""

from __future__ import annotations

import json
from itertools import count, islice

from flask import Response, abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError
from ireval.exercises import new_key
from ireval.exercises.exports.platform_files import SheetFile, file_name
from ireval.exercises.paper.key_slips import MOST_SLIPS, Slip
from ireval.exercises.paper.pdf import PAPERS, known_paper
from ireval.messages import Message, say
from ireval.numbers.notation import read_number
from web import store
from web.coursework.secret_links import pages
from web.coursework.stored_sheets import sheet_of
from web.files.address_code import address_code
from web.jobs.admission import Order
from web.jobs.delivery import made_file
from web.jobs.kinds import SLIPS
from web.server import limits
from web.sheets.file_formats import attachment
from web.sheets.owner.access import owned_sheet, render_page
from web.sheets.owner.pasted_names import MOST_NAMED, read_names
from web.sheets.owner.roster_page import RosterPage, SeatPage
from web.sheets.owner.schedule import UTC_NAME
from web.sheets.result_files import csv_text
from web.store import Seat, student_token

bp = pages("roster", __name__, "/o")

#: Seconds to make a slip, roughly. They decide only whether the file is made at once.
SECONDS_A_SLIP = 0.01


@bp.get("/<token>/roster")
def seats(token: str) -> str:
    """Show a hundred seats, and the forms that add seats."""
    return _roster_page(token, _sheet(token))


@bp.post("/<token>/roster")
@limits.changes
def enter(token: str) -> Answer:
    """Enter the pasted names that are not on the roster yet, or a number of seats."""
    sheet = _sheet(token)
    before = store.store().rosters.seats(sheet)
    places = {seat.name.casefold(): seat.place for seat in before}
    try:
        if "seats" in request.form:
            names = _numbered(request.form["seats"], before)
        else:
            names = read_names(_sent_names(), store.store().rosters.most)
        new = [name for name in names if name.casefold() not in places]
        store.store().rosters.enter(sheet, new, new_key, after=request.form.get("after", -1, int))
    except InputError as error:
        return make_response(_roster_page(token, sheet, error), 400)
    again = [places[name.casefold()] for name in names if name.casefold() in places]
    more, known = max(len(again) - MOST_NAMED, 0) or None, again[:MOST_NAMED]
    report = url_for("roster.seats", token=token, entered=len(new), known=known, more=more, _anchor="entered")
    return redirect(report, 303)


@bp.get("/<token>/roster.csv")
def table(token: str) -> Response:
    """The roster as CSV."""
    sheet = _sheet(token)
    rows = [["name", "key", "link", "begun", "submitted", "opens", "deadline"]]
    door = url_for("student.door", token=student_token(token), _external=True)
    for seat in store.store().rosters.seats(sheet):
        own = sheet.of(seat.key)
        times = seat.begun, seat.submitted, own.opens, own.deadline
        texts = [t.isoformat(timespec="seconds") if t else "" for t in times]
        rows.append([seat.name, seat.key, f"{door}/{seat.key}", *texts])
    data = csv_text(rows, "point").encode()
    return attachment(SheetFile(data, f"{file_name(sheet_of(sheet.body))}.roster.csv", "text/csv", ()))


@bp.get("/<token>/slips")
@limits.changes
def slips(token: str) -> Response:
    """Answer with a slip for each student, from the seat ``first`` on, or only for the seat ``key``, as PDF."""
    sheet = _sheet(token)
    found, zone = store.store().rosters.seats(sheet), request.args.get("zone") or UTC_NAME
    if not found:
        raise InputError("first", "roster-empty")
    if "key" in request.args:
        found = [seat for seat in found if seat.key == request.args["key"]]
    else:
        first = _whole(request.args.get("first", "1"), "first", "first-seat-title", len(found))
        found = found[first - 1 : first - 1 + MOST_SLIPS]
    lines = [SeatPage(token, sheet, seat) for seat in found]
    wanted = [Slip(line.seat.name, line.seat.key, line.link, line.opens_in(zone)) for line in lines]
    what = {"title": sheet.title, "slips": wanted, "paper": known_paper(request.args.get("paper", "a4"))}
    what["name"] = f"{file_name(sheet_of(sheet.body))}.slips.pdf"
    named = Message("job-title-for-roster", format=say(Message("slips-title")), title=sheet.title, count=len(wanted))
    order = Order(
        SLIPS, what, json.dumps(what), say(named), url_for("roster.seats", token=token), len(wanted) * SECONDS_A_SLIP
    )
    return attachment(made_file(order))


@bp.get("/<token>/roster/<key>")
def seat(token: str, key: str) -> str:
    """Show one seat: its link to copy, and the forms to change its name and to remove it."""
    sheet = _sheet(token)
    return _seat_page(token, sheet, _seat(sheet, key))


@bp.get("/<token>/roster/<key>/link.svg")
def code(token: str, key: str) -> Response:
    """The student's link as a QR code."""
    sheet = _sheet(token)
    return address_code(SeatPage(token, sheet, _seat(sheet, key)).link)


@bp.post("/<token>/roster/<key>/rename")
@limits.changes
def rename(token: str, key: str) -> Answer:
    """Give the seat another name, which no other seat may have."""
    sheet, name = _sheet(token), " ".join(request.form.get("name", "").split())
    found = _seat(sheet, key)
    others = {seat.name.casefold() for seat in store.store().rosters.seats(sheet) if seat.key != key}
    try:
        if name.casefold() in others:
            raise InputError("name", "student-name-taken", name=name)
        store.store().rosters.rename(sheet, key, name)
    except InputError as error:
        return make_response(_seat_page(token, sheet, found, error), 400)
    return redirect(url_for("roster.seat", token=token, key=key), 303)


@bp.post("/<token>/roster/<key>/replace")
@limits.changes
def replace(token: str, key: str) -> Answer:
    """Give a student who has not begun another key: the old one no longer opens the sheet."""
    sheet = _sheet(token)
    taken = {seat.key for seat in store.store().rosters.seats(sheet)}
    new = next(found for found in iter(new_key, "") if found not in taken)
    store.store().rosters.replace_key(sheet, key, new)
    return redirect(url_for("roster.seat", token=token, key=new), 303)


@bp.post("/<token>/roster/<key>/remove")
@limits.changes
def remove(token: str, key: str) -> Answer:
    """Remove the seat; if the student has begun, only after confirmation, with the answers."""
    sheet = _sheet(token)
    found, sure = _seat(sheet, key), request.form.get("sure") == "yes"
    try:
        store.store().rosters.remove(sheet, key, with_answers=sure)
    except store.Refused:
        return make_response(_seat_page(token, sheet, found, InputError("sure", "removal-not-confirmed")), 400)
    return redirect(url_for("roster.seats", token=token, removed=1, _anchor="entered"), 303)


def _sent_names() -> str:
    """The names that were pasted, or those in the uploaded file."""
    sent = request.files.get("list")
    content = sent.read() if sent else b""
    if sent:
        sent.close()
    if not content.strip():
        return request.form.get("names", "")
    try:
        return content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")  # as Excel for Windows writes a table


def _numbered(text: str, before: list[Seat]) -> list[str]:
    """Names for this number of seats, which no other seat has."""
    wanted = _whole(text, "seats", "seats-title", store.store().rosters.most - len(before))
    taken = {seat.name for seat in before}
    names = (say(Message("seat-name", number=number)) for number in count(len(before) + 1))
    return list(islice((name for name in names if name not in taken), wanted))


def _whole(text: str, field: str, title: str, most: int) -> int:
    return int(read_number(text.strip(), field, say(Message(title)), whole=True, least=1, most=max(most, 1)))


def _sheet(token: str) -> store.Sheet:
    sheet = owned_sheet(token)
    if sheet.mode is not store.Mode.ONCE:
        abort(404, say(Message("no-roster")))
    return sheet


def _seat(sheet: store.Sheet, key: str) -> Seat:
    try:
        return store.store().rosters.seat(sheet, key)
    except store.Refused:
        abort(404, say(Message("no-seat-with-key")))


def _roster_page(token: str, sheet: store.Sheet, error: InputError | None = None) -> str:
    view = RosterPage(token, sheet, store.store().rosters.seats(sheet), request.args)
    return render_page("owner_roster", token, sheet, view=view, error=error, typed=request.form, papers=PAPERS)


def _seat_page(token: str, sheet: store.Sheet, seat: Seat, error: InputError | None = None) -> str:
    view = SeatPage(token, sheet, seat)
    return render_page("owner_seat", token, sheet, view=view, error=error, typed=request.form)
