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
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.classroom import token
from tests.conftest import make_app
from web import store


class Owned(NamedTuple):
    """The paths of a collection: for readers, and for its owner."""

    readers: str
    owners: str


class Uploads(NamedTuple):
    """An app whose files are read while a request waits, and the folder of its jobs."""

    app: Flask
    jobs: Path

    def client(self) -> FlaskClient:
        return self.app.test_client()

    def number_stored(self) -> int:
        """The number of stored collections."""
        with self.app.app_context():
            return store.store().collections.count()

    def files_of_jobs(self) -> set[str]:
        """The names of the files in the folders of all jobs that hold more than facts about a job."""
        facts = {"visitor.json", "seen", "end.json", "taking.lock", "worker"}
        return {path.name for path in self.jobs.glob("*/**/*") if path.name not in facts}

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
    """An app with its database and its jobs in this folder."""
    database = f"sqlite:///{folder / 'database.sqlite'}"
    app = make_app(DATABASE_URL=database, JOB_FOLDER=str(folder / "jobs"), JOBS=1, **settings)
    try:
        yield Uploads(app, folder / "jobs")
    finally:
        for job in app.extensions["jobs"].spool.jobs():
            job.delete()  # its manager ends when there are none
        with app.app_context():
            store.store().close_connections()
