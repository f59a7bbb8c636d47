"""Long searches: a working process makes them, they can be stopped, and nothing that was sent stays."""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.jobs.running_works import Works, running_works, wait_for
from tests.web.reproduction.test_reproduction_page import PAGE, QRELS, RUN
from web.jobs.kinds import KINDS, REPRODUCTION, Work
from web.reproduction import searches
from web.store.schema import MADE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes are looked at as on Linux"),
]

QUESTION = {"qrels_text": QRELS, "run_text": RUN, "measure": "map", "score": "0.1234"}
ASKED = f"{PAGE}?collection=harbour&run=words&measure=map&score=0.1234"


@pytest.fixture
def works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Works]:
    monkeypatch.setattr(searches, "AT_ONCE", 0)
    with running_works(tmp_path / "jobs") as running:
        yield running


def sent(client: FlaskClient, **fields: object) -> str:
    """Start a search in pasted files; return where the answer leads."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(PAGE).text)
    assert token
    answer = client.post(PAGE, data={**QUESTION, **fields, "csrf_token": token[1]})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_a_long_search_in_files_ends_with_its_answer_and_deletes_them(works: Works) -> None:
    client = works.app.test_client()
    page = sent(client)
    (job,) = works.all()
    assert page == f"/jobs/{job.id}"
    wait_for(lambda: job.state == "ready")
    wait_for(lambda: job.files == {MADE})  # they are removed just after the job is ready
    answer = client.get(page, follow_redirects=True)
    text = html.unescape(answer.text)
    assert answer.request.path == f"{PAGE}/{job.id}"
    assert "What to check" in text and 'name="score" value="0.1234"' in text
    assert QRELS.splitlines()[0] not in text


def test_a_long_search_of_a_collection_starts_from_its_page(works: Works) -> None:
    client = works.app.test_client()
    text = client.get(ASKED).text
    assert "This search takes a while" in text
    form = text.partition('<form method="post"')[2].partition("</form>")[0]
    answer = client.post(PAGE, data=dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)))
    assert answer.status_code == 303
    (job,) = works.all()
    wait_for(lambda: job.state == "ready")
    text = client.get(answer.headers["Location"], follow_redirects=True).text
    assert "What to check" in text and "<option selected>words</option>" in text


def test_a_working_process_counts_and_writes_the_answer(tmp_path: Path) -> None:
    paths, counted = [tmp_path / "qrels", tmp_path / "run"], list[tuple[int, int]]()
    for path, text in zip(paths, (QRELS, RUN), strict=True):
        path.write_text(text)
    work = Work({"measure": "map", "score": "0.1234"}, paths, tmp_path / "made", lambda *count: counted.append(count))
    KINDS[REPRODUCTION](work)
    assert json.loads(work.into.read_text())["matches"] == []
    assert len(counted) > 2 and all(done <= total for done, total in counted)


def test_a_stopped_search_leaves_nothing_behind(works: Works) -> None:
    client = works.app.test_client()
    works.jobs.has_worker = False  # nothing is begun
    page = sent(client)
    (job,) = works.all()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(page).text)
    assert token and job.files == {0, 1}
    assert client.post(f"{page}/cancel", data={"csrf_token": token[1]}).status_code == 303
    wait_for(lambda: job.state == "cancelled")
    assert job.files == set()
    back = re.search(r'href="(/reproduce[^"]*)"', client.get(page).text)
    assert back
    text = client.get(html.unescape(back[1])).text
    assert 'name="score" value="0.1234"' in text and "refusal" not in text


def test_a_search_that_fails_keeps_what_was_typed(works: Works) -> None:
    client = works.app.test_client()
    page = sent(client)
    (job,) = works.all()
    wait_for(lambda: job.state == "ready")
    said = {"field": "run", "key": "job-refused", "problem": "The run is empty.", "advice": "Send another."}
    works.store.refuse(job.id, said)
    text = client.get(f"{PAGE}/{job.id}").text
    assert page.endswith(job.id)
    assert 'name="score" value="0.1234"' in text and "The run is empty. Send another." in re.sub(
        r"</?strong>", "", text
    )
    assert "Choose your files again" in text


def test_the_answer_of_an_unknown_search(client: FlaskClient) -> None:
    assert client.get(f"{PAGE}/{'x' * 32}").status_code == 404
