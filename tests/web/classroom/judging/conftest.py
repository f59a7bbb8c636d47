"""An app for all tests of judging: reading its lessons takes a second."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.conftest import make_app
from web.store import store


@pytest.fixture(scope="package")
def judging_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app with a store of its own, which is the current one, in a request."""
    app = make_app(DATABASE_URL=f"sqlite:///{tmp_path_factory.mktemp('judging')}/store.sqlite")
    with app.test_request_context():
        yield app
        store().close_connections()
