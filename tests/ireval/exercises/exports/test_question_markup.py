"""Titles, names and prompts are read back from every format exactly as they were."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lxml import etree, html

from ireval.exercises import make_sheet
from ireval.exercises.exports.moodle import gift, moodle_xml
from ireval.exercises.exports.platform_files import FORMATS, export
from ireval.exercises.exports.shared.job import Job
from ireval.exercises.generator.variant_keys import variant_keys
from ireval.messages import Message, say
from tests.ireval.exercises import export_readers as read
from tests.ireval.exercises import ilias_reader
from tests.ireval.exercises.export_readers import QTI21
from tests.ireval.exercises.hostile_sheets import HOSTILE, NAMES, NASTY, by_hand, files


def shown(form: str, data: bytes) -> list[str]:
    """What a student reads of each question."""
    if form == "moodle":
        return [question.shown for question in read.moodle(data)]
    if form == "qti21":
        return ["".join(x.find("q:itemBody", QTI21).itertext()) for x in read.qti21_items(data).values()]
    if form == "qti12":
        return [question.shown for question in read.canvas(data)]
    if form == "ilias":
        return [item.shown for item in ilias_reader.ilias(data)]
    return [question.shown for question in read.gift(data.decode())[1]]


@pytest.mark.parametrize("form", ["moodle", "qti21", "qti12", "ilias", "gift"])
def test_names_are_read_as_they_are(form: str) -> None:
    texts = shown(form, export(HOSTILE, form).data)
    assert len(texts) >= len(HOSTILE.exercises)
    for text in texts:
        for name in NAMES:
            assert name in text or (form in {"qti12", "ilias"} and name.translate(str.maketrans("[]", "()")) in text), (
                name
            )


def test_nothing_from_outside_becomes_markup_or_a_gap() -> None:
    for data in files("moodle"):
        for text in etree.fromstring(data).iter("text"):
            tree = html.fromstring(f"<div>{text.text or ''}</div>") if "<div>" in (text.text or "") else None
            assert tree is None or not {x.tag for x in tree.iter()} & {"script", "b"}
    hostile = {q.kind: q for q in read.moodle(files("moodle")[1])}
    table = next(item for item in Job.of(HOSTILE, variant_keys(HOSTILE, 1)).items if item.place == 2)
    assert len(hostile["cloze"].gaps) == len(table.question.parts)
    for question in read.canvas(files("qti12")[1]):
        assert question.kind in {"numerical_question", "fill_in_multiple_blanks_question"}


def test_prompts_and_options_are_read_as_they_are() -> None:
    nasty = NASTY.replace("\u202e", " ")
    job = by_hand()
    choice, essay, both = read.moodle(moodle_xml.write(job))
    assert (choice.kind, essay.kind, both.kind) == ("multichoice", "essay", "cloze")
    assert all(nasty in question.shown for question in (choice, essay, both))
    for gap in (choice.gaps[0], both.gaps[0]):
        assert gap.right == f"c {nasty}"
        assert gap.judge("=a")[0] == gap.judge("%50%b")[0] == 0
    asked = read.gift(gift.write(by_hand()).decode())[1]
    assert asked[0].options[2] == (f"c {nasty}", True, f"why c {nasty}")
    assert asked[1].general.startswith(say(Message("solution-of-several", answer=f"2 7 {nasty}"))[:-1])
    assert Message("marked-by-hand") in [note.values.get("note") for note in job.notes]


@pytest.mark.parametrize("form", FORMATS)
def test_control_characters_do_no_harm(form: str) -> None:
    sheet = replace(make_sheet(2, 1), title="a\x00\x0b\n\n::b\ud800")
    assert export(sheet, form).data
