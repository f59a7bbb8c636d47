"""Sheets whose titles, names and prompts look like markup, written in every format; tests only."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from lxml import etree

from ireval.exercises import CHOICE, TEXT, Credit, Exercise, Option, Part, Question, RankedList, Sheet, make_sheet
from ireval.exercises.exports import csv
from ireval.exercises.exports.moodle import gift, moodle_xml
from ireval.exercises.exports.platform_files import export
from ireval.exercises.exports.qti import ilias, qti12, qti21
from ireval.exercises.exports.shared.job import Item, Job
from tests.ireval.exercises.own_sheet import OWN
from tests.ireval.exercises.sample_sheets import DRAWN

HERE = Path(__file__).parent
NASTY = "]]>\"'<b>&amp; {1:SHORTANSWER:=x} ~%100%y #z \\} = :: -> \u202e $CATEGORY: a/b"
NAMES = ("]]><script>alert(1)</script>", "{1:NUMERICAL:=1:1}", "~%100%a#b", "\\}\\~", "=1+1", "[gap1]", "&lt;&#125;")
LIST = RankedList("1u01003", "2", names=NAMES)
HOSTILE = Sheet(
    NASTY,
    5,
    (Exercise("e1", "number", "AP", list=LIST), Exercise("0-e2", "table", "nDCG@5", 3, list=LIST)),
    "lillis",
    credit=Credit(mistake=0.35),
)
WHOLE = make_sheet(11, len(DRAWN) + 1, kinds=DRAWN)


def by_hand() -> Job:
    """Questions of kinds that are no numbers, with texts that have a meaning in every format."""
    options = tuple(Option(f"P[{i}]", text, f"why {text}") for i, text in enumerate(("=a", "%50%b", f"c {NASTY}"), 1))
    many = tuple(Option(f"o{i}", f"option {i}") for i in range(20))
    kinds = (
        (Part("p", "Which", CHOICE, "P[3]", 1.5, "One of them", options=options),),
        (Part("p", NASTY, TEXT, f"2 7 {NASTY}", 2, "Two ranks"),),
        (
            Part("a", "A", CHOICE, "P[3]", 1, "One", options=options),
            Part("b", "B", CHOICE, "o7", 0.5, "One", options=many),
        ),
    )
    asked = [
        Question(f"e{i}", "x", f"T {NASTY}", f"Prompt {NASTY}", sum(p.points for p in parts), parts, 3, Credit(), {})
        for i, parts in enumerate(kinds, 1)
    ]
    groups = tuple((Item(place, "K7", question),) for place, question in enumerate(asked, 1))
    return Job(replace(HOSTILE, exercises=()), groups)


@cache
def files(form: str) -> list[bytes]:
    write = {"moodle": moodle_xml, "qti21": qti21, "qti12": qti12, "ilias": ilias, "gift": gift, "csv": csv}[form].write
    return [export(WHOLE, form, 2).data, export(HOSTILE, form, 2).data, write(by_hand()), export(OWN, form, 2).data]


def valid(tree: Any, schema: str) -> None:
    grammar = etree.RelaxNG(etree.parse(HERE / schema))
    assert grammar.validate(tree), grammar.error_log.last_error
