"""The roster of a sheet that is handed in: who is on it, what a key opens, and what no key and no address gives."""

from __future__ import annotations

import html
import io
import re

import pytest
from flask import Flask

from ireval.errors import InputError
from ireval.exercises import clean_key
from ireval.exercises.generator.variant_keys import ALPHABET
from ireval.messages import Message, say
from tests.classroom import Owner, Student, publish
from tests.sentences import sentence
from web.sheets.owner.pasted_names import read_names
from web.store import store

pytestmark = pytest.mark.slow


@pytest.fixture
def owner(school: Flask) -> Owner:
    return publish(school)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada\n\n  Grace   Hopper \r\nBob\n", ["Ada", "Grace Hopper", "Bob"]),
        ("\ufeffMüller, Anna\nVan den Berg, Bob\nCleo", ["Müller, Anna", "Van den Berg, Bob", "Cleo"]),
        ("Ada\t12345\tada@example.org\nGrace Hopper\t23456\t", ["Ada", "Grace Hopper"]),
        ("Ada, ada@example.org\nBob, bob@example.org", ["Ada", "Bob"]),
        ("Ada,12345\nBob,23456\n,34567", ["Ada", "Bob"]),
        ('"Müller, Anna",12345\n"Berg, Bob",23456', ["Müller, Anna", "Berg, Bob"]),
        ("Name;Group\nAda;A\nBob;B", ["Ada", "Bob"]),
        ("First name,Surname,Email address\nAda,Lovelace,a@x.org\nAda,Byron,b@x.org", ["Ada Lovelace", "Ada Byron"]),
        ("Ada, Bob, Cleo", ["Ada", "Bob", "Cleo"]),
        ("pseudonym\nblue owl\nred fox", ["blue owl", "red fox"]),
        ("李雷\nО'Коннор\n=SUM(A1)", ["李雷", "О'Коннор", "=SUM(A1)"]),
    ],
)
def test_names_are_read_as_people_paste_them(text: str, names: list[str]) -> None:
    assert read_names(text) == names


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        (" \n\n", "names-missing", {}),
        ("x" * 101, "student-name-too-long", {"line": 1, "count": 101, "most": 100}),
        ("Ada\nB\0b", "student-name-not-plain", {"line": 2}),
        ("\n".join(map(str, range(2001))), "names-too-many", {"count": 2001, "most": 2000}),
    ],
)
def test_names_that_cannot_be_used_are_refused(text: str, key: str, values: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        read_names(text)
    assert (refused.value.key, refused.value.values) == (key, values)


def test_a_new_sheet_leads_to_its_roster_without_which_nobody_can_begin(owner: Owner) -> None:
    links = owner.page("/links")
    assert "Nobody can begin yet" in links and f'href="{owner.own}/roster"' in links
    page = owner.page("/roster")
    assert "Nobody can begin yet" in page and "<table" not in page
    owner.enter("Ada")
    assert "Nobody can begin yet" not in owner.page("/links") + owner.page("/roster")
    assert f'href="{owner.own}/roster"' in owner.page()


def test_each_student_gets_a_key_and_a_link(owner: Owner, school: Flask) -> None:
    keys = owner.enter("Grace Hopper", "Ada", "=SUM(A1)")
    assert len(ALPHABET) ** min(map(len, keys)) > 2**40 and len(set(keys)) == 3
    assert [clean_key(key) for key in keys] == keys
    first, second, third = owner.roster()
    assert (first["name"], first["begun"], third["name"]) == ("Grace Hopper", "", "'=SUM(A1)")
    assert first["link"] == f"http://localhost{owner.students}/{keys[0]}"
    student = Student(school, owner.students, keys[1])
    assert "Ada" in student.page() and keys[1] in student.page()
    assert student.save(ap_score="0.29") == 204
    assert owner.roster()[1]["begun"] > "" == owner.roster()[1]["submitted"]
    student.submit()
    assert owner.roster()[1]["submitted"] > ""
    page = owner.page("/roster")
    states = re.findall(r'class="how-far">(?:<span class="soft">)?(not begun|begun|submitted)', page)
    assert states == ["not begun", "submitted", "not begun"]
    assert all(key in page and f"http://localhost{owner.students}/{key}" in page for key in keys)
    assert second["key"] == keys[1]


def test_only_those_who_have_begun_are_in_the_results_and_in_the_order_of_the_roster(
    owner: Owner, school: Flask
) -> None:
    ada, bob, eve = owner.enter("Ada", "Bob", "Eve")
    for key in (eve, ada):
        Student(school, owner.students, key).save(ap_score="0.29")
    rows = owner.page("/points.csv").splitlines()[1:]
    assert [row.split(",")[1] for row in rows] == [ada, eve, bob], "bob is absent"
    assert "<dd>2</dd>" in owner.page() and ">Ada</a>" in owner.page() and ">Bob</a>" not in owner.page()
    assert owner.client.get(f"{owner.own}/students/{bob}").status_code == 404
    assert "the answers of 2 students." in owner.page("/delete")


def test_a_number_of_seats_is_entered_once(owner: Owner) -> None:
    owner.enter("Seat 2", "Ada")
    assert owner.post("/roster", seats="3", after="2") == 303
    assert [row["name"] for row in owner.roster()] == ["Seat 2", "Ada", "Seat 3", "Seat 4", "Seat 5"]
    assert owner.post("/roster", seats="3", after="2") == 409, "the same form, sent twice"
    for wrong in ("", "0", "-1", "1,5", "many", "1996"):
        assert owner.post("/roster", seats=wrong, after="5") == 400
    assert len(owner.roster()) == 5


def test_names_that_occur_twice_are_named_and_kept(owner: Owner) -> None:
    owner.enter("Bob")
    form = {"csrf_token": owner.token, "names": "Ada\nBob\nada\nEve\nEve", "after": "1"}
    answer = owner.client.post(f"{owner.own}/roster", data=form)
    assert answer.status_code == 400 and len(owner.roster()) == 1
    assert "“Ada” in lines 1, 3, “Eve” in lines 4, 5" in html.unescape(answer.text)
    assert "Ada\nBob\nada\nEve\nEve</textarea>" in answer.text
    form["names"] = "Ada\nbob\nEve"
    page = owner.client.post(f"{owner.own}/roster", data=form, follow_redirects=True).text
    assert [row["name"] for row in owner.roster()] == ["Bob", "Ada", "Eve"]
    assert say(Message("seats-entered", count=2)) in page
    assert say(Message("names-known", count=1, names=["Bob"])) in page


def test_a_seat_is_renamed_gets_another_key_and_is_removed(owner: Owner, school: Flask) -> None:
    ada, bob = owner.enter("Ada", "Bob")
    assert owner.post(f"/roster/{ada}/rename", name=" Ada\t<b> ") == 303
    assert owner.post(f"/roster/{bob}/rename", name="ada <B>") == 400
    assert owner.post(f"/roster/{bob}/rename", name=" ") == 400
    assert [row["name"] for row in owner.roster()] == ["Ada <b>", "Bob"]
    assert "<b>" not in owner.page("/roster") + owner.page(f"/roster/{ada}")
    assert owner.post(f"/roster/{ada}/replace") == 303
    other = owner.roster()[0]
    assert other["key"] != ada and other["name"] == "Ada <b>"
    assert owner.client.get(f"{owner.students}/{ada}").status_code == 404
    assert owner.client.get(f"{owner.students}/{other['key']}").status_code == 200
    assert owner.post(f"/roster/{other['key']}/remove") == 303
    assert [row["name"] for row in owner.roster()] == ["Bob"]
    student = Student(school, owner.students, bob)
    student.save(ap_score="0.58")
    assert owner.post(f"/roster/{bob}/replace") == 409, "another key would have other numbers"
    assert owner.post(f"/roster/{bob}/remove") == 400 and "deletes the answers" in owner.page(f"/roster/{bob}")
    assert student.save(ap_score="0.29") == 204
    assert owner.post(f"/roster/{bob}/remove", sure="yes") == 303
    assert owner.roster() == [] and student.save(ap_score="0.3") == 404
    assert owner.client.get(f"{owner.own}/roster/{bob}").status_code == 404


@pytest.mark.parametrize("mode", ["once", "exam"])
def test_an_unknown_key_opens_nothing_and_says_so(school: Flask, mode: str) -> None:
    owner = publish(school, mode=mode)
    key = owner.enter("Ada")[0]
    wrong = key[:-1] + ("A" if key[-1] != "A" else "B")
    client = school.test_client()
    student = Student(school, owner.students, key)
    for address in (f"/{wrong}", "/K7M2PX", f"/{wrong.lower()}", "/NEW2", f"?key={wrong}"):
        answer = client.get(owner.students + address, follow_redirects=True)
        assert answer.status_code == 404 and sentence("key-not-on-roster") in html.unescape(answer.text)
        assert 'id="sheet"' not in answer.text and "ap.score" not in answer.text
    assert client.get(f"{owner.students}?key=K7M0").status_code == 400, "a typing error"
    empty = client.get(f"{owner.students}?key=+")
    assert (empty.status_code, sentence("key-not-entered") in empty.text) == (400, True)
    assert sentence("key-not-entered") not in client.get(owner.students).text
    form, headers = {"ap.score": "0.29", "csrf_token": student.token}, {"X-CSRFToken": student.token}
    saved = student.client.post(f"{owner.students}/{wrong}/answers", data=form, headers=headers)
    assert saved.status_code == 404 and saved.json
    assert saved.json["error"]["message"] == sentence("key-not-on-roster")
    for path in ("", "/submit"):
        answer = student.client.post(f"{owner.students}/{wrong}{path}", data=form)
        assert answer.status_code == 404 and sentence("key-not-on-roster") in html.unescape(answer.text)
    assert [row["key"] for row in owner.roster()] == [key] and "<dd>0</dd>" in owner.page()


@pytest.mark.parametrize("mode", ["once", "exam"])
def test_nothing_offers_a_second_key(school: Flask, mode: str) -> None:
    owner = publish(school, mode=mode)
    student = Student(school, owner.students, owner.enter("Ada")[0])
    refused = student.client.get(f"{owner.students}/new")
    assert refused.status_code == 403 and sentence("keys-from-roster") in html.unescape(refused.text)
    pages = [student.client.get(owner.students).text, student.page()]
    student.save(ap_score="0.58")
    student.submit()
    pages.append(student.page())
    owner.post("/close")
    pages += [student.page(), student.client.get(owner.students).text]
    for page in pages:
        assert f"{owner.students}/new" not in page
        assert not re.search(r'new key|other numbers|another key|id="begin"', page)
    assert "data-key" not in "".join(pages), "a browser that others use does not remember the key"


def test_practice_has_no_roster_and_stays_open_to_all(school: Flask) -> None:
    owner = publish(school, mode="practice")
    client = school.test_client()
    assert "/roster" not in owner.page() + owner.page("/links")
    for path in ("/roster", "/roster.csv", "/slips", "/roster/K7M2PX"):
        assert owner.client.get(owner.own + path).status_code == 404
    assert owner.post("/roster", seats="3", after="0") == 404
    assert client.get(f"{owner.students}/new").status_code == 303


def test_slips_are_printed_for_the_roster(owner: Owner) -> None:
    pdfium = pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")
    assert owner.client.get(f"{owner.own}/slips").status_code == 400
    ada, bob = owner.enter("Ada Lovelace", "Bob")

    def printed(query: str) -> str:
        answer = owner.client.get(f"{owner.own}/slips{query}")
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        return str(pdfium.PdfDocument(io.BytesIO(answer.data))[0].get_textpage().get_text_range())

    assert "Ada Lovelace" in printed("") and ada in printed("")
    assert "Ada" not in printed("?first=2&paper=us-letter") and bob in printed("?first=2")
    assert "Bob" not in printed(f"?key={ada}")
    assert owner.client.get(f"{owner.own}/slips?first=3").status_code == 400


def test_forged_changes_of_the_roster_are_refused(owner: Owner) -> None:
    key = owner.enter("Ada")[0]
    for path in ("/roster", f"/roster/{key}/rename", f"/roster/{key}/replace", f"/roster/{key}/remove"):
        form = {"seats": "3", "after": "1", "name": "Eve", "sure": "yes"}
        assert owner.client.post(owner.own + path, data=form).status_code == 400
    assert [(row["name"], row["key"]) for row in owner.roster()] == [("Ada", key)]


def test_a_roster_has_a_limited_number_of_seats(owner: Owner) -> None:
    with owner.client.application.app_context():
        store().rosters.most = 3
    owner.enter("Ada", "Bob")
    form = {"csrf_token": owner.token, "names": "Eve\nFay", "after": "2"}
    answer = owner.client.post(f"{owner.own}/roster", data=form)
    assert answer.status_code == 400 and say(Message("too-many-students", most=3)) in answer.text
    assert len(owner.roster()) == 2
