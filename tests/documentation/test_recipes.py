"""Every page that says how to add something is followed literally, and what it says comes out."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.documentation.recipes import blocks, change, changed, copy_all, follow, matches, run
from tests.paths import ROOT
from tests.tiers import sampled

pytestmark = pytest.mark.slow

PAGES = sorted(path.name for name in ("add-*.md", "write-*.md") for path in (ROOT / "docs").glob(name))


@pytest.mark.parametrize("name", sampled(PAGES, 1))
def test_the_page_works(name: str, tmp_path: Path) -> None:
    compared = 0
    for command, printed, shown in follow(name, tmp_path):
        assert matches(printed, shown), f"{command} printed:\n{printed}"
        compared += 1
    assert compared == sum(block.language == "text" for block in blocks(name)) > 0


#: The tests that a change by each page may break: those of the rooms that take what is added from the registry or the
#: catalogue, or ask every address. Formulas and slips of all other measures do not depend on one more.
TOUCHED = {
    "add-a-measure.md": (
        *("tests/ireval/metrics", "tests/ireval/conventions", "tests/ireval/explanation", "tests/ireval/measure"),
        *("tests/ireval/numbers", "tests/ireval/messages", "tests/ireval/cli", "tests/web/measures"),
        *("tests/web/switchboard", "tests/web/formulas", "tests/web/glossary", "tests/test_architecture.py"),
    ),
    "add-an-exercise-kind.md": (
        *("tests/ireval/exercises/kinds", "tests/ireval/exercises/variants", "tests/ireval/exercises/generator"),
        *("tests/ireval/exercises/exports", "tests/ireval/exercises/marking", "tests/ireval/exercises/paper"),
        *("tests/ireval/cli/test_sheet.py", "tests/web/sheets/test_builder.py", "tests/test_architecture.py"),
    ),
    "add-an-export-format.md": (
        *("tests/ireval/exercises/exports", "tests/ireval/exercises/contracts", "tests/ireval/cli"),
        *("tests/web/sheets/test_builder.py", "tests/web/sheets/test_handout.py", "tests/test_architecture.py"),
    ),
    "add-a-page.md": (
        *("tests/web/last_relevant", "tests/browser/last_relevant", "tests/web/server", "tests/web/measures"),
        *("tests/web/api", "tests/web/collections/test_private_answers.py", "tests/web/sheets/test_private_pages.py"),
        *("tests/fuzz/test_fuzz.py", "tests/test_architecture.py", "tests/test_project.py"),
    ),
    "add-a-lesson-block.md": (
        *("tests/ireval/lessons", "tests/ireval/messages", "tests/web/lessons", "tests/web/test_sentences.py"),
        *("tests/test_architecture.py", "tests/test_project.py"),
    ),
    "add-a-convention.md": ("tests/ireval/conventions", "tests/ireval/measure", "tests/web/switchboard"),
}
#: Tests of each measure or kind by itself, which take minutes for all; those of what is added run by its name.
ONE_BY_ONE = {
    "add-a-measure.md": (
        "[Miss",
        ("tests/ireval/metrics/test_formula_slips.py", "tests/ireval/metrics/test_kept_contract.py"),
    ),
    "add-an-exercise-kind.md": ("[one-cell", ("tests/ireval/exercises/kinds/test_kept_contract.py",)),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", TOUCHED)
def test_the_suite_stays_green(name: str, tmp_path: Path) -> None:
    """What a page adds breaks no quick test of the rooms that it touches; all of their tests take many minutes."""
    copy_all(tmp_path)
    change(name, tmp_path)
    added, files = ONE_BY_ONE.get(name, ("", ()))
    left_out = [f"--deselect={path}" for path in files]
    command = ["python", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    run(shlex.join([*command, "-m", "quick", *left_out, *TOUCHED[name]]), tmp_path)
    if files:
        run(shlex.join([*command, *files, "-k", added]), tmp_path)


def test_there_is_a_page_for_everything_that_is_often_added() -> None:
    assert PAGES == [
        "add-a-convention.md",
        "add-a-lesson-block.md",
        "add-a-measure.md",
        "add-a-page.md",
        "add-an-exercise-kind.md",
        "add-an-export-format.md",
        "write-a-lesson.md",
    ]


def test_a_change_that_does_not_fit_is_noticed() -> None:
    assert changed("a\nb\n", " a\n-b\n+c\n") == "a\nc\n"
    with pytest.raises(AssertionError, match="0 times"):
        changed("a\nb\n", " a\n-c\n+d\n")


def test_what_is_left_out_may_be_anything() -> None:
    assert matches("a\nb\nc\n", "a\n...\nc")
    assert not matches("a\nb\nc\n", "a\nc")
