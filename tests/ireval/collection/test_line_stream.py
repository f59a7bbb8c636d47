"""Files are read line by line: from any source, within limits, and never as a whole."""

from __future__ import annotations

import gzip
import io
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ireval.collection import read_documents
from ireval.collection.line_stream import LONGEST_LINE, LineStream
from ireval.trec import FileError
from tests.ireval.random_lists import examples, given, st

pytestmark = pytest.mark.slow

CONTENT = "<DOC><DOCNO>1</DOCNO>\ncafé\n</DOC>\n".encode()


def lines_of(source: Any, limit: int = 1_100_000) -> list[str]:
    return list(LineStream(source, "documents", limit))


def on_disk(content: bytes, folder: Path) -> Path:
    path = folder / "documents"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_path_an_open_file_and_bytes_are_the_same(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = on_disk(pack(CONTENT), tmp_path)
    expected = ["<DOC><DOCNO>1</DOCNO>\n", "café\n", "</DOC>\n"]
    assert lines_of(pack(CONTENT)) == lines_of(path) == lines_of(str(path)) == expected
    with path.open("rb") as file:
        assert lines_of(file) == expected
        assert not file.closed


def test_text_that_is_already_decoded() -> None:
    assert lines_of(io.StringIO("é\n" * 100_000)) == ["é\n"] * 100_000


def test_files_of_all_systems() -> None:
    assert lines_of(b"a\r\nb\rc\n\nd") == ["a\n", "b\n", "c\n", "\n", "d"]
    assert lines_of(b"\xef\xbb\xbfa\n") == ["a\n"]


def test_latin_1_is_read_line_by_line() -> None:
    assert lines_of(b"caf\xe9\ncaf\xc3\xa9\n") == ["café\n", "café\n"]


def test_what_is_not_utf_8_is_windows_1252() -> None:
    """Old collections were typed on Windows: their quotation marks, dashes and euros are no control characters."""
    assert lines_of(b"\x93smart\x94 \x96 it\x92s 5 \x80\x85\n") == ["“smart” – it’s 5 €…\n"]
    assert lines_of(b"\x81\x8d\x8f\x90\x9d \xa0\xe4\xff\n") == ["\x81\x8d\x8f\x90\x9d \xa0äÿ\n"]
    assert lines_of("\x93é\n".encode()) == ["\x93é\n"], "what is UTF-8 stays as it is"


@pytest.mark.parametrize("end", ["\x1a", "\x1a\x1a\x1a"])
def test_the_last_character_of_dos_is_left_out(end: str) -> None:
    assert lines_of(f"a\r\nb\r\n{end}".encode()) == ["a\n", "b\n"]
    assert lines_of(gzip.compress(f"a\nb{end}".encode())) == ["a\n", "b"]
    assert lines_of(f"a{end}\n{end}b\n".encode()) == [f"a{end}\n", f"{end}b\n"], "elsewhere it is a character"
    with pytest.raises(FileError) as caught:
        lines_of(end.encode())
    assert caught.value.key == "file-empty"


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), max_size=20), min_size=1))
@examples(60)
def test_every_text_comes_back(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in ["first", *lines])
    assert lines_of(text.encode()) == [f"{line}\n" for line in ["first", *lines]]
    assert "".join(lines_of(gzip.compress(text.encode()))) == text


class Stubborn:
    """A file that cannot be read."""

    name = "stubborn"

    def read(self, _: int) -> bytes:
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize(
    ("source", "line", "key"),
    [
        (b"", None, "file-empty"),
        (b" \n\n", None, "file-empty"),
        (gzip.compress(b""), None, "file-empty"),
        (b"a\nb\0c\n", 2, "file-binary"),
        (b"\xff\xfea\0", None, "file-utf-16"),
        (gzip.compress(CONTENT)[:-9], None, "file-damaged-gzip"),
        (b"\x1f\x8b and no more", None, "file-damaged-gzip"),
        (b"a\n" + b"x" * (LONGEST_LINE + 1), 2, "line-too-long"),
        (b"a" * 500_000 + b"\n" + b"b" * 700_000, None, "file-too-large"),
        (gzip.compress(b"a\n" * 600_000), None, "file-too-large"),
        ("nowhere/documents", None, "file-not-readable"),
        (".", None, "file-not-readable"),
        (Stubborn(), None, "file-not-readable"),
        (io.StringIO("a\ud800"), None, "file-not-utf-8"),
    ],
)
def test_what_cannot_be_read(source: Any, line: int | None, key: str) -> None:
    with pytest.raises(FileError) as caught:
        lines_of(source)
    assert (caught.value.key, caught.value.line) == (key, line)
    assert caught.value.suggestion


def test_a_limit_may_be_reached() -> None:
    assert len(lines_of(b"a" * 10, 10)) == len(lines_of(gzip.compress(b"a" * 10), 10)) == 1
    with pytest.raises(FileError, match="larger than the limit of 9 bytes"):
        lines_of(b"a" * 10, 9)


class Endless:
    """An open file with many documents, which does not exist as a whole."""

    def __init__(self, count: int) -> None:
        text = b"".join(b"word%d " % number for number in range(200))
        self.parts = (b"<DOC><DOCNO>%d</DOCNO><TEXT>%b</TEXT></DOC>\n" % (number, text) for number in range(count))
        self.rest = b""
        self.given = 0

    def read(self, size: int) -> bytes:
        while len(self.rest) < size and (part := next(self.parts, b"")):
            self.rest += part
        found, self.rest = self.rest[:size], self.rest[size:]
        self.given += len(found)
        return found


def test_documents_come_while_the_file_is_read() -> None:
    file: Any = Endless(2000)
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_documents(file))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 2000
    assert peak < file.given / 3
