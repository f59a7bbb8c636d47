"""Lines and names have limits, which are named with the line; what is just within them is read as it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ireval.errors import InputError
from ireval.trec import FileError, read_id_lists, read_qrels, read_run
from ireval.trec.reading.name_lengths import LONGEST_NAME
from ireval.trec.reading.source import LONGEST_LINE
from ireval.trec.reading.text_column import Texts

LONG, LONGER = "x" * LONGEST_NAME, "x" * (LONGEST_NAME + 1)
RUN = "1 Q0 a 1 2.5 me\n"
QRELS = "1 0 a 1\n"


@pytest.mark.parametrize(
    ("read", "before", "line", "kind"),
    [
        (read_run, RUN, "1 Q0 {} 2 1.5 me", "docno"),
        (read_run, RUN, "{} Q0 b 2 1.5 me", "topic"),
        (read_run, RUN, "1 Q0 b 2 1.5 {}", "tag"),
        (read_run, "# a comment\n" + RUN, "1  Q0 {} 2 1.5 me", "docno"),
        (read_qrels, QRELS, "1 0 {} 1", "docno"),
        (read_qrels, QRELS, "{} 0 b 1", "topic"),
    ],
)
def test_a_name_that_is_too_long_is_refused_with_its_line(
    read: Callable[[bytes], object], before: str, line: str, kind: str
) -> None:
    read((before + line.format(LONG) + "\n").encode())
    with pytest.raises(FileError) as refused:
        read((before + line.format(LONGER) + "\n").encode())
    error = refused.value
    assert (error.key, error.line) == ("name-in-file-too-long", before.count("\n") + 1)
    assert (error.values["kind"], error.values["count"], error.values["most"]) == (kind, 2_001, 2_000)
    assert len(str(error)) < 300


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("read", "line"), [(read_run, RUN), (read_qrels, QRELS)])
def test_a_line_that_is_too_long_is_refused_with_its_number(
    read: Callable[[bytes], object], line: str, end: str
) -> None:
    comment = "#" * LONGEST_LINE
    lines = [f"{line.strip().replace('a', f'd{number}', 1)}" for number in range(2_000)]
    read(end.join([*lines[:1_500], comment, *lines[1_500:]]).encode())
    for filler in (comment + "#", "1 0 a " + "1" * 10**6, " " * 10**6, "x" * 4 * 10**6):
        with pytest.raises(FileError) as refused:
            read(end.join([*lines[:1_500], filler, *lines[1_500:]]).encode())
        assert (refused.value.key, refused.value.line) == ("line-too-long", 1_501)


def test_names_in_json_and_in_dicts_have_the_same_limit() -> None:
    form = '{{"q1": {{"expected": ["{}"], "retrieved": []}}}}'
    assert read_id_lists(form.format(LONG).encode())[0].topics == ["q1"]
    for wrong in (form.format(LONGER).encode(), {LONGER: {"expected": ["a"], "retrieved": ["a"]}}):
        with pytest.raises(InputError) as refused:
            read_id_lists(wrong)
        assert "at most 2,000 bytes" in refused.value.suggestion
        assert len(str(refused.value)) + len(refused.value.suggestion) < 300


def test_long_names_are_told_apart_and_found_again() -> None:
    """Names that differ in one byte beyond the first words, next to short ones and to names that begin like them."""
    names = [f"{'y' * length}{ending}" for length in (0, 7, 8, 62, 63, 64, 65, 500, 1_990) for ending in ("", "a", "b")]
    run = "".join(f"1 Q0 {name or 'z'} 1 {100 - place} me\n" for place, name in enumerate(names))
    qrels = "".join(f"1 0 {name or 'z'} {place}\n" for place, name in enumerate(reversed(names)))
    assert set(read_run(run.encode()).to_dict()["1"]) == {name or "z" for name in names}
    texts = Texts.of(names)
    assert len(set(texts.keys().tolist())) == len(set(names))
    assert texts.same(texts).all()
    assert not texts.same(Texts.of([*names[1:], names[0]])).any()
    assert set(read_qrels(qrels.encode()).to_dict()["1"]) == {name or "z" for name in names}
    with pytest.raises(FileError, match="line 28"):
        read_run((run + f"1 Q0 {names[-1]} 1 1 me\n").encode())
