"""The builder at `/sheets/new`: a sheet in one form. Nothing is stored before the sheet is published.

``publication`` takes the same form: it reads the form with ``posted_draft``, and shows its errors with ``answer``.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, abort, current_app, make_response, render_template, request, url_for

from ireval.errors import InputError
from ireval.exercises import from_json
from ireval.exercises.exports.sheet_files import FILE_KINDS, FileKind
from ireval.exercises.generator.fresh_numbers import new_secret, new_seed
from ireval.exercises.paper.pdf import DETAILS, FULL, PAPERS
from ireval.exercises.sheet.model import MOST_SEED
from ireval.exercises.variants.time_limit import SHORT, time_limit
from ireval.messages import Message, say
from ireval.numbers.notation import read_number
from web import store
from web.coursework.fresh_seed import with_fresh_seed
from web.server import limits
from web.server.htmx import varied, wants_fragment
from web.sheets.builder.checked_draft import CheckedDraft, check_draft
from web.sheets.builder.draft import Draft, from_form, from_sheet
from web.sheets.builder.draft_actions import apply_action, example_sheet, with_links
from web.sheets.builder.lab_exercises import lab_reading, lab_sheet
from web.sheets.builder.page import Page
from web.sheets.file_formats import attachment, file_order, formats, requested_file

bp = Blueprint("builder", __name__, url_prefix="/sheets")

#: Fields that do not belong to the sheet.
_BUTTONS = ("do", "anyway", "csrf_token")


@bp.get("/new")
@time_limit(SHORT)
def new() -> Response:
    """Show an example to change, or exercises on the lab's list in the address, which may also have a seed.

    A seed in the address always gives the same lists. Without one, a secret is drawn as well.
    """
    reading = lab_reading(request.args)
    seed, errors = new_seed(), list(reading.errors) if reading else []
    try:
        if "seed" in request.args:
            title = say(Message("sheet-seed-title"))
            seed = read_number(request.args["seed"], "seed", title, whole=True, least=0, most=MOST_SEED)
        sheet = lab_sheet(reading.state, seed) if reading else example_sheet(seed)
    except InputError as error:
        errors.append(error)
        sheet = example_sheet(seed)
    draft = from_sheet(sheet if "seed" in request.args else replace(sheet, secret=new_secret()))
    found = check_draft(draft)  # the lab's lists may be too long for a sheet
    return answer(draft, CheckedDraft(found.sheet, {**found.errors, **{error.field: error for error in errors}}))


@bp.post("/new")
@time_limit(SHORT)
def change() -> Response:
    """Show the draft after a change or the press of a button."""
    draft, what = from_form(request.form), request.form.get("do", "")
    draft = with_links(apply_action(draft, what))
    return answer(draft, check_draft(draft).while_typing(draft), marking=what == "mark")


@bp.post("/open")
@time_limit(SHORT)
def opened() -> Response:
    """Show a sheet to change: from its file, from its text, or an owner's sheet with a new seed."""
    upload = request.files.get("file")
    owned = store.store().by_owner(request.form["owner"]) if "owner" in request.form else None
    text = upload.read() if upload and upload.filename else request.form.get("sheet", "")
    try:
        sheet = with_fresh_seed(from_json(owned.body)) if owned else from_json(text)
    except InputError as error:
        sheet = example_sheet(new_seed())
        key = "sheet-not-opened" if error.field else "sheet-not-opened-at-all"
        values = {"field": error.field, "problem": error.message, "advice": error.suggestion}
        return answer(from_sheet(sheet), CheckedDraft(sheet, {"file": InputError("file", key, **values)}))
    return answer(from_sheet(sheet), check_draft(from_sheet(sheet)))


@bp.post("/file/<key>")
@limits.changes
@time_limit(SHORT)
def file(key: str) -> Response:
    """Answer with the sheet as a file, after a page that lists parts that the format does not support."""
    wanted = FILE_KINDS.get(key)
    if wanted is None:
        abort(404)
    draft, reading = posted_draft()
    if not reading.sheet or not reading.whole:
        return answer(draft, reading)
    try:
        asked = request.form.get("variants", ""), request.form.get("paper", "a4")
        detail, back = request.form.get("detail", FULL), url_for("builder.new")
        order = file_order(reading.sheet, key, *asked, detail=detail, back=back)
        found = requested_file(
            replace(order, form=[(k, v) for k, v in request.form.items(multi=True) if k not in _BUTTONS])
        )
    except InputError as error:
        return answer(draft, CheckedDraft(reading.sheet, {error.field: error}))
    if found.report and "anyway" not in request.form:
        return answer(draft, reading, unsupported=(wanted, found.report))
    return attachment(found)


def posted_draft() -> tuple[Draft, CheckedDraft]:
    """Return the draft in this request's form, and its check with the sheet."""
    draft = with_links(from_form(request.form))
    return draft, check_draft(draft)


def answer(
    draft: Draft,
    reading: CheckedDraft,
    *,
    marking: bool = False,
    unsupported: tuple[FileKind, tuple[Message, ...]] | None = None,
) -> Response:
    """Answer with the page or, for its script, with the form, with all typed texts and the errors in them.

    ``unsupported`` lists parts that a kind of file does not support.
    """
    page = Page(draft, reading, marking=marking)
    home = url_for("builder.new")
    if request.path.endswith("/new") and request.query_string:
        home += f"?{request.query_string.decode()}"
    publishes = any(rule.rule == "/sheets/publish" for rule in current_app.url_map.iter_rules())
    where = {
        "page": page,
        "home": home,
        "formats": formats(),
        "papers": PAPERS,
        "details": DETAILS,
        "full_detail": FULL,
        "publishes": publishes,
        "unsupported": unsupported and (unsupported[0], [say(note) for note in unsupported[1]]),
        **page.constants,
    }
    template = "sheets/builder_form.html" if wants_fragment() else "sheets/builder.html"
    return varied(make_response(render_template(template, **where), 400 if page.faults else 200))
