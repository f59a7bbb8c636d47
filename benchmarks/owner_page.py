"""The owner's page of a large class: its first view, with nothing marked or with all marks stored, and later ones.

With ``--saved``, nothing is marked at first. Each student then saves one more answer through the server, and the first
view comes once the server has marked them by itself; if it does not, that is an error.

Makes a class directly through the store, starts the product on it, and asks for the page as a browser does. Beside it,
in the same run: a small page of the same server, which is what any page costs at least.

Budget: with marks stored, the page of 2,000 students opens in a second, and that of 200 in half a second.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from class_sheet import ClassSheet, class_sheet, permission
from house import ROOT, fetch, p50, product

sys.path.insert(0, str(ROOT))

from ireval.exercises import Sheet, make_sheet, variant
from web.coursework.marks.marked_answers import mark
from web.coursework.marks.stored_marks import marks_of, packed, state_of
from web.store import SentAnswer

SMALL = "/measures"


def made(url: str, students: int, drawn: int, *, marked: bool) -> ClassSheet:
    """A sheet with this many students who answered everything, and perhaps their stored marks.

    As many variants are drawn as ``drawn`` says; other students give the same answers, and get the same marks. For the
    time that reading takes, it does not matter that their questions have other numbers.
    """
    content = make_sheet(42, conventions="lillis")
    chance = random.Random(1)
    with class_sheet(url, content, "Class", students) as found:
        store, _, sheet, keys = found
        given = [_answers(content, key, chance) for key in keys[:drawn]]
        marks = [marks_of(mark(sheet.body, key, texts)) for key, texts in zip(keys[:drawn], given, strict=True)]
        for place, key in enumerate(keys):
            texts = given[place % drawn]
            store.save_all(sheet, key, [SentAnswer(*where, text) for where, text in texts.items()])
        if marked:
            versions = {record.answers.key: record.version for record in store.marks.students(sheet)}
            kept = {
                key: (state_of(sheet.body, versions[key]), packed(marks[place % drawn]))
                for place, key in enumerate(keys)
            }
            store.marks.keep(sheet, kept)
    return found


def _answers(content: Sheet, key: str, chance: random.Random) -> dict[tuple[str, str], str]:
    """An answer to every part of this student's questions: correct, or some number."""
    return {
        (question.id, part.id): part.right if chance.random() < 0.6 else f"{chance.random():.3f}"
        for question in variant(content, key).questions
        for part in question.parts
    }


def marked_by_itself(server: str, found: ClassSheet, patience: float) -> float:
    """Seconds from the last student's saved answer to the marks of all. A look at a page would mark some."""
    question = variant(make_sheet(42, conventions="lillis"), found.keys[0]).questions[0]
    body = urlencode({f"{question.id}.{question.parts[0].id}": "0.123", "since": ""}).encode()
    headers = permission(f"{server}/s/{found.published.student}/{found.keys[0]}")
    for key in found.keys:
        urlopen(Request(f"{server}/s/{found.published.student}/{key}/answers", body, headers), timeout=30).close()
    begun = time.monotonic()
    while time.monotonic() < begun + patience:
        if all(record.state for record in found.store.marks.students(found.sheet)):
            return time.monotonic() - begun
        time.sleep(0.5)
    raise SystemExit(f"some students are not marked after {patience:g} seconds")


def milliseconds(address: str, **headers: str) -> tuple[float, bytes]:
    """How long an answer took, and its body."""
    start = time.perf_counter()
    try:
        body = fetch(address, **headers)
    except HTTPError as error:
        if error.code != 304:
            raise
        body = b""
    return 1000 * (time.perf_counter() - start), body


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=2_000, help="students of the class (2000, the most)")
    parser.add_argument("--drawn", type=int, default=20, help="different variants among them (20)")
    parser.add_argument("--views", type=int, default=10, help="later views, of which the median counts (10)")
    parser.add_argument("--saved", action="store_true", help="let the server mark students who have saved an answer")
    parser.add_argument("--patience", type=float, default=600, help="seconds to wait for that (600)")
    parser.add_argument("--unmarked", action="store_true", help="store no marks: the first view marks what it can")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder, 'class.sqlite')}"
        marked = not (options.unmarked or options.saved)
        found = made(url, options.students, min(options.drawn, options.students), marked=marked)
        with product(DATABASE_URL=url, WORKERS="1") as server:
            fetch(server + SMALL)
            small = p50([milliseconds(server + SMALL)[0] for _ in range(options.views)])
            if options.saved:
                print(f"all marked {marked_by_itself(server, found, options.patience):.0f} s after the last answer")
            address = f"{server}/o/{found.published.owner}"
            first, page = milliseconds(address)
            later = p50([milliseconds(address)[0] for _ in range(options.views)])
            print(f"{options.students} students, {len(page) / 1000:.0f} kB a page; a small page takes {small:.1f} ms")
            lines = {"first view": first, "later view": later}
            state = re.search(rb'data-state="(\w+)"', page)
            if state:
                same = {"If-None-Match": f'"{state[1].decode()}"'}
                lines["nothing new (304)"] = p50([milliseconds(address, **same)[0] for _ in range(options.views)])
                lines["points.csv"] = milliseconds(f"{address}/points.csv")[0]
                lines["answers.csv"] = milliseconds(f"{address}/answers.csv")[0]
            for name, taken in lines.items():
                print(f"{name:20}{taken:8.0f} ms {taken / small:8.1f} times a small page")


if __name__ == "__main__":
    main()
