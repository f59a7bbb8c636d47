"""An app with sheets in every state, their links and keys, and the forms of all pages; each batch begins with the same.

A sheet is open, closed, not open yet or past its deadline; practised, submitted once or an exam; with a roster or with
questions that its owner wrote. All of its links are known here, as an owner or a student knows them.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from ireval.collection import Document, Topic
from ireval.collection.packed_collection import pack
from ireval.collection.upload.collection_summary import summarize, summarize_run
from ireval.exercises import Exercise, Generated, RankedList, Sheet
from ireval.exercises.exports.sheet_files import FILE_KINDS
from ireval.trec import read_qrels, read_run
from tests.classroom import Owner, Student, closed, made, publish
from tests.fuzz.forms import Form, forms
from tests.fuzz.randomness import seeded_secrets
from tests.fuzz.wire import Sent, Visitor, send
from tests.ireval.exercises.own_sheet import OWN
from tests.web.classroom.room_browsers import RoomBrowser
from web.store import Late, Part, store
from web.store.library.library import BUILT_IN

#: Routes that make a file or a large page.
DEAR = re.compile(r"/file/|/slips|/switchboard$|/measures$|\.pdf")
#: So many addresses of each other route are looked at for forms.
LOOKED_AT = 12
#: What a route's argument may be where no sheet says it.
KNOWN = {"kind": list(FILE_KINDS), "key": [*FILE_KINDS, "curves", "average", "averages", "AP", "P@10"]}
KNOWN |= {"docno": ["d1", "d<b>2"]}
KNOWN |= {"slug": ["average-precision"], "name": ["AP", "nDCG", "map", "P@5"], "number": ["1", "2", "3", "4"]}
#: The key of somebody who reads a lesson.
READER = "K7M2PXABC"
#: What the screen of the lecture shows.
LESSON = f"/lessons/average-precision/{READER}/2"
_LIST = RankedList("1u01003", "2", 50)
_MIXED = Sheet(
    "Week 5",
    42,
    (
        Exercise("ap", "number", "AP", 2, _LIST),
        Exercise("table", "table", "AP", 4, generated=Generated(length=6)),
        Exercise("two", "better", "P@5", 2, _LIST, second=RankedList("01u1", "13")),
        Exercise("fit", "choose", task="known-item"),
    ),
    "lillis",
)
_SMALL = replace(_MIXED, exercises=_MIXED.exercises[:1])


#: Queries without which a page shows no form of its own.
NEEDED = {
    "/practise/exercise": [f"?measure=AP&level=1&key={READER}"],
    "/classroom/remote": ["?code=x"],
    "/practise/exam/paper": [f"?count=2&minutes=9&topic=measure%3DAP&key={READER}"],
}
#: Files of a collection to take away.
FILES_OF_COLLECTION = ["qrels.txt", "summary.csv", "collection.zip", "runs/bm25.txt"]


class Owned(NamedTuple):
    """The tokens of a collection."""

    reader: str
    owner: str


@dataclass
class Published:
    """A sheet's links, and the keys of its students."""

    owner: str
    student: str
    keys: list[str]


class Classroom(NamedTuple):
    """A room with a question that is open, and a browser with the lecturer's right, which is a phone in it, too.

    ``others`` are a browser without a room, and one whose lecture is over.
    """

    code: str
    owner: str
    visitor: Visitor
    others: tuple[Visitor, ...]


def _classroom(app: Flask) -> Classroom:
    laptop, late = RoomBrowser(app), RoomBrowser(app)
    late.open()
    late.post("/classroom/end")
    laptop.open("Week 4")
    laptop.client.get(f"/classroom/o/{late.tokens}")
    owner = laptop.tokens.partition(".")[0]
    RoomBrowser(app).pair_with(laptop)
    laptop.page("/classroom/links")  # the next one has a form
    code = laptop.room.code
    laptop.post("/classroom/position", address=LESSON, title="AP", item="2", of="9", minutes="5")
    laptop.post("/classroom/ask", line="Which <b>one? *10; 5; 15", view="/lab?labels=1010")
    laptop.client.get(f"/j/{code}")
    laptop.client.get(f"/j/{code}/now")
    laptop.answered({"somebody": {"own": "10"}})
    return Classroom(code, owner, _visitor(laptop), (Visitor("", ""), _visitor(late)))


def _visitor(browser: RoomBrowser) -> Visitor:
    held = (("ireval", "/"), ("ireval-room", "/classroom"), ("ireval-phone", "/j"))
    cookies = [browser.client.get_cookie(name, path=path) for name, path in held]
    return Visitor("; ".join(f"{x.key}={x.value}" for x in cookies if x), browser.token)


class World:
    """An app and what a visitor may know of it. ``plant`` adds to the app before it answers anything."""

    def __init__(self, plant: Callable[[Flask], object] | None = None) -> None:
        self._stack, self._seeds = ExitStack(), ExitStack()
        self._plant = plant
        self.sheets: list[Published] = []
        self.collections: list[Owned] = []
        self.codes: list[str] = []

    @cached_property
    def app(self) -> Flask:
        """The app; its sheets are published when it is first used."""
        folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="fuzz-")))
        rate = "9999999/second"
        app = made(folder, RATE_CHANGES=rate, RATE_SHEETS=rate, RATE_COLLECTIONS=rate, RATE_STUDENT=rate)
        app.testing, app.test_client_class = False, FlaskClient
        app.config["JOB_PATIENCE"] = 0.5  # as visitors have it or less: then they see the progress
        if self._plant:
            self._plant(app)
        self._file = folder / "sheets.sqlite"
        with seeded_secrets(0):
            self._furnish(app)
            app.extensions["classroom"] = _classroom(app)
        closed(app)
        self._snapshot = shutil.copy(self._file, folder / "snapshot")
        self._stack.callback(closed, app)
        return app

    def begin(self, seed: int) -> None:
        """Everything is as it was in the beginning, and new secrets come from a seed."""
        app = self.app
        self._seeds.close()
        closed(app)
        for ending in ("", "-wal", "-shm"):
            Path(f"{self._file}{ending}").unlink(missing_ok=True)
        shutil.copy(self._snapshot, self._file)
        self._seeds.enter_context(seeded_secrets(seed))

    def end(self) -> None:
        """Remove the app's files."""
        self._seeds.close()
        self._stack.close()
        for kept in ("app", "room", "visitor"):
            self.__dict__.pop(kept, None)

    @cached_property
    def visitor(self) -> Visitor:
        """A browser that has looked at a page with a form, and is asking a class."""
        return self.room.visitor

    @cached_property
    def room(self) -> Classroom:
        """A lecture."""
        found: Classroom = self.app.extensions["classroom"]
        return found

    @cached_property
    def rules(self) -> list[Rule]:
        """All routes."""
        return sorted(self.app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods or ())))

    @cached_property
    def forms(self) -> list[Form]:
        """The forms of all pages, one of those that have the same fields and lead to the same place."""
        found = {(f.method, f.action, tuple(n for n, _ in f.fields)): f for f in self._all_forms()}
        return sorted(found.values(), key=lambda form: (form.action, form.method, form.fields))

    def places(self, rule: Rule) -> list[dict[str, str]]:
        """What the arguments of a route may be, so that it leads somewhere."""
        names = sorted(rule.arguments)
        found: list[dict[str, str]] = [{}]
        if "token" in names and not rule.rule.startswith(("/collections/", "/classroom/")):
            keyed = "key" in names
            found = [
                {"token": sheet.owner if rule.rule.startswith("/o/") else sheet.student}
                | ({"key": key} if keyed else {})
                for sheet in self.sheets
                for key in (sheet.keys if keyed else [""])
            ]
        for name in names:
            if name not in found[0]:
                found = [{**place, name: value} for place in found for value in self._values(rule, name)]
        return found

    def address(self, rule: Rule, place: dict[str, str]) -> str:
        """A route's address with these arguments."""
        return re.sub(
            r"<(?:[^<>]*:)?(\w+)>", lambda m: quote(place[m[1]].encode("utf-8", "surrogatepass"), safe=""), rule.rule
        )

    def _values(self, rule: Rule, name: str) -> list[str]:
        if listed := re.search(rf"<any\(([^)]+)\):{name}>", rule.rule):
            return sorted(listed[1].split(", "))
        if name == "filename":
            return self._static
        if rule.rule.startswith("/collections/") and name in {"key", "token", "name"}:
            own = [*self.collections, Owned(BUILT_IN, "x")]
            return {
                "key": [collection.reader for collection in own],
                "token": [collection.owner for collection in own],
                "name": FILES_OF_COLLECTION,
            }[name]
        if rule.rule.startswith(("/j/", "/r/", "/classroom/")):
            return {"code": [self.room.code], "token": [self.room.owner]}.get(name, ["x"])
        if name == "key" and "slug" in rule.arguments:
            return [READER]
        return KNOWN.get(name, ["1", "x"])

    @cached_property
    def _static(self) -> list[str]:
        page = send(self.app, Sent("GET", "/lab", "?labels=1"), Visitor("", "")).body.decode()
        return sorted(set(re.findall(r'"/static/([^"?]+)"', page)))[:5]

    def _all_forms(self) -> Iterator[Form]:
        from tests.fuzz.lab_queries import SAMPLES

        for rule in self.rules:
            if "GET" not in (rule.methods or ()):
                continue
            queries = [*SAMPLES, *NEEDED.get(rule.rule, ())] if not rule.arguments else [""]
            for place in islice(self.places(rule), 0 if DEAR.search(rule.rule) else LOOKED_AT):
                for query in queries:
                    path = self.address(rule, place)
                    for visitor in (self.visitor, *(self.room.others if path == "/classroom" else ())):
                        got = send(self.app, Sent("GET", path, query), visitor)
                        if got.header("content-type").startswith("text/html") and b"<form" in got.body:
                            yield from forms(got.body.decode(), path + query)

    def _furnish(self, app: Flask) -> None:
        now = timedelta(days=1)
        self._upload(app)
        for sheet, mode in ((_MIXED, "once"), (_SMALL, "exam"), (_MIXED, "practice"), (OWN, "practice")):
            self._publish(app, sheet, mode)
        for change in (
            lambda s: store().close(s, hand_in=True),
            lambda s: store().schedule(s, opens=s.now + now, deadline=None, late=Late.REFUSED),
            lambda s: store().schedule(s, opens=None, deadline=s.now - now, late=Late.REFUSED),
            lambda s: store().schedule(s, opens=None, deadline=s.now - now, late=Late.ACCEPTED),
        ):
            self._publish(app, _SMALL, "once", change)

    def _upload(self, app: Flask) -> None:
        qrels, run = read_qrels(b"1 0 d1 1\n1 0 d2 0\n"), read_run(b"1 Q0 d1 1 2 x\n1 Q0 d9 2 1 x\n")
        documents = [Document("d1", "Seals", "On the pier."), Document("d<b>2", "", "")]
        topics = [Topic("1", "seals", "", "any")]
        parts = (Part(*part) for part in pack(qrels=qrels, runs={"bm25": run}, topics=topics, documents=documents))
        judged, docnos = qrels.to_dict(), {document.docno for document in documents}
        runs = [summarize_run("bm25", run, judged, docnos)]
        with app.app_context():
            text = summarize(judged, topics, docnos, runs=runs).to_json()
            links = store().collections.add(parts, title="Mine <b>", summary=text, lifetime=timedelta(days=1))
        self.collections.append(Owned(links.reader, links.owner))

    def _publish(self, app: Flask, sheet: Sheet, mode: str, change: Callable[[Any], object] | None = None) -> None:
        owner = publish(app, sheet, mode)
        links = owner.page("/links")
        self.codes += re.findall(r"\b(?:[0-9A-Z]{5}-){4}[0-9A-Z]{5}\b", links)
        keys = self._students(app, owner, mode)
        own = owner.own.rsplit("/", 1)[1]
        if change:
            with app.app_context():  # not around requests, which would then share what Flask keeps for one of them
                change(store().by_owner(own))
        self.sheets.append(Published(own, owner.students.rsplit("/", 1)[1], keys))

    def _students(self, app: Flask, owner: Owner, mode: str) -> list[str]:
        """One has submitted, one is writing, and one has not begun."""
        keys = owner.enter("Ada", "Müller, Bob", "<b>Eve</b>") if mode != "practice" else ["", ""]
        students = [Student(app, owner.students, key) for key in keys[:2]]
        for student in students:
            form = {name: "0.5" for name, _ in self._fields(student)[:3]}
            student.save_all(form)
        if mode != "practice":
            students[0].submit()
        return [*(student.key for student in students), *keys[2:]]

    def _fields(self, student: Student) -> list[tuple[str, str]]:
        page = student.page()
        return [
            pair for form in forms(page, student.address) for pair in form.fields if re.fullmatch(r"\w+\.\S+", pair[0])
        ]
