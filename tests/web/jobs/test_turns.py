"""Which job comes next, how long one may take, and who is refused: on a clock that is moved, without a database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty
from types import SimpleNamespace
from typing import Any, cast

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from web.jobs import wording
from web.jobs.admission import Jobs, Order
from web.jobs.job_view import JobView
from web.jobs.working import runner
from web.jobs.working.local_distributor import LocalDistributor
from web.jobs.working.runner import Limits, Runner
from web.server.error_pages import StorageError
from web.server.settings import Settings
from web.store.jobs.job_records import Job, QueuedJob, Waiting
from web.store.jobs.job_work import JobWork


def queued(id_: str, visitor: str, network: str = "hall", *, is_long: bool = False) -> QueuedJob:
    return QueuedJob(id_, visitor, network, is_long)


def next_of(waiting: list[QueuedJob], running: list[QueuedJob], places: int, **served: float) -> str:
    """The id of the next job; networks were ``served`` last at these times."""
    local = LocalDistributor("sqlite:///none.sqlite")
    local._running = {job.id: (job, threading.Thread()) for job in running}
    local._served = served
    found = local._next(waiting, places)
    return found.id if found else ""


def test_the_network_that_was_served_least_recently_comes_first_and_then_the_oldest_job() -> None:
    waiting = [queued("a", "Ada"), queued("b", "Bob", "home"), queued("c", "Cem", "home")]
    assert next_of(waiting, [], 1) == "a"
    assert next_of(waiting, [], 1, hall=7.0, home=8.0) == "a"
    assert next_of(waiting, [], 1, hall=8.0, home=7.0) == "b"
    assert next_of(waiting, [], 1, hall=8.0) == "b"
    assert next_of([], [], 1) == ""


def test_a_visitor_has_one_job_at_a_time() -> None:
    waiting = [queued("a", "Ada"), queued("b", "Bob")]
    assert next_of(waiting, [queued("x", "Ada")], 1) == "b"
    assert next_of([queued("b", "Bob")], [queued("b", "Eve")], 1) == "", "it runs already"


def test_one_more_place_is_for_short_jobs() -> None:
    short, long = queued("a", "Ada"), queued("b", "Bob", is_long=True)
    runs = [queued(f"r{n}", f"R{n}", is_long=n < 2) for n in range(3)]
    assert next_of([long, short], runs[:1], 1) == "a" and next_of([long], runs[:1], 1) == ""
    assert next_of([long], runs[:1], 2) == "b"
    assert next_of([long], runs[:2], 2) == "" and next_of([short], runs[:2], 2) == "a"
    assert next_of([short], runs, 2) == "", "two places, and one more"
    assert next_of([long], runs[2:], 1) == "b", "a short one takes no place of long ones"


@pytest.mark.parametrize(
    ("waiting", "status", "later"),
    [
        (Waiting(2, 9, 5), 0, ""),
        (Waiting(3, 0, 0), 429, "15"),
        (Waiting(0, 10, 0), 503, "30"),
        (Waiting(0, 6, 6), 503, "30"),
        (Waiting(3, 10, 6), 429, "15"),
    ],
)
def test_a_visitor_has_three_jobs_and_a_network_six_places_of_ten(
    app: Flask, waiting: Waiting, status: int, later: str
) -> None:
    jobs = Jobs(cast("Settings", SimpleNamespace(threads=4, job_queue=10)))
    with app.test_request_context("/"):
        try:
            jobs._check_room(waiting, wording.WORDING[wording.FILE])
            answer = None
        except HTTPException as refused:
            answer = refused.get_response()
    assert (answer.status_code if answer else 0) == status
    assert (answer.headers["Retry-After"] if answer else "") == later


def test_a_network_has_a_place_of_the_shortest_queue(app: Flask) -> None:
    jobs = Jobs(cast("Settings", SimpleNamespace(threads=4, job_queue=1)))
    with app.test_request_context("/"):
        jobs._check_room(Waiting(0, 0, 0), wording.WORDING[wording.FILE])


@pytest.mark.parametrize(("threads", "may_wait"), [(1, 0), (2, 1), (8, 7)])
def test_one_thread_stays_free_for_pages(threads: int, may_wait: int) -> None:
    places = Jobs(cast("Settings", SimpleNamespace(threads=threads))).waiting
    assert [places.acquire(blocking=False) for _ in range(may_wait + 1)] == [True] * may_wait + [False]


def test_two_seconds_of_work_are_not_long() -> None:
    assert [Order("k", {}, "", "", "/", seconds).is_long for seconds in (2, 2.01)] == [False, True]
    assert Order("k", {}, "i", "", "/", 1).digest != Order("k", {}, "j", "", "/", 1).digest


def view(done: int, total: int, work: str = wording.FILE) -> JobView:
    job = Job("", "", "running", {"wording": work}, {}, done, total, size=0, attempt=1, is_cancelled=False, unseen=0)
    return JobView(job, 0, None)


def test_a_page_says_how_much_is_finished_once_that_is_known() -> None:
    assert (view(0, 0).count, view(0, 0).is_put_together) == ("", False)
    assert view(1, 60).count.startswith("1 of 60 ") and not view(59, 60).is_put_together
    assert view(60, 60).is_put_together
    assert view(45, 2_640, wording.COLLECTION).count == "45 kB of 2.6 MB read"


class Followed:
    """A process that says something after so many seconds, and jobs that note its progress."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, said: dict[float, dict[str, Any] | None] | None = None) -> None:
        self.now, self.said, self.noted = 1_000.0, said or {}, list[tuple[float, int, int]]()
        self.wanted: Callable[[], bool] = lambda: True
        self.stop = threading.Event()
        monkeypatch.setattr(runner, "time", SimpleNamespace(monotonic=lambda: self.now, sleep=self._sleep))

    def _sleep(self, seconds: float) -> None:
        self.now += seconds

    @property
    def seconds(self) -> float:
        return self.now - 1_000

    def get(self, timeout: float) -> dict[str, Any] | None:
        self.now += timeout
        for moment in [moment for moment in self.said if moment <= self.seconds]:
            return self.said.pop(moment)
        raise Empty

    def note(self, _: object, done: int, total: int) -> bool:
        self.noted.append((self.seconds, done, total))
        return self.wanted()

    def follow(self, seconds: int = 60, status: int = 0) -> dict[str, Any] | None:
        jobs, process = cast("JobWork", self), SimpleNamespace(wait=lambda: status)
        return Runner(jobs, Limits(1, seconds, 0))._follow(
            cast("Any", None), cast("Any", process), cast("Any", self), self.stop
        )


def test_a_job_takes_five_times_its_processor_time_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Followed(monkeypatch)
    assert found.follow(seconds=60) == {"state": "failed", "reason": "time"}
    assert 300 < found.seconds <= 300.5
    assert [moment for moment, *_ in found.noted[:4]] == [0.5, 1.0, 1.5, 2.0], "it is looked at twice a second"


def test_the_progress_is_noted_until_the_end_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Followed(monkeypatch, {0.25: {"progress": (1, 9)}, 1.25: {"progress": (7, 9)}, 2.0: {"state": "ready"}})
    assert found.follow() == {"state": "ready"}
    assert found.noted == [(0.5, 1, 9), (1.0, 1, 9), (1.5, 7, 9)]


def test_a_job_that_nobody_wants_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Followed(monkeypatch)
    found.wanted = lambda: found.seconds < 3
    assert found.follow() == {"state": "cancelled"} and found.seconds == 3


def test_a_worker_that_ends_gives_a_job_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Followed(monkeypatch)
    found.stop.set()
    assert found.follow() is None and found.seconds == 10.25
    finished = Followed(monkeypatch, {9.0: {"state": "ready"}})
    finished.stop.set()
    assert finished.follow() == {"state": "ready"}


def test_a_process_that_ended_without_a_word_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Followed(monkeypatch, {0.25: None}).follow() == {"state": "failed", "reason": "lost"}


def test_a_result_is_stored_patiently_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    found, tried = Followed(monkeypatch), list[float]()

    def refuse() -> None:
        tried.append(found.seconds)
        if len(tried) < working:
            raise StorageError("database-too-many", database="d", count=1)

    working = 3
    Runner._store_patiently(refuse)
    assert tried == [0, 0.5, 1.5]
    found.now, working = 1_000.0, 1_000
    tried.clear()
    with pytest.raises(StorageError):
        Runner._store_patiently(refuse)
    assert tried[:7] == [0, 0.5, 1.5, 3.5, 7.5, 12.5, 17.5] and tried[-2] <= 60 < tried[-1]
