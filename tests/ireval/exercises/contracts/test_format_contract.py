"""The contract finds what is wrong with a format's file, each time in a file that is broken in one place."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ireval.cli.program import main
from ireval.contract.files.check_process import Report
from ireval.contract.files.check_worker import check
from ireval.exercises.contracts.format_file import EXPORT_FORMATS
from ireval.exercises.exports.platform_files import FORMATS

pytestmark = pytest.mark.slow

SOUND = '''"""A page of HTML; tests only."""

from ireval.exercises.exports.shared.job import Job
from ireval.exercises.exports.shared.platform_format import PlatformFormat
from ireval.exercises.exports.shared.question_markup import as_markup, body, filled, formatted, node


def write(job: Job) -> bytes:
    job.note_errors_not_carried()
    parts = [node("h1", job.origin), *formatted(job.sheet.intro)]
    for item in job.progress.counted(job.items):
        job.note_marked_by_hand(item)
        shown = filled(body(item.question), lambda part: "…")
        parts += [node("h2", item.name), shown]
        parts += [node("p", part.label, ": ", part.right) for part in item.question.parts]
        parts += [node("p", option.text) for part in item.question.parts for option in part.options]
        parts += formatted(item.question.hint)
    return as_markup(node("html", *parts)).encode()


FORMAT = PlatformFormat("page", "Page", ".page.html", "text/html", write, intro=True, hints=True)
'''
BREAKS = [
    ('"page", "Page"', '"Page", "Page"', "key: key"),
    ('"page", "Page"', '"csv", "Page"', "name-taken: key"),
    ('"page", "Page"', '"pdf", "Page"', "name-taken: key"),
    ('".page.html"', '".csv"', "name-taken: ending"),
    ('".page.html"', '"page"', "ending: ending"),
    ('"text/html"', '"HTML"', "media-type: media_type"),
    ('"Page", ".page', '"", ".page', "words: title"),
    ('"Page", ".page', '5, ".page', "type: title"),
    (").encode()", ")", "not-bytes: write"),
    (").encode()", ').encode("utf-16")', "not-read: write"),
    ("job.origin)", "job.origin, str(id(job)))", "not-the-same: write"),
    ("job.origin)", "job.origin, str(__import__('datetime').date.today()))", "not-the-same: write"),
    ("job.origin)", "job.origin, str(job.sheet.seed))", "shows-secret: write"),
    ("job.origin)", "job.origin, job.sheet.secret)", "shows-secret: write"),
    ("job.progress.counted(job.items)", "job.items", "progress: write"),
    ("shown = filled(body(item.question)", "shown = filled(node('p', item.question.prompt)", "not-held: the list"),
    ('lambda part: "…")', 'lambda part: "…")\n        shown.remove(shown[0])', "not-held: the prompt"),
    ('[node("h2", item.name), shown]', "[shown]", "not-held: the variant's key"),
    ('part.label, ": ", part.right)', "part.label)", "not-held: an answer"),
    ("option in part.options]", "option in part.options[:0]]", "not-held: an option"),
    ("*formatted(job.sheet.intro)]", "]", "not-held: intro"),
    ("        parts += formatted(item.question.hint)\n", "", "not-held: hints"),
    ("    job.note_errors_not_carried()\n", "", "note-missing: notes"),
    ("        job.note_marked_by_hand(item)\n", "", "note-missing: notes"),
    (").encode()", ").replace('&lt;', '<').encode()", "not-escaped: texts"),
    (").encode()", ").replace('<h1>', '<h1>' + chr(7)).encode()", "not-printable: texts"),
    ("job.items):", "job.items):\n        1 / 0", "fails: line "),
    (
        "as_markup, body, filled, formatted, node",
        "as_markup, body, filled, formatted, node\nfrom ireval.cli.program import main",
        "import: line ",
    ),
]


def checked(folder: Path, text: str) -> Report:
    path = folder / "page.py"
    path.write_text(text, "utf-8")
    return check(path, EXPORT_FORMATS)


def test_a_sound_file_passes(tmp_path: Path) -> None:
    report = checked(tmp_path, SOUND)
    assert (report.findings, report.refused, report.name) == ((), "", "page")
    assert report.passed > 8
    assert "page" not in FORMATS


@pytest.mark.parametrize(("old", "new", "found"), BREAKS)
def test_a_broken_file_is_reported(tmp_path: Path, old: str, new: str, found: str) -> None:
    assert SOUND.count(old) == 1, old
    lines = list(map(str, checked(tmp_path, SOUND.replace(old, new)).findings))
    assert any(line.startswith(found) for line in lines), lines
    assert not any("\n" in line for line in lines)


@pytest.mark.parametrize(
    ("write", "media", "found"),
    [
        ("b'<a><planted-element/>'", "application/xml", "not-read"),
        ("'\\n'.join(f'{x.question.lists},=1+1' for x in job.items).encode()", "text/csv", "not-read"),
        ("('=1+1,' + job.origin).encode()", "text/csv", "not-escaped"),
        ("b'{'", "application/json", "not-read"),
    ],
)
def test_what_is_not_of_its_media_type_is_found(tmp_path: Path, write: str, media: str, found: str) -> None:
    text = SOUND.replace('as_markup(node("html", *parts)).encode()', write).replace("text/html", media)
    assert any(line.startswith(found) for line in map(str, checked(tmp_path, text).findings))


def test_the_command_lists_formats_and_checks_a_file(tmp_path: Path) -> None:
    path = tmp_path / "page.py"
    path.write_text(SOUND, "utf-8")
    result = CliRunner().invoke(main, ["exports", "--check", str(path)], prog_name="ireval")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output == f"{path}: page passed 9 checks.\n"
    path.write_text(SOUND.replace("FORMAT =", "FORM ="), "utf-8")
    result = CliRunner().invoke(main, ["exports", "--check", str(path)], prog_name="ireval")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "declares no FORMAT" in result.stderr
    listed = CliRunner().invoke(main, ["exports"]).output.splitlines()
    assert [line.split()[0] for line in listed] == list(FORMATS)
