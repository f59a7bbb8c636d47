"""The CSV files of a class."""

from __future__ import annotations

import pytest

from ireval.errors import InputError
from ireval.exercises import make_sheet, variant, variant_keys
from ireval.exercises.marking.class_answers import HEAD, MOST_BYTES, marked_csv, read_answers
from tests.ireval.cli.sheet_commands import rows
from tests.ireval.exercises.sample_questions import KEY
from tests.ireval.exercises.sample_sheets import SHEET


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


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_wide_file_has_a_line_for_each_student(separator: str) -> None:
    lines = [["student", "variant", "e1.score", "e5.measure"], ["ann", KEY, '"0,516"', "RR"], ["bob", KEY, "", "P@10"]]
    text = "\r\n".join(separator.join(line) for line in lines)
    found = rows(marked_csv(SHEET, read_answers(b"\xef\xbb\xbf" + text.encode(), SHEET)))
    by = {(row["student"], row["exercise"], row["part"]): row for row in found}
    assert by["ann", "e1", "score"]["outcome"] == "right"
    assert by["bob", "e1", "score"]["outcome"] == "blank"
    assert by["ann", "e5", "measure"]["points"] == "1"
    assert by["bob", "e5", "measure"]["cause"] == "P@10"
    assert len(found) == 2 * sum(len(q.parts) for q in variant(SHEET, KEY).questions)


def test_students_with_the_same_variant_are_kept_apart() -> None:
    head = "student,variant,exercise,part,answer\n"
    two = read_answers(f"{head}a,{KEY},e1,score,1\nb,{KEY},e1,score,2\na,{KEY},e5,measure,RR\n", SHEET)
    assert [(x.student, x.given) for x in two] == [
        ("a", {"e1": {"score": "1"}, "e5": {"measure": "RR"}}),
        ("b", {"e1": {"score": "2"}}),
    ]
    wide = read_answers(f"variant,e1.score\n{KEY},1\n{KEY},2\n", SHEET)
    assert [x.given for x in wide] == [{"e1": {"score": "1"}}, {"e1": {"score": "2"}}]


@pytest.mark.parametrize(
    ("text", "field", "key", "values"),
    [
        ("", "line 1", "answers-without-variant", {}),
        ("exercise,part,answer\n", "line 1", "answers-without-variant", {}),
        ("variant,e9.score\n", "line 1", "answers-unknown-column", {"column": "e9.score"}),
        ("variant,variant\n", "line 1", "answers-column-twice", {"column": "variant"}),
        (
            f"variant,exercise,part,answer\n{KEY},e1,score\n",
            "line 2",
            "answers-other-fields",
            {"fields": 3, "expected": 4},
        ),
        (
            f"variant,exercise,part,answer\n\n{KEY},e1,score,0,3\n",
            "line 3",
            "answers-other-fields",
            {"fields": 5, "expected": 4},
        ),
        (f"variant,exercise,part,answer\n{KEY},e9,score,1\n", "line 2", "answers-unknown-exercise", {"exercise": "e9"}),
        (
            f"variant,exercise,part,answer\n{KEY},e1,luck,1\n",
            "line 2",
            "answers-unknown-part",
            {"part": "luck", "variant": KEY},
        ),
        (
            f"variant,exercise,part,answer\n{KEY},e1,score,1\n{KEY},e1,score,2\n",
            "line 3",
            "answered-twice",
            {"part": "score"},
        ),
        ("variant,exercise,part,answer\nK0,e1,score,1\n", "line 2", "not-in-keys", {}),
        (
            f"variant,exercise,part,answer\n{KEY},e1,score,{'9' * 2001}\n",
            "line 2",
            "answer-too-long",
            {"length": 2001, "most": 2000},
        ),
        (f'variant,exercise,part,answer\n{KEY},e1,score,"1"2\n', "line 2", "not-csv", {}),
        (b"variant\xff", "answers", "not-utf-8", {"byte": 8}),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    text: str | bytes, field: str, key: str, values: dict[str, object]
) -> None:
    with pytest.raises(InputError) as refused:
        marked_csv(SHEET, read_answers(text, SHEET))
    error = refused.value
    assert (error.field, error.key) == (field, key)
    assert values.items() <= error.values.items()
    assert error.message.endswith(".") and error.suggestion


def test_no_answer_becomes_a_formula() -> None:
    text = f"student,variant,e1.score,e5.measure\n=cmd(),{KEY},-1,=1+1\n"
    found = rows(marked_csv(SHEET, read_answers(text, SHEET)))
    assert found[0]["student"] == "'=cmd()"
    by = {row["exercise"]: row["answer"] for row in found if row["answer"]}
    assert by == {"e1": "-1", "e5": "'=1+1"}
    assert not [x for row in found for x in row.values() if x.startswith(("=", "+", "@", "\t"))]


def test_the_limits_of_a_file() -> None:
    head = f"variant,exercise,part,answer\n{KEY},e1,score,"
    (one,) = read_answers(f"{head}{'9' * 2000}\n", SHEET)
    assert len(one.given["e1"]["score"]) == 2000
    assert MOST_BYTES == 20_000_000
    with pytest.raises(InputError) as refused:
        read_answers(b" " * 20_000_001, SHEET)
    assert (refused.value.field, refused.value.key) == ("answers", "answers-too-large")
    with pytest.raises(InputError) as other:
        read_answers(b" " * 20_000_000, SHEET)
    assert other.value.key == "not-csv"  # a field is too long


def test_the_header_is_read_as_it_is_written() -> None:
    """With a mark of the byte order, spaces, empty lines and columns in another order."""
    text = f"\ufeff answer ; part;exercise; variant \n;;;\n\n0,5;score;e1; {KEY.lower()}\n"
    (one,) = read_answers(text, SHEET)
    assert (one.student, one.variant, one.line, one.given) == ("", KEY, 4, {"e1": {"score": "0,5"}})
    for columns in ("e1score", "e1.score,exercise", "other"):
        with pytest.raises(InputError) as refused:
            read_answers(f"variant,{columns}\n", SHEET)
        assert refused.value.key == "answers-unknown-column"


def test_a_line_is_that_of_the_first_answer() -> None:
    head = "student,variant,exercise,part,answer\n"
    found = read_answers(f"{head}b,{KEY},e1,score,1\n a ,{KEY},e1,score,1\nb,{KEY},e5,measure,RR\n", SHEET)
    assert [(x.student, x.line) for x in found] == [("b", 2), ("a", 3)]
    wide = read_answers(f"student,variant,e1.score\na,{KEY},1\na,{KEY},2\n", SHEET)
    assert [x.line for x in wide] == [2, 3]


def test_marks_have_four_decimals_at_most() -> None:
    """AP of the sheet's first list is 0.516; 0.52 earns half of its point, and the CSV says why."""
    found = rows(marked_csv(SHEET, read_answers(f"variant,e1.score\n{KEY},0.52\n", SHEET)))
    assert tuple(found[0]) == HEAD
    first = found[0]
    assert [first[name] for name in HEAD[:10]] == [
        "", KEY, "e1", "score", "AP", "0.52", "few-decimals", "0.5", "1", "few-decimals",
    ]  # fmt: skip
    assert first["text"].startswith("Right so far: 0.52. One more decimal, please. Correct: AP = ")
    assert all(len(row["of"].partition(".")[2]) <= 4 for row in found)
