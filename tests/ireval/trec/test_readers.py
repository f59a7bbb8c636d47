"""Files of judgements and runs: read back as written, in any layout, and refused with the line and advice."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ireval import InputError
from ireval.trec import FileError, read_qrels, read_run, runs, write_qrels, write_run
from ireval.trec.reading.part_table import PartReader
from ireval.trec.reading.parts import Part
from tests.ireval.random_lists import composite, examples, given, st

pytestmark = pytest.mark.slow

#: Without the time, so that tests have the same names in every process.
packed = partial(gzip.compress, mtime=0)
QRELS = b"1 0 a 1\n1 0 b 0\n2 0 a 3\n2 0 c -1\n"
RUN = b"1 Q0 b 1 2.5 me\n1 Q0 a 2 1.5 me\n2 Q0 c 1 1e-3 me\n"
JUDGED = {"1": {"a": 1, "b": 0}, "2": {"a": 3, "c": -1}}
RETURNED = {"1": {"b": 2.5, "a": 1.5}, "2": {"c": 0.001}}

names = st.text(st.characters(exclude_categories=("Cs", "Zs", "Zl", "Zp", "Cc", "Cf")), min_size=1, max_size=20)
topics = st.one_of(st.integers(1, 99).map(str), names).filter(lambda name: not name.startswith("#"))
scores = st.floats(allow_nan=False, allow_infinity=False)
judged = st.dictionaries(
    topics, st.dictionaries(names, st.integers(-1, 9), min_size=1, max_size=6), min_size=1, max_size=5
)
covered = st.dictionaries(names, st.integers(0, 3), min_size=1, max_size=4)
returned = st.dictionaries(topics, st.dictionaries(names, scores, min_size=1, max_size=6), min_size=1, max_size=5)


@given(judged)
def test_qrels_read_back(expected: dict[str, dict[str, int]]) -> None:
    file = io.StringIO()
    write_qrels(expected, file)
    assert read_qrels(file.getvalue().encode()).to_dict() == expected


@given(returned)
def test_runs_read_back(expected: dict[str, dict[str, float]]) -> None:
    file = io.StringIO()
    write_run(expected, file)
    assert read_run(file.getvalue().encode()).to_dict() == expected


@given(st.dictionaries(topics, st.dictionaries(names, covered, min_size=1, max_size=4), min_size=1, max_size=4))
@examples(30)
def test_subtopics_read_back(expected: dict[str, Any]) -> None:
    file = io.StringIO()
    write_qrels(expected, file)
    found = read_qrels(file.getvalue().encode(), subtopics=True)
    assert found.to_nested_dict() == expected
    assert found.to_dict() == {t: {d: max(g.values()) for d, g in mine.items()} for t, mine in expected.items()}


@composite
def shuffled(draw: Any) -> tuple[dict[str, dict[str, float]], bytes]:
    expected = draw(returned)
    lines = [f"{t} Q0 {d} 1 {s!r} x" for t, mine in expected.items() for d, s in mine.items()]
    return expected, "\n".join(draw(st.permutations(lines))).encode()


@given(shuffled())
def test_lines_in_any_order(case: tuple[dict[str, dict[str, float]], bytes]) -> None:
    expected, content = case
    assert read_run(content).to_dict() == expected


LAYOUTS: dict[str, Callable[[bytes], bytes]] = {
    "plain": lambda content: content,
    "tabs": lambda content: content.replace(b" ", b"\t"),
    "several spaces": lambda content: content.replace(b" ", b" \t  "),
    "spaces at both ends": lambda content: content.replace(b"\n", b"  \n  "),
    "Windows line ends": lambda content: content.replace(b"\n", b"\r\n"),
    "Windows line ends and spaces": lambda content: content.replace(b"\n", b" \r\n"),
    "old Macintosh line ends": lambda content: content.replace(b"\n", b"\r"),
    "byte-order mark": lambda content: b"\xef\xbb\xbf" + content,
    "no last line end": lambda content: content.rstrip(),
    "blank lines": lambda content: b"\n\n" + content.replace(b"\n", b"\n  \n"),
    "comments": lambda content: b"# by hand\n" + content.replace(b"\n", b"\n  # two three four five six\n") + b"#",
    "comments like rows": lambda content: content.replace(b"\n", b"\n#2 0 a 1\n#2 Q0 c 1 1 me\n"),
    "comments at the end": lambda content: content + b"# 1\n#",
    "gzip": packed,
    "two gzip members": lambda content: packed(content[:20]) + packed(content[20:]),
    "gzip with a byte-order mark": lambda content: packed(b"\xef\xbb\xbf" + content),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_files_are_read_in_any_layout(layout: str, tmp_path: Path) -> None:
    for content, read, expected in ((QRELS, read_qrels, JUDGED), (RUN, read_run, RETURNED)):
        path = tmp_path / "file"
        path.write_bytes(LAYOUTS[layout](content))
        assert read(path).to_dict() == expected
        assert read(str(path)).to_dict() == expected
        with path.open("rb") as file:
            assert read(file).to_dict() == expected
        if not layout.startswith(("gzip", "two gzip")):
            with path.open(encoding="utf-8") as letters:
                assert read(letters).to_dict() == expected


@pytest.mark.parametrize("layout", [name for name in LAYOUTS if "gzip" not in name])
def test_the_last_tag_names_the_run(layout: str) -> None:
    assert read_run(LAYOUTS[layout](RUN.replace(b"3 me", b"3 last"))).tag == "last"


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("tag", [b"my run", b"2 stages: BM25, then 3 passes"])
def test_a_tag_may_contain_blanks(layout: str, tag: bytes) -> None:
    """trec_eval ignores what follows the first word of the tag. A file of its version 10 has such a line."""
    run = read_run(LAYOUTS[layout](RUN.replace(b"me", tag)))
    assert (run.to_dict(), run.tag) == (RETURNED, tag.decode())
    one = read_run(LAYOUTS[layout](RUN.replace(b"1.5 me", b"1.5 " + tag)))
    assert (one.to_dict(), one.tag) == (RETURNED, "me")


def test_a_tag_with_blanks_may_begin_with_a_number() -> None:
    """If all tags do, scores that are whole numbers are no ranks."""
    assert read_run(b"1 Q0 a 1 12 2 stages\n1 Q0 b 2 11 2 stages\n").to_dict() == {"1": {"a": 12, "b": 11}}
    assert read_run(b"1 Q0 a 1 1.5 2 stages\n1 Q0 b 2 0.5 3 stages\n").to_dict() == {"1": {"a": 1.5, "b": 0.5}}


def test_a_line_that_can_be_read_in_two_ways_is_refused() -> None:
    """The documents may be Pluto 1 and Mars 2: trec_eval would read Pluto and Mars with the scores 1 and 2."""
    with pytest.raises(FileError) as caught:
        read_run(b"1 Q0 Pluto 1 1 2.5 me\n1 Q0 Mars 2 2 1.5 me\n")
    assert (caught.value.key, caught.value.line) == ("run-line-with-two-readings", 2)
    assert "“Mars” with the tag “1.5 me”, or as document “Mars 2”" in caught.value.message


@pytest.mark.parametrize("content", [QRELS, RUN, RUN.replace(b"me", b"my run")], ids=["qrels", "run", "blanks"])
def test_comments_are_counted(content: bytes) -> None:
    read: Any = read_qrels if content == QRELS else read_run
    assert read(content).comments == 0
    assert read(b"# one\n" + content + b"  # two\n\n#three words and four more\n#").comments == 4
    assert read(content.replace(b"a", b"a#").replace(b"\n", b"\n#\n", 1)).comments == 1
    uneven = content.replace(b"\n", b"\n#\n", 1) if content == QRELS else content + b"#\n9 Q0 a 1 2 a longer tag here\n"
    assert read(uneven).comments == 1


def test_a_path_that_ends_in_gz_is_written_as_gzip(tmp_path: Path) -> None:
    write_run(RETURNED, tmp_path / "run.gz", tag="mine")
    run = read_run(tmp_path / "run.gz")
    assert (run.to_dict(), run.tag) == (RETURNED, "mine")


@pytest.mark.parametrize("tag", ["my run", "2 3.5 stages"])
def test_a_tag_with_blanks_is_written(tag: str) -> None:
    file = io.StringIO()
    write_run({"1": {"a": 2.0, "b": 1.0}}, file, tag=tag)
    run = read_run(file.getvalue().encode())
    assert (run.to_dict(), run.tag) == ({"1": {"a": 2.0, "b": 1.0}}, tag)
    with pytest.raises(InputError):
        write_run({"1": {"a": 2.0}}, io.StringIO(), tag=f" {tag}")


@pytest.mark.parametrize(
    "score", ["+1.5", "1.", ".5", "1e3", "-0", "12345678901234567890", "0.1", "1E-300", "4.9e-324"]
)
def test_scores_are_read_exactly(score: str) -> None:
    assert read_run(f"1 Q0 a 1 {score} me".encode()).to_dict() == {"1": {"a": float(score)}}


def test_a_rank_may_be_anything() -> None:
    assert read_run(RUN.replace(b" 1 2.5", b" first 2.5")).to_dict() == RETURNED


WRONG_RUNS: dict[str, tuple[bytes, str, dict[str, Any]]] = {
    "five fields": (b"1 Q0 b 1 2.5\n", "line-has-other-fields", {"count": 5, "wanted": 6, "text": "1 Q0 b 1 2.5"}),
    "an empty field": (b"1  b 1 2.5 me\n", "line-has-other-fields", {"count": 5, "wanted": 6}),
    "a docno with a blank": (b"1 Q0 New York 1 2.5 me\n", "rank-not-whole", {"rank": "York"}),
    "a decimal comma": (b"3 Q0 b 1 2,5 me\n", "score-with-comma", {"score": "2,5"}),
    "no number": (b"3 Q0 b 1 high me\n", "score-not-a-number", {"score": "high"}),
    "NaN": (b"3 Q0 b 1 NaN me\n", "score-not-a-number", {"score": "NaN"}),
    "infinity": (b"3 Q0 b 1 -inf me\n", "score-not-a-number", {"score": "-inf"}),
    "too much": (b"3 Q0 b 1 1e999 me\n", "score-not-a-number", {"score": "1e999"}),
    "hexadecimal": (b"3 Q0 b 1 0x1p3 me\n", "score-not-a-number", {"score": "0x1p3"}),
    "underscore": (b"3 Q0 b 1 1_0 me\n", "score-not-a-number", {"score": "1_0"}),
    "a document again": (b"2 Q0 c 2 7 me\n", "retrieved-twice", {"topic": "2", "docno": "c", "earlier": 4}),
    "Latin-1": (b"3 Q0 caf\xe9 1 1 me\n", "file-not-utf-8", {}),
    "binary": (b"\0\1\2\3\n", "file-binary", {}),
}


@pytest.mark.parametrize("what", WRONG_RUNS)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_errors_in_runs_name_the_line(what: str, end: bytes) -> None:
    line, key, values = WRONG_RUNS[what]
    with pytest.raises(FileError) as caught:
        read_run((b"# a comment\n" + RUN + b"\n" + line + RUN.replace(b"1 Q0", b"9 Q0")).replace(b"\n", end))
    error = caught.value
    assert (error.key, error.line, error.field, error.file) == (key, 6, "run", "the run")
    assert values.items() <= error.values.items()
    assert error.suggestion


WRONG_QRELS: dict[str, tuple[bytes, str, dict[str, Any]]] = {
    "three fields": (b"3 0 a\n", "line-has-other-fields", {"count": 3, "wanted": 4}),
    "a run": (b"1 Q0 b 1 2.5 me\n", "line-has-other-fields", {"count": 6, "wanted": 4}),
    "half a grade": (b"3 0 a 0.5\n", "grade-not-whole", {"grade": "0.5"}),
    "no grade": (b"3 0 a yes\n", "grade-not-whole", {"grade": "yes"}),
    "hexadecimal": (b"3 0 a 0x1\n", "grade-not-whole", {"grade": "0x1"}),
    "too high": (b"3 0 a 5000\n", "grade-too-high", {"grade": "5000", "most": 1000}),
    "judged again": (b"2 0 a 3\n", "judged-twice", {"docno": "a", "topic": "2", "earlier": 3}),
    "contradiction": (b"1 0 a 0\n", "judged-differently", {"docno": "a", "topic": "1", "earlier": 1}),
    "by subtopic": (b"1 2 a 1\n", "judged-by-subtopic", {"docno": "a", "topic": "1", "earlier": 1}),
    "by subtopic, contradiction": (b"1 2 a 0\n", "judged-differently-by-subtopic", {"earlier": 1}),
}


@pytest.mark.parametrize("what", WRONG_QRELS)
def test_errors_in_qrels_name_the_line(what: str) -> None:
    line, key, values = WRONG_QRELS[what]
    with pytest.raises(FileError) as caught:
        read_qrels(QRELS + line + b"7 0 a 1\n")
    error = caught.value
    assert (error.key, error.line, error.field) == (key, 5, "qrels")
    assert values.items() <= error.values.items()


def test_an_error_in_words_gives_the_file_the_line_and_advice() -> None:
    with pytest.raises(FileError) as caught:
        read_run(RUN + b"3 Q0 b 1 2.5\n")
    assert caught.value.message == "the run, line 4: “3 Q0 b 1 2.5” has 5 fields; a run line has 6."
    assert caught.value.suggestion == "Write it as: topic Q0 docno rank score tag."
    moved = caught.value.at("runs[1]")
    assert (moved.field, moved.message) == ("runs[1]", caught.value.message)
    typed = caught.value.without_file("pasted")
    assert typed.message == "Line 4: “3 Q0 b 1 2.5” has 5 fields; a run line has 6."
    with pytest.raises(FileError) as caught:
        read_run(b"# nothing\n")
    assert str(caught.value) == "the run: the file contains only comments."


def test_the_first_of_several_repetitions_is_named() -> None:
    with pytest.raises(FileError) as caught:
        read_run(b"1 Q0 a 1 1 x\n2 Q0 z 1 1 x\n1 Q0 b 1 1 x\n2 Q0 z 1 1 x\n1 Q0 a 1 1 x\n")
    assert caught.value.line == 4


@pytest.mark.parametrize("read", [read_qrels, read_run])
@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "file-empty"),
        (b" \r\n\t\n", "file-empty"),
        (b"\xef\xbb\xbf", "file-empty"),
        (packed(b""), "file-empty"),
        (b"# nothing\n# else\n", "file-only-comments"),
        (packed(QRELS)[:-9], "file-damaged-gzip"),
        (packed(QRELS)[:12], "file-damaged-gzip"),
        (b"\x1f\x8bnot gzip", "file-damaged-gzip"),
        ("1 0 a 1\n".encode("utf-16"), "file-utf-16"),
    ],
)
def test_files_that_are_not_qrels_or_runs(read: Any, content: bytes, key: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    for source in (content, path):
        with pytest.raises(FileError) as caught:
            read(source)
        assert (caught.value.key, caught.value.line) == (key, None)
        assert caught.value.suggestion


@pytest.mark.parametrize("content", [RUN, packed(RUN), b"\xef\xbb\xbf" + RUN])
def test_the_limit_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_bytes(content)
    for source in (content, path):
        assert read_run(source, limit=len(RUN)).to_dict() == RETURNED
        with pytest.raises(FileError) as caught:
            read_run(source, limit=len(RUN) - 1)
        assert (caught.value.key, caught.value.values) == ("file-too-large", {"limit": len(RUN) - 1})


def test_paths_that_lead_nowhere(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path, "a\0b"):
        with pytest.raises(FileError) as caught:
            read_run(path)
        assert caught.value.key == "file-not-readable"


@pytest.mark.parametrize("name", ["two words", "", "tab\there", "line\nend", "\ud800", "\0", "\ufeffx"])
def test_names_that_cannot_be_written_to_a_file(name: str) -> None:
    for judgements in ({name: {"a": 1}}, {"1": {name: 1}}, {"1": {"a": {name: 1}}}):
        with pytest.raises(InputError):
            write_qrels(judgements, io.StringIO())
    for scores_ in ({name: {"a": 1.0}}, {"1": {name: 1.0}}):
        with pytest.raises(InputError):
            write_run(scores_, io.StringIO())
    if name == "two words":
        return
    with pytest.raises(InputError):
        write_run({"1": {"a": 1.0}}, io.StringIO(), tag=name)


def test_long_names_and_many_of_them() -> None:
    long = {f"{'x' * n}{m}": float(n - m) for n in (0, 3, 7, 8, 9, 15, 16, 17, 40, 300) for m in range(9)}
    file = io.StringIO()
    write_run({"1": long, "2": long}, file)
    assert read_run(file.getvalue().encode()).to_dict() == {"1": long, "2": long}


@pytest.mark.parametrize("end", ["", "1 Q0 x 1\n"], ids=["sound", "broken"])
def test_no_thread_uses_the_file_any_more_when_it_is_read(end: str) -> None:
    """A thread of PyArrow that releases the file while Python shuts down would abort the process."""
    content = "".join(f"{t} Q0 d{i} {i} {-i} me\n" for t in range(60) for i in range(4000)) + end
    for _ in range(3):
        buffer: Any = bytearray(content.encode())
        found = PartReader(runs.KINDS, None).read(Part(buffer, 0, len(buffer), 1.0))
        assert (found is None) == bool(end)
        buffer.append(0)  # refused while something uses the bytes


@given(st.binary(max_size=200))
@examples(60)
def test_random_bytes(content: bytes) -> None:
    for read in (read_qrels, read_run):
        try:
            read(content).to_dict()
        except InputError:
            continue


@composite
def damaged(draw: Any) -> bytes:
    content = bytearray(draw(st.sampled_from([QRELS, RUN, packed(RUN)])))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(content)))
        more = draw(
            st.sampled_from(
                [b"", b" ", b"\t", b"\n", b"\r", b"\0", b"#", b"1", b"-", b".", b"\xff", b"nan", b"\x0b", b"\x1c"]
            )
        )
        content[place : place + draw(st.integers(0, 3))] = more
    return bytes(content)


def by_hand(content: bytes, fields: int, most: int = -1) -> list[list[str]] | None:
    """The rows as Python splits them; None if a line has another number of fields or is not UTF-8."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    lines = [
        line.split(maxsplit=most) for line in content.splitlines() if line.strip() and not line.strip().startswith(b"#")
    ]
    try:
        rows = [[field.decode() for field in line] for line in lines]
    except UnicodeDecodeError:
        return None
    return rows if all(len(row) == fields for row in rows) else None


@given(damaged())
@examples(100)
def test_damaged_runs_raise_an_input_error_or_are_read_as_written(content: bytes) -> None:
    try:
        found = read_run(content).to_dict()
    except InputError:
        return
    if content[:2] == b"\x1f\x8b":
        content = gzip.decompress(content)
    rows = by_hand(content, 6, most=5)
    assert rows is not None
    assert found == {t: {d: float(s) for t2, _, d, _, s, _ in rows if t2 == t} for t, *_ in rows}


@given(damaged())
@examples(100)
def test_damaged_judgements_raise_an_input_error_or_are_read_as_written(content: bytes) -> None:
    try:
        found = read_qrels(content).to_dict()
    except InputError:
        return
    if content[:2] == b"\x1f\x8b":
        content = gzip.decompress(content)
    rows = by_hand(content, 4)
    assert rows is not None
    assert found == {t: {d: max(int(g), -1) for t2, _, d, g in rows if t2 == t} for t, *_ in rows}


def test_only_blanks_between_fields_divide_a_tag(tmp_path: Path) -> None:
    """A line separator is a character of a tag as any other, although Python splits texts there."""
    path = tmp_path / "run"
    for tag in ("\N{LINE SEPARATOR}", "a\N{NO-BREAK SPACE}b", "\N{IDEOGRAPHIC SPACE}"):
        path.write_text(f"1 Q0 a 1 2.5 {tag}\n1 Q0 b x 1.5 {tag}\n", "utf-8")
        assert read_run(path).tag == tag
    path.write_bytes(b"1 0 4 4 5 \xe2\x80\xa8\nq")
    with pytest.raises(FileError):
        read_run(path)
