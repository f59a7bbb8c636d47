"""A lecture in a database of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.classroom import closed, made
from tests.web.classroom.phone.lecture import Lecture
from web.server import limits


@pytest.fixture(scope="module")
def room_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app whose rooms have at most eight phones."""
    app = made(Path(tmp_path_factory.mktemp("rooms")), SHEET_STUDENTS=8)
    yield app
    closed(app)


@pytest.fixture
def lecture(room_app: Flask) -> Lecture:
    """A new room, at an hour in which nobody has sent anything."""
    limits._limiter.reset()
    return Lecture(room_app)
