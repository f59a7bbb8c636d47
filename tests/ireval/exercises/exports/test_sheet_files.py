"""Every kind of file, through every door."""

from __future__ import annotations

from pathlib import Path

import pytest

from ireval.exercises import make_sheet
from ireval.exercises.exports.platform_files import MOST_VARIANTS
from ireval.exercises.exports.sheet_files import FILE_KINDS
from ireval.exercises.paper.pdf import MOST_PRINTED
from tests.ireval.cli.sheet_commands import called
from tests.paths import DOCS


def test_every_door_says_how_many_variants_a_file_holds() -> None:
    page = (DOCS / "sheets.md").read_text("utf-8")
    assert f"A PDF holds up to {MOST_PRINTED} variants, every other file up to {MOST_VARIANTS}." in page
    help_text = " ".join(called("export", "--help").output.split())
    assert (
        f"A PDF contains up to {MOST_PRINTED} variants; --first {MOST_PRINTED + 1} continues after those." in help_text
    )
    assert {kind.most_variants for kind in FILE_KINDS.values() if kind.on_paper} == {MOST_PRINTED}
    assert {kind.most_variants for kind in FILE_KINDS.values() if not kind.on_paper} == {MOST_VARIANTS}


def test_the_page_names_every_format_and_its_exports_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (DOCS / "sheets.md").read_text("utf-8")
    formats = page[page.index("Formats are ") : page.index("Typical mistakes, other conventions")]
    assert [key for key in FILE_KINDS if f"`{key}`" not in formats] == []
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheet.json").write_bytes(make_sheet(42).to_json())
    heads = {"pdf": b"%PDF", "pdf-key": b"%PDF", "moodle": b"<?xml", "qti21": b"PK", "qti12": b"PK", "json": b"{"}
    heads["ilias"] = b"<?xml"
    for key in FILE_KINDS:
        done = called("export", "sheet.json", "--format", key, "-o", f"file.{key}")
        assert done.exit_code == 0, done.output
        assert (tmp_path / f"file.{key}").read_bytes().startswith(heads.get(key, b""))
