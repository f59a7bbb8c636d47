"""Publishing draws the class's lists: what was seen before in the builder is not what students get."""

from __future__ import annotations

import json
import re
from html import unescape

from flask import Flask

from ireval.exercises import Exercise, Sheet, variant, variant_keys
from tests.builder_form import form_of, sheet_in
from tests.classroom import LECTURE, SHEET, Owner, Student, field, path, publish
from web.sheets.builder.draft import from_sheet


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


def test_the_class_gets_other_numbers_than_the_preview_and_its_files(school: Flask) -> None:
    owner = publish(school)  # a sheet that is posted whole, as a program does
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
    assert not any(str(built.sheet.seed) in re.sub(r'name="sheet" value="[^"]*"', "", text) for text in texts)
