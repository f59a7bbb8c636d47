"""A published sheet on paper: the QR code of each variant leads to the same variant on the screen."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit

import pytest
from flask import Flask

from ireval.exercises import from_json
from ireval.exercises.exports.sheet_files import FILE_KINDS
from ireval.exercises.generator.issued_keys import grouped_key
from ireval.exercises.paper.pdf import DETAILS, MOST_PRINTED
from ireval.messages import Message, say
from tests import classroom
from tests.classroom import SHEET, Owner, publish
from tests.web.jobs.running_works import wait_for

pytestmark = pytest.mark.slow

pdfium = pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")
zxing = pytest.importorskip("zxingcpp", reason="install the rest with: pip install -r requirements-dev.txt")


def codes(pdf: bytes) -> list[str]:
    """The addresses in the codes, page by page."""
    pages = pdfium.PdfDocument(pdf)
    found = [zxing.read_barcodes(page.render(scale=3).to_pil()) for page in pages]
    return [code.text for page in found for code in page]


def test_the_code_on_paper_opens_the_variant_that_is_printed(school: Flask) -> None:
    owner = publish(school, mode="practice")
    client = school.test_client()
    home = owner.own
    assert f"{home}/file/pdf" in client.get(f"{home}/links").text
    answer = client.get(f"{home}/file/pdf?variants=2&paper=us-letter")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    paths = [urlsplit(code).path for code in codes(answer.data)]
    keys = [path.rsplit("/", 1)[1] for path in paths]
    assert paths == [f"{owner.students}/{key}" for key in keys]
    page = client.get(f"{owner.students}/{keys[0]}")
    assert page.status_code == 200 and grouped_key(keys[0]) in page.text and grouped_key(keys[0]) in text(answer.data)
    answers = text(client.get(f"{home}/file/pdf-key?variants=3&detail=answers").data)
    assert all(grouped_key(key) in answers for key in keys), "the answer key is that of the worksheets"
    table = client.get(f"{home}/file/csv?variants=2&anyway=1").text
    assert all(key in table for key in keys), "so are files for learning platforms"


def shows_download(owner: Owner, path: str) -> bool:
    """Whether the page of a job has the file."""
    return "Download (" in owner.client.get(path).text


def test_a_file_that_waits_for_its_download_is_gone_with_its_sheet(
    school: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(school.config, "JOB_PATIENCE", 0)
    owner, other = publish(school), publish(school)
    jobs = []
    for sheet in (owner, other):
        sheet.enter("Ada Lovelace")
        answer = sheet.client.get(f"{sheet.own}/file/pdf-key")
        jobs.append(answer.headers["Location"])
        wait_for(partial(shows_download, sheet, jobs[-1]))
    owner.post("/delete", sure="yes")
    for path in (jobs[0], f"{jobs[0]}/file"):
        found = owner.client.get(path)
        assert found.status_code == 404 and "Ada" not in found.text
    assert "Ada Lovelace" in text(other.client.get(f"{jobs[1]}/file").data)


def test_a_sheet_with_a_roster_is_printed_for_the_students_on_it(
    school: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.sheets.owner.handout.most_variants", lambda *_: 2)
    monkeypatch.setattr("web.sheets.owner.routes.most_variants", lambda *_: 2)
    owner = publish(school)
    empty = owner.client.get(f"{owner.own}/file/pdf")
    assert empty.status_code == 400 and say(Message("roster-empty")) in empty.text
    assert "Enter students on the roster first." in owner.page("/links")
    keys = owner.enter("Ada Lovelace", "Grace Hopper", "Müller, Bob")
    assert ">1 to 2</option>" in owner.page("/links") and ">3 to 3</option>" in owner.page("/links")
    worksheets = owner.client.get(f"{owner.own}/file/pdf?variants=100&first=2").data
    paths, printed = [urlsplit(code).path for code in codes(worksheets)], text(worksheets)
    assert paths == [f"{owner.students}/{key}" for key in keys[1:]]
    assert "Grace Hopper" in printed and "Müller, Bob" in printed
    assert "Ada Lovelace" not in printed
    assert owner.client.get(paths[0]).status_code == 200
    answers = text(owner.client.get(f"{owner.own}/file/pdf-key?first=3").data)
    assert "Answer key · Müller, Bob" in answers and keys[2] in answers
    assert owner.client.get(f"{owner.own}/file/pdf?first=4").status_code == 400


def text(pdf: bytes) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pdfium.PdfDocument(pdf))


@pytest.mark.parametrize("mode", ["once", "practice"])
def test_no_page_of_students_shows_the_seed(school: Flask, mode: str) -> None:
    owner = publish(school, mode=mode)
    client = school.test_client()
    student = classroom.Student(school, owner.students)
    if mode == "once":
        student.submit()
    for page in (client.get(owner.students).text, student.page(), owner.page("/links")):
        assert str(owner.sheet.seed) not in page


def test_a_page_lists_what_a_file_does_not_support_before_the_download(school: Flask) -> None:
    owner = publish(school)
    client = school.test_client()
    listed = client.get(f"{owner.own}/file/gift?variants=3&paper=us-letter")
    assert (listed.status_code, listed.mimetype) == (200, "text/html")
    assert "GIFT does not support everything on this sheet." in listed.text
    assert say(Message("gift-without-points")) in listed.text
    assert 'value="3"' in listed.text and '"us-letter" selected' in listed.text
    saved = client.get(f"{owner.own}/file/gift?variants=3&anyway=1")
    assert saved.mimetype == "text/plain" and "attachment" in saved.headers["Content-Disposition"]
    sheet = client.get(f"{owner.own}/file/json").data
    assert from_json(sheet) == owner.sheet


def test_the_owner_chooses_how_much_an_answer_key_says(school: Flask) -> None:
    owner = publish(school, mode="practice")
    client = school.test_client()
    page = client.get(f"{owner.own}/links").text
    assert [f'<option value="{key}"' in page for key in DETAILS] == [True] * len(DETAILS)
    short = client.get(f"{owner.own}/file/pdf-key?detail=answers")
    assert "key-answers.pdf" in short.headers["Content-Disposition"]
    assert (
        len(pdfium.PdfDocument(short.data)) == 1 < len(pdfium.PdfDocument(client.get(f"{owner.own}/file/pdf-key").data))
    )
    assert client.get(f"{owner.own}/file/pdf-key?detail=all").status_code == 400
    body = {"sheet": json.loads(SHEET.to_json()), "format": "pdf-key", "detail": "answers"}
    assert len(pdfium.PdfDocument(client.post("/api/v1/sheets", json=body).data)) == 1


def test_every_format_has_a_button(school: Flask) -> None:
    owner = publish(school)
    owner.seat()
    page = school.test_client().get(f"{owner.own}/links").text
    for kind in FILE_KINDS:
        assert f'formaction="{owner.own}/file/{kind}"' in page


def test_a_copy_is_changed_in_the_builder(school: Flask) -> None:
    owner = publish(school, replace(SHEET, title="A & <b>"))
    builder = school.test_client().post("/sheets/open", data={"owner": owner.own.removeprefix("/o/")})
    assert builder.status_code == 200 and 'value="A &amp; &lt;b&gt;"' in builder.text


def test_other_links_formats_and_numbers_are_refused(school: Flask) -> None:
    owner = publish(school, mode="practice")
    client = school.test_client()
    home = owner.own
    assert client.get(f"{owner.students.replace('/s/', '/o/')}/file/pdf").status_code == 404
    assert client.get(f"{home}/file/docx").status_code == 404
    refused = client.get(f"{home}/file/pdf?variants=500")
    assert refused.status_code == 400 and f"from 1 to {MOST_PRINTED}" in refused.text
    assert client.get(f"{home}/file/moodle?anyway=1").data.startswith(b"<?xml")
