"""Every page that says how to add something is followed literally, and what it says comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documentation.recipes import blocks, changed, follow, matches
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


def test_there_is_a_page_for_everything_that_is_often_added() -> None:
    assert PAGES == [
        "add-a-convention.md",
        "add-a-measure.md",
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
