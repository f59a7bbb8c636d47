"""Exported files, read back: they mark as the sheet itself does, say the same, and come out alike every time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner

from ireval.cli.options import Program
from ireval.cli.sheet_export import export_command
from ireval.errors import InputError
from ireval.exercises import (
    CHOICE,
    NUMBER,
    Credit,
    Exercise,
    Part,
    Question,
    RankedList,
    Sheet,
    make_sheet,
    mark,
    variant,
    variant_keys,
    wrong_answers,
)
from ireval.exercises.exports.accepted_answers import accepted_answers
from ireval.exercises.exports.platform_files import FORMATS, MOST_VARIANTS, export
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.paper.pdf import answer_key
from ireval.numbers.expression import fixed
from tests.exercises.export_readers import (
    Gap,
    Key,
    canvas,
    csv_gaps,
    first_that_holds,
    gift,
    moodle,
    moodle_gaps,
    one_of,
    qti21_gaps,
    rows,
)
from tests.exercises.ilias_reader import ilias, ilias_gaps, points

CREDIT = Credit(mistake=0.35, convention=0.8, rounding=0)
SHEETS = {
    "lillis": make_sheet(42, conventions="lillis"),
    "shares": replace(make_sheet(7, len(KINDS), decimals=2), credit=CREDIT),
}
VARIANTS = 2
#: Moodle's list, as in ``get_grade_options`` of its source; both systems that read GIFT take the same.
MOODLES = (100, 90, 80, 75, 70, 66.666, 60, 50, 40, 33.333, 30, 25, 20, 16.666, 14.2857, 12.5, 11.111, 10, 5, 0)
#: One typed number: its text, the share that it gets, and what is to be said of it, where that is one of these.
Typed = tuple[str, float, set[str]]


def questions(sheet: Sheet, count: int = VARIANTS) -> Iterator[tuple[str, Question]]:
    for key in variant_keys(sheet, count):
        for question in variant(sheet, key).questions:
            yield key, question


def in_document_order(question: Question) -> list[Part]:
    """The parts as their gaps follow on one another: row by row of the table, then the others."""
    cells = [cell.part for row in (question.grid.rows if question.grid else ()) for cell in row if cell.part]
    return [*map(question.part, cells), *(part for part in question.parts if part.id not in cells)]


@cache
def typed(name: str) -> dict[tuple[str, str, str], list[Typed]]:
    """For every number that is asked for, numbers next to the right one, and all that have a name."""
    return {
        (key, question.id, part.id): list(_typed(question, part))
        for key, question in questions(SHEETS[name])
        for part in question.parts
        if part.kind == NUMBER
    }


def _typed(question: Question, part: Part) -> Iterator[Typed]:
    wrong, unit, alone = wrong_answers(question, part), 10.0**-part.places, replace(question, parts=(part,))
    numbers = {fixed(part.value + steps * unit, part.places) for steps in (-2, -1, 0, 1, 2)}
    numbers |= {fixed(x.value, part.places) for x in wrong if part.places or x.value.is_integer()}
    for text in sorted(numbers):
        named = [x for x in wrong if abs(x.value - float(text)) <= (unit / 2 if part.places else 0) + 1e-9]
        if mark(alone, {part.id: text}).parts[0].outcome in {"right", "within-rounding"}:
            yield text, 1, {"Right"}
        elif named:
            best = max(x.share for x in named)
            yield text, best, {x.text for x in named if x.share == best}
        else:
            yield text, 0, {"No known mistake", ""}


def of_gift(data: bytes) -> dict[Key, Gap]:
    """The gaps of a GIFT file: its questions stand in the order of exercises, variants and parts."""
    found: dict[Key, Gap] = {}
    for question in gift(data.decode())[1]:
        name = re.match(r"(\d+) .* \((\w+)\)", question.title)
        assert name
        key, exercise = name[2], f"e{int(name[1])}"
        place = sum(k[:2] == (key, exercise) for k in found)
        if question.ranges:
            found[key, exercise, place] = first_that_holds(list(question.ranges))
        else:
            options = {text: (float(right), said) for text, right, said in question.options}
            found[key, exercise, place] = one_of(options) if options else Gap("", lambda answer: (0, answer))
    return found


READERS = {"moodle": moodle_gaps, "qti21": qti21_gaps, "gift": of_gift, "csv": csv_gaps}


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("name", SHEETS)
def test_numbers_are_marked_as_the_sheet_marks_them(name: str, form: str) -> None:
    sheet = SHEETS[name]
    gaps, numbers = READERS[form](export(sheet, form, VARIANTS).data), typed(name)
    checked = 0
    for key, question in questions(sheet):
        parts = in_document_order(question) if form == "moodle" else question.parts
        for place, part in enumerate(parts):
            if part.kind != NUMBER:
                continue
            gap = gaps[key, question.id, place]
            assert gap.right == part.right
            for text, share, said in numbers[key, question.id, part.id]:
                got, feedback = gap.judge(text)
                expected = share if form in {"csv", "qti21"} else nearest(share)
                assert got == pytest.approx(expected, abs=1e-5), (question.title, part.label, text)
                assert any(x in feedback for x in said), (question.title, part.label, text, feedback)
                checked += 1
    assert checked > 100


def nearest(share: float) -> float:
    return min((x / 100 for x in MOODLES), key=lambda known: abs(known - share))


@pytest.mark.parametrize("form", ["moodle", "qti21", "gift", "ilias"])
def test_choices_are_marked_as_the_sheet_marks_them(form: str) -> None:
    sheet = SHEETS["lillis"]
    gaps = (READERS | {"ilias": ilias_gaps})[form](export(sheet, form, VARIANTS).data)
    checked = 0
    for key, question in questions(sheet):
        parts = in_document_order(question) if form in {"moodle", "ilias"} else question.parts
        for place, part in enumerate(parts):
            for option in part.options if part.kind == CHOICE else ():
                share, said = gaps[key, question.id, place].judge(option.text)
                assert share == (option.key == part.right)
                assert option.why in said
                checked += 1
    assert checked >= 6 * VARIANTS


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
                assert taken is (share == 1 and said == {"Right"}), (question.title, part.label, text)
                if 0 < share < 1:
                    assert any(x in found.feedback["general_incorrect_fb"] for x in said)


@pytest.mark.parametrize("name", SHEETS)
def test_ilias_takes_the_right_numbers_and_names_the_mistakes(name: str) -> None:
    sheet = SHEETS[name]
    gaps, numbers = ilias_gaps(export(sheet, "ilias", VARIANTS).data), typed(name)
    checked = 0
    for key, question in questions(sheet):
        for place, part in enumerate(in_document_order(question)):
            for text, share, said in numbers.get((key, question.id, part.id), []):
                right = share == 1 and said == {"Right"}
                for answer in (text, text.replace(".", ",")):
                    got, feedback = gaps[key, question.id, place].judge(answer)
                    assert got == right, (question.title, part.label, text)
                    if right or share > 0:
                        assert any(x in feedback for x in said), (question.title, part.label, text, feedback)
                checked += 1
    assert checked > 100


def test_ilias_asks_for_the_same_answers_and_gives_the_same_points() -> None:
    sheet = SHEETS["lillis"]
    read = ilias(export(sheet, "ilias", VARIANTS).data)
    gaps = ilias_gaps(export(sheet, "ilias", VARIANTS).data)
    asked = [x for group in zip(*([*pairs] for pairs in by_variant(sheet)), strict=True) for x in group]
    assert len(read) == len(asked)
    for item, (key, question) in zip(read, asked, strict=True):
        parts = in_document_order(question)
        assert f"variant {key}. " in item.comment and f"({key})" in item.title
        assert points(item) == pytest.approx([part.points for part in parts], abs=1e-6)
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
    one, two = ({x.ident: x.title for x in ilias(export(make_sheet(3, 2), "ilias", n).data)} for n in (1, 2))
    assert set(one.items()) < set(two.items())
    assert all(re.fullmatch(r"il_0_qst_[1-9]\d*", ident) for ident in two)


def test_the_right_number_comes_first_and_the_better_paid_before_the_others() -> None:
    for _, question in questions(SHEETS["shares"], 1):
        for part in question.parts:
            found = accepted_answers(question, part) if part.kind == NUMBER else []
            assert [x.share for x in found] == sorted((x.share for x in found), reverse=True)
            assert not found or (found[0].value, found[0].cause) == (part.right, "right")


def test_csv_has_one_right_answer_a_part() -> None:
    sheet = SHEETS["lillis"]
    right = [row for row in rows(export(sheet, "csv", VARIANTS).data) if row["answer"] == "right"]
    wanted = {(key, q.id, part.id, part.right) for key, q in questions(sheet) for part in q.parts}
    assert {(row["variant"], row["exercise"], row["part"], row["value"]) for row in right} == wanted
    assert len(right) == len(wanted)
    assert sum(float(row["points"]) for row in right) == pytest.approx(VARIANTS * sheet.points, abs=1e-4)


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_sheet_gives_the_same_bytes(form: str) -> None:
    sheet = make_sheet(3, 2)
    first = export(sheet, form, 2)
    assert first == export(make_sheet(3, 2), form, 2)
    assert first.data != export(make_sheet(4, 2), form, 2).data
    assert not re.search(rb"20[2-9][0-9]-[01][0-9]", first.data)


@pytest.mark.parametrize("form", FORMATS)
def test_more_variants_begin_with_the_same_ones(form: str) -> None:
    if form not in READERS:
        return
    one, two = (READERS[form](export(make_sheet(3, 2), form, n).data) for n in (1, 2))
    assert set(one) < set(two)
    assert all(two[key].right == one[key].right for key in one)


def test_names_of_files_are_plain() -> None:
    sheet = replace(make_sheet(1, 1), title="../Übung «1»/\u202ex" + "y" * 80)
    assert export(sheet, "moodle").name == "ubung-1-x" + "y" * 51 + ".moodle.xml"
    assert export(replace(sheet, title="演習"), "csv").name == "sheet-1.csv"


@pytest.mark.parametrize(
    ("form", "variants", "field"),
    [("mooodle", 1, "format"), ("gift", 0, "variants"), ("gift", MOST_VARIANTS + 1, "variants")],
)
def test_what_there_is_not_is_refused(form: str, variants: int, field: str) -> None:
    with pytest.raises(InputError) as refused:
        export(make_sheet(1, 1), form, variants)
    assert refused.value.field == field


def test_what_a_format_cannot_do_is_reported() -> None:
    reports = {form: " ".join(export(SHEETS["lillis"], form).report) for form in FORMATS}
    assert "not carried forward" in reports["moodle"]
    assert re.search(r"Exercises 2, 3(, \d)* and \d: In Canvas it has blanks", reports["qti12"])
    assert "no part of the points" in reports["qti12"]
    assert "GIFT has no points" in reports["gift"]
    assert "no points for mistakes" in reports["ilias"] and "not carried forward" in reports["ilias"]
    assert "a question pool that is there already" in reports["ilias"]
    assert "Tables are lists" in reports["ilias"] and "marked by hand" in reports["ilias"]
    table = Exercise("e1", "table", "AP", 1, list=RankedList("101", "1"))
    (_, told) = export(replace(make_sheet(1, 1), exercises=(table,)), "moodle").report
    assert told == "Exercise 1: Moodle counts gaps in whole points; set the question's mark to 1 in the quiz."


def called(*args: str) -> Any:
    program = Program(commands=[export_command])
    return CliRunner().invoke(program, ["export", *args], prog_name="python -m ireval sheet")


def test_the_command_writes_a_file_and_tells_what_is_lost(tmp_path: Any) -> None:
    sheet, out = tmp_path / "sheet.json", tmp_path / "out.xml"
    sheet.write_bytes(SHEETS["lillis"].to_json())
    result = called(str(sheet), "--format", "moodle", "--variants", "2", "-o", str(out))
    assert result.exit_code == 0, result.output
    assert out.read_bytes() == export(SHEETS["lillis"], "moodle", 2).data
    assert "not carried forward" in result.stderr
    assert len(moodle(out.read_bytes())) == 2 * len(SHEETS["lillis"].exercises)
    piped = called(str(sheet), "-f", "gift", "-o", "-")
    assert piped.stdout_bytes == export(SHEETS["lillis"], "gift").data


def test_the_command_goes_on_behind_another_pdf(tmp_path: Any) -> None:
    sheet = make_sheet(1, 1)
    (tmp_path / "sheet.json").write_bytes(sheet.to_json())
    more = "--format", "pdf-key", "--first", "61", "--variants", "2", "-o", str(tmp_path / "key.pdf")
    assert called(str(tmp_path / "sheet.json"), *more).exit_code == 0
    assert (tmp_path / "key.pdf").read_bytes() == answer_key(sheet, variant_keys(sheet, 62)[60:])


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("no-such.json", "-f", "csv"), "sheet: no-such.json cannot be read"),
        (("{sheet}", "-f", "moodel"), "format: There is no format “moodel”. Did you mean moodle?"),
        (("{sheet}", "-f", "csv", "--variants", "0"), "variants: "),
        (("{sheet}", "-f", "csv", "-o", "{sheet}/x"), "output: "),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path: Any, args: tuple[str, ...], word: str) -> None:
    sheet = tmp_path / "sheet.json"
    sheet.write_bytes(make_sheet(1, 1).to_json())
    result = called(*(arg.format(sheet=sheet) for arg in args))
    assert result.exit_code == 2
    assert word in result.stderr
