"""Files of little but blank lines and comments are refused before they are read: they keep the place of others."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ireval.collection.upload.idle_lines import IdleLines
from ireval.trec import FileError
from tests.ireval.collection.upload.uploads import DOCUMENTS, QRELS, read

pytestmark = pytest.mark.slow

MOST = IdleLines.MOST


def first_too_many(text: bytes, size: int) -> int | None:
    """The line at which the pieces of a text, of this many bytes each, are too many."""
    lines = IdleLines()
    found = (lines.first_too_many(text[start : start + size]) for start in range(0, len(text), size))
    return next((line for line in found if line), None)


@pytest.mark.parametrize("size", [1 << 20, 99_991])
@pytest.mark.parametrize("idle", [b"\n", b" \n", b"\t\r\n", b"\r", b"#\n", b" #a\n"])
def test_the_line_is_named_wherever_the_pieces_end(idle: bytes, size: int) -> None:
    assert first_too_many(b"a\n" + idle * (MOST + 1), size) is None
    assert first_too_many(b"a\n" + idle * (MOST + 5), size) == MOST + 3


def test_lines_that_say_something_are_not_counted() -> None:
    assert first_too_many(b"1 0 d1 1\n\n" * (MOST + 9), 1 << 20) is None
    assert first_too_many(b"12\n" * (MOST + 9) + b"\n" * MOST, 1 << 20) is None


@pytest.mark.parametrize(
    ("name", "content"), [("qrels.txt.gz", QRELS), ("run.gz", b"1 Q0 d1 1 9.0 x\n"), ("docs.gz", DOCUMENTS)]
)
def test_an_upload_of_them_is_refused(name: str, content: bytes, tmp_path: Path) -> None:
    files = {"qrels.txt": QRELS, name: gzip.compress(content + b"\n" * 2 * MOST)}
    if "qrels" in name:
        del files["qrels.txt"]
    with pytest.raises(FileError) as found:
        read(tmp_path, files)
    line = 2 * content.count(b"\n") + MOST + 1
    assert (found.value.key, found.value.file, found.value.line) == ("too-many-idle-lines", name, line)
