"""Wrong files are refused with the file and the line, before anything is complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from ireval import InputError
from ireval.trec import FileError
from tests.ireval.collection.upload.uploads import GOOD, SMALL, WRONG, Wrong, files_of, read


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_refused_with_its_name_and_line(wrong: Wrong, tmp_path: Path) -> None:
    with pytest.raises(InputError) as found:
        read(tmp_path, files_of(wrong), SMALL)
    error = found.value
    place = (error.file, error.line) if isinstance(error, FileError) else ("", None)
    assert (error.key, *place) == (wrong.key, wrong.file, wrong.line)
    assert error.suggestion
    assert str(tmp_path) not in error.message


def test_the_good_files_are_within_the_same_limits(tmp_path: Path) -> None:
    _, summary = read(tmp_path, GOOD, SMALL)
    assert (summary.topics, summary.judged, summary.relevant, summary.documents) == (2, 3, 2, 2)


def test_there_are_twenty_kinds() -> None:
    """All readers of lines, markup and tagged fields refuse something, and so do all limits."""
    assert len({wrong.key for wrong in WRONG.values()}) >= 20
    assert sum(wrong.line is not None for wrong in WRONG.values()) >= 20
