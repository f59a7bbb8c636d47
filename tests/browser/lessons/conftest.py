"""A server with a lesson of its own, which tests know, beside the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import make_app
from tests.serving import running
from tests.web.lessons.own_lessons import written

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="package")
def course_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server, without a slash at its end."""
    folder: Path = tmp_path_factory.mktemp("lessons")
    app = make_app(LESSONS=str(written(folder)))
    app.testing = False
    with running(app) as address:
        yield address


@pytest.fixture
def course(course_server: str, page: Page) -> Iterator[str]:
    """The address of the server's page of all lessons. Afterwards the page has stored nothing from there."""
    yield f"{course_server}/lessons"
    page.goto(f"{course_server}/healthz")
    page.evaluate("try { localStorage.clear(); sessionStorage.clear(); } catch {}")
