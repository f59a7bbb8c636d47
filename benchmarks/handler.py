"""The processor time of one toggle in the app itself, from the WSGI call to the compressed answer, without a server.

Posts the lab's real form with one label changed, each time to a new state, and prints the median processor time beside
that of a small static file from the same app in the same run. Answers that are kept (`ANSWER_CACHE`) are off; at the
end, the same changes are sent twice with them, and hits are reported apart. The parts of a toggle are measured one by
one in the same process; what is left after them is the view, its rows, the chart and the templates.

Target: a toggle at 20 rows costs at most 20 small files, and a further row at most 0.02 ms where a toggle takes 1.5 ms.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import io
import random
import re
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

import results
from house import ROOT, Form, p50
from results import Row

sys.path.insert(0, str(ROOT))

from flask import Flask

from app import create_app
from ireval.measure.listing import variants
from web.lab.form import from_form
from web.server.answer_cache import cache_of
from web.server.compression import gzip_bytes
from web.state.lab_state import State

PAGE = "/lab?labels={}&unretrieved=32211&size=800&conventions=lillis&show={}"


def main() -> None:
    """Measure lists of 20 and 100 documents, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=[20, 100], help="numbers of documents (20 100)")
    parser.add_argument("--toggles", type=int, default=150, help="toggles for each number of documents (150)")
    parser.add_argument("--show", default="nDCG@10", help="the measure that is open (nDCG@10)")
    results.add_json(parser)
    options = parser.parse_args()
    made, keeping = create_app({"ANSWER_CACHE": "0"}), create_app({"ANSWER_CACHE": "64"})
    gc.collect()
    gc.freeze()
    medians, figures = {}, []
    for rows in options.rows:
        forms = changes(made, rows, options.toggles, options.show)
        bodies = [urlencode(form).encode() for form in forms]
        files, toggles, sizes = [], [], []
        for body in bodies:
            taken, answer = timed(toggle, made, body)
            toggles.append(taken)
            sizes.append(len(answer))
            files.append(timed(small_file, made)[0])
        medians[rows] = p50(toggles)
        files_each = medians[rows] / p50(files)
        figures.append(
            Row(
                f"processor time of a toggle in the app, {rows} documents",
                f"{medians[rows]:.2f} ms",
                f"{p50(files):.3f} ms, a small file of the same app",
                round(files_each, 1),
            )
        )
        print(f"{rows} documents: a toggle {medians[rows]:.2f} ms, as much as {files_each:.0f} small files")
        print(f"  {p50(sizes) / 1000:.1f} kB compressed; a small file takes {p50(files):.3f} ms of processor time")
        shares(forms, toggle(made, bodies[0]), medians[rows])
        print(f"  kept answers: {hits(keeping, bodies) / medians[rows]:.2f} of a toggle that is made")
    if len(medians) > 1:
        (few, at_few), (many, at_many) = min(medians.items()), max(medians.items())
        each = (at_many - at_few) / (many - few)
        print(f"a further document: {each:.4f} ms, {100 * each / at_few:.1f} % of a toggle with {few}")
    results.write(options.json, figures)


def changes(app: Flask, rows: int, count: int, show: str) -> list[dict[str, str]]:
    """Forms with one changed label each, as a visitor would post them who makes one change after the other."""
    chance = random.Random(rows)
    labels = "".join(chance.choice("01230") for _ in range(rows))
    form = Form(app.test_client().get(PAGE.format(labels, show)).text).posted
    found = []
    for _ in range(count):
        rank = chance.randrange(rows) + 1
        form = form | {f"g{rank}": chance.choice([g for g in "0123" if g != form[f"g{rank}"]])}
        found.append(form)
        state = from_form(form).state
        form = form | {"was": state.query(), "relevant": str(state.relevant_total())}
    return found


def call(app: Flask, method: str, path: str, body: bytes = b"") -> bytes:
    """The body of the app's answer to a request as a browser sends it."""
    environ: dict[str, Any] = {"REQUEST_METHOD": method, "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": ""}
    environ |= {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1"}
    environ |= {"HTTP_ACCEPT_ENCODING": "gzip, deflate, br", "HTTP_HX_REQUEST": "true", "SERVER_PROTOCOL": "HTTP/1.1"}
    environ |= {"CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/x-www-form-urlencoded"}
    environ |= {"wsgi.input": io.BytesIO(body), "wsgi.errors": sys.stderr, "wsgi.url_scheme": "http"}
    environ |= {"wsgi.version": (1, 0), "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False}
    status: list[str] = []

    def start(code: str, *_: object) -> Callable[[bytes], object]:
        status.append(code)
        return lambda _: None

    answer: Any = app.wsgi_app(environ, start)
    try:
        found = b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    if not status[0].startswith("200"):
        raise SystemExit(f"{method} {path} was answered with {status[0]}.")
    return found


def toggle(app: Flask, body: bytes) -> bytes:
    """The answer to a posted form."""
    return call(app, "POST", "/lab", body)


def small_file(app: Flask) -> bytes:
    """The style sheet of formulas."""
    if app not in _files:
        found = re.search(r'href="([^"]+/math[^"/]*[.]css)"', app.test_client().get("/lab").text)
        if not found:
            raise SystemExit("The page has no style sheet for formulas.")
        _files[app] = found[1]
    return call(app, "GET", _files[app])


_files: dict[Flask, str] = {}


def timed(work: Callable[..., Any], *given: object) -> tuple[float, Any]:
    """The milliseconds of processor time that work takes with what it is given, and its result."""
    began = time.process_time()
    result = work(*given)
    return 1000 * (time.process_time() - began), result


def shares(forms: Iterable[dict[str, str]], answer: bytes, whole: float) -> None:
    """Print which share of a toggle its parts take, each measured alone."""
    states = [from_form(form).state for form in forms]
    plain = gzip.decompress(answer)
    parts = {
        "parsing the form": p50([timed(from_form, form)[0] for form in forms]),
        "measures of the panel": p50([timed(scores, state)[0] for state in states]),
        "compression": p50([timed(gzip_bytes, plain)[0] for _ in range(50)]),
    }
    rest = 1 - sum(parts.values()) / whole
    said = [f"{name} {100 * taken / whole:.0f} %" for name, taken in parts.items()]
    print(f"  {', '.join(said)}, Flask, view, rows, chart and templates {100 * rest:.0f} %")


def scores(state: State) -> list[str]:
    """The scores of all measures of the panel."""
    listed = variants(state.values, state.conventions, subtopics=state.diverse)
    return [state.explanation.table(spec, state.places).result for _, spec in listed]


def hits(app: Flask, bodies: list[bytes]) -> float:
    """The median milliseconds of toggles whose answers are kept from an earlier request."""
    for body in bodies:
        toggle(app, body)
    cache = cache_of(app)
    before = cache.hits if cache else 0
    taken = [timed(toggle, app, body)[0] for body in bodies]
    if not cache or cache.hits - before != len(bodies):
        raise SystemExit("Not every answer was kept.")
    return p50(taken)


if __name__ == "__main__":
    main()
