"""An app with a database of its own for the tests of each file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests import classroom


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = classroom.made(tmp_path_factory.mktemp("school"))
    yield app
    classroom.closed(app)
