"""A folder of lessons is a course; the command says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ireval.cli.program import main
from ireval.errors import InputError
from ireval.lessons import read_course
from ireval.lessons.course import LONGEST_FILE

TEXT = """---
title: {title}
minutes: 5
objectives: Know {title}
---
## One

See {{lesson}}`{link}`.
"""


def written(folder: Path, **lessons: str) -> Path:
    """A folder with a lesson for each name, which refers to another one; underscores stand for hyphens."""
    for name, link in lessons.items():
        text = TEXT.format(title=name.strip("_0123456789").replace("_", " "), link=link)
        (folder / f"{name.strip('_').replace('_', '-')}.md").write_text(text, "utf-8")
    return folder


def test_lessons_are_ordered_by_file_name_and_named_without_the_number(tmp_path: Path) -> None:
    course = read_course(written(tmp_path, _10_recall="precision", _02_precision="recall", _30_f_measure="recall"))
    assert list(course.lessons) == ["precision", "recall", "f-measure"]
    assert course.lessons["precision"].objectives == ("Know precision",)
    assert not any(course.faults.values())


def test_faults_stand_with_their_file(tmp_path: Path) -> None:
    folder = written(tmp_path, _1_precision="recal", _2_recall="precision", _3_recall="precision")
    (folder / "Recall (old).md").write_text("x", "utf-8")
    (folder / "9-latin.md").write_bytes("---\ntitle: Größe\n".encode("latin-1"))
    (folder / "9-long.md").write_text("x" * (LONGEST_FILE + 1), "utf-8")
    faults = {file.name: [(f.line, f.problem.key) for f in found] for file, found in read_course(folder).faults.items()}
    assert faults == {
        "1-precision.md": [(8, "lesson-unknown-link")],
        "2-recall.md": [],
        "3-recall.md": [(1, "lesson-twice")],
        "9-latin.md": [(1, "lesson-not-utf-8")],
        "9-long.md": [(1, "lesson-file-too-long")],
        "Recall (old).md": [(1, "lesson-file-name")],
    }


def test_line_ends_and_a_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    file = written(tmp_path, precision="precision") / "precision.md"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert not any(read_course(tmp_path).faults.values())


def test_an_empty_folder_is_no_course(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no lesson"):
        read_course(tmp_path)


def test_the_command_prints_file_line_and_cure_or_counts(tmp_path: Path) -> None:
    command = ["lessons", "check", str(written(tmp_path, _1_precision="recal", _2_recall="precision"))]
    refused = CliRunner().invoke(main, command)
    assert refused.exit_code == 1
    (line,) = refused.output.splitlines()
    assert line.startswith(f"{tmp_path / '1-precision.md'}:8: ") and "recall" in line.partition("recal”")[2]
    written(tmp_path, _1_precision="recall")
    passed = CliRunner().invoke(main, command)
    assert passed.exit_code == 0 and passed.output.startswith("2 lessons with 2 steps and 0 questions")
    missing = CliRunner().invoke(main, ["lessons", "check", str(tmp_path / "nowhere")])
    assert missing.exit_code == 2
    (tmp_path / "1-precision.md").unlink()
    (tmp_path / "2-recall.md").unlink()
    empty = CliRunner().invoke(main, command)
    assert empty.exit_code == 2 and "no lesson" in empty.output


def test_a_lesson_of_a_later_folder_replaces_one_in_its_place_and_may_refer_to_others(tmp_path: Path) -> None:
    for name in ("shipped", "own"):
        (tmp_path / name).mkdir()
    shipped = written(tmp_path / "shipped", _1_precision="recall", _2_recall="precision")
    own = written(tmp_path / "own", _7_precision="f-measure", _8_f_measure="recall")
    course = read_course(shipped, own)
    assert list(course.lessons) == ["precision", "recall", "f-measure"] and not any(course.faults.values())
    assert course.files["precision"] == own / "7-precision.md" and "f-measure" in course.lessons["precision"].links
    command = ["lessons", "check", str(shipped), str(own)]
    assert CliRunner().invoke(main, command).output.startswith("3 lessons with 3 steps")
    assert CliRunner().invoke(main, ["lessons", "check", str(own)]).exit_code == 1


@pytest.mark.parametrize(
    "deep", ["[" * 5000, "{a: " * 3000, "- " * 3000, "\n".join(" " * i + "- a:" for i in range(500))]
)
def test_fields_that_contain_each_other_too_often_are_refused(tmp_path: Path, deep: str) -> None:
    (tmp_path / "deep.md").write_text(f"---\ntitle: a\nminutes: 5\nobjectives:\n  {deep}\n---\n## One\n", "utf-8")
    (faults,) = read_course(tmp_path).faults.values()
    assert "lesson-too-deep" in [fault.problem.key for fault in faults]
