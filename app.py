"""ireval as a web application: `python app.py` serves it, and `create_app()` makes it for other servers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from flask import Flask
from jinja2 import StrictUndefined

from web import store
from web.api import compare as api_compare
from web.api import jobs as api_jobs
from web.api import lists as api_lists
from web.api import reproduce as api_reproduce
from web.api import routes as api
from web.api import sheets as api_sheets
from web.collections import owner_pages as collection_owner
from web.collections import reader_pages as collection_readers
from web.collections import routes as collections
from web.collections import upload_limits
from web.compare import routes as comparing
from web.downloads import chart_files, lesson_files
from web.downloads import routes as downloads
from web.entry import routes as entry
from web.experiments import routes as experiments
from web.experiments.assessors import routes as assessors
from web.experiments.diversity import routes as diversity
from web.experiments.guide import routes as guide
from web.experiments.incomplete import routes as incomplete
from web.experiments.significance import routes as simulated_tests
from web.glossary import routes as glossary
from web.jobs import admission, local_worker
from web.jobs import routes as jobs
from web.lab import embed, guesses
from web.lab import routes as lab
from web.lessons import course_files, review_routes
from web.lessons import routes as lessons
from web.lessons.lecture import hall, printed_lesson
from web.measures import routes as measures
from web.operation import health, logs, observation
from web.operation.counters import Counters
from web.playlist import routes as playlist
from web.playlist import step_item
from web.reproduction import routes as reproduction
from web.server import answer_cache, assets, compression, error_pages, forgery, hosts, limits, proxy, security
from web.server.browser_libraries import ThirdPartyError
from web.server.incoming import posted_form
from web.server.serving import http_server, tracebacks, workers
from web.server.settings import SettingError, Settings
from web.sheets import secret_links
from web.sheets.builder import publication
from web.sheets.builder import routes as builder
from web.sheets.owner import class_roster, closing, handout, recovery, removal, schedule
from web.sheets.owner import routes as owner
from web.sheets.student import routes as student
from web.state.kept_list import kept_query
from web.store.connections import waits
from web.store.inspection import gauge_readers
from web.switchboard import routes as switchboard
from web.why import routes as why

HERE = Path(__file__).resolve().parent

#: Pages that anybody may open.
OPEN = (
    *(lab, entry, guesses, embed, chart_files, measures, playlist, switchboard, why, downloads, api, api_lists),
    *(comparing, api_compare, api_sheets, builder, lessons, review_routes, printed_lesson, lesson_files, glossary),
    *(experiments, incomplete, simulated_tests, diversity, guide, assessors, reproduction, api_reproduce),
)
#: Pages that are reached by a secret link or cookie.
PRIVATE = (
    *(publication, student, owner, class_roster, closing, schedule, recovery, removal, handout, jobs, api_jobs, hall),
    *(collections, collection_readers, collection_owner),
)
#: Pages whose forms store nothing, so that nobody gains by forging one.
STATELESS = (
    *(lab, lessons, review_routes, measures, entry, embed, playlist, builder),
    *(comparing, api_compare, api_reproduce, api_sheets, api_jobs, assessors, diversity),
)


def create_app(settings: Mapping[str, object] | None = None, observers: Sequence[observation.Observer] = ()) -> Flask:
    """The application; `settings` override the environment variables of the same names.

    Each observer learns of every request that was answered.
    """
    chosen = Settings.read(settings)
    tracebacks.install()
    app = Flask(__name__, root_path=str(HERE), instance_path=str(HERE / "instance"), static_folder=None)
    logs.init_app(app, chosen)
    # A form of the lab with 1,000 ranks has about 30 kB.
    app.config.update(MAX_CONTENT_LENGTH=2**20, MAX_FORM_MEMORY_SIZE=2**20, MAX_FORM_PARTS=4000)
    app.url_map.merge_slashes = False  # an address with an empty part is none, and not another one
    posted_form.init_app(app)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["kept_query"] = kept_query

    for pages in (*OPEN, *PRIVATE):
        app.register_blueprint(pages.bp)
    security.init_app(app, [pages.bp for pages in OPEN])
    app.config["FRAME_ANCESTORS"] = chosen.frame_ancestors
    error_pages.init_app(app)
    hosts.init_app(app, chosen)
    secret_links.init_app(app)
    store.init_app(app, chosen)
    upload_limits.init_app(app, chosen)
    limits.init_app(app, chosen)
    forgery.init_app(app, chosen, stateless=[pages.bp for pages in STATELESS])
    admission.init_app(app, chosen)
    answer_cache.init_app(app, chosen)
    course_files.init_app(app, chosen, shipped=HERE / "lessons")
    step_item.init_app(app, course_files.step_title)
    compression.init_app(app)

    health.init_app(app, {"database": store.check, "static files": assets.check})
    observers = [*logs.request_lines(chosen), *observers]
    if observers:
        app.wsgi_app = observation.routed(app.wsgi_app)  # type: ignore[method-assign,assignment]
    serving = assets.init_app(app, own=HERE / "static", into=Path(app.instance_path, "static"))
    proxy.refuse_ambiguous(chosen.prefix, app.url_map)
    serving = proxy.behind_proxies(serving, chosen)
    serving = security.secured(serving, https=chosen.https)
    if observers:
        serving = observation.observed(serving, observers, believe_ids=chosen.proxies > 0)
    app.wsgi_app = serving  # type: ignore[method-assign,assignment]
    return app


def counted(app: Flask, settings: Settings, counters: Counters) -> Callable[[threading.Event], None]:
    """What answers Prometheus: the counters of the app, and gauges of its processes and its store."""
    waits.watch(counters.database.note_wait, counters.database.note_failure)
    counters.processes.expect(workers.count(settings.workers) * settings.threads)
    app.wsgi_app = counters.processes.counting(app.wsgi_app)  # type: ignore[method-assign,assignment]
    return counters.server(settings.metrics_address, health.reader(app), *gauge_readers.readers(app, settings))


def main() -> None:
    """Serve the pages until Ctrl-C."""
    try:
        settings = Settings.read()
        counters = Counters() if settings.metrics_address else None
        app = create_app(observers=[counters.observe] if counters else [])
        store.prepare(app, settings)
        beside = [counted(app, settings, counters)] if counters else []
        if settings.job_worker:
            beside.append(partial(local_worker.run, settings, app.config["DATABASE_URL"]))
        http_server.serve(app, settings, beside)
    except (SettingError, ThirdPartyError) as error:
        http_server.fail(error)


if __name__ == "__main__":
    main()
