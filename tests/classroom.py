"""A class: a sheet on a fixed list, its publication, and students who answer it as a browser would."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from flask import Flask, Response, request_finished
from flask.testing import FlaskClient
from werkzeug.http import parse_cookie

from ireval.exercises import Exercise, Generated, RankedList, Sheet, from_json
from ireval.exercises.generator.fresh_numbers import new_secret, new_seed
from tests.conftest import make_app
from web.store import Mode, lifetime, store

#: AP is (1 + 2/3 + 3/6 + 4/10 + 5/15)/10 = 0.29, and 0.58 divided by the 5 found.
LECTURE = RankedList("101003000200003", "32211", 800)
SECRET = "x" * 20  # signs cookies of tests
SHEET = Sheet(
    "Week 5",
    42,
    (
        Exercise("ap", "number", "AP", 2, LECTURE),
        Exercise("table", "table", "AP", 4, generated=Generated()),
        Exercise("fit", "choose", task="known-item"),
        Exercise("dcg", "number", "DCG@10", 1, LECTURE),  # 3.394, and with rounding on the way 3.393
    ),
    "lillis",
)


def made(folder: Path, **settings: object) -> Flask:
    """An app with a database of its own, which marks a class at once, however slow the computer is."""
    app = make_app(**{"DATABASE_URL": f"sqlite:///{folder / 'sheets.sqlite'}", "SECRET_KEY": SECRET} | settings)
    app.config["MARKING_SECONDS"] = 60
    return app


def closed(app: Flask) -> None:
    """Let go of the app's database; the worker of its jobs does, too."""
    jobs = app.extensions["jobs"]
    if worker := getattr(jobs, "worker", None):
        worker.end()
        jobs.worker = None
    with app.app_context():
        store().close_connections()


@contextmanager
def noted_cookies(app: Flask) -> Iterator[dict[str, str]]:
    """The values of all cookies that the app sets meanwhile, by their names."""
    noted: dict[str, str] = {}

    def note(_: Flask, response: Response) -> None:
        for header in response.headers.getlist("Set-Cookie"):
            noted.update(parse_cookie(header.partition(";")[0]).items())

    with request_finished.connected_to(note, app):
        yield noted


def token(text: str) -> str:
    """The forgery token of a page."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', text)
    assert found
    return found[1]


def field(text: str, id_: str) -> str:
    """What the field with this id holds."""
    found = re.search(rf'id="{id_}" [^>]*?value="([^"]*)"', text)
    assert found, id_
    return found[1]


def path(address: str) -> str:
    """An address without its scheme and host."""
    return re.sub(r"^https?://[^/]+", "", address)


@dataclass(frozen=True)
class Owner:
    """Somebody who has published a sheet: the paths of the two links."""

    client: FlaskClient
    token: str
    students: str
    own: str

    def __post_init__(self) -> None:
        """A student without a key asks the owner of the sheet for a seat."""
        self.client.application.extensions.setdefault("owners", {})[self.students] = self

    @property
    def sheet(self) -> Sheet:
        """The sheet as it is stored: publishing has drawn a fresh seed."""
        with self.client.application.app_context():
            stored = store().by_owner(self.own.rsplit("/", 1)[1])
        assert stored
        return from_json(stored.body)

    def page(self, path: str = "") -> str:
        """A page below the own link."""
        answer = self.client.get(self.own + path)
        assert answer.status_code == 200
        return answer.text

    def post(self, path: str, **form: str) -> int:
        """Send a form below the own link; the status."""
        return self.client.post(self.own + path, data={"csrf_token": self.token, **form}).status_code

    def roster(self) -> list[dict[str, str]]:
        """The rows of the roster's file."""
        return list(csv.DictReader(io.StringIO(self.page("/roster.csv").removeprefix("\ufeff"))))

    def enter(self, *names: str) -> list[str]:
        """Enter students on the roster; their keys."""
        before = self.roster()
        assert self.post("/roster", names="\n".join(names), after=str(len(before))) == 303
        return [row["key"] for row in self.roster()[len(before) :]]

    def seat(self) -> str:
        """Enter a seat without a name on the roster; its key."""
        before = self.roster()
        assert self.post("/roster", seats="1", after=str(len(before))) == 303
        return self.roster()[-1]["key"]


def publisher(app: Flask) -> tuple[FlaskClient, str]:
    """The browser of somebody who publishes sheets, and its forgery token."""
    if "publisher" not in app.extensions:
        client = app.test_client()
        app.extensions["publisher"] = client, token(client.get("/sheets/recover").text)
    client, secret = app.extensions["publisher"]
    return client, secret


def publish(app: Flask, sheet: Sheet = SHEET, mode: str = "once") -> Owner:
    """Store a sheet with a fresh seed, as the builder's page does after it has tried the seed, which takes long."""
    fresh = replace(sheet, policy=mode or sheet.policy, seed=new_seed(), secret=new_secret())
    stored_mode = Mode.PRACTICE if fresh.policy == "practice" else Mode.ONCE
    with app.app_context():
        text = fresh.to_json().decode()
        published = store().publish(text, title=fresh.title, mode=stored_mode, lifetime=lifetime())
    return Owner(*publisher(app), f"/s/{published.student}", f"/o/{published.owner}")


def publish_by_page(app: Flask, sheet: Sheet = SHEET, mode: str = "once") -> Owner:
    """Publish a sheet as the builder's page does."""
    client, secret = publisher(app)
    form = {"csrf_token": secret, "sheet": sheet.to_json().decode(), "mode": mode}
    page = client.post("/sheets/publish", data=form, follow_redirects=True)
    assert page.status_code == 200, page.text
    return Owner(client, secret, path(field(page.text, "student-link")), path(field(page.text, "owner-link")))


class Student:
    """A student with a browser of its own, and a key: a new one for practice, or of a new seat, unless it is given."""

    def __init__(self, app: Flask, link: str, key: str = "") -> None:
        self.client = app.test_client()
        begun = None if key else self.client.get(f"{link}/new")
        if begun is not None and begun.status_code == 403:
            key = app.extensions["owners"][link].seat()
        self.address = f"{link}/{key}" if key or begun is None else path(begun.headers["Location"])
        self.key = self.address.rsplit("/", 1)[1]
        self.token = token(self.page())

    def page(self, query: str = "") -> str:
        """The sheet."""
        answer = self.client.get(self.address + query)
        assert answer.status_code == 200, answer.status_code
        return answer.text

    def save(self, **answers: str) -> int:
        """Save answers as the script does; an underscore stands for the point between exercise and part."""
        form = {name.replace("_", ".", 1): text for name, text in answers.items()}
        return self.save_all(form)

    def save_all(self, form: Mapping[str, str]) -> int:
        """Save answers by the names of their fields; the status."""
        headers = {"X-CSRFToken": self.token}
        return self.client.post(f"{self.address}/answers", data=form, headers=headers).status_code

    def post(self, path: str = "", **form: str) -> str:
        """Send the form, or that of a page below; where it leads."""
        answer = self.client.post(self.address + path, data={"csrf_token": self.token, **form})
        assert answer.status_code == 303, answer.status_code
        return str(answer.headers["Location"])

    def submit(self) -> None:
        """Submit, asked and confirmed."""
        assert self.post(submit="yes").endswith("/submit")
        self.post("/submit")


def controls(text: str) -> Iterator[tuple[str, str]]:
    """Names and values of the fields to type in."""
    for found in re.finditer(r'<input id="[^"]*" name="(\w+\.[^"]+)" value="([^"]*)"', text):
        yield found[1], found[2]
