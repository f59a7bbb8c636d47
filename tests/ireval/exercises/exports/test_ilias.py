"""ILIAS's QTI 1.2 keeps its rules, asks for the same answers and gives the same points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from lxml import etree

from ireval.exercises import NUMBER, Question, Sheet, make_sheet, variant, variant_keys
from ireval.exercises.exports.platform_files import export
from ireval.exercises.exports.qti import ilias
from ireval.exercises.marking.accepted_numbers import is_accepted
from ireval.messages import Message, say
from tests.ireval.exercises import ilias_reader
from tests.ireval.exercises.exported_answers import (
    CORRECT,
    SHEETS,
    VARIANTS,
    exported,
    in_document_order,
    questions,
    typed,
)
from tests.ireval.exercises.hostile_sheets import NAMES, NASTY, by_hand, files
from tests.tiers import sampled


@pytest.mark.parametrize("number", sampled(range(4), 2))
def test_ilias_keeps_its_rules(number: int) -> None:
    data = files("ilias")[number]
    assert data.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n')
    tree = etree.fromstring(data)
    assert (tree.tag, {x.tag for x in tree}) == ("questestinterop", {"item"})
    assert not [x for x in tree.iter() if (x.tail or "").strip() != (x.tail or "")]
    items = ilias_reader.ilias(data)
    assert len({item.ident for item in items}) == len(items) > 0
    for item in items:
        assert item.fields["AUTHOR"]  # without an author ILIAS calls a question incomplete
        assert "ILIAS_VERSION" not in item.fields
        assert item.type == "assTextQuestion" or sum(ilias_reader.points(item)) > 0
        for markup in item.texts:
            assert ilias_reader.tags(markup) <= ilias_reader.SHOWN_TAGS


@pytest.mark.parametrize("number", sampled(range(4), 2))
def test_ilias_finds_every_gap_once_and_no_others(number: int) -> None:
    clozes = [item for item in ilias_reader.ilias(files("ilias")[number]) if item.type == "assClozeTest"]
    assert clozes
    for item in clozes:
        cleaned = re.sub(r"\[gap[^\]]*?\]", "[gap]", item.shown)
        found = re.findall(r"\[gap\](.*?)\[/gap\]", cleaned)
        assert len(found) == len(item.responses)
        assert len(re.findall(r"\[/?gap", cleaned, re.IGNORECASE)) == 2 * len(found)
        assert [response.has["ident"] for response in item.responses] == [f"gap_{i}" for i in range(len(found))]
        expected = {
            "textgaprating": "ci",
            "fixedTextLength": "0",
            "identicalScoring": "1",
            "feedback_mode": "gapAnswers",
        }
        assert expected.items() <= item.fields.items()


def test_ilias_is_told_what_to_mark_by_hand() -> None:
    choice, essay, both = ilias_reader.ilias(files("ilias")[2])
    nasty = NASTY.replace("\u202e", " ")
    assert (choice.type, essay.type, both.type) == ("assSingleChoice", "assTextQuestion", "assClozeTest")
    assert essay.fields["termrelation"] == "non" and essay.most == "2"
    assert [response.has["rcardinality"] for response in essay.responses] == ["Ordered"]
    assert essay.generic(True) == essay.generic(False) and f"2 7 {nasty}" in essay.generic(True)
    assert ilias_reader.gaps(choice)[0].right == f"c {nasty}"
    assert ilias_reader.gaps(choice)[0].judge("=a") == (0, "why =a")
    assert ilias_reader.gaps(both)[0].judge("%50%b") == (0, "why %50%b")
    assert (ilias_reader.gaps(both)[1].right, ilias_reader.points(both)) == ("option 7", [1, 0.5])


def test_ilias_gets_titles_that_it_has_room_for() -> None:
    job = by_hand()
    (asked, *_), *_ = job.exercises
    long = replace(asked, question=replace(asked.question, title="x" * 200))
    (item,) = ilias_reader.ilias(ilias.write(replace(job, exercises=((long,),))))
    assert (len(item.title), item.title[:5], item.title[-6:]) == (100, "01 xx", "… (K7)")


def test_ilias_lists_name_every_cell() -> None:
    item = next(x for x in ilias_reader.ilias(files("ilias")[1]) if x.type == "assNumeric")
    for rank, name in enumerate(NAMES, 1):
        assert f"rank: {rank}; document: {name}; label: " in item.shown


@pytest.mark.parametrize("name", sampled(SHEETS, 1))
def test_ilias_takes_the_right_numbers_and_names_the_mistakes(name: str) -> None:
    sheet = SHEETS[name]
    gaps, numbers = ilias_reader.ilias_gaps(exported(name, "ilias")), typed(name)
    few = say(Message("file-few-decimals"))
    said_of_exercises = [note.values.get("note", note) for note in export(sheet, "ilias").report]
    notes = {note.key for note in said_of_exercises if isinstance(note, Message)}
    checked = 0
    for key, question in questions(sheet):
        for place, part in enumerate(in_document_order(question)):
            for text, share, said in numbers.get((key, question.id, part.id), []):
                right = share == 1 and said == CORRECT
                for answer in (text, text.replace(".", ",")):
                    got, feedback = gaps[key, question.id, place].judge(answer)
                    if got != right:  # what the source prints, and a note says so
                        assert right and not is_accepted(question, part, float(text)), (question.title, text)
                        assert "ilias-as-printed" in notes
                    elif right or share > 0:
                        assert any(x in feedback for x in {*said, few}), (question.title, part.label, text, feedback)
                checked += 1
    assert checked > 100


def test_ilias_asks_for_the_same_answers_and_gives_the_same_points() -> None:
    sheet = SHEETS["lillis"]
    read = ilias_reader.ilias(exported("lillis", "ilias"))
    gaps = ilias_reader.ilias_gaps(exported("lillis", "ilias"))
    asked = [x for group in zip(*([*pairs] for pairs in by_variant(sheet)), strict=True) for x in group]
    assert len(read) == len(asked)
    for item, (key, question) in zip(read, asked, strict=True):
        parts = in_document_order(question)
        assert f"variant {key}. " in item.comment and f"({key})" in item.title
        assert ilias_reader.points(item) == pytest.approx([part.points for part in parts], abs=1e-6)
        for place, part in enumerate(parts):
            gap = gaps[key, question.id, place]
            if item.type == "assClozeTest" and part.kind == NUMBER:
                assert gap.right == part.right
                assert part.right in gap.judge("")[1]
            elif part.kind == NUMBER:
                assert gap.judge(part.right)[0] == 1
            assert part.label in item.shown or question.grid or len(parts) == 1


def by_variant(sheet: Sheet) -> Iterator[list[tuple[str, Question]]]:
    for key in variant_keys(sheet, VARIANTS):
        yield [(key, question) for question in variant(sheet, key).questions]


def test_ilias_numbers_its_questions_the_same_with_more_variants() -> None:
    one, two = (
        {x.ident: x.title for x in ilias_reader.ilias(export(make_sheet(3, 2), "ilias", n).data)} for n in (1, 2)
    )
    assert set(one.items()) < set(two.items())
    assert all(re.fullmatch(r"il_0_qst_[1-9]\d*", ident) for ident in two)
