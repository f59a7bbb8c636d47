"""Lists that are the same for all students, in the builder: typed, filled in, linked from the lab, and consistent."""

from __future__ import annotations

from html import unescape
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from ireval.exercises import Exercise, RankedList, Sheet, make_sheet, variant
from ireval.messages import Message, say
from tests.builder_form import changed, form_of, kinds_in, opened, sheet_in

pytestmark = pytest.mark.slow

HOME = "https://example.org/lab?"


def form_with(client: FlaskClient, *exercises: Exercise, preset: str = "lillis") -> MultiDict[str, str]:
    """The builder's form for a sheet with these exercises, whether they are sound together or not."""
    sheet = Sheet("Week 5", 42, exercises, preset)
    return form_of(client.post("/sheets/open", data={"sheet": sheet.to_json().decode()}).text)


def test_choosing_the_same_list_for_all_clears_what_was_drawn(client: FlaskClient) -> None:
    page, form = opened(client)
    seen = variant(sheet_in(page), form["key"]).questions
    (number, better) = (x.id for x in sheet_in(page).exercises if x.kind in {"number", "better"})
    form[f"{number}:source"] = form[f"{better}:source"] = "list"
    page, empty = changed(client, form), say(Message("exercise-list-empty"))
    assert empty not in page and "The question appears here when the list is typed" in page
    form = form_of(page)
    assert client.post("/sheets/file/json", data=form).text.count(empty) == 4, "two at their fields, two in the summary"
    assert not any(text for name, text in form.items() if ":list." in name or ":second." in name)
    form[f"{number}:list.labels"] = "10100"
    filled = form_of(changed(client, form, do=f"fill:{better}"))
    sheet = sheet_in(changed(client, filled))
    assert sheet.exercises[0].list == RankedList("10100"), "and nothing that was drawn"
    kept = next(q for q in variant(sheet, "ANQTHER9").questions if q.id == better)
    assert kept.lists == next(q for q in seen if q.id == better).lists, "the button fills in the lists of the preview"


def test_a_link_to_the_lab_is_a_list_with_its_conventions(client: FlaskClient) -> None:
    form = form_with(client, Exercise("e1", "number", "DCG@3", list=RankedList("10")))
    form["e1:list.labels"] = f"{HOME}labels=32u1&unretrieved=1&size=90&conventions=lillis"
    (exercise,) = sheet_in(changed(client, form)).exercises
    assert exercise == Exercise("e1", "number", "DCG@3", list=RankedList("32u1", "1", 90)), "it has the sheet's"
    form["e1:list.labels"] = f"{HOME}labels=321&gain=exponential"
    page = changed(client, form)
    (exercise,) = sheet_in(page).exercises
    assert (exercise.list, exercise.preset) == (RankedList("321"), "trec_eval")
    assert exercise.overrides == {"gain": "exponential"}
    assert '<span class="count">2 changed</span>' in page and "Conventions of this exercise: trec_eval" in page
    form["e1:list.labels"] = f"{HOME}labels=1x"
    refused = changed(client, form, 400)
    fault = unescape(refused.split('id="e1:list.labels-error">')[1].split("</span>")[0])
    assert fault.startswith("The link has an error: Character 2 is “x”")


@pytest.mark.parametrize("field", ["list", "second"])
def test_a_link_with_two_lists_fills_both_with_its_conventions(client: FlaskClient, field: str) -> None:
    _, form = opened(client)
    form["e3:source"], form["e3:measure"] = "list", "AP"
    form[f"e3:{field}.labels"] = f"{HOME}labels=10u&names=a,b,c&labels2=01&names2=d,a&list=2&conventions=kth"
    page = changed(client, form)
    better = sheet_in(page).exercises[2]
    assert better.list == RankedList("10u", "0", names=("a", "b", "c", "d")), "with what only the other one retrieved"
    assert better.second == RankedList("01", "0", names=("d", "a", "b"))
    assert better.preset == "kth" and not better.overrides


def test_one_document_with_two_labels_is_an_error_at_the_field(client: FlaskClient) -> None:
    first, second = (RankedList("1001", names=("x", "y", "z", "w")), RankedList("0101", names=("w", "x", "y", "q")))
    form = form_with(client, Exercise("e1", "better", "AP", list=first, second=second))
    page = changed(client, form, 400)
    fault = unescape(page.split('id="e1:second.labels-error">')[1].split("</span>")[0])
    assert fault.startswith("w has the label grade 1 in system A and grade 0 in system B")
    assert client.post("/sheets/file/json", data=form).status_code == 400
    form["e1:second.names"] = "v, x, u, q"
    assert changed(client, form)


def test_the_builder_refuses_an_exercise_that_answers_another(client: FlaskClient) -> None:
    here = RankedList("101003000200003", "32211", 800)
    pair = (Exercise("e1", "table", "AP", list=here), Exercise("e2", "wrong-cell", "AP", list=here))
    form = form_with(client, Exercise("x", "choose"), *pair)
    page = changed(client, form, 400)
    fault = unescape(page.split('id="e2:list-error">')[1].split("</span>")[0])
    assert fault.startswith("Exercise 3 shows P[2], which exercise 2 asks for: both have the same list.")
    assert page.count('<section class="question"') == 3, "the questions are shown all the same"
    refused = client.post("/sheets/file/json", data=form)
    assert refused.status_code == 400 and "Exercise 3 shows P[2]" in refused.text
    form["e2:source"] = "generated"
    assert changed(client, form)


def test_the_labs_list_becomes_exercises_that_do_not_answer_each_other(client: FlaskClient) -> None:
    names = ("a doc", "", "c, d")
    query = "labels=101003000200003&unretrieved=32211&size=800&conventions=lillis&show=nDCG@10&places=2&rel=2"
    query += "&names=a%20doc,,c%5C,%20d"
    for address in (query, f"from={quote(query)}"):
        sheet = sheet_in(opened(client, address)[0])
        assert [x.kind for x in sheet.exercises] == ["table", "number", "wrong-cell"]
        fixed = RankedList("101003000200003", "32211", 800, names=names)
        assert [x.list for x in sheet.exercises] == [fixed, None, None]
        assert [(x.generated.length, x.generated.scale) for x in sheet.exercises if x.generated] == [(15, 3)] * 2
        assert {x.measure for x in sheet.exercises} == {"nDCG@10"}
        assert (sheet.preset, sheet.decimals, sheet.overrides) == ("lillis", 2, {"rel": 2})
    page, _ = opened(client, "labels=110&labels2=011&show=AP")
    *others, better = sheet_in(page).exercises
    queries, _ = opened(client, "labels=110&labels2=011&show=AP&arrangement=queries")
    assert "better" not in kinds_in(queries), "these lists are no two systems on one query"
    assert (better.kind, better.list, better.second) == ("better", RankedList("110"), RankedList("011"))
    assert others and not any(x.list for x in others), "the two lists are compared, and nothing else gives their scores"


def test_exercises_have_conventions_decimals_and_points_of_their_own(client: FlaskClient) -> None:
    """DCG of 3, 2, 1 by trec_eval is 3 + 2/log2(3) + 1/log2(4) = 4.762, with exponential gain 9.393."""
    ranked = RankedList("321")
    form = form_with(client, *(Exercise(f"e{i}", "number", f"DCG@{i + 1}", list=ranked) for i in (1, 2)))
    assert "e2:c-gain" in form and "e2:c-divisor" not in form, "only what the measure follows"
    form["e2:preset"], form["e2:c-gain"] = "trec_eval", "exponential"
    form["e2:decimals"], form["e2:points"] = "0", "2.5"
    page = changed(client, form, view="key")
    sheet = sheet_in(page)
    assert sheet.exercises[0] == Exercise("e1", "number", "DCG@2", list=ranked)
    own = sheet.exercises[1]
    assert (own.preset, own.overrides, own.decimals, own.points) == ("trec_eval", {"gain": "exponential"}, 0, 2.5)
    assert '<strong class="right">9</strong>' in page and "as a whole number" in page
    assert '<span class="count">3 changed</span>' in page and "sheet: 3" in page
    again = form_of(changed(client, form_of(page)))
    assert sheet_in(changed(client, again)) == sheet
    form["e2:decimals"], form["e2:c-gain"] = "7", "much"
    refused = changed(client, form, 400)
    assert 'id="e2:decimals-error"' in refused or 'id="e2:c-gain-error"' in refused
    form["e2:kind"] = "choose"
    assert kinds_in(changed(client, form)) == ["number", "choose"]


def test_a_whole_sheet_may_have_no_decimals(client: FlaskClient) -> None:
    form = form_with(client, Exercise("e1", "number", "DCG@3", list=RankedList("321")))
    assert sheet_in(changed(client, form, decimals="0")).decimals == 0
    assert make_sheet(1, 1, decimals=1).decimals == 1
