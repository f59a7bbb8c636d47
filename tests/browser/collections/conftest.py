"""A live server with a database of its own, to which the tests of this folder upload their collections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.serving import running
from tests.web.collections.uploading import Uploads, uploads_in


@pytest.fixture(scope="session")
def uploads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Uploads, str]]:
    with uploads_in(tmp_path_factory.mktemp("collections")) as found:
        found.app.testing = False
        with running(found.app) as address:
            yield found, address


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], uploads: tuple[Uploads, str]) -> dict[str, Any]:
    return {**browser_context_args, "base_url": uploads[1]}
