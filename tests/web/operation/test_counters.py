"""What Prometheus reads, from the server as it is started."""

from __future__ import annotations

import re
import socket
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from app import create_app
from tests import classroom
from tests.conftest import DEFAULTS
from tests.linting import LintingClient
from tests.web.server.test_http_server import address_of, answers, children, soon, started
from web.operation.counters import Counters, listening_server
from web.server.settings import SettingError

pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def read(address: str, **headers: str) -> str:
    with urlopen(Request(address, headers=headers), timeout=10) as answer:  # noqa: S310 - our own address
        return str(answer.read().decode())


def post(address: str, data: bytes) -> int:
    try:
        with urlopen(Request(address, data=data), timeout=10) as answer:  # noqa: S310 - our own address
            return int(answer.status)
    except HTTPError as error:
        error.close()
        return error.code


def number(counters: str, name: str, **labels: str) -> float:
    """The value of the only series with this name and these labels."""
    rows = re.findall(rf"^{name}(?:{{([^}}]*)}})? (\S+)$", counters, re.MULTILINE)
    found = [value for given, value in rows if labels.items() <= dict(re.findall(r'(\w+)="([^"]*)"', given)).items()]
    return sum(map(float, found))


@pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux")
def test_the_counts_of_all_processes_are_at_an_address_of_their_own(tmp_path: Path) -> None:
    counters = f"http://127.0.0.1:{free_port()}/metrics"
    url, place = f"sqlite:///{tmp_path}/x.sqlite", counters.split("/")[2]
    with started(PORT="0", WORKERS="2", METRICS_ADDRESS=place, DATABASE_URL=url, TMPDIR=str(tmp_path)) as process:
        address = address_of(process).rstrip("/")
        assert soon(lambda: len(children(process)) == 3 and answers(counters))
        for _ in range(12):
            assert read(f"{address}/lab?labels=101")
        assert read(f"{address}/take/run.txt?labels=101")
        assert post(f"{address}/sheets/publish", b"title=x") == 400  # without the form's token
        assert post(f"{address}/lab", b"x=" + b"x" * 2**20) == 413
        with pytest.raises(HTTPError):
            read(f"{address}/o/" + "x" * 32 + "/metrics")
        with pytest.raises(HTTPError):
            read(f"{address}/metrics")
        # A request is counted when its answer has been sent, maybe a moment later.
        assert soon(lambda: number(read(counters), "ireval_refusals_total", reason="forged") == 1)
        found = read(counters)
        process.terminate()
        out, err = process.communicate()
    assert (out, err) == ("", "")
    assert number(found, "ireval_requests_total", route="/lab", method="GET", status="2xx") == 12
    assert number(found, "ireval_request_seconds_count", route="/lab") == 13
    assert number(found, "ireval_kept_answers_total", outcome="hit") >= 10
    assert number(found, "ireval_kept_answers_total") == 12
    assert number(found, "ireval_exports_total", route="/take/run.txt") == 1
    assert number(found, "ireval_refusals_total", reason="forged") == 1
    assert number(found, "ireval_refusals_total", reason="too-large") == 1
    assert number(found, "ireval_saves_total") == 0
    assert "xxx" not in found
    assert not list(tmp_path.glob("ireval-counters-*"))


def test_saves_and_refusals_of_a_class_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")  # and restored afterwards
    counters = Counters()
    from prometheus_client import generate_latest  # not before, or processes would not share their counts

    settings = {
        "DATABASE_URL": f"sqlite:///{tmp_path}/x.sqlite",
        "SECRET_KEY": classroom.SECRET,
        "RATE_CHANGES": "4/day",
    }
    app = create_app(DEFAULTS | settings, observers=[counters.observe])
    app.test_client_class = LintingClient
    owner = classroom.publish(app, mode="practice")
    student = classroom.Student(app, owner.students)
    assert [student.save(ap_score=text) for text in ("0.1", "0.29")] == [204, 204]
    assert student.save(nothing_here="1") in {204, 400}
    assert owner.page("/answers.csv")
    assert next((n for n in range(5) if student.save(ap_score=f"0.{n}") == 429), None) is not None
    classroom.closed(app)
    found = generate_latest(counters.registry()).decode()
    route = "/s/<token>/<key>/answers"
    saved = number(found, "ireval_requests_total", route=route, status="2xx")
    assert number(found, "ireval_saves_total") == saved >= 2
    assert number(found, "ireval_exports_total", route="/o/<token>/answers.csv") == 1
    assert number(found, "ireval_refusals_total", reason="too-many") == 1
    assert student.key not in found and owner.students.rpartition("/")[2] not in found


def test_an_address_in_use_is_reported_by_its_setting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(SettingError) as caught:
            listening_server(place, lambda *_: [])
    assert f"METRICS_ADDRESS={place}" in str(caught.value)
