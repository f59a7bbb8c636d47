"""The page on which runs are compared: those of a collection, files sent with the form, or links to the lab."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.comparison.comparison import USUAL
from ireval.comparison.comparison_reports import FORMATS
from ireval.comparison.plain_comparison import count_differences
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS
from ireval.errors import InputError
from web.compare.comparison_request import ComparisonRequest
from web.compare.convention_fields import convention_fields
from web.compare.linked_comparison import chosen_runs, linked_page, requested_entry
from web.compare.page import ComparePage
from web.compare.ready_examples import SCORES, TESTS, equal_means, pairing_example
from web.compare.sent_files import compare_files
from web.compare.work_limit import MOST_REASONS, MOST_RUNS
from web.files.figure_files import MEDIA
from web.server import limits
from web.server.incoming.named_text import LARGEST, LARGEST_FILE, NamedText
from web.store.library import library
from web.store.library.library import BUILT_IN

bp = Blueprint("compare", __name__)

#: The most characters of a pasted file, and of a link to the lab.
LONGEST_PASTE, LONGEST_LINK = 400_000, 20_000
#: Pages have no links to longer addresses: servers may refuse them, and the page would repeat the address in each link.
LONGEST_ADDRESS = 3_000
#: Other fields of a comparison of files.
_SETTINGS = ("measures", "conventions", "baseline", "seed")
#: The name of the whole comparison as a file, and its formats.
WHOLE, _FORMATS = "comparison", ("csv", "json")


@bp.get("/compare")
def compared() -> Answer:
    """Show the form, with the comparison that the address describes."""
    wanted = ComparisonRequest(request.args)
    if any(not text for text in request.args.values()):  # fields of a form that were left empty
        return redirect(f"{url_for('compare.compared')}?{wanted.query()}")
    if not wanted:
        return _page(None, wanted, None)
    return _answer(wanted, lambda: linked_page(wanted, linked=len(wanted.query()) <= LONGEST_ADDRESS))


@bp.get("/compare/<key>.<any(csv, json, svg, tex):ending>")
def part(key: str, ending: str) -> Response:
    """A table or a chart of a comparison as a file, or the whole with its topics."""
    wanted = ComparisonRequest(request.args)
    try:
        page = linked_page(wanted)
    except InputError as error:
        abort(400, f"{error.message} {error.suggestion}".strip())
    address = f"{url_for('compare.compared', _external=True)}?{wanted.query()}"
    text = _whole(page, ending) if key == WHOLE else page.files.text(key, ending, address)
    return abort(404) if text is None else _file(text, key, ending)


@bp.get("/compare/pairing")
def pairing() -> str:
    """The example of a test that does not pair topics."""
    example = pairing_example()
    return render_template("compare/pairing.html", example=example, files=example.files, scores=SCORES, tests=TESTS)


@bp.get("/compare/pairing/<key>.<any(csv, json, svg, tex):ending>")
def pairing_part(key: str, ending: str) -> Response:
    """A table or the chart of this example as a file."""
    text = pairing_example().files.text(key, ending, url_for("compare.pairing", _external=True))
    return abort(404) if text is None else _file(text, key, ending)


@bp.post("/compare")
@limits.changes
@limits.at_most(LARGEST)
def sent() -> Answer:
    """The comparison of the files or the links of a form, as a page or as a file."""
    wanted = ComparisonRequest(request.form)
    try:
        if {"a", "b"} & set(request.form):
            if len(wanted.query()) <= LONGEST_ADDRESS:
                return redirect(f"{url_for('compare.compared')}?{wanted.query()}", 303)
            return _answer(wanted, lambda: linked_page(wanted, linked=False))
        return _answer(wanted, lambda: _sent_page(wanted))
    finally:
        request.close()  # deletes the files


def _sent_page(wanted: ComparisonRequest) -> ComparePage:
    qrels, runs = _sources()
    given = {k: text for k, text in wanted.given.items() if k in _SETTINGS or k in CONVENTIONS}
    return ComparePage(compare_files(given, qrels, runs), wanted, False, {})


def _answer(wanted: ComparisonRequest, make_page: Callable[[], ComparePage]) -> Response:
    """Answer with the page or, if a button asks for it, with a file; the page shows errors."""
    try:
        page = make_page()
        page.check()
        ending = request.form.get("do", "")
        text = _whole(page, ending) if ending in _FORMATS else None
        return _page(page, wanted, None) if text is None else _file(text, WHOLE, ending)
    except InputError as error:
        return _page(None, wanted, error)


def _sources() -> tuple[NamedText | None, list[NamedText]]:
    """The judgements and the runs of a form: uploaded or, if nothing was uploaded, pasted."""
    uploads = [upload for upload in request.files.getlist("run") if upload.filename]
    runs = [NamedText.of(upload) for upload in uploads]
    runs += [NamedText(f"pasted run {i}", text.encode()) for i, text in enumerate(_pasted(), 1)]
    qrels, text = request.files.get("qrels"), request.form.get("qrels_text", "")
    if qrels and qrels.filename:
        return NamedText.of(qrels), runs
    return (NamedText("pasted qrels", text.encode()) if text.strip() else None), runs


def _pasted() -> list[str]:
    """The runs that were pasted."""
    return [text for text in request.form.getlist("run_text") if text.strip()]


def _page(page: ComparePage | None, wanted: ComparisonRequest, error: InputError | None) -> Response:
    try:
        entry = requested_entry(wanted)
    except InputError:
        entry = library.find(BUILT_IN)
    chosen = set(chosen_runs(entry, wanted))
    pasted = _pasted()
    html = render_template(
        "compare/compare.html",
        page=page,
        given=wanted.given,
        qrels_text=request.form.get("qrels_text", ""),
        pasted=[*pasted, "", ""][: max(2, len(pasted))],
        error=error,
        usual=USUAL,
        presets=[(key, preset.title) for key, preset in PRESETS.items()],
        tests=[(choice.key, choice.short) for choice in CONVENTIONS["test"].choices],
        families=[(choice.key, choice.short) for choice in CONVENTIONS["family"].choices],
        single=convention_fields(wanted),
        changed=len(wanted.choices),
        default=DEFAULT_PRESET,
        entry=entry,
        runs=[(name, name in chosen) for name in entry.collection.all_runs],
        built_in=BUILT_IN,
        equal_means=equal_means(),
        whole=WHOLE,
        formats=_FORMATS,
        most=MOST_RUNS,
        largest=LARGEST,
        largest_file=LARGEST_FILE,
        longest=LONGEST_PASTE,
        longest_link=LONGEST_LINK,
    )
    return make_response(html, 400 if error else 200)


def _whole(page: ComparePage, ending: str) -> str | None:
    """The comparison as CSV or JSON, with its topics unless they are too many; None in another format."""
    if ending not in _FORMATS:
        return None
    if page.found:
        by_topic = count_differences(page.found) <= MOST_REASONS
        return "\n".join(FORMATS[ending](page.found, None, by_topic=by_topic)) + "\n"
    return page.plain_text(ending)


def _file(text: str, key: str, ending: str) -> Response:
    answer = Response(text, mimetype=MEDIA[ending])
    kind = "inline" if ending == "svg" else "attachment"
    answer.headers["Content-Disposition"] = f'{kind}; filename="{key}.{ending}"'
    return answer
