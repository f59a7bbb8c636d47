"""An app with a database of its own for the tests of each file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.collections.uploading import Uploads, uploads_in


@pytest.fixture(scope="module")
def uploads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Uploads]:
    with uploads_in(tmp_path_factory.mktemp("collections")) as found:
        yield found
