"""Long experiments: a working process runs them, they can be stopped, and end at their own address."""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pytest
from flask.testing import FlaskClient

from ireval.collection import built_in
from ireval.experiments.incomplete_judgements import take_away_judgements
from ireval.experiments.incomplete_reports import plain
from ireval.numbers.expression import fixed
from tests.web.experiments.test_incomplete import ADDRESS, PAGE, SMALL, core, rows, text_of
from tests.web.jobs.running_works import Works, running_works, wait_for
from web.experiments.incomplete import long_runs
from web.jobs.kinds import INCOMPLETE_JUDGEMENTS, KINDS, Work

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="processes are looked at as on Linux"),
]

LONG = f"{PAGE}?{urlencode(SMALL | {'repeats': '200'})}"


@pytest.fixture
def works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Works]:
    monkeypatch.setattr(long_runs, "AT_ONCE", 0)
    with running_works(tmp_path / "jobs") as running:
        yield running


def begin(client: FlaskClient, address: str = ADDRESS) -> str:
    """Start the experiment of an address as its page does; return where the answer leads."""
    text = text_of(client, address)
    form = text.partition('<form method="post"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    answer = client.post(PAGE, data=sent)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_a_long_experiment_ends_at_its_own_address(works: Works) -> None:
    client = works.app.test_client()
    page = begin(client)
    (job,) = works.all()
    assert page == f"/jobs/{job.id}"
    wait_for(lambda: job.state == "ready")
    answer = client.get(page, follow_redirects=True)
    assert answer.request.path == PAGE
    found, text = core(), html.unescape(answer.text)
    assert rows(text, 0)[2][2] == fixed(found.summary(found.averages)[0][0, 2], 3) + (
        " ({} to {})".format(*(fixed(x, 3) for x in found.summary(found.averages)[1:, 0, 2].tolist()))
    )
    downloaded = json.loads(client.get(f"{ADDRESS}&take=incomplete-judgements.json").text)
    assert downloaded["measures"] == json.loads(json.dumps(plain(found)))["measures"]
    other = works.app.test_client().get(f"{PAGE}?{urlencode(SMALL | {'seed': '8'})}").text
    assert "This experiment takes a while" in other


def test_a_working_process_counts_samples_and_writes_scores(tmp_path: Path) -> None:
    harbour, counted = built_in(), list[tuple[int, int]]()
    experiment = take_away_judgements(harbour.qrels, harbour.runs, ["AP"], shares=[0.6, 0.2], repeats=5, seed=7)
    with long_runs.files_of(experiment) as files:
        paths = [tmp_path / str(place) for place in range(len(files))]
        for path, file in zip(paths, files, strict=True):
            path.write_bytes(file.read())
    what = {"runs": list(harbour.runs), "measures": ["AP"], "shares": [0.6, 0.2], "repeats": 5, "seed": 7}
    work = Work(what | {"conventions": "trec_eval"}, paths, tmp_path / "made", lambda *count: counted.append(count))
    KINDS[INCOMPLETE_JUDGEMENTS](work)
    assert np.load(work.into).tolist() == experiment.scores().tolist()
    assert counted[-1] == (10, 10) and len(counted) > 1


def test_a_stopped_experiment_leaves_nothing_behind(works: Works) -> None:
    client = works.app.test_client()
    page = begin(client, LONG)
    (job,) = works.all()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(page).text)
    assert token
    assert client.post(f"{page}/cancel", data={"csrf_token": token[1]}).status_code == 303
    wait_for(lambda: job.state == "cancelled")
    assert "The experiment was stopped. Nothing of it is kept." in client.get(page).text
    assert job.files == set()
    assert "This experiment takes a while" in client.get(LONG).text


def test_work_beyond_the_limit_is_refused(works: Works) -> None:
    works.jobs.settings = replace(works.jobs.settings, job_seconds=0)
    assert "0 are allowed here" in text_of(works.app.test_client(), ADDRESS, 400)


def test_a_start_that_is_forged_or_wrong_is_refused(works: Works) -> None:
    client = works.app.test_client()
    assert client.post(PAGE, data=SMALL).status_code == 400
    assert works.all() == []
    assert client.get(f"{PAGE}/{'x' * 32}").status_code == 404
