"""QTI 1.2 for Canvas keeps its rules, and takes the right numbers and no others."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

import pytest
from lxml import etree, html

from ireval.exercises import NUMBER, Part, mark
from ireval.exercises.exports.qti.blanks import accepted_texts
from tests.ireval.exercises import export_readers as read
from tests.ireval.exercises.export_readers import canvas, canvas_gaps, unzipped
from tests.ireval.exercises.exported_answers import CORRECT, SHEETS, exported, questions, typed
from tests.ireval.exercises.hostile_sheets import files
from tests.ireval.exercises.sample_questions import fixed_list, one
from tests.tiers import sampled


@pytest.mark.parametrize("number", sampled(range(4), 2))
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


@pytest.mark.parametrize("number", sampled(range(4), 2))
def test_canvas_finds_every_blank_once_and_no_other_brackets(number: int) -> None:
    for question in read.canvas(files("qti12")[number]):
        if question.blanks:
            assert sorted(re.findall(r"\[([^\]]*)\]", question.shown)) == sorted(question.blanks)


def test_canvas_takes_the_right_numbers_and_no_others() -> None:
    sheet, numbers, gaps = SHEETS["lillis"], typed("lillis"), canvas_gaps(exported("lillis", "qti12"))
    read = {question.name: question for question in canvas(exported("lillis", "qti12"))}
    checked = 0
    for key, question in questions(sheet):
        assert float(read[f"item-{question.id}-{key}"].points) == question.points
        for place, part in enumerate(question.parts):
            for text, share, said in numbers.get((key, question.id, part.id), []):
                taken, _ = gaps[key, question.id, place].judge(text)
                assert taken == (share == 1 and said == CORRECT), (question.title, part.label, text)
                checked += 1
    assert checked > 100


def spellings(part: Part) -> set[str]:
    """How people write a correct number: with other zeros, with further digits, as a percentage, with a comma."""
    right, exact = Decimal(part.right), Decimal(repr(part.value))
    texts = {f"{right:.{places}f}" for places in range(5)} | {f"{exact:.{places}f}" for places in range(9)}
    texts |= {str(exact.quantize(Decimal(1).scaleb(-places), "ROUND_DOWN")) for places in range(9)}
    texts = {text for text in texts if len(text.partition(".")[2]) <= 4 or not text.endswith("0")}
    texts |= {text.removeprefix("0") for text in texts if text.startswith("0.")}
    texts |= {f"{100 * right:.{places}f}{sign}" for places in range(part.places - 1) for sign in ("%", " %")}
    return texts | {text.replace(".", ",") for text in texts}


def test_blanks_take_every_natural_spelling_of_a_right_number_and_no_wrong_one() -> None:
    read = {question.name: question for question in canvas(exported("lillis", "qti12"))}
    seen = 0
    for key, question in questions(SHEETS["lillis"], 1):
        for place, part in enumerate(question.parts if len(question.parts) > 1 else (), 1):
            if part.kind != NUMBER or f"gap{place}" not in read[f"item-{question.id}-{key}"].blanks:
                continue
            taken = set(read[f"item-{question.id}-{key}"].blanks[f"gap{place}"])
            alone = replace(question, parts=(part,))
            right = {x for x in spellings(part) | taken if mark(alone, {part.id: x}).parts[0].points == part.points}
            share = 0 < float(part.right) <= 1 and part.places > 1
            assert {x for x in right if share or "%" not in x} <= taken, (question.title, part.label)
            assert taken <= right, (question.title, part.label)
            seen += len(right)
    assert seen > 200


def test_a_number_that_is_exact_is_known_with_any_zeros() -> None:
    tables = [one("table", measure, preset="trec_eval", list=fixed_list("1101010")) for measure in ("P@5", "CG@5")]
    found = {part.label: set(accepted_texts(table, part)) for table in tables for part in table.parts}
    assert {"0.6", "0.60", "0.600", "0.6000", ".6", "0,6", ",60", "60 %", "60%", "60.0 %"} <= found["P[5]"]
    assert {"3", "3.0", "3.00", "3,0"} <= found["CG[5]"] and not found["CG[5]"] & {"3.1", "300 %", "03"}
    assert {"0.75", "0.7500", ".75", "75 %"} <= found["P[4]"] and "0.8" not in found["P[4]"]
    assert {"0.667", "0.6667", "0.66666", "0,66667", "66.7 %", "66,7%"} <= found["P[3]"]
    assert not {"0.67", "0.666", "0.6"} & found["P[3]"]


def test_wrong_answers_get_at_most_ten_lines_of_feedback_on_their_gaps() -> None:
    quiz = next(text for path, text in unzipped(exported("lillis", "qti12")).items() if path != "imsmanifest.xml")
    by_name = {f"item-{question.id}-{key}": question for key, question in questions(SHEETS["lillis"])}
    listed = 0
    for item in etree.fromstring(quiz).iter("{*}item"):
        (markup,) = item.xpath(".//*[@ident='general_incorrect_fb']//*[local-name()='mattext']")
        lines = html.fromstring(f"<div>{markup.text or ''}</div>").xpath("//p|//li")
        assert len(lines) <= 10
        parts = by_name[item.get("ident")].parts
        if len(parts) > 1:
            for line in lines[1:]:
                assert any(line.text.startswith(f"{part.label} ") for part in parts), line.text
                listed += 1
    assert listed > 8
