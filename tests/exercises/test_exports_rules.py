"""Exported files keep the rules of their formats, whatever titles and names say; other programs read them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lxml import etree, html

from ireval.exercises import CHOICE, TEXT, Credit, Exercise, Option, Part, Question, RankedList, Sheet, make_sheet
from ireval.exercises.exports import csv
from ireval.exercises.exports.job import Item, Job
from ireval.exercises.exports.moodle import gift, moodle_xml
from ireval.exercises.exports.moodle.cloze import escaped, weights
from ireval.exercises.exports.platform_files import FORMATS, export
from ireval.exercises.exports.qti import ilias, qti12, qti21
from ireval.exercises.kinds.catalog import KINDS
from tests.exercises import export_readers as read
from tests.exercises import ilias_reader
from tests.exercises.export_readers import QTI21, unzipped

HERE = Path(__file__).parent
GIFT_PEGJS = ("gift-pegjs@1.0.2", "pegjs@0.10.0")
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
WHOLE = make_sheet(11, len(KINDS) + 1)


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
    return Job(replace(HOSTILE, exercises=()), ("K7",), groups)


@cache
def files(form: str) -> list[bytes]:
    write = {"moodle": moodle_xml, "qti21": qti21, "qti12": qti12, "ilias": ilias, "gift": gift, "csv": csv}[form].write
    return [export(WHOLE, form, 2).data, export(HOSTILE, form, 2).data, write(by_hand())]


def valid(tree: Any, schema: str) -> None:
    grammar = etree.RelaxNG(etree.parse(HERE / schema))
    assert grammar.validate(tree), grammar.error_log.last_error


# --- Moodle -----------------------------------------------------------------------------------------------------------


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
    assert "Seed 5, generator 1, conventions lillis" in tree.findtext("question/info/text")


def test_cloze_gaps_are_those_of_the_sheet_and_weigh_as_there() -> None:
    read_back = {(q.tags[1], q.tags[2]): q for q in read.moodle(files("moodle")[0]) if q.kind == "cloze"}
    job = Job.of(WHOLE, 2)
    several = [item for item in job.items if len(item.question.parts) > 1]
    assert len(several) == len(read_back)
    for item in several:
        question = read_back[item.question.id, item.key]
        assert len(question.gaps) == len(item.question.parts)
        assert sorted(question.weights) == sorted(weights(item.question).values())
        for part in item.question.parts:
            share = weights(item.question)[part.id] / sum(question.weights)
            assert share == pytest.approx(part.points / item.question.points, rel=1e-3)


@pytest.mark.parametrize(
    "text", [NASTY.replace("\u202e", " "), *NAMES, "}", "\\", "a\\#b", "&#126;", "50%", "=x", "%1%"]
)
def test_a_text_in_a_cloze_gap_is_read_back(text: str) -> None:
    gap = f"{{1:MULTICHOICE:={escaped(text)}#{escaped(text)}~other#{escaped('x' + text)}}}"
    found = read._CLOZE.fullmatch(gap)
    assert found
    assert read.cloze_gap(found[2], found[3]).judge(text) == (1, text)
    assert read.cloze_gap(found[2], found[3]).judge("other") == (0, f"x{text}")


# --- QTI 2.1 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_qti21_keeps_its_rules(number: int) -> None:
    package = unzipped(files("qti21")[number])
    manifest = etree.fromstring(package["imsmanifest.xml"])
    space = {"c": "http://www.imsglobal.org/xsd/imscp_v1p1"}
    assert manifest.tag == "{http://www.imsglobal.org/xsd/imscp_v1p1}manifest"
    assert [x.tag.split("}")[1] for x in manifest] == ["metadata", "organizations", "resources"]
    assert manifest.findtext("c:metadata/c:schema", namespaces=space) == "QTIv2.1 Package"
    assert manifest.findtext("c:metadata/c:schemaversion", namespaces=space) == "1.0.0"
    resources = manifest.findall("c:resources/c:resource", space)
    assert Counter(x.get("type") for x in resources) == {
        "imsqti_test_xmlv2p1": 1,
        "imsqti_item_xmlv2p1": len(package) - 2,
    }
    assert sorted(x.get("href") for x in manifest.iter("{*}file")) == sorted(set(package) - {"imsmanifest.xml"})
    assert all(x.get("href") == x[0].get("href") for x in resources)
    names = [x.get("identifier") for x in resources]
    assert len(set(names)) == len(names)
    assert {x.get("identifierref") for x in manifest.iter("{*}dependency")} == set(names) - {"test"}
    for path in set(package) - {"imsmanifest.xml"}:
        assert package[path].startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n')
        valid(etree.fromstring(package[path]), "qti21.rng")
    for ref in etree.fromstring(package["test.xml"]).iter("{*}assessmentItemRef"):
        assert etree.fromstring(package[ref.get("href")]).get("identifier") == ref.get("identifier")


@pytest.mark.parametrize("number", range(3))
def test_qti21_items_declare_what_they_refer_to(number: int) -> None:
    for item in read.qti21_items(files("qti21")[number]).values():
        responses, outcomes = (
            [x.get("identifier") for x in item.iterfind(f"q:{kind}Declaration", QTI21)]
            for kind in ("response", "outcome")
        )
        declared = responses + outcomes
        assert len(set(declared)) == len(declared)
        assert sorted(x.get("responseIdentifier") for x in item.iter() if x.get("responseIdentifier")) == sorted(
            responses
        )
        assert {x.get("identifier") for x in item.iter("{*}variable")} <= set(declared)
        assert {x.get("identifier") for x in item.iter("{*}setOutcomeValue")} <= set(outcomes)
        feedback = [x.get("identifier") for x in item.iter("{*}modalFeedback")]
        options = {x.get("identifier") for x in item.iter("{*}simpleChoice", "{*}inlineChoice")}
        told = [x.text for x in item.iter("{*}baseValue") if x.get("baseType") == "identifier"]
        assert set(told) == set(feedback) | (options & set(told))
        assert len(set(feedback)) == len(feedback)
        assert {x.get("outcomeIdentifier") for x in item.iter("{*}modalFeedback")} == {"FEEDBACK"}


def test_qti21_gives_all_points_for_the_key_and_none_for_nothing() -> None:
    for item in read.qti21_items(files("qti21")[0]).values():
        key = {
            x.get("identifier"): x.findtext("q:correctResponse/q:value", namespaces=QTI21)
            for x in item.iterfind("q:responseDeclaration", QTI21)
            if x.get("baseType") != "string"
        }
        most = float(item.find("q:outcomeDeclaration[@identifier='SCORE']", QTI21).get("normalMaximum"))
        if len(key) == len(item.findall("q:responseDeclaration", QTI21)):
            assert float(read.run_qti21(item, key)["SCORE"]) == pytest.approx(most, abs=1e-4)
        assert read.run_qti21(item, {})["SCORE"] == 0
        assert read.run_qti21(item, {})["FEEDBACK"] == ["solution"]


# --- QTI 1.2 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
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
        assert [x.tag.split("}")[1] for x in item][:3] == ["itemmetadata", "presentation", "resprocessing"]
        feedback = {x.get("ident") for x in item.iter("{*}itemfeedback")}
        assert {x.get("linkrefid") for x in item.iter("{*}displayfeedback")} == feedback
        asked = {x.get("ident") for x in item.iter("{*}response_lid", "{*}response_str")}
        assert {x.get("respident") for x in item.iter() if x.get("respident")} <= asked
    groups = list(quiz.iter("{*}selection_number"))
    assert all(x.text == "1" for x in groups)


@pytest.mark.parametrize("number", range(3))
def test_canvas_finds_every_blank_once_and_no_other_brackets(number: int) -> None:
    for question in read.canvas(files("qti12")[number]):
        if question.blanks:
            assert sorted(re.findall(r"\[([^\]]*)\]", question.shown)) == sorted(question.blanks)


# --- ILIAS ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
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


@pytest.mark.parametrize("number", range(3))
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


# --- GIFT -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def pegjs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Node finds gift-pegjs."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("Node and npm are not installed")
    folder = tmp_path_factory.mktemp("npm")
    command = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts", *GIFT_PEGJS]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        pytest.skip(f"npm could not install {GIFT_PEGJS[0]}: {done.stderr[-300:]}")
    return folder


@pytest.mark.parametrize("number", range(3))
def test_gift_is_read_alike_by_another_program(pegjs: Path, tmp_path: Path, number: int) -> None:
    source = tmp_path / "questions.gift"
    source.write_bytes(files("gift")[number])
    script = (
        "const fs = require('fs'); const gift = require('gift-pegjs');"
        "console.log(JSON.stringify(gift.parse(fs.readFileSync(process.argv[1], 'utf8'))))"
    )
    done = subprocess.run(["node", "-e", script, str(source)], cwd=pegjs, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    category, *others = json.loads(done.stdout)
    path, mine = read.gift(source.read_text("utf-8"))
    assert (category["type"], category["title"]) == ("Category", path)
    assert len(others) == len(mine) > 0
    for theirs, own in zip(others, mine, strict=True):
        assert theirs["title"] == own.title
        assert (theirs["stem"]["format"], read.text_of(theirs["stem"]["text"])) == ("html", own.shown)
        choices = theirs.get("choices") or []
        assert len(choices) == len(own.ranges) + len(own.options)
        assert theirs["type"] == ("Numerical" if own.ranges else "MC" if own.options else "Essay")
        for choice, number_ in zip(choices, own.ranges, strict=False):
            weight = choice["weight"] if choice["isCorrect"] else 0
            assert (100 if weight is None else weight) == pytest.approx(number_.fraction)
            value = choice["text"]
            assert value.get("number", value.get("text")) == (
                number_.value if number_.value == "*" else float(number_.value)
            )
            assert number_.value == "*" or value["range"] == float(number_.tolerance)
            assert read.text_of(choice["feedback"]["text"]) == number_.feedback
        for choice, (text, right, said) in zip(choices, own.options, strict=False):
            assert (read.text_of(choice["text"]["text"]), choice["isCorrect"]) == (text, right)
            assert read.text_of(choice["feedback"]["text"]) == said


# --- Whatever titles and names say ------------------------------------------------------------------------------------


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
    table = next(item for item in Job.of(HOSTILE, 1).items if item.place == 2)
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
    assert asked[1].general.startswith(f"One answer of several: 2 7 {nasty}")
    assert any("marked by hand" in note for note in job.notes)


def test_no_cell_of_csv_is_a_formula() -> None:
    table = read.rows(export(replace(HOSTILE, title="=HYPERLINK(1)"), "csv").data) + read.rows(csv.write(by_hand()))
    assert table[0]["sheet"] == "'=HYPERLINK(1)"
    for row in table:
        for cell in row.values():
            assert not re.match(r"\s*[=+@]", cell)
            assert not re.match(r"\s*-(?![0-9.]+$)", cell)


@pytest.mark.parametrize("form", FORMATS)
def test_control_characters_do_no_harm(form: str) -> None:
    sheet = replace(make_sheet(2, 1), title="a\x00\x0b\n\n::b\ud800")
    assert export(sheet, form).data
