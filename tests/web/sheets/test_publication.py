"""Publishing draws the class's lists: what was seen before in the builder is not what students get."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from flask import Flask

from ireval.exercises import Exercise, Sheet, from_json, variant, variant_keys
from ireval.messages import Message, say
from tests.builder_form import changed, form_of, opened, sheet_in
from tests.classroom import LECTURE, SHEET, Owner, Student, field, path, publish, publish_by_page
from web.sheets.builder.draft import from_sheet

pytestmark = pytest.mark.slow


def test_a_sheet_that_answers_itself_is_not_published(school: Flask) -> None:
    owner = publish(school)
    pair = (Exercise("e1", "table", "AP", list=LECTURE), Exercise("e2", "wrong-cell", "AP", list=LECTURE))
    sheet = Sheet("Week 5", 1, pair)
    for form in ({"sheet": sheet.to_json().decode()}, {**from_sheet(sheet).typed, "exercise": ["e1", "e2"]}):
        refused = owner.client.post("/sheets/publish", data={"csrf_token": owner.token, **form})
        assert refused.status_code == 400 and "Exercise 2 shows P[2], which exercise 1 asks for" in refused.text
    file = owner.client.post("/api/v1/sheets", json={"sheet": json.loads(sheet.to_json()), "format": "csv"})
    assert any(
        note.startswith("exercises[1].list: Exercise 2 shows P[2]") for note in json.loads(file.headers["X-Notes"])
    )


def test_the_builder_draws_a_secret_and_its_files_have_it(school: Flask) -> None:
    client = school.test_client()
    page, form = opened(client, "")
    sheet = sheet_in(page)
    assert len(bytes.fromhex(sheet.secret)) == 16 and 'id="guessable"' not in page
    assert sheet_in(changed(client, form, title="Exam")).secret == sheet.secret
    other = sheet_in(changed(client, form, do="seed"))
    assert other.secret not in {sheet.secret, ""} and other.seed != sheet.seed
    file = client.post("/sheets/file/json", data=form).data
    assert from_json(file).secret == sheet.secret
    again = client.post("/sheets/open", data={"sheet": file.decode()}).text
    assert sheet_in(again) == from_json(file), "so that its worksheets and answer keys can be printed again"

    plain, form = opened(client, "seed=42")
    assert not sheet_in(plain).secret and 'id="guessable"' in plain, "an address with a seed promises the same lists"
    assert 'id="guessable"' not in changed(client, form, policy="practice")
    assert sheet_in(changed(client, form, policy="exam", do="seed")).secret


def test_the_interface_draws_a_secret_on_request(school: Flask) -> None:
    client, exercise = school.test_client(), {"seed": 42, "exercises": 1}
    plain, made = (
        from_json(client.post("/api/v1/sheets", json=exercise | more).data) for more in ({}, {"secret": True})
    )
    assert not plain.secret and len(made.secret) == 32 and made.exercises == plain.exercises
    for sheet in (plain, made):
        body = {"sheet": json.loads(sheet.to_json()), "format": "csv"}
        notes = json.loads(client.post("/api/v1/sheets", json=body).headers["X-Notes"])
        assert (say(Message("sheet-guessable")) in notes) is sheet.guessable is not bool(sheet.secret)


def test_the_class_gets_other_numbers_than_the_preview_and_its_files(school: Flask) -> None:
    owner = publish_by_page(school)  # a sheet that is posted whole, as a program does
    client, secret = owner.client, owner.token
    page = client.get("/sheets/new?seed=1").text
    assert "The class gets other numbers than this preview and the files that you download here" in unescape(page)
    seen = sheet_in(page)
    form = form_of(page)
    form["csrf_token"] = secret
    answer = client.post("/sheets/publish", data=form, follow_redirects=True)
    built = Owner(client, secret, path(field(answer.text, "student-link")), path(field(answer.text, "owner-link")))
    for sheet, published in ((seen, built), (SHEET, owner)):
        stored = published.sheet
        assert stored.seed != sheet.seed and stored.seed > 10**6
        assert stored.exercises == sheet.exercises and stored.title == sheet.title
        key = variant_keys(sheet, 1)[0]
        before, after = (variant(s, key).questions for s in (sheet, stored))
        drawn = [i for i, x in enumerate(sheet.exercises) if x.generated]
        assert drawn and all(before[i].lists != after[i].lists for i in drawn)
    student = Student(school, built.students)
    texts = (student.page(), built.page(), built.page("/links"))
    hidden = str(built.sheet.seed), built.sheet.secret
    assert len(built.sheet.secret) == 32 and built.sheet.secret != owner.sheet.secret
    assert not any(secret in re.sub(r'name="sheet" value="[^"]*"', "", text) for text in texts for secret in hidden)
