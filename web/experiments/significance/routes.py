"""The page that tries statistical tests on simulated data; its address describes the simulation."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.collection import built_in
from ireval.errors import InputError
from ireval.experiments.significance_tests.simulated_shares import CLEAR, SimulatedShares
from ireval.experiments.significance_tests.simulation_reports import FORMATS
from ireval.experiments.significance_tests.topic_sampling import MOST_INTERVALS, RESAMPLES
from web.experiments.experiment_files import experiment_file
from web.experiments.significance import prediction
from web.experiments.significance.form import PARTS, Choices, bounds, shape_options
from web.experiments.significance.long_simulations import check_work, finished_shares, is_quick, order_of
from web.experiments.significance.page import TestsPage
from web.jobs.delivery import failure, job_of_result, result_page
from web.server import limits

bp = Blueprint("tests", __name__, url_prefix="/experiments/tests")

#: The name of the files of numbers, without the ending.
FILE = "significance-tests"


@bp.get("")
def experiment() -> Answer:
    """Show the question at the start; with choices in the address, the simulation or the form that starts it."""
    choices, guess = Choices.of(request.args), request.args.get(prediction.FIELD, "").strip()
    try:
        if not any(name in request.args for name in PARTS):
            return _page(choices, opening=True, answer=prediction.prediction(guess) if guess else None)
        found = _found(choices)
    except InputError as error:
        return _page(choices, error=error, opening=error.field == prediction.FIELD)
    page = None if found is None else TestsPage(found, choices.query)
    take = request.args.get("take", "")
    return _file(page, take) if take and page else _page(choices, page)


@bp.post("")
@limits.changes
def start() -> Answer:
    """Start a simulation; its page is shown when it is finished."""
    choices = Choices.of(request.form)
    try:
        asked = choices.simulation()
        check_work(asked)
        if is_quick(asked):
            return redirect(f"{url_for('tests.experiment')}?{choices.query}", 303)
        return result_page(order_of(choices, asked))
    except InputError as error:
        return _page(choices, error=error)


@bp.get("/<job>")
@limits.visits
def finished(job: str) -> Answer:
    """Redirect from a job to the simulation's own address, or say why there is no result."""
    found = job_of_result(job, "tests.finished")
    if error := failure(found):
        return _page(Choices.of(request.args), error=error)
    return redirect(found.page["back"], 303)


def _found(choices: Choices) -> SimulatedShares | None:
    """The result if it can be computed at once or was computed recently, otherwise None."""
    asked = choices.simulation()
    check_work(asked)
    if not is_quick(asked):
        return finished_shares(choices, asked)
    return asked.run() if choices.is_of_upload else _of_built_in(tuple(choices.given.items()))


@lru_cache(maxsize=32)
def _of_built_in(given: tuple[tuple[str, str], ...]) -> SimulatedShares:
    """The result without an uploaded collection; it is cached, because a whole class opens the same address."""
    return Choices(dict(given)).simulation().run()


def _page(
    choices: Choices,
    page: TestsPage | None = None,
    *,
    error: InputError | None = None,
    opening: bool = False,
    answer: prediction.Prediction | None = None,
) -> Response:
    html = render_template(
        "experiments/significance/significance.html",
        page=page,
        given=choices.given,
        shapes=shape_options(),
        bounds=bounds(),
        names=list(built_in().all_runs),
        error=error,
        opening=opening,
        answer=answer,
        question=prediction,
        most_intervals=MOST_INTERVALS,
        resamples=RESAMPLES,
        clear=f"{100 * CLEAR:g} %",
    )
    return make_response(html, 400 if error else 200)


def _file(page: TestsPage, name: str) -> Response:
    """The chart, or the numbers, as a file."""
    address = f"{url_for('tests.experiment', _external=True)}?{page.query}"
    return experiment_file(name, [page.figure], address, FILE, lambda ending: FORMATS[ending](page.found))
