"""Documents and topics in SMART's format and as the Cystic Fibrosis collection has them; the format is found out."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest

from ireval import InputError
from ireval.collection import Document, Topic, read_documents, read_topics
from ireval.collection.cystic_fibrosis import ASSESSORS, read_scores
from ireval.trec import FileError
from tests.ireval.random_lists import examples, given, st

SMART = b""".I 1
.T
Nets of nylon
.A
Dunn, M.
.B
CACM December, 1958
.W
They last for centuries
in the sea.

Crews leave them on the quay.
.X
1\t5\t1
.I 2
.W
.Ifs and .T have no tag.
"""
RECORDS = b"""
PN 74001
RN 00001
AN 75051687
AU Hansen-B.  Petrie-J.
TI Mucus in the airways.  A study of
   its physical properties.
SO J-Invented-Med. 1974 Nov. 63(6). P 843-8.
MJ CYSTIC-FIBROSIS: co.
MN ADOLESCENCE.  HUMAN.
AB Mucus was measured in 9 patients
   and in 4 others.
RF 001   FINCH W                J INVENTED MED               173   5 963
CT   1   DUNN M                 J INVENTED MED                56    38 975

PN 74002
RN 00139
TI Without an abstract.
EX An extract stands in its place.
"""
QUERIES = b"""QN 00001
QU What are the effects of calcium on mucus
   of patients?
NR 00003
RD  139 1222    1 2211
   1239 0001

QN 00002
QU Is there a cure?
NR 00001
RD    1 0100
"""


@pytest.mark.parametrize("encode", [bytes, gzip.compress, lambda x: x.replace(b"\n", b"\r\n"), lambda x: b"\n\n" + x])
def test_smart(encode: Callable[[bytes], bytes]) -> None:
    assert [*read_documents(encode(SMART))] == [
        Document("1", "Nets of nylon", "They last for centuries in the sea.\nCrews leave them on the quay."),
        Document("2", "", ".Ifs and .T have no tag."),
    ]


def test_topics_of_smart() -> None:
    assert read_topics(b".I 1\n.W\nWhich articles\ndescribe nets?\n.N\n Somebody\n.I 2\n.T\nNets\n") == [
        Topic("1", "", "Which articles describe nets?"),
        Topic("2", "Nets"),
    ]


@pytest.mark.parametrize("encode", [bytes, gzip.compress, lambda x: x.replace(b"\n", b"\r\n")])
def test_cystic_fibrosis(encode: Callable[[bytes], bytes]) -> None:
    assert [*read_documents(encode(RECORDS))] == [
        Document(
            "1",
            "Mucus in the airways. A study of its physical properties.",
            "Mucus was measured in 9 patients and in 4 others.",
        ),
        Document("139", "Without an abstract.", "An extract stands in its place."),
    ]
    assert read_topics(encode(QUERIES)) == [
        Topic("1", "", "What are the effects of calcium on mucus of patients?"),
        Topic("2", "", "Is there a cure?"),
    ]


def test_the_four_scores_of_cystic_fibrosis() -> None:
    scores = read_scores(QUERIES)
    assert [scores[name] for name in ASSESSORS] == [
        {"1": {"139": 1, "1": 2, "1239": 0}, "2": {"1": 0}},
        {"1": {"139": 2, "1": 2, "1239": 0}, "2": {"1": 1}},
        {"1": {"139": 2, "1": 1, "1239": 0}, "2": {"1": 0}},
        {"1": {"139": 2, "1": 1, "1239": 1}, "2": {"1": 0}},
    ]


def read_all(content: bytes) -> list[Document]:
    return list(read_documents(content))


@pytest.mark.parametrize(
    ("read", "content", "line", "key"),
    [
        (read_all, b".I\n.W\nx\n", 1, "element-without-number"),
        (read_all, b".I 1\n.I 1\n", 2, "number-twice"),
        (read_all, b".I 1\n.W\nx\n.I 1 2\n", 4, "number-with-spaces"),
        (read_all, b".I 1\n.W\n" + b"words\n" * 200_000, 1, "element-too-long"),
        (read_all, b"PN 1\nTI x\n", 1, "element-without-number"),
        (read_all, b"PN 1\nRN 1\nPN 2\nRN 00001\n", 3, "number-twice"),
        (read_all, b"PN 1\n\nRN one\n", 3, "entry-number-not-whole"),
        (read_all, b"TI x\nPN 1\nRN 1\n", None, "no-element"),
        (read_all, b"<DOC><DOCNO>1\n<DOC><DOCNO>2\n" + b"words\n" * 700_000, 2, "element-too-long"),
        (read_topics, b"QN 1\nQN 1\n", 2, "number-twice"),
        (read_topics, b"QN\n", 1, "element-without-number"),
        (read_topics, RECORDS, None, "no-element"),
        (read_scores, b"x\nQN 1\n", 1, "field-before-entry"),
        (read_scores, b"QN 1\nRD 139 1222\n   1 222\n", 3, "not-a-record-with-scores"),
        (read_scores, b"QN 1\nRD 139 1223\n", 2, "not-a-record-with-scores"),
        (read_scores, b"QN 1\nRD 139 1222 140\n", 2, "not-a-record-with-scores"),
        (read_scores, b"QN 1\nRD 139 1222\n   0139 1222\n", 3, "record-judged-twice"),
        (read_scores, b"QN 1\nRD d139 1222\n", 2, "not-a-record-with-scores"),
        (read_scores, SMART, 1, "field-before-entry"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(read: Any, content: bytes, line: int | None, key: str) -> None:
    with pytest.raises(FileError) as caught:
        read(content)
    assert (caught.value.key, caught.value.line) == (key, line)
    assert caught.value.suggestion


@pytest.mark.parametrize(
    ("read", "content"),
    [
        (read_documents, SMART),
        (read_documents, RECORDS),
        (read_documents, b"<DOC><DOCNO>1</DOC><DOC><DOCNO>2</DOC>"),
        (read_topics, QUERIES),
        (read_topics, b"<top><num>1</top><top><num>2</top>"),
    ],
)
def test_the_largest_number_of_entries_is_named(read: Any, content: bytes) -> None:
    assert len(list(read(content, most=2))) == 2
    with pytest.raises(FileError) as caught:
        list(read(content, most=1))
    kind = "documents" if read is read_documents else "topics"
    assert (caught.value.key, dict(caught.value.values)) == ("too-many-entries", {"kind": kind, "most": 1})


def test_errors_name_the_file_and_say_what_to_do(tmp_path: Any) -> None:
    path = tmp_path / "cfquery"
    path.write_bytes(b"QN 00001\nRD 139 122\n")
    with pytest.raises(FileError) as caught:
        read_scores(path)
    assert caught.value.message == f"{path}, line 2: “139 122” is not the number of a record and 4 scores."
    assert caught.value.suggestion == "Write the number and 4 digits from 0 to 2, such as 139 1222."


pieces = st.sampled_from(
    [".I", ".T", ".W", "PN", "RN", "QN", "QU", "RD", "AB", "\n", " ", "1", "00002", "139 1222", "word", "é", "<DOC>"]
)


@given(st.lists(pieces, max_size=30).map("".join))
@examples(120)
def test_random_files(content: str) -> None:
    for read in (read_all, read_topics, read_scores):
        try:
            found = read(content.encode())
        except InputError:
            continue
        assert found


plain = st.text(st.characters(codec="ascii", categories=("Lu", "Ll", "Nd")), min_size=1, max_size=8)
lines = st.lists(plain, min_size=1, max_size=4).map(" ".join)


@given(st.dictionaries(plain, st.tuples(lines, st.lists(lines, min_size=1, max_size=3)), min_size=1, max_size=5))
@examples(60)
def test_what_is_written_in_a_format_is_read_from_it(entries: dict[str, tuple[str, list[str]]]) -> None:
    expected = [Document(docno, title, "\n".join(text)) for docno, (title, text) in entries.items()]
    smart = "".join(f".I {d.docno}\n.T\n{d.title}\n.W\n{d.text.replace(chr(10), chr(10) * 2)}\n" for d in expected)
    markup = "".join(
        f"<doc><docno>{d.docno}<title>{d.title}<text><p>{d.text.replace(chr(10), '<p>')}" for d in expected
    )
    assert read_all(smart.encode()) == read_all(markup.encode()) == expected
