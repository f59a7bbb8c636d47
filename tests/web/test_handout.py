"""A published sheet on paper: the code of each variant leads to the same variant on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from flask import Flask

from ireval.exercises import variant_keys
from tests import classroom
from tests.classroom import SHEET, publish

pdfium = pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")
zxing = pytest.importorskip("zxingcpp", reason="install the rest with: pip install -r requirements-dev.txt")


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = classroom.made(tmp_path_factory.mktemp("handout"))
    yield app
    classroom.closed(app)


def codes(pdf: bytes) -> list[str]:
    """The addresses in the codes, page by page."""
    pages = pdfium.PdfDocument(pdf)
    found = [zxing.read_barcodes(page.render(scale=3).to_pil()) for page in pages]
    return [code.text for page in found for code in page]


def test_the_code_on_paper_opens_the_variant_that_is_printed(school: Flask) -> None:
    owner = publish(school)
    client = school.test_client()
    home = owner.own
    assert f"{home}/file/pdf" in client.get(f"{home}/links").text
    answer = client.get(f"{home}/file/pdf?variants=2&paper=us-letter")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    keys = variant_keys(SHEET, 2)
    assert [urlsplit(code).path for code in codes(answer.data)] == [f"{owner.students}/{key}" for key in keys]
    page = client.get(urlsplit(codes(answer.data)[0]).path)
    assert page.status_code == 200 and re.search(rf"\b{keys[0]}\b", page.text)


def test_only_the_owner_and_only_what_there_is(school: Flask) -> None:
    owner = publish(school)
    client = school.test_client()
    home = owner.own
    assert client.get(f"{owner.students.replace('/s/', '/o/')}/file/pdf").status_code == 404
    assert client.get(f"{home}/file/docx").status_code == 404
    refused = client.get(f"{home}/file/pdf?variants=500")
    assert refused.status_code == 400 and "from 1 to 30" in refused.text
    assert client.get(f"{home}/file/moodle").data.startswith(b"<?xml")
