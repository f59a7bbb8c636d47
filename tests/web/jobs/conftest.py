"""Working processes that are started as the server does it, for tests of what they are."""

from __future__ import annotations

import pytest

from tests.forked_workers import from_nothing
from web.jobs import processes


@pytest.fixture
def started_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    while processes._spare:  # they are forked
        processes.end(processes._spare.pop())
    monkeypatch.setattr(processes, "start", from_nothing)
