"""The page on which runs are compared: those of the built-in collection, or files that are sent with the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from ireval.comparison.comparison import USUAL, RunComparison, compare
from ireval.comparison.comparison_reports import FORMATS
from ireval.conventions import CONVENTIONS, DEFAULT_PRESET, PRESETS
from ireval.errors import InputError
from web.collections import library
from web.collections.library import BUILT_IN, LibraryEntry
from web.compare.page import SORTS, ComparePage, read_sort
from web.compare.sent_files import (
    LARGEST,
    LARGEST_FILE,
    NamedText,
    check_work,
    compare_files,
    requested_measures,
    requested_seed,
)
from web.server import limits

bp = Blueprint("compare", __name__)

#: More runs would make too many pairs for one page.
MOST_RUNS = 4
#: The most characters of a pasted file.
LONGEST_PASTE = 400_000
#: The parts of the page's address.
_PARTS = ("collection", "measures", "conventions", "test", "seed", "sort")
_MEDIA = {"csv": "text/csv", "json": "application/json"}


@bp.get("/compare")
def compared() -> Response:
    """The form, with the comparison of the built-in collection if the address asks for it."""
    given = {name: text for name, text in request.args.items() if name in _PARTS}
    if not given:
        return _page(None, {}, None)
    try:
        entry = library.find(given.get(library.FIELD, BUILT_IN))
        found = _compare_entry(entry, given)
        if ending := request.args.get("take"):
            return _file(found, ending)
        titles = {number: topic.title for number, topic in entry.collection.topics.items()}
        return _page(ComparePage(found, given, titles, True, read_sort(given.get("sort", SORTS[0]))), given, None)
    except InputError as error:
        return _page(None, given, error)


@bp.post("/compare")
@limits.changes
@limits.at_most(LARGEST)
def sent() -> Response:
    """The comparison of the files of a form, as a page or as a file."""
    given = {name: text for name, text in request.form.items() if name in (*_PARTS, "qrels_text", "run_text")}
    try:
        qrels, runs = _sources()
        found = compare_files({k: v for k, v in given.items() if v}, qrels, runs, MOST_RUNS)
        if request.form.get("do") in _MEDIA:
            return _file(found, request.form["do"])
        return _page(ComparePage(found, {}, {}, False, read_sort(given.get("sort", SORTS[0]))), given, None)
    except InputError as error:
        return _page(None, given, error)
    finally:
        request.close()  # deletes the files


def _compare_entry(entry: LibraryEntry, given: Mapping[str, str]) -> RunComparison:
    stored, specs = entry.collection, requested_measures(given)
    check_work(len(stored.qrels), len(stored.runs), specs)
    chosen: dict[str, Any] = {name: text for name, text in given.items() if name in CONVENTIONS and text}
    return compare(
        stored.qrels,
        stored.runs,
        [spec.text for spec in specs],
        conventions=given.get("conventions") or DEFAULT_PRESET,
        seed=requested_seed(given),
        **chosen,
    )


def _sources() -> tuple[NamedText | None, list[NamedText]]:
    """The judgements and the runs of a form: uploaded or, where nothing is, pasted."""
    uploads = [upload for upload in request.files.getlist("run") if upload.filename]
    runs = [NamedText.of(upload) for upload in uploads]
    pasted = [text for text in request.form.getlist("run_text") if text.strip()]
    runs += [NamedText(f"pasted run {i}", text.encode()) for i, text in enumerate(pasted, 1)]
    qrels, text = request.files.get("qrels"), request.form.get("qrels_text", "")
    if qrels and qrels.filename:
        return NamedText.of(qrels), runs
    return (NamedText("pasted qrels", text.encode()) if text.strip() else None), runs


def _page(page: ComparePage | None, given: Mapping[str, str], error: InputError | None) -> Response:
    pasted = [text for text in request.form.getlist("run_text") if text.strip()]
    html = render_template(
        "compare/compare.html",
        page=page,
        given=given,
        pasted=[*pasted, "", ""][: max(2, len(pasted))],
        error=error,
        usual=USUAL,
        presets=[(key, preset.title) for key, preset in PRESETS.items()],
        tests=[(choice.key, choice.short) for choice in CONVENTIONS["test"].choices],
        default=DEFAULT_PRESET,
        built_in=BUILT_IN,
        most=MOST_RUNS,
        largest=LARGEST,
        largest_file=LARGEST_FILE,
        longest=LONGEST_PASTE,
    )
    return make_response(html, 400 if error else 200)


def _file(found: RunComparison, ending: str) -> Response:
    """The comparison as a file, with its topics."""
    if ending not in _MEDIA:
        raise InputError("take", "not-one-of", name="File", text=ending, hint="")
    text = "\n".join(FORMATS[ending](found, None, by_topic=True)) + "\n"
    answer = Response(text, mimetype=_MEDIA[ending])
    answer.headers["Content-Disposition"] = f'attachment; filename="comparison.{ending}"'
    return answer
