"""The owner's pages: results by cause, the file of answers, and what an owner alone can do."""

from __future__ import annotations

import csv
import html
import io
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask

from ireval.exercises import Exercise, from_json, variant
from ireval.exercises.sheet.model import GENERATOR
from ireval.messages import Message, say
from ireval.messages.catalogue import ADVICE
from tests import classroom
from tests.classroom import LECTURE, SHEET, Owner, Student, field, path, publish
from tests.known_causes import CLASS_DIVIDED_BY_FOUND, DIVIDED_BY_FOUND
from tests.sentences import sentence
from web.store import erasure, store

pytestmark = pytest.mark.slow

FOUND = CLASS_DIVIDED_BY_FOUND
GUESSED = "gave a number that is not possible"
NOT_DIVIDED = "added up the precisions and did not divide"


def tallies(page: str, exercise: str) -> dict[str, str]:
    """What is counted of an exercise: words, and before them the count."""
    section = page.split(f'id="of-{exercise}"')[1].split("</section>", maxsplit=1)[0]
    found = re.findall(r'class="count">([^<]+)</span>\s<span class="words">([^<]+)<', section)
    return {html.unescape(words): count for count, words in found}


def folded(page: str, exercise: str) -> str:
    """What stands apart of an exercise's causes, because nothing explains it."""
    return page.split(f'id="noise-{exercise}"')[1].split("</details>", maxsplit=1)[0]


def rows(owner: Owner, file: str = "/answers.csv", separator: str = ",") -> list[dict[str, str]]:
    text = owner.page(file).removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text), delimiter=separator))


def test_without_answers_the_page_says_what_it_will_show(school: Flask) -> None:
    owner = publish(school)
    Student(school, owner.students)  # looks at the sheet without answering
    page = owner.page()
    assert "No answers yet" in page and "<dd>0</dd>" in page
    assert rows(owner) == [] and [row["total"] for row in rows(owner, "/points.csv")] == [""]


def test_a_class_is_counted_by_what_led_to_its_answers(school: Flask) -> None:
    owner = publish(school, mode="practice")
    for answers in ["0.290"] * 3 + ["0,580"] * 4 + ["2.900"] + ["0.777"] * 2 + ["7"] + ["I do not know"]:
        Student(school, owner.students).save(ap_score=answers)
    Student(school, owner.students).save(fit_measure="RR")
    page = owner.page()
    assert tallies(page, "ap") == {
        FOUND: "4 of 13",
        NOT_DIVIDED: "1 of 13",
        sentence("outcome-wrong"): "2 of 13",
        GUESSED: "1 of 13",
        sentence("outcome-unreadable"): "1 of 13",
        sentence("outcome-blank"): "1 of 13",
    }
    assert say(Message("all-correct", count=3, total=13)) in page
    apart = folded(page, "ap")
    assert say(Message("cause-unknown", count=5, total=13)) in apart
    assert FOUND not in apart and sentence("outcome-wrong") in apart and sentence("outcome-blank") in apart
    assert GUESSED in apart, "guessers do not hide the causes"
    assert page.index(FOUND) < page.index(NOT_DIVIDED) < page.index(apart), "the most frequent cause comes first"
    points = (3 * 2 + 4 * 1) / 13
    assert say(Message("points-on-average", points=round(points, 2), most=2)) in page


def test_a_student_counts_once_however_often_it_happened(school: Flask) -> None:
    owner = publish(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.29")
    counts = tallies(owner.page(), "table")
    assert counts == {sentence("outcome-blank"): "1 of 1"}


def test_only_those_who_have_submitted(school: Flask) -> None:
    owner = publish(school)
    for answer, submits in (("0.580", True), ("2.900", False)):
        student = Student(school, owner.students)
        student.save(ap_score=answer)
        if submits:
            student.submit()
    assert set(tallies(owner.page(), "ap")) == {FOUND, NOT_DIVIDED}
    assert tallies(owner.page("?whose=submitted"), "ap") == {FOUND: "1 of 1"}
    assert "Submitted only (1)" in owner.page()


def test_one_students_sheet_is_marked_and_can_be_handed_back(school: Flask) -> None:
    owner = publish(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.580")
    student.submit()
    page = owner.page(f"/students/{student.key}")
    assert DIVIDED_BY_FOUND in page
    assert f"1 of {SHEET.points}" in page
    assert owner.post(f"/students/{student.key}/hand-back") == 303
    assert student.save(ap_score="0.29") == 204
    assert owner.client.get(f"{owner.own}/students/ZZZZZZ").status_code == 404
    assert owner.client.get(f"{owner.own}/students/!").status_code == 400


def test_the_file_has_every_answer_with_its_marks_and_no_formulas(school: Flask) -> None:
    owner = publish(school)
    one, other = Student(school, owner.students), Student(school, owner.students)
    one.save(ap_score="0.580")
    one.submit()
    other.save(ap_score='=HYPERLINK("http://x")', fit_measure="@x")
    header = owner.client.get(f"{owner.own}/answers.csv").headers["Content-Disposition"]
    assert header == "attachment; filename=week-5.answers.csv", "files of several sheets have different names"
    given = {(row["key"], row["exercise"], row["part"]): row for row in rows(owner)}
    assert len(given) == sum(len(q.parts) for key in (one.key, other.key) for q in variant(SHEET, key).questions)
    first, second = given[one.key, "ap", "score"], given[other.key, "ap", "score"]
    assert list(first.values())[5:] == ["0.580", "convention", "1", "2", "divisor=relevant-retrieved", ""]
    assert second["answer"] == '\'=HYPERLINK("http://x")' and second["outcome"] == second["cause"] == "unreadable"
    assert given[other.key, "fit", "measure"]["answer"] == "'@x"
    assert given[one.key, "fit", "measure"]["outcome"] == "blank"


def test_the_gradebook_has_a_row_for_each_student_with_plain_numbers(school: Flask) -> None:
    owner = publish(school)
    one, other = Student(school, owner.students), Student(school, owner.students)
    one.save(ap_score="0.580", dcg_score="3.39")  # half of a point for too few decimals
    one.submit()
    other.save(ap_score="0.29")
    header = owner.client.get(f"{owner.own}/points.csv").headers["Content-Disposition"]
    assert header == "attachment; filename=week-5.points.csv"
    (absent,) = owner.enter("Müller, Anna")
    first, second, third = rows(owner, "/points.csv")
    assert (third["name"], third["key"], third["total"], third["of"]) == ("Müller, Anna", absent, "", str(SHEET.points))
    parts = sum(float(row["points"]) for row in rows(owner) if row["key"] == one.key)
    heads = [
        "1. Calculate a score: AP",
        "2. Fill in the table: AP",
        "3. Choose the measure",
        "4. Calculate a score: DCG@10",
    ]
    assert list(first) == ["name", "key", *heads, "total", "of", "begun", "submitted", "late"]
    assert (first["name"], first["key"], first["of"], first["late"]) == ("Seat 1", one.key, str(SHEET.points), "")
    assert float(first["total"]) == sum(float(first[head]) for head in heads) == parts > 1
    assert (second[heads[0]], second["total"], second["submitted"]) == ("2", "2", "")
    assert first["submitted"] >= first["begun"] > ""


def test_files_for_programs_with_a_decimal_comma(school: Flask) -> None:
    owner = publish(school)
    student = Student(school, owner.students)
    student.save(dcg_score="3.39", ap_score="a,b;c")
    with_point = rows(owner, "/points.csv")[0]["total"]
    (row,) = rows(owner, "/points.csv?decimal=comma", ";")
    assert "." in with_point and row["total"] == with_point.replace(".", ",") and len(row) == 11
    first = rows(owner, "/answers.csv?decimal=comma", ";")[0]
    assert first["answer"] == "a,b;c"
    wrong = owner.client.get(f"{owner.own}/points.csv?decimal=dot")
    assert wrong.status_code == 400 and "There is no decimal sign" in wrong.text


def test_the_distribution_has_a_table_and_its_numbers(school: Flask) -> None:
    same = replace(SHEET, exercises=(Exercise("ap", "number", "AP", 4, LECTURE),))
    owner = publish(school, same, mode="practice")
    for answer in ("0.29", "0.29", "0.580", "0.777", "7"):  # 4, 4, 2, 0 and 0 points
        Student(school, owner.students).save(ap_score=answer)
    page = owner.page()
    spread = page.split('id="spread"')[1].split("</section>")[0]
    assert re.findall(r"<dt>(\w+)</dt><dd>([^<]+)<", spread) == [("mean", "2"), ("median", "2"), ("range", "0 to 4")]
    table = re.findall(r'<th scope="row">([^<]+)</th><td>(\d+)</td>', spread)
    assert [(words, count) for words, count in table if count != "0"] == [
        ("0 to less than 0.5", "2"),
        ("2 to less than 2.5", "1"),
        ("3.5 to 4", "2"),
    ]
    assert len(table) == 8 and sum(int(count) for _, count in table) == 5


def test_nothing_is_drawn_again_while_nothing_changes(school: Flask) -> None:
    owner = publish(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.580")

    def state() -> str:
        found = re.search(r'id="results" data-state="(\w+)"', owner.page())
        assert found
        return found[1]

    before = state()
    again = owner.client.get(owner.own, headers={"If-None-Match": f'"{before}"'})
    assert again.status_code == 304 and again.data == b""
    student.save(ap_score="0.5")
    again = owner.client.get(owner.own, headers={"If-None-Match": f'"{before}"'})
    assert again.status_code == 200 and state() != before


def test_the_results_may_be_asked_for_however_often(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = classroom.made(tmp_path_factory.mktemp("polls"), RATE_CHANGES="1/hour", RATE_SHEETS="1/hour")
    owner = publish(app)
    assert {owner.client.get(owner.own).status_code for _ in range(20)} == {200}
    classroom.closed(app)


def test_no_page_of_the_owner_has_the_seed_nor_has_a_copy_to_edit(school: Flask) -> None:
    owner = publish(school)
    with school.app_context():
        published = store().by_owner(owner.own.removeprefix("/o/"))
    assert published
    seed = str(from_json(published.body).seed)
    student = Student(school, owner.students)
    student.save(ap_score="0.580")
    pages = ["", "/links", "/times", "/close", "/reopen", "/delete", f"/students/{student.key}", "/answers.csv"]
    assert not [page for page in pages if seed in owner.page(page)]
    copy = owner.client.post("/sheets/open", data={"owner": owner.own.removeprefix("/o/")})
    assert copy.status_code == 200 and "Week 5" in copy.text and seed not in copy.text


def test_times_are_marked_up_so_that_the_script_can_show_local_ones(school: Flask) -> None:
    owner = publish(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.580")
    student.submit()
    form = r'<time datetime="(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\dZ"( data-short)?>([^<]+)</time>'
    for page in (owner.page(), owner.page("/links"), student.page(), owner.client.get(owner.students).text):
        found = re.findall(form, page)
        assert found and all(short or text.endswith(f", {iso[-5:]} UTC") for iso, short, text in found)
        assert not re.search(r"\d UTC(?!</time>)", page)


def test_a_copy_has_links_of_its_own_and_no_answers(school: Flask) -> None:
    owner = publish(school)
    Student(school, owner.students).save(ap_score="0.580")
    made = owner.client.post(f"{owner.own}/copy", data={"csrf_token": owner.token}, follow_redirects=True).text
    copy = Owner(owner.client, owner.token, path(field(made, "student-link")), path(field(made, "owner-link")))
    assert len({copy.students, copy.own, owner.students, owner.own}) == 4
    seeds = {SHEET.seed, owner.sheet.seed, copy.sheet.seed}
    assert len(seeds) == 3, "the copy's class gets other lists"
    assert len({owner.sheet.secret, copy.sheet.secret}) == 2, "and nobody who knows one secret knows the other"
    assert all(replace(x.sheet, seed=SHEET.seed, secret="") == SHEET for x in (owner, copy))
    assert "No answers yet" in copy.page() and "No answers yet" not in owner.page()
    assert copy.roster() == [] and len(owner.roster()) == 1
    assert Student(school, copy.students, copy.seat()).save(ap_score="1") == 204


def test_the_links_can_be_shown_again_with_a_drawing(school: Flask) -> None:
    owner = publish(school)
    page = owner.page("/links")
    assert field(page, "student-link") == f"http://localhost{owner.students}"
    drawing = owner.client.get(f"{owner.students}/link.svg")
    assert drawing.mimetype == "image/svg+xml"
    assert drawing.data == owner.client.get(f"{owner.students}/link.svg").data
    assert drawing.data != owner.client.get(f"{publish(school).students}/link.svg").data


def test_a_sheet_is_deleted_only_after_confirmation_and_leaves_nothing(school: Flask) -> None:
    owner = publish(school)
    student = Student(school, owner.students)
    student.save(ap_score="0.580")
    assert "the answers of 1 student." in owner.page("/delete")
    assert owner.post("/delete") == 400
    assert owner.post("/delete", sure="yes") == 200
    for address in (owner.own, owner.students, student.address, f"{owner.own}/answers.csv"):
        assert owner.client.get(address).status_code == 404
    answer = student.client.post(f"{student.address}/answers", headers={"X-CSRFToken": student.token})
    assert answer.status_code == 410 and answer.json, "a page in which somebody still types learns that it is over"
    assert "was deleted" in answer.json["error"]["message"]


def test_the_page_says_whether_a_deletion_is_finished(school: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasure, "READERS", 0.05)
    monkeypatch.setattr(erasure, "AGAIN", 0.05)
    first, second = publish(school), publish(school)
    student = Student(school, first.students)
    student.save(ap_score="0.580")
    form = {"csrf_token": first.token, "sure": "yes"}
    file = school.config["DATABASE_URL"].removeprefix("sqlite:///")
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM answers").fetchone()
        removed = first.client.post(f"{first.own}/roster/{student.key}/remove", data=form, follow_redirects=True).text
        assert sentence("seat-removed") in removed and sentence("deletion-pending") in removed
        deleted = first.client.post(f"{second.own}/delete", data=form).text
        assert sentence("deletion-pending") in deleted and sentence("deletion-finished") not in deleted
    deleted = first.client.post(f"{first.own}/delete", data=form).text
    assert sentence("deletion-finished") in deleted and sentence("deletion-pending") not in deleted


def test_a_sheet_of_another_generator_is_not_shown_with_other_numbers_but_can_be_deleted(school: Flask) -> None:
    body = SHEET.to_json().decode().replace(f'"generator": {GENERATOR}', '"generator": 1')
    with school.app_context():
        made = store().publish(body, title="Old", mode="once", lifetime=timedelta(days=1))
    client = school.test_client()
    for address in (f"/o/{made.owner}", f"/o/{made.owner}/answers.csv", f"/s/{made.student}"):
        answer = client.get(address)
        other = Message("other-generator", version=1, ours=GENERATOR)
        assert answer.status_code == 400 and say(other) in answer.text and say(other, ADVICE) in answer.text
    page = client.get(f"/o/{made.owner}/delete").text
    gone = client.post(f"/o/{made.owner}/delete", data={"csrf_token": classroom.token(page), "sure": "yes"})
    assert gone.status_code == 200 and client.get(f"/o/{made.owner}").status_code == 404


def test_how_long_a_sheet_is_kept_can_be_changed(school: Flask) -> None:
    owner = publish(school)
    kept = r"Kept until <strong><time[^>]*>([^<]+)<"
    before = re.findall(kept, owner.page())
    assert owner.post("/keep", days="400") == 303
    assert before != re.findall(kept, owner.page())
    for wrong in ("", "0", "-1", "4000", "1e3", "ten", "²"):
        assert owner.post("/keep", days=wrong) == 400


def test_a_students_link_does_not_open_the_owners_pages_nor_the_other_way_round(school: Flask) -> None:
    owner = publish(school)
    secret = owner.students.removeprefix("/s/")
    assert secret not in owner.own
    for page in ("", "/links", "/answers.csv", "/delete"):
        assert owner.client.get(f"/o/{secret}{page}").status_code == 404
    form = {"csrf_token": owner.token, "sure": "yes"}
    for change in ("close", "reopen", "keep", "copy", "delete"):
        assert owner.client.post(f"/o/{secret}/{change}", data=form).status_code == 404
    assert owner.client.get(owner.own.replace("/o/", "/s/")).status_code == 404


def test_forged_changes_are_refused(school: Flask) -> None:
    owner = publish(school)
    Student(school, owner.students).save(ap_score="1")
    for change in ("close", "reopen", "keep", "copy", "delete"):
        answer = owner.client.post(f"{owner.own}/{change}", data={"sure": "yes", "days": "1"})
        assert answer.status_code == 400 and sentence("forged-request") in answer.text
        assert owner.client.get(f"{owner.own}/{change}").status_code in (200, 405)
    assert "accepting answers" in owner.page()
    assert owner.client.post("/sheets/publish", data={"sheet": SHEET.to_json().decode()}).status_code == 400


@pytest.mark.parametrize(
    ("form", "problem"),
    [
        ({"sheet": "{"}, Message("sheet-not-json", line=1, column=2)),
        ({"sheet": ""}, Message("sheet-not-json", line=1, column=1)),
        ({"sheet": SHEET.to_json().decode(), "mode": "twice"}, Message("unknown-mode", mode="twice")),
        ({"sheet": SHEET.to_json().decode().replace('"seed": 42', '"seed": -1')}, None),
    ],
)
def test_an_invalid_sheet_is_not_published(school: Flask, form: dict[str, str], problem: Message | None) -> None:
    owner = publish(school)
    answer = owner.client.post("/sheets/publish", data={"csrf_token": owner.token, **form})
    assert answer.status_code == 400 and (not problem or say(problem) in html.unescape(answer.text))


def test_publishing_is_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = classroom.made(tmp_path_factory.mktemp("rates"), RATE_SHEETS="1/hour")
    owner = classroom.publish_by_page(app)
    assert owner.post("/copy") == 429
    classroom.closed(app)
