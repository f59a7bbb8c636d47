"""Moodle XML keeps its rules."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from ireval.exercises.exports.platform_files import export
from tests.ireval.exercises import export_readers as read
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


def test_moodle_has_one_category_named_after_the_sheet() -> None:
    tree = etree.fromstring(export(HOSTILE, "moodle", 3).data)
    paths = [x.text for x in tree.iterfind("question/category/text")]
    title = " ".join(NASTY.replace("\u202e", " ").split())
    assert [" ".join(x.split()) for x in paths] == ["$course$/top/" + title.replace("/", "//")]
    assert "Generator 2, conventions lillis" in tree.findtext("question/info/text")
