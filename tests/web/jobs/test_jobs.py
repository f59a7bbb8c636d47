"""Files of many variants are made in processes of their own: seen, cancelled, limited, and gone afterwards."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from ireval.exercises import make_sheet
from ireval.exercises.exports.platform_files import export
from ireval.exercises.sheet.model import Exercise, Generated
from tests.builder_form import changed, form_of, sheet_in
from tests.conftest import make_app
from tests.paths import ROOT
from tests.web.jobs.running_works import (
    LARGE,
    LONG,
    SHEET,
    LiveJob,
    Works,
    has_ended,
    processes_of,
    running_works,
    wait_for,
)
from web.store.jobs.job_store import JobStore
from web.store.sheet_store import Store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes are looked at as on Linux"),
]


@pytest.fixture
def works(tmp_path: Path) -> Iterator[Works]:
    with running_works(tmp_path / "jobs", JOB_QUEUE=5) as found:
        yield found


#: Its lists are drawn thirty times.
HARD = Exercise("e1", "better", "nDCG@5", generated=Generated(20, 1, 5))


def test_the_page_of_a_job_shows_its_progress_and_gives_the_file_once(works: Works) -> None:
    client = works.app.test_client()
    form = form_of(client.get("/sheets/new").text)
    form.setlist("exercise", ["e1"])
    form["title"], form["variants"] = "Week <5>", "60"
    sent = client.post("/sheets/file/moodle", data=form)
    page = sent.headers["Location"]
    assert sent.status_code == 303 and re.fullmatch(r"/jobs/[\w-]{32}", page)
    job = works.job(sent)
    counts = set()
    while job.state in {"queued", "running"}:
        shown = client.get(page)
        if 'http-equiv="refresh"' not in shown.text:
            break  # it was finished meanwhile
        found = re.search(r'<progress [^>]*value="(\d+)" max="60"', shown.text)
        counts.add(int(found[1]) if found else -1)
        assert "Week &lt;5&gt;" in shown.text
        time.sleep(0.02)
    assert len(counts - {-1}) > 2, "60 variants are counted while they are made"
    assert [shown.headers[name] for name in ("Cache-Control", "X-Robots-Tag")] == ["no-store", "noindex"]
    ready = client.get(page).text
    assert "Download (" in " ".join(ready.split()) and 'http-equiv="refresh"' not in ready
    assert form_of(ready.replace('id="back"', 'id="builder"')).get("title") == "Week <5>", "the way back loses nothing"
    assert client.head(f"{page}/file").status_code == 200, "a look at the file does not delete it"
    file = client.get(f"{page}/file")
    assert file.data == export(sheet_in(changed(client, form)), "moodle", 60).data
    assert "attachment" in file.headers["Content-Disposition"] and len(file.data) == int(file.headers["Content-Length"])
    again = client.get(f"{page}/file", follow_redirects=True)
    assert "was downloaded" in again.text
    assert job.files == set()


@pytest.mark.usefixtures("started_as_usual")
def test_a_program_polls_for_the_file_that_the_command_line_makes(works: Works) -> None:
    accepted = works.order(12, SHEET)
    assert accepted.status_code == 202 and int(accepted.headers["Retry-After"]) > 0
    assert works.order(12, SHEET).headers["Location"] == accepted.headers["Location"], "the same order joins the job"
    client = works.app.test_client()
    answers = [accepted]

    def is_over() -> bool:
        answers.append(client.get(accepted.headers["Location"]))
        return answers[-1].status_code != 202

    wait_for(is_over)
    file = answers[-1]
    assert file.status_code == 200
    assert file.data == export(SHEET, "moodle", 12).data
    assert client.get(accepted.headers["Location"]).get_json() == {"state": "delivered"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have priorities alone")
@pytest.mark.usefixtures("started_as_usual")
def test_long_work_waits_for_everything_else(works: Works) -> None:
    process = works.process(works.job(works.order(LONG)))
    wait_for(lambda: os.sched_getscheduler(process) == os.SCHED_IDLE)


@pytest.mark.usefixtures("started_as_usual")
def test_cancel_and_leaving_the_page_stop_the_process(works: Works) -> None:
    client = works.app.test_client()
    for leave in (True, False):
        sent = works.order(LONG)
        job = works.job(sent)
        process = works.process(job)
        assert not has_ended(process)
        if leave:
            job.change(seen=0)  # as if nobody had asked for long
        else:
            assert client.delete(sent.headers["Location"]).status_code == 204
        wait_for(partial(has_ended, process))
        assert_cancelled(job)
        assert "Cancelled" in client.get(f"/jobs/{job.id}").text


def assert_cancelled(job: LiveJob) -> None:
    wait_for(lambda: job.state == "cancelled")
    wait_for(lambda: job.files == set())


def test_queue_and_visitors_have_bounds(works: Works) -> None:
    first = works.order(LONG)
    works.process(works.job(first))
    waiting = [works.order(variants) for variants in (LONG - 1, LONG - 2)]
    assert {answer.status_code for answer in waiting} == {202}
    assert "2 jobs come before" in works.app.test_client().get(f"/jobs/{works.job(waiting[1]).id}").text
    fourth = works.order(LONG - 3)
    assert fourth.status_code == 429 and int(fourth.headers["Retry-After"]) > 0
    others = [works.order(LONG, address=f"192.0.2.{i}") for i in range(1, 5)]
    assert [answer.status_code for answer in others] == [202, 202, 202, 503]
    assert int(others[-1].headers["Retry-After"]) > 0 and "queue" not in others[-1].headers.get("Location", "")
    running = [job for job in works.all() if job.state == "running"]
    assert [job.id for job in running] == [works.job(first).id], "one at a time"
    works.store.cancel(works.job(first).id)
    wait_for(lambda: works.job(others[0]).state == "running")
    assert works.job(waiting[0]).state == "queued", "another network comes first"


def test_one_network_does_not_fill_the_queue(works: Works) -> None:
    works.process(works.job(works.order(LONG)))
    page = works.app.test_client().get("/sheets/new").text
    statuses = []
    for _ in range(4):
        client = works.app.test_client()  # a browser of its own, at the same address
        form = form_of(page)
        form["variants"] = "100"
        statuses.append(client.post("/sheets/file/gift", data=form))
    assert [answer.status_code for answer in statuses] == [303, 303, 303, 503]
    assert "ireval-jobs=" in statuses[0].headers["Set-Cookie"] and "HttpOnly" in statuses[0].headers["Set-Cookie"]
    assert works.order(LONG, address="2001:db8::1").status_code == 202
    assert works.order(LONG - 1, address="2001:db8::2").status_code == 202


def has_failed(client: FlaskClient, job: LiveJob) -> bool:
    """Whether the job has failed; its page is loaded, so that somebody waits."""
    return client.get(f"/jobs/{job.id}").status_code == 200 and bool(job.outcome)


@pytest.mark.usefixtures("started_as_usual")
def test_processor_time_and_memory_are_limited(tmp_path: Path) -> None:
    hard = replace(SHEET, exercises=(HARD,), decimals=2)  # 40 variants take three seconds
    cases = (
        ({"JOB_SECONDS": 1}, "moodle", hard, 45, "more than 1 second"),
        ({"JOB_MEMORY": 256}, "pdf", LARGE, 20, "more than 256 MB"),  # a gigabyte is needed
    )
    for settings, form, sheet, variants, said in cases:
        with running_works(tmp_path / form, **settings) as works:
            job, client = works.job(works.order(variants, sheet, form=form)), works.app.test_client()
            wait_for(partial(has_failed, client, job))
            assert job.state == "failed", settings
            page = client.get(f"/jobs/{job.id}").text
            assert said in page and "could not be made" in page


def test_questions_of_a_file_are_bounded(works: Works) -> None:
    refused = works.order(200, make_sheet(7, 7))
    assert refused.status_code == 400 and "at most 1,200" in refused.get_json()["error"]["message"]
    assert "at most 171 variants" in refused.get_json()["error"]["suggestion"]
    assert not works.all()


def test_a_killed_server_leaves_no_process_and_the_next_one_goes_on(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'jobs.sqlite'}"
    environment = os.environ | {"PORT": "0", "DATABASE_URL": database, "WORKERS": "2", "JOBS": "1"}
    command = [sys.executable, "app.py"]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        with server.stdout as said:
            address = urlsplit(re.findall(r"http://\S+", said.readline())[0])
        with closing(HTTPConnection(address.netloc, timeout=60)) as connection:
            sheet = json.loads(LARGE.to_json())
            body = json.dumps({"format": "moodle", "variants": LONG, "sheet": sheet})
            connection.request("POST", "/api/v1/sheets", body)
            accepted = connection.getresponse()
            assert accepted.status == 202
        store = Store(database)
        job = LiveJob(JobStore(store.database, lambda *_: None, None), str(accepted.getheader("Location"))[-32:])
        wait_for(lambda: job.state == "running")
        # Two for pages, the worker, a process for the job, and one for the next job.
        wait_for(lambda: len(processes_of(server.pid)) == 5)
        children = processes_of(server.pid)
    finally:
        server.kill()
        server.wait()
    wait_for(lambda: all(map(has_ended, children)))
    assert job.state == "running", "it was killed in the middle of its work"
    with running_works(tmp_path, DATABASE_URL=database) as works:  # the next server
        job.change(seen=0)
        works.order(1, SHEET)
        wait_for(lambda: job.state == "cancelled")
        assert job.files == set()
    store.close_connections()


def test_a_sheet_that_takes_too_long_to_draw_is_named_and_not_drawn(works: Works) -> None:
    exercises = tuple(replace(HARD, id=f"e{number}") for number in range(1, 41))
    sheet = json.loads(replace(SHEET, exercises=exercises, decimals=2).to_json())
    refused = works.app.test_client().post("/api/v1/sheets", json={"sheet": sheet, "key": "K7M2PX"})
    assert refused.status_code == 400 and "take too long" in refused.get_json()["error"]["message"]


def test_a_database_that_cannot_be_used_is_said_to_the_visitor_and_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    app = make_app(DATABASE_URL=f"sqlite:///{tmp_path / 'file' / 'jobs.sqlite'}")
    body = {"format": "moodle", "variants": 1, "sheet": json.loads(SHEET.to_json())}
    refused = app.test_client().post("/api/v1/sheets", json=body)
    assert refused.status_code == 503 and "Files cannot be made" in refused.get_json()["error"]["suggestion"]
    assert str(tmp_path / "file") in caplog.text
