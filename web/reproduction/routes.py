"""The page ``/reproduce``: a published score of a collection's run or of files, and two outputs of trec_eval."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError
from ireval.messages import Message
from web.jobs.delivery import failure, result_page
from web.jobs.routes import requested_job
from web.reproduction.outputs import answer_of_outputs
from web.reproduction.page import EXAMPLE, ReproductionPage, ScoreAnswer, example_score
from web.reproduction.searches import answer, finished_answer, is_quick, order_of
from web.reproduction.sources import question_of_collection, question_of_files, typed_before, typed_fields
from web.server import limits
from web.server.incoming.named_text import LARGEST, LARGEST_FILE
from web.store.library import library
from web.store.library.library import BUILT_IN

bp = Blueprint("reproduction", __name__, url_prefix="/reproduce")

#: The most characters that are pasted at a time.
LONGEST_PASTE = 400_000
_COLLECTION, _FILES, _OUTPUTS = "collection", "files", "outputs"
_TEXTS = {_FILES: ("qrels_text", "run_text"), _OUTPUTS: ("output_a_text", "output_b_text", "qrels_text", "run_text")}


@bp.get("")
def reproduce() -> Answer:
    """The forms, with the answer about a run of a collection if the address asks for one."""
    typed = typed_fields()
    if not typed["score"] and not typed["measure"]:
        return _page(ReproductionPage(typed))
    if not typed["run"]:  # back from a search in files, which a browser does not keep
        return _page(ReproductionPage(typed, form=_FILES))
    try:
        question = question_of_collection()
        if not is_quick(question):
            return _page(ReproductionPage(typed_fields(), waits=True))
        return _page(ReproductionPage(typed_fields(), score=ScoreAnswer(answer(question))))
    except InputError as error:
        return _page(ReproductionPage(typed_fields(), error=error))


@bp.post("")
@limits.changes
@limits.at_most(LARGEST)
def search() -> Answer:
    """The answer about files, or about a run of a collection that takes long."""
    form = _COLLECTION if library.FIELD in request.form else _FILES
    try:
        question = question_of_collection() if form == _COLLECTION else question_of_files()
        if is_quick(question):
            return _page(ReproductionPage(typed_fields(), _texts(form), form, ScoreAnswer(answer(question))))
        return result_page(order_of(question, _form_address()))
    except InputError as error:
        return _page(ReproductionPage(typed_fields(), _texts(form), form, error=error))
    finally:
        request.close()  # deletes the files


@bp.get("/<job>")
@limits.visits
def finished(job: str) -> Answer:
    """Show the answer that a working process has found, or say why there is none."""
    found = requested_job(job)
    if found.page.get("then") != "reproduction.finished":
        abort(404, Message("job-unknown"))
    typed = typed_before(found.page["back"])
    form = _COLLECTION if typed["run"] else _FILES
    if error := failure(found):
        return _page(ReproductionPage(typed, form=form, error=error))
    plain = finished_answer(found)
    if plain is None:
        return redirect(found.page["back"], 303)
    return _page(ReproductionPage(typed, form=form, score=ScoreAnswer(plain)))


@bp.get("/outputs")
def outputs_form() -> Answer:
    """Show the form for two outputs, because browsers may open the address of an answer again."""
    return _page(ReproductionPage(typed_fields(), form=_OUTPUTS))


@bp.post("/outputs")
@limits.changes
@limits.at_most(LARGEST)
def outputs() -> Answer:
    """Show how two outputs of trec_eval differ; with the judgements and the run, also why."""
    try:
        page = ReproductionPage(typed_fields(), _texts(_OUTPUTS), _OUTPUTS, outputs=answer_of_outputs())
        return _page(page)
    except InputError as error:
        return _page(ReproductionPage(typed_fields(), _texts(_OUTPUTS), _OUTPUTS, error=error))
    finally:
        request.close()


def _texts(form: str) -> dict[str, str]:
    """The texts that were pasted into a form."""
    return {name: request.form.get(name, "")[:LONGEST_PASTE] for name in _TEXTS.get(form, ())}


def _form_address() -> str:
    typed = {name: text for name, text in typed_fields().items() if text}
    return f"{url_for('reproduction.reproduce')}?{urlencode(typed)}"


def _page(page: ReproductionPage) -> Response:
    try:
        entry = library.find(page.typed[library.FIELD] or BUILT_IN)
    except InputError:
        entry = library.find(BUILT_IN)
    html = render_template(
        "reproduction/reproduce.html",
        page=page,
        error=page.error,
        entry=entry,
        example={library.FIELD: BUILT_IN, **EXAMPLE, "score": example_score()},
        runs=list(entry.collection.all_runs),
        longest=LONGEST_PASTE,
        largest=LARGEST,
        largest_file=LARGEST_FILE,
    )
    return make_response(html, 400 if page.error else 200)
