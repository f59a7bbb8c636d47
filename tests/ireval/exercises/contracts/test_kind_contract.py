"""The contract finds what is wrong with a kind's file, each time in a file that is broken in one place."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ireval.cli.program import main
from ireval.contract.files.check_process import Report
from ireval.contract.files.check_worker import check
from ireval.exercises import KINDS
from ireval.exercises.contracts.kind_file import EXERCISE_KINDS

pytestmark = pytest.mark.slow

SOUND = '''"""The score of a list; tests only."""

from dataclasses import replace

from ireval.exercises.kinds.exercise_draw import ExerciseDraw
from ireval.exercises.kinds.kind import ON_A_LIST, Kind
from ireval.exercises.kinds.layout import given_to, in_words, notes, score_part, shown, titled
from ireval.exercises.question.question import CHOICE, NUMBER, TEXT, FreeNumber, Option, Part, Question
from ireval.messages import Message


def make_question(draw: ExerciseDraw) -> tuple[Question, int]:
    ranked = draw.ranked_list
    table = draw.table(ranked)
    part = score_part(table, draw.exercise.points)
    prompt = Message("score-task", {"measure": in_words(draw.spec), "precision": given_to([part])}, declared=TASK)
    seen = shown(ranked)
    question = draw.question(
        titled("Score", draw.spec), prompt, (part,), lists=(seen,), notes=notes(table), tables=(table,)
    )
    return question, draw.grade(table)


TASK = "Calculate the {measure} of this list, {precision}."
KIND = Kind("a-score", "A score", "Calculate a score.", make_question, ON_A_LIST, ("AP", "RBP"))
'''
BREAKS = [
    ('"a-score"', '"A score"', "key: key"),
    ('"a-score"', '"number"', "name-taken: key"),
    ('"A score"', '""', "words: title"),
    ('"Calculate a score."', '"Calculate a score"', "words: sentence"),
    ('"A score"', "3", "type: title"),
    ("ON_A_LIST, (", "ON_A_LIST | {'lost'}, (", "field-unknown: takes"),
    ("ON_A_LIST, (", "frozenset({'list'}), (", "measures: measures"),
    ('("AP", "RBP")', '("AP", "RBPP")', "measures: RBPP"),
    ('"RBP"))', '"RBP"), points=0)', "points: points"),
    ('"RBP"))', '"RBP"), seed_place=1)', "place: seed_place"),
    ('"RBP"))', '"RBP"), seed_place=11)', "place: seed_place"),
    ('"RBP"))', '"RBP"), lab_place=1)', "place: lab_place"),
    ("return question, draw.grade(table)", "return question", "make: make"),
    ("draw.grade(table)", "7", "make: make"),
    ("draw.grade(table)", "4", "never-drawn: make"),
    (
        "ranked = draw.ranked_list",
        "ranked = replace(draw.ranked_list, labels=''.join(__import__('random').choices('01', k=30)))",
        "draws-by-chance: make",
    ),
    (
        "ranked = draw.ranked_list",
        "ranked = replace(draw.ranked_list, labels='101003000', unretrieved='21', names=())",
        "same-for-all: make",
    ),
    ("draw.exercise.points)", "draw.exercise.points / 2)", "points: parts"),
    ("(part,), lists", "(), lists", "parts: parts"),
    ("(part,), lists", "(part, part), lists", "parts: parts"),
    (", tables=(table,)", "", "parts: part score"),
    ('titled("Score", draw.spec), prompt', "titled(\"Score\", draw.spec), ''", "words: question"),
    ("(part,), lists", "(replace(part, label=''),), lists", "words: part score"),
    ("(part,), lists", "(replace(part, kind='word'),), lists", "parts: part score"),
    ("(part,), lists", "(replace(part, kind=TEXT),), lists", "parts: part score"),
    ("(part,), lists", "(replace(part, kind=CHOICE, options=(Option('a', 'b'),)),), lists", "parts: part score"),
    ("lists=(seen,)", "lists=()", "answer-not-shown: part score"),
    (
        "seen = shown(ranked)",
        "seen = shown(replace(ranked, labels=ranked.labels[::-1]))",
        "answer-not-shown: part score",
    ),
    ("seen = shown(ranked)", "seen = shown(replace(ranked, unretrieved=''))", "answer-not-shown: part score"),
    ("(part,), lists", "(replace(part, right='0.123'),), lists", "answer: part score"),
    ("(part,), lists", "(replace(part, right='0.123'),), lists", "right-is-wrong: part score"),
    (
        "seen = shown(ranked)",
        "seen = shown(ranked)\n    seen = seen._replace(rows=tuple(row._replace(name='d1') for row in seen.rows))",
        "names: lists",
    ),
    (
        "(part,), lists",
        "(replace(part, free=FreeNumber(part.value, part.value, calculation='x')),), lists",
        "no-mistakes: parts",
    ),
    ('("AP", "RBP")', '("Success@5",)', "guessable: make"),
    ("table = draw.table(ranked)", "table = draw.table(ranked)\n    1 / 0", "fails: line 15"),
    (
        "from dataclasses import replace",
        "from dataclasses import replace\nfrom ireval.exercises.marking import marks",
        "import: line 4",
    ),
]


def checked(folder: Path, text: str) -> Report:
    path = folder / "score.py"
    path.write_text(text, "utf-8")
    return check(path, EXERCISE_KINDS)


def test_a_sound_file_passes(tmp_path: Path) -> None:
    report = checked(tmp_path, SOUND)
    assert (report.findings, report.refused, report.name) == ((), "", "a-score")
    assert report.passed > 13
    assert "a-score" not in KINDS


@pytest.mark.parametrize(("old", "new", "found"), BREAKS)
def test_a_broken_file_is_reported(tmp_path: Path, old: str, new: str, found: str) -> None:
    assert SOUND.count(old) == 1, old
    lines = list(map(str, checked(tmp_path, SOUND.replace(old, new)).findings))
    assert any(line.startswith(found) for line in lines), lines
    assert not any("\n" in line for line in lines)


def test_the_command_lists_kinds_and_refuses_a_broken_file(tmp_path: Path) -> None:
    path = tmp_path / "score.py"
    path.write_text(SOUND.replace('"A score"', '""'), "utf-8")
    result = CliRunner().invoke(main, ["exercises", "--check", str(path)], prog_name="ireval")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith(f"{path}: words: title: It is empty.")
    listed = CliRunner().invoke(main, ["exercises"]).output
    assert all(f"\n{key}" in f"\n{listed}" for key in KINDS)
