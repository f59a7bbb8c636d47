"""The same with new numbers: what a student may practise after a sheet is closed, and what its addresses do not say."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from flask import Flask

from ireval.exercises import KINDS, Exercise, Generated, RankedList
from ireval.exercises.sheet.model import OwnOption
from tests.classroom import LECTURE, SHEET, Owner, Student, publish

pytestmark = pytest.mark.slow

HEADING = "The same with new numbers"
#: Exercises of every way to say what is asked, with words of the owner.
OWN = replace(
    SHEET,
    exercises=(
        Exercise("grades", "table", "nDCG@5", 4, generated=Generated(8, 2), columns=("CG", "NDCG"), hint="Zebra"),
        Exercise("two", "better", "AP", 3, LECTURE, RankedList("010101010101010", "11111", 800)),
        Exercise("opinion", "own-choice", text="Zebra?", options=(OwnOption("Yes", correct=True), OwnOption("Zebra"))),
        Exercise("fit", "choose", task="known-item"),
        Exercise("judges", "two-judges", decimals=2),
        Exercise("strict", "number", "P@5", generated=Generated(), preset="trec_eval", overrides={"rel": 2}),
        Exercise("mean", "mean-score", "RR", generated=Generated(), lists=3),
    ),
    intro="Zebra",
    overrides={"rel": 1},
)


def links(page: str) -> list[str]:
    """The addresses below the heading."""
    if HEADING not in page:
        return []
    part = page[page.index(HEADING) :]
    return [unescape(address) for address in re.findall(r'<li><a href="([^"]+)"', part[: part.index("</ul>")])]


def close(owner: Owner) -> None:
    assert owner.post("/close") == 303


@pytest.mark.parametrize("mode", ["practice", "once", "exam"])
def test_only_a_closed_sheet_can_be_practised_with_new_numbers(school: Flask, mode: str) -> None:
    owner = publish(school, mode=mode)
    student = Student(school, owner.students)
    student.save(ap_score="0.58")
    assert HEADING not in student.page()
    if mode != "practice":
        student.submit()
        assert HEADING not in student.page(), "submitted, but others still write"
    close(owner)
    assert len(links(student.page())) == len(SHEET.exercises)
    assert owner.post("/reopen", sure="yes") == 303
    assert HEADING not in student.page()


def test_the_addresses_have_the_kind_the_measure_and_the_conventions_and_nothing_of_the_owner(school: Flask) -> None:
    owner = publish(school, OWN, "practice")
    student = Student(school, owner.students)
    student.save(judges_kappa="0.5")
    close(owner)
    addresses = links(student.page())
    assert len(addresses) == len(OWN.exercises) - 1, "the own question is left out"
    sheet = owner.sheet
    kept = (sheet.secret, str(sheet.seed), student.key, "Zebra", sheet.title, "points", LECTURE.labels, owner.students)
    for address in addresses:
        assert not [text for text in kept if quote(text) in address or text in unescape(address)], address
        assert set(parse_qs(urlsplit(address).query)) == {"like", "level"}
    asked = [exercise for exercise in OWN.exercises if exercise.kind != "own-choice"]
    for address, exercise in zip(addresses, asked, strict=True):
        pages = []
        for _ in range(2):
            begun = student.client.get(address)
            assert begun.status_code == 303
            pages.append(student.client.get(begun.headers["Location"]).text)
        assert pages[0] != pages[1], "each time with other numbers"
        title = pages[0][pages[0].index("<title>") : pages[0].index("</title>")]
        assert KINDS[exercise.kind].title in title and exercise.measure in title
        assert "as on the sheet." in pages[0] and "Zebra" not in pages[0]


def test_the_conventions_and_the_settings_of_the_sheet_hold(school: Flask) -> None:
    owner = publish(school, OWN, "practice")
    student = Student(school, owner.students)
    student.save(judges_kappa="0.5")
    close(owner)
    grades, two, *_, strict, mean = (
        student.client.get(address, follow_redirects=True).text for address in links(student.page())
    )
    asked = set(re.findall(r'name="practice\.([A-Z]+)-\d+"', grades))
    assert asked == {"CG", "NDCG"} and "log2(i) from rank 2" in unescape(grades)
    assert "System A" in two and "System B" in two
    assert "Lowest relevant grade: 2" in strict
    assert len(re.findall(r'name="practice\.score-\d+"', mean)) == 3


@pytest.mark.parametrize(
    "like",
    [
        "",
        "x",
        "[]",
        "{}",
        "null",
        '{"kind":"own-text","text":"<script>alert(1)</script>","answer":"x"}',
        '{"kind":"own-choice"}',
        '{"kind":["number"],"measure":"AP"}',
        '{"kind":"number","measure":"AP","hint":"<b>read this</b>"}',
        '{"kind":"number","measure":"AP","list":{"labels":"101"}}',
        '{"kind":"number","measure":"Foo","generated":{}}',
        '{"kind":"number","measure":"AP","generated":{"length":1000000}}',
        '{"kind":"number","measure":"AP","generated":{},"overrides":{"rel":"\\u0000"}}',
        '{"kind":"number","measure":"AP","generated":{},"decimals":1e9}',
        '{"kind":"number","measure":"AP","generated":{},"secret":"a","seed":1}',
        '{"kind":"number","measure":"AP","generated":{},"preset":"\'\\"><script>"}',
        '{"kind":"number","kind":"table"}',
        '{"kind":"number","measure":"\\ud800"}',
        "[" * 900,
        '{"kind":"' + "é" * 5000 + '"}',
    ],
)
def test_hostile_addresses_are_refused(school: Flask, like: str) -> None:
    client = school.test_client()
    for path in ("/practise", "/practise/exercise"):
        answer = client.get(path, query_string={"like": like, "key": "K7M2PX"})
        if like:
            assert answer.status_code == 400 and 'role="alert"' in answer.text
        assert "<script>alert" not in answer.text and "<b>read" not in answer.text and "<script>\"" not in answer.text

