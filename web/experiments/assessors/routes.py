"""The addresses of the comparison of assessors: its page, and what can be downloaded from it."""

from __future__ import annotations

import json

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from ireval.agreement.label_counts import OWN
from ireval.agreement.typed_counts import FIELD
from ireval.conventions import DEFAULT_PRESET, PRESETS
from ireval.errors import InputError, nearest
from ireval.experiments.assessors.assessor_comparison import USUAL_MEASURES
from ireval.experiments.assessors.assessor_tables import TABLES, plain
from ireval.experiments.assessors.counts_reports import FORMATS as FORMATS_OF_COUNTS
from ireval.experiments.assessors.label_sets import MOST_ASSESSORS
from ireval.explanation.table_formats import as_csv
from ireval.ranking.labels import TOP_GRADE
from web.experiments.assessors.counts_page import FILES, CountsPage, counts_page
from web.experiments.assessors.examples import COUNTED, EXAMPLES
from web.experiments.assessors.kappas import marginal_choices
from web.experiments.assessors.page import AssessorPage
from web.experiments.assessors.score_dots import CHART, dots_figure
from web.experiments.assessors.study import FORMATS, Given, Study, study_of, usual_runs
from web.files.figure_files import ENDINGS, MEDIA, figure_file
from web.server import limits
from web.store.library import library

bp = Blueprint("assessors", __name__)

#: The most characters of an address; servers take about 4,000.
LONGEST_ADDRESS = 3_500
#: The most characters of a field of labels.
LONGEST_LABELS = 100_000
#: The parts of an address that ask for a comparison.
_SUBJECTS = (library.FIELD, "sets", "model")
_ALL = f"{CHART}.json"


@bp.get("/experiments/assessors")
def page() -> Response:
    """The forms, with the comparison that the address asks for."""
    if not any(request.args.get(name) for name in (*_SUBJECTS, FIELD)):
        return _page(None, request.args, None)
    return _answer(request.args, linked=True)


@bp.post("/experiments/assessors")
@limits.changes
def sent() -> Response:
    """The comparison of a form: at its own address if one can hold it, else as the answer."""
    return _answer(request.form, linked=False)


def _answer(given: Given, *, linked: bool) -> Response:
    try:
        if FIELD in given:
            return _answer_with_counts(given, linked=linked)
        study = study_of(given)
        if name := given.get("take"):
            return _file(study, name)
        if not linked and len(study.query()) <= LONGEST_ADDRESS:
            return make_response(redirect(f"{url_for('.page')}?{study.query()}", 303))
        return _page(AssessorPage(study, linked=linked), given, None)
    except InputError as error:
        return _page(None, given, error)


def _answer_with_counts(given: Given, *, linked: bool) -> Response:
    counted = counts_page(given)
    if name := given.get("take"):
        return _counts_file(counted, name)
    if linked:
        return _page(None, given, None, counted)
    return make_response(redirect(f"{url_for('.page')}?{counted.query()}#counts", 303))


def _file(study: Study, name: str) -> Response:
    """A table as CSV, everything as JSON, or the chart as SVG or LaTeX."""
    table, _, ending = name.partition(".")
    if name == _ALL:
        return _download(json.dumps(plain(study.found), indent=2), "application/json", name)
    if ending == "csv" and table in TABLES:
        return _download(as_csv(TABLES[table](study.found)), "text/csv", name)
    figure = dots_figure(study.found)
    if figure and table == figure.key and ending in ENDINGS:
        return figure_file(figure, ending, f"{url_for('.page', _external=True)}?{study.query()}")
    known = [_ALL, *(f"{key}.csv" for key in TABLES), *(f"{CHART}.{ending}" for ending in ENDINGS)]
    raise InputError("take", "not-one-of", name="File", text=name, hint=nearest(name, known))


def _counts_file(counted: CountsPage, name: str) -> Response:
    """The coefficients of a table of counts as CSV or JSON."""
    if name not in FILES:
        raise InputError("take", "not-one-of", name="File", text=name, hint=nearest(name, FILES))
    form = name.rpartition(".")[2]
    text = "\n".join(FORMATS_OF_COUNTS[form](counted.counts)) + "\n"
    return _download(text, MEDIA[form], name)


def _download(text: str, kind: str, name: str) -> Response:
    answer = Response(text, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _page(
    page: AssessorPage | None, given: Given, error: InputError | None, counted: CountsPage | None = None
) -> Response:
    entry = page.study.entry if page else None
    try:
        entry = entry or library.find(given.get(library.FIELD) or library.BUILT_IN)
    except InputError:
        entry = library.find(library.BUILT_IN)
    html = render_template(
        "experiments/assessors/assessors.html",
        page=page,
        counted=counted,
        table=counted.text if counted else given.get(FIELD, ""),
        marginals=marginal_choices(given.get("marginals") or OWN),
        given=given,
        sets=dict(page.study.parts).get("sets", "") if page else given.get("sets", ""),
        error=error,
        entry=entry,
        runs=list(entry.collection.all_runs),
        chosen=page.runs if page and page.study.entry else usual_runs(entry.collection),
        topics=[(number, topic.title or topic.description) for number, topic in entry.collection.topics.items()],
        presets=[(key, preset.title) for key, preset in PRESETS.items()],
        default=DEFAULT_PRESET,
        usual=USUAL_MEASURES,
        formats=FORMATS,
        examples=EXAMPLES,
        counted_examples=COUNTED,
        counted_files=FILES,
        longest=LONGEST_LABELS,
        most=MOST_ASSESSORS,
        top=TOP_GRADE,
        taken_all=_ALL,
    )
    return make_response(html, 400 if error else 200)
