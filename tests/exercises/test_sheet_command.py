"""The commands ``sheet ...`` in a folder of their own, and the CSV files of a class."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ireval.cli.program import main
from ireval.errors import InputError
from ireval.exercises import OUTCOMES, from_json, key_json, make_sheet, variant, variant_keys
from ireval.exercises.exports.platform_files import MOST_VARIANTS
from ireval.exercises.exports.sheet_files import FILE_KINDS
from ireval.exercises.marking.class_answers import HEAD, marked_csv, read_answers
from ireval.exercises.paper.pdf import MOST_PRINTED
from tests.exercises.making import KEY

SHEET = make_sheet(42, conventions="lillis")


def called(*args: str) -> Result:
    return CliRunner().invoke(main, ["sheet", *args], prog_name="python -m ireval")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def key_file() -> str:
    """The right answers of one variant as a long file."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("variant", "exercise", "part", "answer"))
    for question in variant(SHEET, KEY).questions:
        writer.writerows((KEY, question.id, part.id, part.right) for part in question.parts)
    return text.getvalue()


def test_from_seed_to_marks(tmp_path: Path) -> None:
    sheet, answers, marks = (str(tmp_path / name) for name in ("sheet.json", "answers.csv", "marks.csv"))
    assert called("make", "--seed", "42", "--conventions", "lillis", "-o", sheet).exit_code == 0
    assert Path(sheet).read_bytes() == SHEET.to_json()
    assert called("make", "--seed", "42", "--conventions", "lillis").stdout_bytes == SHEET.to_json()

    key = called("key", sheet, "--variant", KEY.lower())
    assert key.exit_code == 0 and f"variant {KEY}, seed 42, generator 1" in key.output
    assert called("key", sheet, "--variant", KEY, "--format", "json").stdout_bytes == key_json(variant(SHEET, KEY))
    assert "variant " in called("key", sheet).output

    Path(answers).write_text(key_file(), "utf-8")
    assert called("mark", sheet, answers, "-o", marks).exit_code == 0
    found = rows(Path(marks).read_text("utf-8"))
    assert tuple(found[0]) == HEAD
    assert {row["outcome"] for row in found} == {"right"}
    assert all(row["points"] == row["of"] for row in found)


def test_examples_stay_lines_in_the_help() -> None:
    assert "\n  python -m ireval sheet mark sheet.json answers.csv -o marks.csv\n" in called("mark", "--help").output
    assert (
        "\n  python -m ireval sheet make --seed 42 --conventions lillis -o sheet.json\n" in called("make", "-h").output
    )


def test_gaps_of_other_variants_are_left_out_in_a_wide_file() -> None:
    """Where documents are relevant differs, and with it which contributions are asked."""
    sheet = make_sheet(42, 2, conventions="lillis")
    keys = variant_keys(sheet, 4)
    asked = {key: [part.id for part in variant(sheet, key).questions[1].parts] for key in keys}
    columns = sorted({name for names in asked.values() for name in names})
    lines = [["variant", *(f"e2.{name}" for name in columns)]]
    for key in keys:
        parts = {part.id: part.right for part in variant(sheet, key).questions[1].parts}
        lines.append([key, *(parts.get(name, "") for name in columns)])
    assert any(set(names) != set(columns) for names in asked.values())
    text = "\n".join(",".join(line) for line in lines)
    found = [row for row in rows(marked_csv(sheet, read_answers(text, sheet))) if row["exercise"] == "e2"]
    assert {row["outcome"] for row in found} == {"right"}
    assert len(found) == sum(map(len, asked.values()))


def test_the_help_names_the_columns_that_come_out() -> None:
    told = " ".join(called("mark", "--help").output.split())
    assert f"the columns {', '.join(HEAD[:-1])} and {HEAD[-1]}." in told


def test_settings_reach_the_sheet() -> None:
    made = called("make", "--seed", "1", "--exercises", "8", "--decimals", "4", "--title", "Ü", "--set", "rel=2")
    sheet = from_json(made.stdout_bytes)
    assert (sheet.seed, len(sheet.exercises), sheet.decimals, sheet.title) == (1, 8, 4, "Ü")
    assert sheet.overrides == {"rel": 2} and sheet.preset == "trec_eval"


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("make", "--seed", "x"), "seed: "),
        (("make", "--seed", "1", "--exercises", "41"), "exercises: "),
        (("make", "--seed", "1", "--decimals", "1"), "decimals: "),
        (("make", "--seed", "1", "--conventions", "lilis"), "lillis"),
        (("make", "--seed", "1", "-o", "/no/such/folder/sheet.json"), "cannot be written"),
        (("key", "/no/such/sheet.json"), "cannot be read"),
    ],
)
def test_wrong_input_is_told_in_one_line(args: tuple[str, ...], word: str) -> None:
    result = called(*args)
    assert result.exit_code == 2 and result.stdout == ""
    assert word in result.stderr and result.stderr.count("\n") == 1


def test_a_wrong_sheet_and_a_wrong_key_are_told(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    data = json.loads(SHEET.to_json())
    data["exercises"][1]["measure"] = "BPREFF"
    path.write_text(json.dumps(data), "utf-8")
    assert "exercises[1].measure: " in called("key", str(path)).stderr
    path.write_bytes(SHEET.to_json())
    assert "variant: “0” is not part of any key." in called("key", str(path), "--variant", "K0").stderr
    answers = tmp_path / "answers.csv"
    answers.write_text("variant,exercise,part,answer\n", "utf-8")
    assert "no answers" in called("mark", str(path), str(answers)).stderr


def test_stress_reports_every_kind() -> None:
    result = called("stress", "--seeds", "1")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].split()[:2] == ["kind", "measure"] and len(lines) > 20
    assert {line.split()[0] for line in lines[1:]} == {x.kind for x in SHEET.exercises}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_wide_file_has_a_line_for_each_student(separator: str) -> None:
    lines = [["student", "variant", "e1.score", "e5.measure"], ["ann", KEY, '"0,324"', "RR"], ["bob", KEY, "", "P@10"]]
    text = "\r\n".join(separator.join(line) for line in lines)
    found = rows(marked_csv(SHEET, read_answers(b"\xef\xbb\xbf" + text.encode(), SHEET)))
    by = {(row["student"], row["exercise"], row["part"]): row for row in found}
    assert by["ann", "e1", "score"]["outcome"] == "right"
    assert by["bob", "e1", "score"]["outcome"] == "blank"
    assert by["ann", "e5", "measure"]["points"] == "1"
    assert by["bob", "e5", "measure"]["cause"] == "P@10"
    assert len(found) == 2 * sum(len(q.parts) for q in variant(SHEET, KEY).questions)


def test_students_with_one_variant_are_told_apart() -> None:
    head = "student,variant,exercise,part,answer\n"
    two = read_answers(f"{head}a,{KEY},e1,score,1\nb,{KEY},e1,score,2\na,{KEY},e5,measure,RR\n", SHEET)
    assert [(x.student, x.given) for x in two] == [
        ("a", {"e1": {"score": "1"}, "e5": {"measure": "RR"}}),
        ("b", {"e1": {"score": "2"}}),
    ]
    wide = read_answers(f"variant,e1.score\n{KEY},1\n{KEY},2\n", SHEET)
    assert [x.given for x in wide] == [{"e1": {"score": "1"}}, {"e1": {"score": "2"}}]


@pytest.mark.parametrize(
    ("text", "field", "word"),
    [
        ("", "line 1", "no column “variant”"),
        ("exercise,part,answer\n", "line 1", "no column “variant”"),
        ("variant,e9.score\n", "line 1", "“e9.score”"),
        ("variant,variant\n", "line 1", "twice"),
        (f"variant,exercise,part,answer\n{KEY},e1,score\n", "line 2", "3 fields"),
        (f"variant,exercise,part,answer\n\n{KEY},e1,score,0,3\n", "line 3", "5 fields"),
        (f"variant,exercise,part,answer\n{KEY},e9,score,1\n", "line 2", "no exercise"),
        (f"variant,exercise,part,answer\n{KEY},e1,luck,1\n", "line 2", "no part “luck”"),
        (f"variant,exercise,part,answer\n{KEY},e1,score,1\n{KEY},e1,score,2\n", "line 3", "answered above"),
        ("variant,exercise,part,answer\nK0,e1,score,1\n", "line 2", "“0”"),
        (f"variant,exercise,part,answer\n{KEY},e1,score,{'9' * 2001}\n", "line 2", "2000"),
        (f'variant,exercise,part,answer\n{KEY},e1,score,"1"2\n', "line 2", "not CSV"),
        (b"variant\xff", "answers", "UTF-8"),
    ],
)
def test_a_wrong_file_is_told_by_its_line(text: str | bytes, field: str, word: str) -> None:
    with pytest.raises(InputError, match=word) as refused:
        marked_csv(SHEET, read_answers(text, SHEET))
    assert refused.value.field == field


def test_no_answer_becomes_a_formula() -> None:
    text = f"student,variant,e1.score,e5.measure\n=cmd(),{KEY},-1,=1+1\n"
    found = rows(marked_csv(SHEET, read_answers(text, SHEET)))
    assert found[0]["student"] == "'=cmd()"
    by = {row["exercise"]: row["answer"] for row in found if row["answer"]}
    assert by == {"e1": "-1", "e5": "'=1+1"}
    assert not [x for row in found for x in row.values() if x.startswith(("=", "+", "@", "\t"))]


def test_the_readme_names_every_outcome_and_command() -> None:
    readme = (Path(__file__).parent.parent.parent / "README.md").read_text("utf-8")
    told = readme.partition("## Exercise sheets")[2].partition("\n## ")[0]
    assert [word for word in OUTCOMES if f"`{word}`" not in told] == []
    assert [name for name in ("make", "key", "mark", "stress", "export") if f"ireval sheet {name} " not in told] == []


def test_every_door_says_how_many_variants_a_file_holds() -> None:
    readme = (Path(__file__).parent.parent.parent / "README.md").read_text("utf-8")
    assert f"A PDF holds up to {MOST_PRINTED} variants, every other file up to {MOST_VARIANTS}." in readme
    help_text = " ".join(called("export", "--help").output.split())
    assert f"A PDF holds up to {MOST_PRINTED} variants; --first {MOST_PRINTED + 1} goes on behind those." in help_text
    assert {kind.most_variants for kind in FILE_KINDS.values() if kind.on_paper} == {MOST_PRINTED}
    assert {kind.most_variants for kind in FILE_KINDS.values() if not kind.on_paper} == {MOST_VARIANTS}


def test_the_readme_names_every_format_and_its_exports_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = (Path(__file__).parent.parent.parent / "README.md").read_text("utf-8")
    told = told[told.index("Formats are ") : told.index("Typical mistakes go along")]
    assert [key for key in FILE_KINDS if f"`{key}`" not in told] == []
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheet.json").write_bytes(make_sheet(42).to_json())
    heads = {"pdf": b"%PDF", "pdf-key": b"%PDF", "moodle": b"<?xml", "qti21": b"PK", "qti12": b"PK", "json": b"{"}
    heads["ilias"] = b"<?xml"
    for key in FILE_KINDS:
        done = called("export", "sheet.json", "--format", key, "-o", f"file.{key}")
        assert done.exit_code == 0, done.output
        assert (tmp_path / f"file.{key}").read_bytes().startswith(heads.get(key, b""))
