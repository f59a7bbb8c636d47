"""Working processes that are started as the server does it, for tests of what they are."""

from __future__ import annotations

import pytest

from tests.forked_workers import from_nothing
from web.jobs.working import processes


@pytest.fixture
def started_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    processes.end_spare()  # it is forked
    monkeypatch.setattr(processes, "start", from_nothing)
