"""ireval as a web application: `python app.py` serves it, and `create_app()` makes it for other servers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from flask import Flask
from jinja2 import StrictUndefined

from web import store
from web.collections import upload_limits
from web.course import course_files
from web.coursework import secret_links
from web.formulas import untranslated
from web.formulas.math_files import math_files, recipe
from web.jobs import admission, local_worker
from web.operation import gauge_readers, health, logs, observation
from web.operation.counters import Counters
from web.pages import PAGES
from web.server import answer_cache, assets, compression, error_pages, forgery, hosts, limits, proxy, security
from web.server.browser_libraries import ThirdPartyError
from web.server.incoming import posted_form, projection
from web.server.serving import http_server, tracebacks, workers
from web.server.settings import SettingError, Settings
from web.state.list_query import list_query
from web.store.connections import waits

HERE = Path(__file__).resolve().parent


def create_app(settings: Mapping[str, object] | None = None, observers: Sequence[observation.Observer] = ()) -> Flask:
    """Make the application; `settings` override the environment variables of the same names.

    Each observer learns of every request that was answered.
    """
    chosen = Settings.read(settings)
    tracebacks.install()
    app = Flask(__name__, root_path=str(HERE), instance_path=str(HERE / "instance"), static_folder=None)
    logs.init_app(app, chosen)
    # A form of the lab with 1,000 ranks has about 30 kB.
    app.config.update(MAX_CONTENT_LENGTH=2**20, MAX_FORM_MEMORY_SIZE=2**20, MAX_FORM_PARTS=4000)
    app.url_map.merge_slashes = False  # an address with an empty part is not found, and not redirected
    posted_form.init_app(app)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["list_query"] = list_query

    for page in PAGES:
        app.register_blueprint(page.bp)
    security.init_app(app, [page.bp for page in PAGES if not page.private])
    app.config["FRAME_ANCESTORS"] = chosen.frame_ancestors
    error_pages.init_app(app)
    projection.init_app(app)
    hosts.init_app(app, chosen)
    secret_links.init_app(app)
    store.init_app(app, chosen)
    upload_limits.init_app(app, chosen)
    limits.init_app(app, chosen)
    untranslated.init_app(app)
    forgery.init_app(app, chosen, stateless=[page.bp for page in PAGES if page.stateless])
    admission.init_app(app, chosen)
    answer_cache.init_app(app, chosen)
    course_files.init_app(app, chosen, shipped=HERE / "lessons")
    compression.init_app(app)

    health.init_app(app, {"database": store.check, "static files": assets.check})
    observers = [*logs.request_lines(chosen), *observers]
    if observers:
        app.wsgi_app = observation.note_route(app.wsgi_app)  # type: ignore[method-assign,assignment]
    serving = assets.init_app(app, HERE / "static", Path(app.instance_path, "static"), math_files, recipe)
    proxy.refuse_ambiguous(chosen.prefix, app.url_map)
    serving = proxy.behind_proxies(serving, chosen)
    serving = security.add_headers(serving, https=chosen.https)
    if observers:
        serving = observation.observe_requests(serving, observers, believe_ids=chosen.proxies > 0)
    app.wsgi_app = serving  # type: ignore[method-assign,assignment]
    return app


def count_requests(app: Flask, settings: Settings, counters: Counters) -> Callable[[threading.Event], None]:
    """Count requests; return the server for Prometheus: the app's counters, gauges of its processes and its store."""
    waits.watch(counters.database.note_wait, counters.database.note_failure)
    counters.processes.expect(workers.count(settings.workers) * settings.threads)
    app.wsgi_app = counters.processes.count_busy_threads(app.wsgi_app)  # type: ignore[method-assign,assignment]
    return counters.server(settings.metrics_address, health.reader(app), *gauge_readers.readers(app, settings))


def main() -> None:
    """Serve the pages until Ctrl-C."""
    try:
        settings = Settings.read()
        counters = Counters() if settings.metrics_address else None
        app = create_app(observers=[counters.observe] if counters else [])
        store.prepare(app, settings)
        beside = [count_requests(app, settings, counters)] if counters else []
        if settings.job_worker:
            beside.append(partial(local_worker.run, settings, app.config["DATABASE_URL"]))
        http_server.serve(app, settings, beside)
    except (SettingError, ThirdPartyError) as error:
        http_server.fail(error)


if __name__ == "__main__":
    main()
