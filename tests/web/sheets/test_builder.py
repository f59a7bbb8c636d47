"""The builder of sheets: the form, its faults, its buttons, the preview, and files; and the JSON interface."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from ireval.conventions import PRESETS
from ireval.exercises import KINDS, Exercise, RankedList, Sheet, make_sheet, mark, variant, wrong_answers
from ireval.exercises.exports import platform_files, sheet_files
from ireval.exercises.paper.pdf import MOST_PRINTED
from ireval.exercises.variants.sheet_check import faults
from ireval.explanation.worked_examples import EXAMPLES
from ireval.messages import Message, say
from tests.builder_form import changed, form_of, kinds_in, opened, sheet_in
from tests.sentences import sentence
from web.question.answer_notes import SIGNS
from web.question.question_view import key_view, question_view
from web.question.single_questions import questions
from web.sheets.builder.checked_draft import check_draft
from web.sheets.builder.draft import from_form, from_sheet
from web.sheets.builder.lab_exercises import lab_sheet
from web.state.address import from_example

pytestmark = pytest.mark.slow

KEY = "K7M2PX"
WHOLE = Message("a-whole-number")


def test_a_removed_exercise_is_restored_unchanged(client: FlaskClient) -> None:
    page, form = opened(client)
    form["e2:points"], form["e2:measure"] = "7", "AQ"
    form.setlist("e2:columns", ["P", "sum"])
    before = form_of(changed(client, form, 400))
    page = changed(client, before.copy(), do="remove:e2")
    assert [x.id for x in sheet_in(page).exercises] == ["e1", "e3", "e4", "e5", "e6"]
    assert "“Fill in the table: AQ” was removed." in unescape(page)
    page = changed(client, form_of(page), do="add:choose")
    assert sheet_in(page).exercises[-1].id == "e7", "the id is kept for it"
    page = changed(client, form_of(page), do="remove:e7")
    assert "“Fill in the table: AQ”" not in unescape(page), "only the exercise removed last can be restored"
    page = changed(client, form_of(page), do="put-back")
    assert sheet_in(page).exercises[-1].id == "e7" and "was removed" not in page
    page = changed(client, before.copy(), do="remove:e2")
    again = form_of(changed(client, form_of(page), 400, do="put-back"))
    assert sorted(again.items(multi=True)) == sorted(before.items(multi=True))
    assert again.getlist("exercise") == before.getlist("exercise")


@pytest.mark.parametrize("removed", ["", "e2", "1 ", "9999 e9", "x e9", "1 e2", "-1 e9", "² e9", "2 e9", "1 <b>"])
def test_the_page_works_whatever_the_field_of_removed_exercises_holds(client: FlaskClient, removed: str) -> None:
    _, form = opened(client)
    page = changed(client, form, removed=removed)
    assert kinds_in(page) == [x.kind for x in make_sheet(42).exercises] and "<b>" not in page
    assert client.post("/sheets/new", data={**form, "do": "put-back"}).status_code in (200, 400)


def test_unjudged_documents_are_as_many_as_the_measure_needs_unless_a_number_is_given(client: FlaskClient) -> None:
    page, form = opened(client)
    bpref = next(x for x in sheet_in(page).exercises if x.measure == "Bpref").id
    assert f'name="{bpref}:generated.unjudged" value=""' in page and 'placeholder="as needed"' in page
    question = next(q for q in variant(sheet_in(page), form["key"]).questions if q.id == bpref)
    assert any(row.label == "unjudged" for row in question.lists[0].rows), "no field may say 0"
    form[f"{bpref}:generated.unjudged"] = "0"
    page = changed(client, form)
    assert form_of(page)[f"{bpref}:generated.unjudged"] == ""
    form[f"{bpref}:generated.unjudged"] = "4"
    page = changed(client, form)
    question = next(q for q in variant(sheet_in(page), form["key"]).questions if q.id == bpref)
    assert sum(row.label == "unjudged" for row in question.lists[0].rows) == 4


@pytest.mark.parametrize(("typed", "share"), [("40 %", 0.4), ("12,5%", 0.125), ("0,3", 0.3), ("100%", 1)])
def test_shares_may_be_typed_in_per_cent(client: FlaskClient, typed: str, share: float) -> None:
    _, form = opened(client)
    form["credit.mistake"] = typed
    page = changed(client, form)
    assert sheet_in(page).credit.mistake == share
    assert form_of(page)["credit.mistake"] == typed


@pytest.mark.parametrize("typed", ["%", "150 %", "-1%", "a%", "50 % %"])
def test_other_shares_are_refused(client: FlaskClient, typed: str) -> None:
    _, form = opened(client)
    form["credit.mistake"] = typed
    assert "Typical mistake</a>: <strong>" in changed(client, form, 400)


def test_lists_that_are_the_same_for_all_get_a_warning_if_feedback_follows_submission(client: FlaskClient) -> None:
    def warned(page: str) -> bool:
        return "the list is the same for all students." in " ".join(page.split())

    page, form = opened(client)
    assert not warned(page)
    form["e1:list.labels"] = "10100"
    page = changed(client, form, e1__source="list")
    assert warned(page)
    text = " ".join(page.split())
    assert "Exercise 1: the list is the same" in text and "unless feedback waits until you close the sheet" in text
    assert not warned(changed(client, form_of(page), policy="exam"))
    assert not warned(changed(client, form_of(page), policy="practice"))


def test_the_builder_starts_with_an_example_and_shows_its_seed_nowhere(client: FlaskClient) -> None:
    page = client.get("/sheets/new").text
    sheet = sheet_in(page)
    example = make_sheet(sheet.seed, title="Exercise sheet")
    assert sheet == replace(example, secret=sheet.secret) and sheet.seed > 10**6
    assert page.count(str(sheet.seed)) == 1, "in the hidden field, which the form sends back"
    assert f'<input type="hidden" name="seed" value="{sheet.seed}">' in page
    assert sheet_in(client.get("/sheets/new").text).seed != sheet.seed
    assert sheet_in(client.get("/sheets/new?seed=42").text).seed == 42, "links with a seed stay readable"


@pytest.mark.parametrize(("seed", "conventions"), [(1, "lillis"), (977, "trec_eval")])
def test_the_form_sent_back_is_the_same_sheet(client: FlaskClient, seed: int, conventions: str) -> None:
    sheet = make_sheet(seed, 7, conventions=conventions, overrides={"divisor": "relevant-retrieved"}, decimals=4)
    page = client.post("/sheets/open", data={"sheet": sheet.to_json().decode()}).text
    again = changed(client, form_of(page))
    assert sheet_in(again).to_json() == sheet.to_json()
    assert form_of(again) == form_of(page)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)), st.integers(2, 5), st.integers(1, 9))
def test_a_sheet_survives_the_form(seed: int, preset: str, decimals: int, count: int) -> None:
    sheet = make_sheet(seed, count, conventions=preset, decimals=decimals)
    found = check_draft(from_sheet(sheet))
    assert found.whole
    assert found.sheet == sheet


def test_buttons_move_copy_remove_and_add(client: FlaskClient) -> None:
    page, form = opened(client)
    first = kinds_in(page)
    page = changed(client, form, do="up:e2")
    assert kinds_in(page) == [first[1], first[0], *first[2:]]
    page = changed(client, form_of(page), do="down:e2")
    assert kinds_in(page) == first
    page = changed(client, form_of(page), do="up:e1")
    assert kinds_in(page) == first, "the first one stays first"
    page = changed(client, form_of(page), do="copy:e3")
    sheet = sheet_in(page)
    assert [x.id for x in sheet.exercises] == ["e1", "e2", "e3", "e7", "e4", "e5", "e6"]
    assert sheet.exercises[3].measure == sheet.exercises[2].measure
    page = changed(client, form_of(page), do="remove:e1")
    assert "e1" not in [x.id for x in sheet_in(page).exercises]
    for kind in KINDS:
        page = changed(client, form_of(page), do=f"add:{kind}")
    assert kinds_in(page)[-len(KINDS) :] == list(KINDS)


def test_the_button_draws_other_lists_and_changes_nothing_else(client: FlaskClient) -> None:
    page, form = opened(client)
    assert "Draw other lists" in page
    before, after = sheet_in(page), sheet_in(changed(client, form, do="seed"))
    assert before.seed != after.seed
    assert before.exercises == after.exercises


def test_a_sheet_without_exercises_is_an_error(client: FlaskClient) -> None:
    _, form = opened(client)
    form.poplist("exercise")
    page = changed(client, form, 400)
    assert say(Message("exercises-missing")) in page
    assert kinds_in(changed(client, form_of(page), do="add:number")) == ["number"]


@pytest.mark.parametrize(
    ("field", "text", "key", "values"),
    [
        ("e1:measure", "AQ", "", {}),
        ("e1:points", "many", "json-wrong-type", {"value": "many", "kind": Message("a-number")}),
        ("e2:generated.length", "99", "number-out-of-range", {"value": 99}),
        ("e2:generated.length", "1e999", "json-wrong-type", {"value": "1e999", "kind": WHOLE}),
        ("seed", "-1", "number-out-of-range", {"value": -1}),
        ("seed", "9" * 5000, "json-wrong-type", {"value": "9" * 5000, "kind": WHOLE}),
        ("decimals", "x", "json-wrong-type", {"value": "x", "kind": WHOLE}),
        ("credit.mistake", "2", "number-out-of-range", {"value": 2}),
        ("c-discount", "log9", "", {}),
        ("key", "K0", "not-in-keys", {"character": "0"}),
        ("title", "a" * 300, "json-text-too-long", {"count": 300, "most": 200}),
    ],
)
def test_an_error_is_shown_at_its_field_and_the_text_is_kept(
    client: FlaskClient, field: str, text: str, key: str, values: dict[str, object]
) -> None:
    _, form = opened(client)
    form[field] = text
    page = changed(client, form, 400)
    if field == "seed":
        assert 'href="#field-seed"' in page and 'id="field-seed" name="do"' in page, "the button corrects it"
    elif not field.startswith("c-"):
        assert re.search(rf'name="{re.escape(field)}" value="{text}"[^>]*aria-invalid="true"', page)
        assert form_of(page)[field] == text
    shown = re.search(rf'id="{re.escape(field)}-error">([^<]*)<', page)
    assert field.startswith("c-") or (shown and (not key or say(Message(key, values)) in unescape(shown[1])))


def test_one_mistake_does_not_hide_another_or_the_other_questions(client: FlaskClient) -> None:
    _, form = opened(client)
    page = changed(client, form, 400, e1__measure="AQ", e2__points="-1")
    assert 'id="e1:measure-error"' in page and 'id="e2:points-error"' in page
    assert page.count('<section class="question"') == 4
    assert len(kinds_in(page)) == 4, "the sheet has what is sound"


def test_another_kind_gets_its_usual_measure_columns_and_points(client: FlaskClient) -> None:
    _, form = opened(client)
    page = changed(client, form, e5__kind="table", e1__kind="choose")
    sheet = sheet_in(page)
    assert sheet.exercises[0].kind == "choose" and not sheet.exercises[0].measure
    assert sheet.exercises[4].measure == KINDS["table"].measures[0]
    page = changed(client, form_of(page), e5__measure="AP")
    assert sheet_in(page).exercises[4].columns == ()
    assert form_of(page).getlist("e5:columns") == ["P", "term"]
    assert form_of(page)["e5:generated.length"] == "10"


def test_columns_are_chosen(client: FlaskClient) -> None:
    _, form = opened(client)
    form["e1:kind"], form["e1:measure"] = "table", "AP"
    form = form_of(changed(client, form))
    form.setlist("e1:columns", ["P"])
    page = changed(client, form)
    assert sheet_in(page).exercises[0].columns == ("P",)
    assert 'name="e1.P-1"' in page and 'name="e1.sum-1"' not in page


def test_single_cells_of_an_opened_sheet_are_kept(client: FlaskClient) -> None:
    _, form = opened(client)
    form["e1:kind"], form["e1:measure"] = "table", "AP"
    form = form_of(changed(client, form))
    form.setlist("e1:columns", ["P.3"])
    page = changed(client, form)
    assert sheet_in(page).exercises[0].columns == ("P.3",)
    page = changed(client, form_of(page), do="copy:e1")
    assert sheet_in(page).exercises[1].columns == ("P.3",) and "Calculate a cell: P[3]" in page


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("labels=1x0", "“x”"),
        ("labels=000&show=AP&no_relevant=left-out", "AP is undefined on this list"),
        ("labels=", say(Message("exercise-list-empty"))),
        ("from=labels%3D1x", "“x”"),
        ("labels=10&seed=x", "“x”"),
        ("seed=-1", "-1"),
        ("labels=" + "10" * 30 + "&show=AP", say(Message("exercise-list-too-long", count=60, most=50))),
    ],
)
def test_errors_in_the_address_are_shown(client: FlaskClient, query: str, words: str) -> None:
    response = client.get(f"/sheets/new?{query}")
    assert response.status_code == 400
    shown = unescape(response.text.split('id="refusal"')[1].split("</div>", maxsplit=1)[0])
    assert words in shown


def test_every_worked_example_becomes_exercises_that_do_not_answer_each_other() -> None:
    for example in EXAMPLES:
        sheet = lab_sheet(from_example(example), 42)
        assert {"table", "number"} <= {x.kind for x in sheet.exercises}, example.title
        assert any(x.list for x in sheet.exercises) and not list(faults(sheet)), example.title


def test_the_lab_leads_here(client: FlaskClient) -> None:
    page = client.get("/lab?labels=1010&show=AP").text
    link = re.search(r'href="(/sheets/new\?[^"]*)" data-state', page)
    assert link
    sheet = sheet_in(client.get(unescape(link[1])).text)
    assert sheet.exercises[0].list == RankedList("1010")


def test_the_key_shows_correct_and_known_wrong_values(client: FlaskClient) -> None:
    page, form = opened(client)
    question = variant(sheet_in(page), form["key"]).questions[0]
    right = question.parts[0].right
    assert f'<strong class="right">{right}</strong>' not in page
    key = changed(client, form, view="key")
    assert f'<strong class="right">{right}</strong>' in key
    assert question.tables[0].final.split(" = ")[-1] in key
    for wrong in wrong_answers(question, question.parts[0]):
        assert wrong.text.split(";")[0] in unescape(key)


def test_answers_in_the_preview_are_marked_and_kept(client: FlaskClient) -> None:
    page, form = opened(client)
    question = variant(sheet_in(page), form["key"]).questions[0]
    wrong = next(w for w in wrong_answers(question, question.parts[0]) if w.kind == "mistake")
    form["e1.score"] = f"{wrong.value:.3f}".replace(".", ",")
    page = changed(client, form)
    assert f'name="e1.score" value="{form["e1.score"]}"' in page
    assert 'class="feedback"' not in page, "only the button marks"
    page = changed(client, form, do="mark")
    assert wrong.text.split(";")[0] in unescape(page)
    assert page.count('class="feedback"') == 1, "exercises without answers are not marked"


@pytest.mark.parametrize("seed", range(2))
def test_every_gap_has_a_name_of_its_own_and_every_mark_is_described(client: FlaskClient, seed: int) -> None:
    page, form = opened(client, f"seed={seed}")
    questions = variant(sheet_in(page), form["key"]).questions
    for question in questions:
        for part in question.parts:
            assert f'name="{question.id}.{part.id}"' in page
            form[f"{question.id}.{part.id}"] = part.right
    page = changed(client, form, do="mark")
    ids = set(re.findall(r'id="([^"]*)"', page))
    assert set(" ".join(re.findall(r'aria-describedby="([^"]*)"', page)).split()) <= ids
    sheet = sheet_in(page)
    for exercise in sheet.exercises:
        whole = f"{exercise.points:g}"
        assert re.search(rf'class="points">{whole} of {whole} points?<', page), "the key marks itself right"


def test_signs_have_words_for_every_outcome() -> None:
    from ireval.exercises import OUTCOMES

    assert list(SIGNS) == list(OUTCOMES)
    assert len({sentence(word) for _, word, _ in SIGNS.values()}) == len(OUTCOMES)


def test_documents_are_not_repeated_if_the_table_has_them_all() -> None:
    sheet = make_sheet(42)
    for seed in range(6):
        for question in variant(make_sheet(seed), KEY).questions:
            shown = question_view(question)
            if question.kind in ("number", "better", "inverse"):
                assert all(listing.ranked for listing in shown.lists)
            if question.grid and question.lists and len(question.grid.rows) < len(question.lists[0].rows):
                assert shown.lists[0].ranked, "the table ends above the list's end"
    whole = variant(Sheet("", 1, (Exercise("e1", "table", "AP", 1, list=RankedList("101", "1")),)), KEY).questions[0]
    assert not question_view(whole).lists[0].ranked
    diverse = RankedList(subtopics="110,001", unretrieved_subtopics="010")
    topics = variant(Sheet("", 1, (Exercise("e1", "table", "alpha_nDCG@2", 1, list=diverse),)), KEY).questions[0]
    assert question_view(topics).lists[0].ranked, "it shows the subtopics"
    assert key_view(variant(sheet, KEY).questions[0]).worked[0].title == "AP, step by step"


def test_the_sheet_as_a_file_is_the_sheet(client: FlaskClient) -> None:
    page, form = opened(client)
    response = client.post("/sheets/file/json", data=form)
    assert response.headers["Content-Disposition"] == "attachment; filename=sheet.json"
    assert response.data == make_sheet(42, title="Exercise sheet").to_json()
    again = client.post("/sheets/open", data={"file": (io.BytesIO(response.data), "sheet.json")})
    assert again.status_code == 200
    assert form_of(again.text) == form_of(page)
    form["e1:measure"] = "AQ"
    assert "There is no measure" in client.post("/sheets/file/json", data=form).text
    assert client.post("/sheets/file/docx", data=form).status_code == 404


def test_sheets_on_paper_have_the_requested_number_of_variants(client: FlaskClient) -> None:
    _, form = opened(client)
    form.setlist("exercise", ["e1"])
    sizes = []
    for form["variants"] in ("1", "2"):
        response = client.post("/sheets/file/pdf", data=form)
        assert response.mimetype == "application/pdf" and response.data.startswith(b"%PDF")
        sizes.append(response.data.count(b"/Type /Page\n") or len(response.data))
    assert sizes[0] < sizes[1]
    form["variants"] = "0"
    refused = client.post("/sheets/file/pdf-key", data=form)
    assert refused.status_code == 400 and 'id="variants-error"' in refused.text


@pytest.mark.parametrize("key", ["moodle", "csv"])
def test_a_page_lists_what_a_file_does_not_support_before_the_download(client: FlaskClient, key: str) -> None:
    _, form = opened(client)
    form.setlist("exercise", ["e1", "e6"])
    wanted = platform_files.export(sheet_in(changed(client, form)), key, variants=2)
    form["variants"] = "2"
    listed = client.post(f"/sheets/file/{key}", data=form)
    assert wanted.report, "a task with many correct answers is marked by hand"
    for note in wanted.report:
        assert say(note) in unescape(listed.text)
    form["anyway"] = "1"
    saved = client.post(f"/sheets/file/{key}", data=form)
    assert saved.data == wanted.data
    assert saved.headers["Content-Disposition"] == f"attachment; filename={wanted.name}"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"{", Message("sheet-not-json", line=1, column=2)),
        (b"\xff", Message("sheet-not-utf-8", place=1)),
        (b'{"format": "other"}', Message("not-a-sheet", format="ireval-sheet")),
        (b"", Message("sheet-not-json", line=1, column=1)),
    ],
)
def test_a_file_that_is_no_sheet_is_refused_with_the_reason(
    client: FlaskClient, content: bytes, problem: Message
) -> None:
    response = client.post("/sheets/open", data={"file": (io.BytesIO(content), "sheet.json")})
    assert response.status_code == 400
    assert say(problem) in unescape(response.text)


def test_what_is_typed_is_escaped(client: FlaskClient) -> None:
    _, form = opened(client)
    evil = '"><script>alert(1)</script>'
    for field in ("title", "seed", "key", "e1:measure", "e1:points", "e1.score", "exercise"):
        form[field] = evil
    page = changed(client, form, 400)
    assert "<script>alert" not in page


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_form_breaks_the_page(client: FlaskClient, data: Any) -> None:
    form = MultiDict(dict(from_sheet(make_sheet(7)).typed.items()))
    form.setlist("exercise", ["e1", "e2", "e3", "e5"])
    fields = st.sampled_from([*sorted(form), "do", "key", "view", "e1:columns", "c-discount", "c-decimals"])
    texts = st.one_of(
        st.text(max_size=12), st.sampled_from(["list", "table", "choose", "inverse", "9", "1e9", "nan", "up:e2"])
    )
    for field, text in data.draw(st.lists(st.tuples(fields, texts), min_size=1, max_size=4)):
        form[field] = text
    assert client.post("/sheets/new", data=form).status_code in (200, 400)
    draft = from_form(form)
    found = check_draft(draft)
    assert found.whole or found.errors


# ---- The JSON interface ----------------------------------------------------------------------------------------------


def asked_for(client: FlaskClient, body: object, query: str = "", status: int = 200) -> Any:
    response = client.post(f"/api/v1/sheets{query}", data=json.dumps(body))
    assert response.status_code == status, response.text
    return response.json


def test_the_interface_makes_shows_and_marks_sheets(client: FlaskClient) -> None:
    response = client.post("/api/v1/sheets", json={"seed": 42, "exercises": 3, "conventions": "lillis", "decimals": 4})
    sheet = make_sheet(42, 3, conventions="lillis", decimals=4)
    assert response.data == sheet.to_json()
    body = {"sheet": response.json, "key": "k7m2-px"}
    made = variant(sheet, KEY)
    plain = asked_for(client, body)
    assert plain["key"] == KEY
    assert [q["prompt"] for q in plain["questions"]] == [q.prompt for q in made.questions]
    assert '"right"' not in json.dumps(plain) and '"tables"' not in json.dumps(plain)
    answer_key = asked_for(client, body, "?key=1")
    answers = {q["id"]: {p["id"]: p["right"] for p in q["parts"]} for q in answer_key["questions"]}
    marks = asked_for(client, body | {"answers": answers})
    assert marks["points"] == pytest.approx(sheet.points) and marks["of"] == sheet.points
    one = asked_for(client, body | {"answers": {"e1": {"score": 0.9999}}})["exercises"][0]["parts"][0]
    assert one["outcome"] == mark(made.questions[0], {"score": "0.9999"}).parts[0].outcome


def test_the_interface_takes_single_conventions_and_gives_files(client: FlaskClient) -> None:
    overrides = {"gain": "exponential", "rel": 2}
    sheet = make_sheet(3, conventions="kth", overrides=overrides)
    body = {"seed": 3, "conventions": "kth", "overrides": overrides}
    assert client.post("/api/v1/sheets", json=body).data == sheet.to_json()
    sheet = make_sheet(3, 1, conventions="kth", overrides=overrides)
    plain = json.loads(sheet.to_json())
    for kind in sheet_files.FILE_KINDS:
        written = sheet_files.make_file(sheet, kind, variants=2, paper="us-letter")
        question_view = {"sheet": plain, "format": kind, "variants": 2, "paper": "us-letter"}
        answer = client.post("/api/v1/sheets", json=question_view)
        assert answer.data == written.data, kind
        assert written.name in answer.headers["Content-Disposition"]
        short_seed = [] if kind == "json" else [Message("sheet-guessable")]
        assert json.loads(answer.headers["X-Notes"]) == [say(note) for note in (*written.report, *short_seed)]


def test_questions_one_by_one_are_those_of_the_variant() -> None:
    """Also where exercises have to draw another situation or task than those before."""
    sheet = make_sheet(1, 24)
    more = Exercise("x", "choose", task="known-item"), Exercise("y", "choose"), Exercise("z", "inverse")
    sheet = replace(sheet, exercises=(*sheet.exercises, *more))
    assert tuple(questions(sheet, "k7m2-px")) == variant(sheet, KEY).questions


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "seed"),
        ({"seed": 1, "overrides": {"gain": "much"}}, "gain"),
        ({"seed": 1, "overrides": []}, "overrides"),
        ({"sheet": json.loads(make_sheet(1).to_json()), "format": "doc"}, "format"),
        ({"sheet": json.loads(make_sheet(1).to_json()), "format": "gift", "variants": 0}, "variants"),
        ({"sheet": json.loads(make_sheet(1).to_json()), "format": "pdf", "variants": MOST_PRINTED + 1}, "variants"),
        ({"sheet": json.loads(make_sheet(1).to_json()), "format": "pdf", "paper": "a3"}, "paper"),
        ({"seed": -1}, "seed"),
        ({"seed": 1, "exercises": 99}, "exercises"),
        ({"seed": 1, "conventions": "mine"}, "conventions"),
        ({"seed": 1, "other": 2}, "other"),
        ({"sheet": {"format": "ireval-sheet"}, "key": "K7M2PX"}, "generator"),
        ({"sheet": json.loads(make_sheet(1).to_json())}, "key"),
        ({"sheet": json.loads(make_sheet(1).to_json()), "key": "O"}, "key"),
        ({"sheet": json.loads(make_sheet(1).to_json()), "key": "K", "answers": []}, "answers"),
        (
            {"sheet": json.loads(make_sheet(1).to_json()), "key": "K", "answers": {"e1": {"score": []}}},
            "answers.e1.score",
        ),
        ([], "sheet"),
    ],
)
def test_the_interface_names_the_field_of_an_error(client: FlaskClient, body: object, field: str) -> None:
    assert asked_for(client, body, status=400)["error"]["field"] == field
