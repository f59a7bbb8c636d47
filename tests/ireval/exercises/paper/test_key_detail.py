"""Answer keys of different detail: answers only, with calculations, with mistakes."""

from __future__ import annotations

import pytest

from ireval.errors import InputError
from ireval.exercises import make_sheet, variant, wrong_answers
from ireval.exercises.exports.sheet_files import make_file
from ireval.exercises.paper.pdf import DETAILS, answer_key
from tests.ireval.exercises.paper.test_pdf import KEY, SHEETS, pages, printed, solid

pytestmark = pytest.mark.slow

pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")


def test_a_key_has_as_much_as_was_wished() -> None:
    sheet, questions = SHEETS[0], variant(SHEETS[0], KEY).questions
    read = {detail: pages(answer_key(sheet, [KEY], detail=detail)) for detail in ("answers", "calculations")}
    read["mistakes"] = pages(printed(answer_key, sheet))
    said = {detail: solid(" ".join(texts)) for detail, texts in read.items()}
    assert len(read["answers"]) == 1 <= len(read["calculations"]) < len(read["mistakes"])
    for question in questions:
        for part in question.parts:
            assert all(solid(part.right) in text for text in said.values())
            if part.id in question.cells:
                assert solid(f"{part.label} = {part.right}") in said["answers"]
        calculations = [solid(table.final.replace(" - ", " − ").replace("*", "·")) for table in question.tables]
        assert all(x in said["calculations"] and x in said["mistakes"] for x in calculations)
        assert not any(x in said["answers"] for x in calculations)
    causes = {solid(x.text) for q in questions for p in q.parts if p.kind == "number" for x in wrong_answers(q, p)}
    assert sum(cause in said["mistakes"] for cause in causes) > 10
    assert not any(cause in said["calculations"] + said["answers"] for cause in causes)


def test_file_names_tell_keys_apart_and_other_details_are_refused() -> None:
    sheet = make_sheet(1, 1)
    names = [make_file(sheet, "pdf-key", detail=detail).name for detail in DETAILS]
    assert names == ["exercises.key-answers.pdf", "exercises.key-calculations.pdf", "exercises.key.pdf"]
    with pytest.raises(InputError) as caught:
        make_file(sheet, "pdf-key", detail="everything")
    assert caught.value.field == "detail"
