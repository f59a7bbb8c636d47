"""Introductions, own questions and hints on the pages of students and owners, and in the builder."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.builder_form import changed, form_of, sheet_in
from tests.classroom import SHEET, Owner, Student, publish
from tests.ireval.exercises.own_sheet import OWN
from tests.markup import tags
from web.formulas.formatted_markup import formatted_markup, formula

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def once(school: Flask) -> Owner:
    return publish(school, OWN)


def assert_harmless(page: str) -> None:
    """Nothing that the owner typed has become an element that does something."""
    assert "alert(1)" in page
    for tag in tags(page):
        has = tag.attributes
        assert not (tag.name == "img" and "onerror" in has) and not has.get("href", "").startswith("javascript")
        assert not (tag.name == "script" and not has and not tag.slash)
        if has.get("href", "").startswith("https://example.org"):
            assert "noopener" in has["rel"]


def test_students_see_what_the_owner_wrote(school: Flask, once: Owner) -> None:
    door = school.test_client().get(once.students).text
    page = Student(school, once.students).page()
    for text in (door, page):
        assert "Welcome to the <em>second</em> sheet." in text and "<li>Round <strong>halves up</strong>.</li>" in text
        assert_harmless(text)
    assert "<strong>Why</strong> does <em>AP</em> divide by <code>R</code>?" in page
    assert '<a href="https://example.org/?a=1&amp;b=2" rel="noopener' in page
    assert "<mfrac><mn>1</mn><mn>3</mn></mfrac>" in page
    hint = page.index("<summary>Hint</summary>")
    assert "Think of <em>R</em>." in page[hint : hint + 200] and "MAP is a <strong>mean</strong>." in page
    assert page.count("<textarea") == 1 and "Missed documents count" not in page


def test_a_text_waits_for_the_owner_who_sees_it(school: Flask, once: Owner) -> None:
    student = Student(school, once.students)
    given = {"e1.answer": "Because.\nYes, because.", "e2.answer": "5/6", "e3.choice": "Reciprocal rank"}
    assert student.save_all(given) == 204
    assert "Because.\nYes, because.</textarea>" in student.page()
    student.submit()
    page = student.page()
    assert "2 of 8 points, 2 points to be marked by hand" in page and "up to 2 points" in page
    assert "Model answer: Missed documents count." in page and "1 divided by its rank." in page
    assert_harmless(page)
    overview = once.page()
    assert "to be marked by hand" in overview and "Question: Why does AP divide by R?" in overview
    assert_harmless(once.page(f"/students/{student.key}"))
    assert "Yes, because." in once.page("/answers.csv") and "by-hand" in once.page("/answers.csv")
    other = publish(school, SHEET)
    Student(school, other.students)
    assert "to be marked by hand" not in other.page()


def filled(page: str, fields: dict[str, str]) -> MultiDict[str, str]:
    form = form_of(page)
    for name, text in fields.items():
        form[name] = text
    return form


def test_the_builder_keeps_and_shows_what_is_written(client: FlaskClient) -> None:
    page = client.post("/sheets/open", data={"sheet": OWN.to_json().decode()}).text
    assert sheet_in(page) == OWN
    assert_harmless(page)
    form = form_of(page)
    form["e1:text"], form["intro"], form["e4:hint"] = "Is it *so*?", "Read **this**.", "$x^2$"
    page = changed(client, form)
    for shown in (
        "<p>Is it <em>so</em>?</p>",
        "<p>Read <strong>this</strong>.</p>",
        "<msup><mi>x</mi><mn>2</mn></msup>",
    ):
        assert shown in page
    page = changed(client, filled(page, {"e3:option.3.text": "MAP", "e3:correct": "3", "e4:lists": "2"}))
    assert [option.correct for option in sheet_in(page).exercises[2].options] == [False, False, False, True]
    assert 'name="e3:option.4.text"' in page and sheet_in(page).exercises[3].lists == 2
    for wrong, field in (
        ({"e3:option.1.text": "MAP"}, "e3:options"),
        ({"e2:answer": "much"}, "e2:answer"),
        ({"e2:tolerance": "-1"}, "e2:tolerance"),
        ({"e1:text": ""}, "e1:text"),
        ({"intro": "x" * 4001}, "intro"),
    ):
        assert f'id="{field}-error"' in changed(client, filled(page, wrong), 400), wrong


@pytest.mark.parametrize(
    "latex",
    [
        *(r"\href{javascript:alert(1)}{x}", r"\bad{", "a<b & c", r"\class{x}{y}", r"\url{javascript:x}"),
        *(r"\includegraphics{x}", r"\style{color:red}{x}", "</math><script>alert(1)</script>"),
    ],
)
def test_a_formula_is_plain_mathml_or_stays_as_it_was_typed(latex: str) -> None:
    found = str(formula(latex))
    assert {tag.name for tag in tags(found)} <= {"code", "math", "mrow", "mi", "mo", "mn", "mtext", "mspace"}
    assert "href" not in found.replace(r"\href", "") and "style=" not in found


def test_formulas_of_the_field_are_written() -> None:
    for latex in (r"\log_2(i+1)", r"\sum_{i=1}^{k} \frac{2^{g_i}-1}{\log_2(i+1)}", r"\sqrt{x}", r"\text{AP} \leq 1"):
        assert formatted_markup(f"${latex}$").startswith('<p><math translate="no">'), latex


def test_the_builder_offers_a_printed_table_and_keeps_it(client: FlaskClient) -> None:
    page = client.post("/sheets/open", data={"sheet": OWN.to_json().decode()}).text
    page = changed(client, filled(page, {"e1:kind": "printed-table", "e1:text": "", "e1:measure": "Bpref"}))
    fresh = sheet_in(page).exercises[0]
    assert fresh.list and fresh.printed and fresh.printed.figures == {"P": "1.00 0.50 0.57 0.75 0.60 0.50 0.43 0.50"}
    assert ">0.57</td>" in page and "Find the slip in a printed table" in page
    more = {"e1:list.labels": "1011", "e1:printed.figures": "P: 1,00 0,50 0,57 0,75", "e1:printed.slips": "P[3]: 2/3."}
    kept = sheet_in(page := changed(client, filled(page, more))).exercises[0]
    assert kept.printed and (kept.printed.slips, kept.list and kept.list.labels) == ({"P[3]": "2/3."}, "1011")
    for wrong, field in (
        ({"e1:printed.figures": "P: 1.00 0.50 0.67 0.75"}, "e1:printed.slips"),
        ({"e1:printed.figures": "P: 1.00"}, "e1:printed.figures"),
        ({"e1:printed.slips": ""}, "e1:printed.slips"),
        ({"e1:printed.slips": "P[4]: wrong"}, "e1:printed.slips"),
        ({"e1:list.labels": "10x1"}, "e1:list.labels"),
        ({"e1:measure": "Bpref"}, "e1:printed.figures"),
    ):
        assert f'id="{field}-error"' in changed(client, filled(page, wrong), 400), wrong
