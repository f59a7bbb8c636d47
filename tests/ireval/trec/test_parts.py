"""Files are read part by part: with the same result wherever a part ends, and without the file in memory."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from ireval import InputError
from ireval.trec import read_qrels, read_run
from ireval.trec.reading import parts
from tests.ireval.random_lists import composite, examples, given, st
from tests.ireval.trec.test_readers import LAYOUTS, QRELS, RUN

pytestmark = pytest.mark.slow

LONG_RUN = b"".join(b"%d Q0 d%d %d %d my tag\n" % (topic, doc, doc, -doc) for topic in range(9) for doc in range(30))
LONG_QRELS = b"".join(b"%d 0 d%d %d\n" % (topic, doc, doc % 3) for topic in range(9) for doc in range(30))
WRONG = (
    *(b"", b"\n", b"\r", b"\r\n", b" ", b"\t", b"# a comment\n", b"#", b"\0", b"\xff", b"\x1c", b"caf\xc3\xa9 "),
    *(b"1 Q0 d1 1 5 x\n", b"1 0 d1 1\n", b"1 Q0 d1 1 2,5 x\n", b"1 Q0 d1 1 nan x y\n", b"#" * 10_001 + b"\n"),
    *(b"\xef\xbb\xbf", b"\n\xef\xbb\xbf Q0 d99 1 5 x\n"),
)


def outcome(read: Any, source: Any) -> object:
    """What was read, or the error with its place and values."""
    try:
        found = read(source)
    except InputError as error:
        return error.key, getattr(error, "line", None), error.values
    return found.to_dict(), getattr(found, "tag", ""), found.comments


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [7, 90])
def test_a_part_may_end_anywhere_in_any_layout(
    layout: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    for read, long in ((read_run, LONG_RUN), (read_qrels, LONG_QRELS)):
        content = LAYOUTS[layout](b"".join(long.splitlines(keepends=True)[232:246]))  # a topic begins among them
        whole = outcome(read, content)
        path.write_bytes(content)
        with monkeypatch.context() as patch:
            patch.setattr(parts, "PART", size)
            assert outcome(read, path) == outcome(read, content) == whole


@composite
def disturbed(draw: Any) -> tuple[Any, bytes, int]:
    """A reader, a file of it with a disturbance, and the size of a part."""
    read, content = draw(st.sampled_from([(read_run, LONG_RUN), (read_qrels, LONG_QRELS)]))
    lines = content.splitlines(keepends=True)[: draw(st.integers(3, 60))]
    wrong = draw(st.sampled_from(WRONG))
    place = draw(st.integers(0, len(lines) - 1))
    at = draw(st.integers(0, len(lines[place])))
    lines[place] = lines[place][:at] + wrong + lines[place][at:]
    return read, b"".join(lines), draw(st.sampled_from([3, 50, 400]))


@given(disturbed())
@examples(50)
def test_parts_give_what_the_whole_gives(case: tuple[Any, bytes, int]) -> None:
    read, content, size = case
    whole = outcome(read, content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "PART", size)
        assert outcome(read, content) == whole


@pytest.mark.parametrize("packed", [False, True])
def test_the_bytes_of_a_file_are_never_in_memory_together(
    packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The columns of this run are a tenth of its file, because the tag is long."""
    tag = "t" * 230
    content = "".join(f"{t} Q0 d{t}-{i} {i} {-i} {tag}\n" for t in range(60) for i in range(1000)).encode()
    path = tmp_path / "run"
    path.write_bytes(gzip.compress(content, 1) if packed else content)
    size = len(content)
    del content
    monkeypatch.setattr(parts, "PART", 1 << 18)
    read_run(RUN)  # imports what is needed
    tracemalloc.start()
    run = read_run(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(run.scores) == 60_000
    assert peak < size / 2


def test_an_error_in_a_late_part_names_the_line_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "PART", 1000)
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(b"# a comment\n\n" + LONG_RUN + b"3 Q0 d4 1 1 my tag\n"))
    with pytest.raises(InputError) as caught:
        read_run(path)
    assert caught.value.values == {"topic": "3", "docno": "d4", "earlier": 97}
    assert f"line {len(LONG_RUN.splitlines()) + 3}:" in str(caught.value)
    path.write_bytes(gzip.compress(LONG_QRELS + QRELS.replace(b"3", b"x")))
    with pytest.raises(InputError) as caught:
        read_qrels(path)
    assert (caught.value.key, caught.value.values["grade"]) == ("grade-not-whole", "x")
