"""Orders whose result is shown by a page, and orders that carry files."""

from __future__ import annotations

import io
import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask, render_template
from werkzeug.exceptions import HTTPException

from tests.sentences import sentence
from tests.web.jobs.running_works import SHEET, LiveJob, Works, running_works, wait_for
from web.jobs import wording
from web.jobs.admission import Order
from web.jobs.delivery import result_page
from web.jobs.job_view import JobView
from web.jobs.kinds import SLIPS
from web.server.error_pages import StorageError
from web.store.jobs.job_records import CANCELLED, READY, RUNNING, Job, NewJob
from web.store.jobs.job_store import JobStore
from web.store.schema import MADE

pytestmark = pytest.mark.slow


def slips(title: str = "Slips", then: str = "glossary.terms", **more: object) -> Order:
    """Printed slips, whose result another page takes."""
    what = {"title": title, "slips": [("Ada", "key", "https://example.org/s/1")], "paper": "a4", "name": "slips.pdf"}
    return Order(SLIPS, what, title, title, "/", 0.1, then=then, wording=wording.EXPERIMENT, **more)  # type: ignore[arg-type]


def submitted(works: Works, order: Order) -> tuple[str, LiveJob]:
    """Where the answer to an order leads, and its job."""
    with works.app.test_request_context("/"):
        answer = result_page(order)
        (job,) = works.all()
        return answer.headers["Location"], job


@pytest.fixture
def works(tmp_path: Path) -> object:
    with running_works(tmp_path / "jobs") as running:
        yield running


def test_the_page_of_a_job_leads_to_the_page_of_its_result(works: Works) -> None:
    place, job = submitted(works, slips())
    assert place == f"/jobs/{job.id}"
    client = works.app.test_client()
    assert "Running the experiment" in client.get(place).text
    wait_for(lambda: job.state == READY)
    answer = client.get(place)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/glossary?job={job.id}")
    # Nothing is downloaded from the page of such a job.
    assert client.get(f"{place}/file").status_code == 303
    assert job.made.startswith(b"%PDF")


def test_a_file_is_whole_even_if_the_store_is_too_busy_to_note_that(
    works: Works, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    job = works.job(works.order(2, SHEET))
    wait_for(lambda: job.state == READY)

    def refuse(*_: object) -> None:
        raise StorageError("database-too-many", database="d", count=1)

    client, whole = works.app.test_client(), job.made
    with monkeypatch.context() as patch:
        patch.setattr(JobStore, "deliver", refuse)
        assert client.get(f"/api/v1/jobs/{job.id}").data == whole
        assert client.get(f"/api/v1/jobs/{job.id}").data == whole, "it is still there"
    assert [record.levelname for record in caplog.records] == ["ERROR"] * 2
    assert not any(record.exc_info for record in caplog.records)
    assert client.get(f"/api/v1/jobs/{job.id}").data == whole
    assert client.get(f"/api/v1/jobs/{job.id}").json == {"state": "delivered"}


def test_a_result_that_is_there_in_a_moment_is_the_answer(works: Works) -> None:
    works.app.config["JOB_PATIENCE"] = 60
    place, job = submitted(works, slips())
    assert place == f"/glossary?job={job.id}"


def test_files_of_an_order_stay_until_it_ends(works: Works) -> None:
    works.jobs.has_worker = False  # nothing is begun
    files = [io.BytesIO(b"first"), io.BytesIO(b""), io.BytesIO(b"third")]
    _, job = submitted(works, slips(files=files))
    claim = works.store.begin(job.id)
    assert claim
    assert [b"".join(works.store.pieces(claim, file)) for file in works.store.files(claim)] == [b"first", b"", b"third"]
    assert works.store.finish(claim, CANCELLED, {})
    assert job.files == set()
    page = works.app.test_client().get(f"/jobs/{job.id}").text
    assert "The experiment was stopped." in page


def test_files_beyond_the_space_for_all_jobs_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with running_works(tmp_path, JOB_SPACE=1) as works:
        with works.app.test_request_context("/"), pytest.raises(HTTPException) as refused:
            result_page(slips(files=[io.BytesIO(bytes(1_000_001))]))
        answer = refused.value.get_response()
        assert (answer.status_code, works.all()) == (503, [])
        assert int(answer.headers["Retry-After"]) > 0
        assert sentence("job-space-full") in unescape(answer.get_data(as_text=True))


def test_a_file_is_taken_once_and_its_page_can_be_asked_for_meanwhile(works: Works, tmp_path: Path) -> None:
    """A second click, or the page that asks for itself, comes while the first download is under way."""
    pdf = b"%PDF" + b"x" * 10
    (tmp_path / "made").write_bytes(pdf)
    new = NewJob(SLIPS, {}, {"then": ""}, "Ada", "", "digest", is_long=False)
    job = LiveJob(works.store, works.store.add(new, lambda _: None).id)
    claim = works.store.begin(job.id)
    assert claim
    said = {"name": "slips.pdf", "media_type": "application/pdf", "notes": []}
    works.store.finish(claim, READY, said, tmp_path / "made")
    assert job.files == {MADE}
    first, second = works.app.test_client(), works.app.test_client()
    head = first.head(f"/jobs/{job.id}/file")
    assert (head.status_code, head.content_length) == (200, len(pdf))
    slow = first.get(f"/jobs/{job.id}/file", buffered=False)
    assert second.get(f"/jobs/{job.id}").status_code == 200
    assert slow.data == pdf
    assert (job.state, job.files) == ("delivered", set())
    assert second.get(f"/jobs/{job.id}/file").status_code == 303
    assert second.get(f"/api/v1/jobs/{job.id}").json == {"state": "delivered"}


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
    job = Job("", "", RUNNING, facts, {}, 9_600, 101_315, size=0, attempt=1, is_cancelled=False, unseen=0)
    view = JobView(job, 0, None)
    with app.test_request_context("/jobs/x"):
        page = render_template("jobs/job.html", job=view, id="x")
    assert re.findall(r'aria-current="page">([^<]+)', page) == [section]
    assert said in page
