"""QTI 1.2 for Canvas keeps its rules, and takes the right numbers and no others."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from ireval.exercises.exports.platform_files import export
from tests.ireval.exercises import export_readers as read
from tests.ireval.exercises.export_readers import canvas, unzipped
from tests.ireval.exercises.exported_answers import CORRECT, SHEETS, VARIANTS, questions, typed
from tests.ireval.exercises.hostile_sheets import files


@pytest.mark.parametrize("number", range(4))
def test_qti12_keeps_its_rules(number: int) -> None:
    package = unzipped(files("qti12")[number])
    manifest = etree.fromstring(package["imsmanifest.xml"])
    (resource,) = manifest.iter("{*}resource")
    assert resource.get("type") == "imsqti_xmlv1p2"
    assert {"imsmanifest.xml", resource.get("href")} == set(package) == {"imsmanifest.xml", resource[0].get("href")}
    quiz = etree.fromstring(package[resource.get("href")])
    assert quiz.tag == "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}questestinterop"
    names = [x.get("ident") for x in quiz.iter("{*}item", "{*}section", "{*}assessment")]
    assert len(set(names)) == len(names)
    for item in quiz.iter("{*}item"):
        if item.get("ident") == "introduction":  # a text without a question
            assert item.findtext(".//{*}fieldentry") == "text_only_question"
            continue
        assert [x.tag.split("}")[1] for x in item][:3] == ["itemmetadata", "presentation", "resprocessing"]
        feedback = {x.get("ident") for x in item.iter("{*}itemfeedback")}
        assert {x.get("linkrefid") for x in item.iter("{*}displayfeedback")} == feedback
        asked = {x.get("ident") for x in item.iter("{*}response_lid", "{*}response_str")}
        assert {x.get("respident") for x in item.iter() if x.get("respident")} <= asked
    groups = list(quiz.iter("{*}selection_number"))
    assert all(x.text == "1" for x in groups)


@pytest.mark.parametrize("number", range(4))
def test_canvas_finds_every_blank_once_and_no_other_brackets(number: int) -> None:
    for question in read.canvas(files("qti12")[number]):
        if question.blanks:
            assert sorted(re.findall(r"\[([^\]]*)\]", question.shown)) == sorted(question.blanks)


def test_canvas_takes_the_right_numbers_and_no_others() -> None:
    sheet, numbers = SHEETS["lillis"], typed("lillis")
    read = {question.name: question for question in canvas(export(sheet, "qti12", VARIANTS).data)}
    for key, question in questions(sheet):
        found = read[f"item-{question.id}-{key}"]
        assert float(found.points) == question.points
        for place, part in enumerate(question.parts, 1):
            for text, share, said in numbers.get((key, question.id, part.id), []):
                if found.kind == "numerical_question":
                    taken = any(float(low) - 1e-9 <= float(text) <= float(high) + 1e-9 for low, high in found.ranges)
                else:
                    assert {text, text.replace(".", ",")} <= set(found.blanks[f"gap{place}"]) or share < 1
                    taken = text in found.blanks[f"gap{place}"]
                assert taken is (share == 1 and said == CORRECT), (question.title, part.label, text)
                if 0 < share < 1:
                    assert any(x in found.feedback["general_incorrect_fb"] for x in said)
