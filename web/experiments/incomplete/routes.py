"""The page on which judgements are taken away at random; its address is the experiment."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.conventions import PRESETS
from ireval.errors import InputError
from ireval.experiments.incomplete_reports import FORMATS
from ireval.experiments.repeated_scores import RepeatedScores
from web.experiments.experiment_files import experiment_file
from web.experiments.incomplete.form import MOST_MEASURES, MOST_REPEATS, MOST_SHARES, Choices
from web.experiments.incomplete.long_runs import check_work, files_of, finished_scores, is_quick, order_of
from web.experiments.incomplete.page import IncompletePage
from web.jobs.delivery import failure, job_of_result, result_page
from web.server import limits
from web.store.library import library
from web.store.library.library import BUILT_IN

bp = Blueprint("incomplete", __name__, url_prefix="/experiments/incomplete")

#: The name of the files of numbers, without the ending.
FILE = "incomplete-judgements"


@bp.get("")
def experiment() -> Answer:
    """Show the experiment of the address with its results; if it takes long, the form that starts it."""
    choices = Choices.of(request.args)
    try:
        found = _found(choices)
    except InputError as error:
        return _page(choices, None, error)
    if found is None:
        return _page(choices, None, None)
    page = IncompletePage(found, choices.collection.title, choices.query)
    take = request.args.get("take", "")
    return _file(page, take) if take else _page(choices, page, None)


@bp.post("")
@limits.changes
def start() -> Answer:
    """Start an experiment that takes long; its page is shown when it is finished."""
    choices = Choices.of(request.form)
    try:
        asked = choices.experiment()
        check_work(asked)
        if is_quick(asked):
            return redirect(f"{url_for('incomplete.experiment')}?{choices.query}", 303)
        with files_of(asked) as files:
            return result_page(order_of(choices, asked, files))
    except InputError as error:
        return _page(choices, None, error)


@bp.get("/<job>")
@limits.visits
def finished(job: str) -> Answer:
    """Redirect from a job to the experiment's own address, or say why there is no result."""
    found = job_of_result(job, "incomplete.finished")
    if error := failure(found):
        return _page(Choices.of(request.args), None, error)
    return redirect(found.page["back"], 303)


def _found(choices: Choices) -> RepeatedScores | None:
    """The result if it can be computed at once or was computed recently, otherwise None."""
    asked = choices.experiment()
    check_work(asked)
    if not is_quick(asked):
        scores = finished_scores(choices, asked)
        return None if scores is None else asked.result(scores)
    if choices.given[library.FIELD] == BUILT_IN:
        return _of_built_in(tuple(choices.given.items()))
    return asked.result(asked.scores())


@lru_cache(maxsize=32)
def _of_built_in(given: tuple[tuple[str, str], ...]) -> RepeatedScores:
    """The result on the built-in collection; it is cached, because a whole class opens the same address."""
    asked = Choices(dict(given)).experiment()
    return asked.result(asked.scores())


def _page(choices: Choices, page: IncompletePage | None, error: InputError | None) -> Response:
    html = render_template(
        "experiments/incomplete/incomplete.html",
        page=page,
        given=choices.given,
        query=choices.query,
        error=error,
        presets=[(key, preset.title) for key, preset in PRESETS.items()],
        built_in=BUILT_IN,
        most_measures=MOST_MEASURES,
        most_shares=MOST_SHARES,
        most_repeats=MOST_REPEATS,
    )
    return make_response(html, 400 if error else 200)


def _file(page: IncompletePage, name: str) -> Response:
    """A chart, or the numbers, as a file."""
    address = f"{url_for('incomplete.experiment', _external=True)}?{page.query}"
    return experiment_file(name, page.figures, address, FILE, lambda ending: FORMATS[ending](page.found))
