"""Here, working processes are started as the server does it."""

from __future__ import annotations

import pytest

from tests.forked_workers import from_nothing
from web.jobs import processes


@pytest.fixture(autouse=True)
def _from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "start", from_nothing)
