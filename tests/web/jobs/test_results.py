"""Orders whose result is shown by a page, and orders that carry files."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, render_template

from tests.conftest import make_app
from tests.web.jobs.running_works import Works, running_works, wait_for
from web.jobs import wording
from web.jobs.admission import Order
from web.jobs.delivery import result_page
from web.jobs.job_view import JobView
from web.jobs.kinds import SLIPS
from web.jobs.spool import CANCELLED, DELIVERED, QUEUED, READY, RUNNING, Job


def slips(title: str = "Slips", then: str = "glossary.terms", **more: object) -> Order:
    """Printed slips, whose result another page takes."""
    what = {"title": title, "slips": [("Ada", "key", "https://example.org/s/1")], "paper": "a4", "name": "slips.pdf"}
    return Order(SLIPS, what, title, title, "/", 0.1, then=then, wording=wording.EXPERIMENT, **more)  # type: ignore[arg-type]


def submitted(app: Flask, order: Order) -> tuple[str, Job]:
    """Where the answer to an order leads, and its job."""
    with app.test_request_context("/"):
        answer = result_page(order)
        (job,) = app.extensions["jobs"].spool.jobs()
        return answer.headers["Location"], job


@pytest.fixture
def works(tmp_path: Path) -> object:
    with running_works(tmp_path / "jobs") as running:
        yield running


def test_the_page_of_a_job_leads_to_the_page_of_its_result(works: Works) -> None:
    place, job = submitted(works.app, slips())
    assert place == f"/jobs/{job.id}"
    client = works.app.test_client()
    assert "Running the experiment" in client.get(place).text
    wait_for(lambda: job.state == READY)
    answer = client.get(place)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/glossary?job={job.id}")
    # Nothing is downloaded from the page of such a job.
    assert client.get(f"{place}/file").status_code == 303
    assert job.file.read_bytes().startswith(b"%PDF")


def test_a_result_that_is_there_in_a_moment_is_the_answer(tmp_path: Path) -> None:
    app = make_app(JOB_FOLDER=str(tmp_path / "jobs"), JOBS=1)
    app.config["JOB_PATIENCE"] = 60
    place, job = submitted(app, slips())
    assert place == f"/glossary?job={job.id}"
    job.delete()


def test_files_of_an_order_stay_in_its_folder_until_it_ends(works: Works) -> None:
    works.jobs.limits = works.jobs.limits._replace(processes=0)
    files = [io.BytesIO(b"first"), io.BytesIO(b"second")]
    works.jobs.manager._limits = works.jobs.limits  # nothing is begun
    _, job = submitted(works.app, slips(files=files))
    assert [path.read_bytes() for path in job.sent_files] == [b"first", b"second"]
    job.finish(CANCELLED)
    assert job.sent_files == []
    assert {path.name for path in job.folder.iterdir()} == {"visitor.json", "seen", "end.json"}
    page = works.app.test_client().get(f"/jobs/{job.id}").text
    assert "The experiment was stopped." in page


class DeletedMeanwhile(Job):
    """A job that another process deletes as soon as its end was read."""

    @property
    def end(self) -> Mapping[str, Any]:
        found = super().end
        self.delete()
        return found


def test_the_state_of_a_job_is_known_although_another_process_deletes_it_meanwhile(tmp_path: Path) -> None:
    """Its owner may delete a job between any two looks at its files."""
    job = DeletedMeanwhile(tmp_path / "job")
    job.folder.mkdir()
    job.write("end.json", json.dumps({"state": READY}))
    assert [job.state, job.state] == [READY, QUEUED]


def test_a_file_is_taken_once_and_its_page_can_be_asked_for_meanwhile(tmp_path: Path) -> None:
    """A second click, or the page that asks for itself, comes while the first download is under way."""
    app = make_app(JOB_FOLDER=str(tmp_path / "jobs"))
    job = app.extensions["jobs"].spool.add({}, {"visitor": "Ada", "network": "", "time": 0, "then": ""})
    pdf = b"%PDF" + b"x" * 10
    job.file.write_bytes(pdf)
    job.finish(READY, name="slips.pdf", media_type="application/pdf", size=len(pdf), notes=[])
    first, second = app.test_client(), app.test_client()
    head = first.head(f"/jobs/{job.id}/file")
    assert (head.status_code, head.content_length) == (200, len(pdf))
    aside = job.file.rename(job.folder / "aside")  # the file is deleted a moment before or after this is noted
    assert second.get(f"/jobs/{job.id}/file").status_code == 303
    assert second.get(f"/jobs/{job.id}").status_code == 200
    aside.rename(job.file)
    assert first.get(f"/jobs/{job.id}/file").data == pdf
    assert job.state == DELIVERED
    assert second.get(f"/jobs/{job.id}/file").status_code == 303
    assert second.get(f"/api/v1/jobs/{job.id}").json == {"state": DELIVERED}


@pytest.mark.parametrize(
    ("work", "section", "said"),
    [
        (wording.COLLECTION, "Collections", "9.6 MB of 101.3 MB read"),
        (wording.EXPERIMENT, "Collections", ""),
        (wording.FILE, "Sheets", ""),
    ],
)
def test_the_page_is_in_the_navigation_and_counts_large_files_in_megabytes(
    app: Flask, work: str, section: str, said: str
) -> None:
    facts = {"title": "Nets", "back": "/", "wording": work}
    job = SimpleNamespace(visitor=facts, is_cancelled=False, state=RUNNING, progress=(9_600, 101_315), end={})
    view = JobView(job, [], None)  # type: ignore[arg-type]
    with app.test_request_context("/jobs/x"):
        page = render_template("jobs/job.html", job=view, id="x")
    assert re.findall(r'aria-current="page">([^<]+)', page) == [section]
    assert said in page
