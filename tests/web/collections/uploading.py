"""An app to which collections are uploaded, and how that is done."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.classroom import token
from tests.conftest import make_app
from web import store
from web.store.jobs.job_records import Job
from web.store.schema import job_pieces


class Owned(NamedTuple):
    """The paths of a collection: for readers, and for its owner."""

    readers: str
    owners: str


class Uploads(NamedTuple):
    """An app whose files are read while a request waits."""

    app: Flask

    def client(self) -> FlaskClient:
        return self.app.test_client()

    def number_stored(self) -> int:
        """The number of stored collections."""
        with self.app.app_context():
            return store.store().collections.count()

    def jobs(self) -> list[Job]:
        """All jobs."""
        with self.app.app_context():
            return self.app.extensions["jobs"].store.all()  # type: ignore[no-any-return]

    def files_of_jobs(self) -> list[str]:
        """The jobs of which files are stored."""
        with self.app.app_context(), store.store()._database.reading() as connection:
            return list(connection.scalars(select(job_pieces.c.job)))

    def send(
        self,
        files: Mapping[str, bytes],
        *,
        title: str = "",
        client: FlaskClient | None = None,
        path: str = "/collections",
        form: str = "/collections",
        follow: bool = True,
        fields: Mapping[str, str] = MappingProxyType({}),
    ) -> TestResponse:
        """The answer to a form with these files and fields; a file like ``run=x.txt`` is for the field ``run``."""
        client = client or self.client()
        sent: list[tuple[str, object]] = [("csrf_token", token(client.get(form).text)), ("title", title)]
        for name, content in files.items():
            field, _, short = name.rpartition("=")
            sent.append((field or "files", (io.BytesIO(content), short)))
        body = MultiDict([*sent, *fields.items()])
        return client.post(path, data=body, content_type="multipart/form-data", follow_redirects=follow)

    def upload(self, files: Mapping[str, bytes], title: str = "") -> Owned:
        """The paths of a new collection."""
        answer = self.send(files, title=title)
        assert answer.status_code == 200, answer.text
        return owned(answer)


def owned(answer: TestResponse) -> Owned:
    """The paths on the owner's page."""
    links: Sequence[str] = re.findall(r'id="\w+-link" value="http://localhost([^"]+)"', answer.text)
    return Owned(*links)


@contextmanager
def uploads_in(folder: Path, **settings: object) -> Iterator[Uploads]:
    """An app with its database in this folder."""
    database = f"sqlite:///{folder / 'database.sqlite'}"
    app = make_app(DATABASE_URL=database, JOBS=1, **settings)
    try:
        yield Uploads(app)
    finally:
        if worker := app.extensions["jobs"].worker:
            worker.end()
        with app.app_context():
            store.store().close_connections()
