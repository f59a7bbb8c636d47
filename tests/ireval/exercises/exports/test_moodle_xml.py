"""Moodle XML keeps its rules."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from lxml import etree, html

from ireval.exercises import GENERATOR, Exercise, RankedList, make_sheet
from ireval.exercises.exports.moodle.categories import category_name
from ireval.exercises.exports.platform_files import export
from ireval.exercises.exports.shared.job import Job, title_of
from tests.ireval.exercises import export_readers as read
from tests.ireval.exercises.export_readers import text_of
from tests.ireval.exercises.exported_answers import SHEETS, exported, questions
from tests.ireval.exercises.hostile_sheets import HOSTILE, NASTY, files, valid


@pytest.mark.parametrize("number", range(3))
def test_moodle_xml_keeps_its_rules(number: int) -> None:
    data = files("moodle")[number]
    assert data.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n')
    valid(etree.fromstring(data), "moodle.rng")
    names = [question.name for question in read.moodle(data)]
    assert len(set(names)) == len(names)
    for markup in re.findall(rb'format="html">\s*<text>(.*?)</text>', data, re.DOTALL):
        assert markup.startswith(b"<![CDATA[")
    for question in etree.fromstring(data).iterfind("question[@type='numerical']"):
        assert question.find("answer").get("fraction") == "100"
        assert [x.findtext("text") for x in question.iterfind("answer")].index("*") == len(
            question.findall("answer")
        ) - 1


def names_in_moodle(path: str) -> list[str]:
    """The names of categories that Moodle shows for a path: ``split_category_path`` in its ``question/format.php``."""
    names = [name.replace("//", "/").strip() for name in re.split(r"(?<!/)/(?!/)", path)]
    cleaned = [re.sub(r"<[^ ][^>]*(>|$)", "", name) for name in names]  # PARAM_TEXT removes tags
    assert all(len(name) <= 255 for name in cleaned)
    return [unescape(name) for name in cleaned]


TITLES = [
    "a/b",
    "/a",
    "a/",
    "//",
    "///a// /b///",
    "a < b",
    "a <b> c",
    "<",
    "&lt; &amp;lt; R&D &x",
    "$course$",
    "$system$/x",
]
TITLES += ["</span><lang>", "x" * 200, "<" * 63, "&#60;" * 28, "\\:a", "a\n b\tc"]


@pytest.mark.parametrize("title", TITLES)
def test_moodle_reads_a_title_as_one_category(title: str) -> None:
    path = f"$course$/top/{category_name(title)}/{category_name('01 x')}"
    assert names_in_moodle(path) == ["$course$", "top", " ".join(title.split()), "01 x"]


def test_titles_that_moodle_could_not_keep_are_shortened_or_replaced() -> None:
    for title in ("<" * 200, "/" * 200, "&lt;" * 50, "𝒢" * 200):
        (name,) = names_in_moodle(category_name(title))
        assert name and title.startswith(name)
    assert category_name("top") != "top"
    assert category_name(" \u202e ") == "ireval"


def test_moodle_has_a_category_named_after_the_sheet_and_in_it_one_an_exercise() -> None:
    tree = etree.fromstring(export(HOSTILE, "moodle", 3).data)
    paths = [names_in_moodle(x.text) for x in tree.iterfind("question/category/text")]
    title = " ".join(NASTY.replace("\u202e", " ").split())
    assert paths[0] == ["$course$", "top", title]
    assert [path[:3] for path in paths[1:]] == [paths[0]] * len(HOSTILE.exercises)
    assert [path[3][:2] for path in paths[1:]] == [f"0{i}" for i in range(1, len(paths))]
    inside: dict[str, set[str]] = {}
    for question in tree.iterfind("question"):
        if question.get("type") == "category":
            path = question.findtext("category/text")
        else:
            inside.setdefault(path, set()).add(question.findtext("name/text")[:2])
    assert [len(places) for places in inside.values()] == [1] * len(HOSTILE.exercises)
    assert f"Generator {GENERATOR}, conventions lillis" in tree.findtext("question/info/text")


def test_groups_of_different_titles_are_named_after_their_kind() -> None:
    choice = Exercise("e1", "choose")
    groups = Job.of(replace(make_sheet(42), exercises=(choice,)), ["A2", "B2", "C2", "D2"]).exercises
    assert len({item.question.title for item in groups[0]}) > 1
    assert title_of(groups[0]) == "01 Choose the measure"


def test_tables_have_the_classes_of_moodles_themes_and_no_caption() -> None:
    """Moodle writes captions in 24 px and bold, and draws tables without a class without lines or gaps."""
    found = 0
    for question in etree.fromstring(exported("lillis", "moodle")).iterfind("question"):
        for part in ("questiontext", "generalfeedback"):
            markup = question.findtext(f"{part}/text") or ""
            for table in html.fromstring(f"<div>{markup}</div>").iter("table"):
                assert {"table", "table-bordered", "table-sm"} <= set(table.get("class").split())
                assert table.find("caption") is None
                assert table.getparent().get("class") == "table-responsive"
                assert table.findall("thead/tr/th[@scope='col']")
                found += 1
    assert found > 10
    bpref = next(q for q in SHEETS["lillis"].exercises if q.kind == "table")
    feedback = etree.fromstring(exported("lillis", "moodle")).findtext(
        f"question/tags/tag[text='{bpref.id}']/../../generalfeedback/text"
    )
    assert re.search(r"</table></div><p>Bpref = .* = 0\.\d{3}</p>", feedback)


def test_feedback_gives_the_zeros_that_moodle_leaves_out() -> None:
    sheet = replace(make_sheet(1, 1), exercises=(Exercise("e1", "number", "P@5", 1, list=RankedList("10110", "1")),))
    file = export(sheet, "moodle")
    said = [text_of(x.text) for x in etree.fromstring(file.data).iterfind("question/answer/feedback/text")]
    assert said[0] == "Correct. With 3 decimals, the correct answer is 0.600."
    assert all("0.600" in text for text in said)
    assert "moodle-zeros" in {note.key for note in file.report}


def test_a_hint_names_a_cell_of_the_table_that_it_stands_below() -> None:
    for _, question in questions(SHEETS["lillis"]):
        for part in question.parts:
            if part.id == "cell":
                assert part.hint.removeprefix("A cell, such as ") in {option.text for option in part.options}
