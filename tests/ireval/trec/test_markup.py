"""Topics and documents in the markup of TREC and CLEF."""

from __future__ import annotations

import gzip

import pytest

from ireval import InputError
from ireval.trec import Document, FileError, Topic, read_documents, read_topics
from tests.ireval.random_lists import examples, given, st

TREC = b"""
<top>
<num> Number: 041
<title> Topic:  Pesticides in Baby Food

<desc> Description:
Find reports on pesticides
in baby food.

<narr> Narrative:
Relevant documents give &lt;amounts&gt; &amp; names.
</top>

<TOP>
<NUM>C042</NUM>
<EN-title>Invasion of Haiti</EN-title>
<EN-desc>Find documents.</EN-desc>
<!-- <title>not this</title> -->
</TOP>
"""
DOCS = b"""<DOC>
<DOCNO> LA042794-0167 </DOCNO>
<HEADLINE><P>Caf\xc3\xa9s</P></HEADLINE>
<TEXT>
One line,
another: 3 < 4 &amp; 5.
</TEXT>
</DOC>
<doc><docno>B-2<text>unclosed
<doc><docno>B-3</docno><text></text></doc>
"""


@pytest.mark.parametrize("encode", [bytes, gzip.compress, lambda x: x.replace(b"\n", b"\r\n"), bytes.strip])
def test_topics(encode: type[bytes]) -> None:
    assert read_topics(encode(TREC)) == [
        Topic(
            "041",
            "Pesticides in Baby Food",
            "Find reports on pesticides in baby food.",
            "Relevant documents give <amounts> & names.",
        ),
        Topic("C042", "Invasion of Haiti", "Find documents.", ""),
    ]


def test_documents() -> None:
    first, second, third = read_documents(DOCS)
    assert first.docno == "LA042794-0167"
    assert first.fields == (("p", "Cafés"), ("text", "One line, another: 3 < 4 & 5."))
    assert second == Document("B-2", (("text", "unclosed"),))
    assert third == Document("B-3", ())
    assert first.text == "Cafés\nOne line, another: 3 < 4 & 5."


def test_latin_1_is_read_for_old_collections() -> None:
    [topic] = read_topics("<top><num>1<title>Café</top>".encode("latin1"))
    assert topic.title == "Café"


def test_fields_in_another_case_and_language() -> None:
    [topic] = read_topics(b'<top lang="de"><num>1</num><DE-title>Baby\n</DE-title><DE-narr>Narrative: x</top>')
    assert topic == Topic("1", "Baby", "", "x")


@pytest.mark.parametrize(
    ("content", "line", "key"),
    [
        (b"no markup", None, "no-element"),
        (b"<top>\n<num>1\n</top>\n\n<top>\n<title>x\n</top>", 5, "element-without-number"),
        (b"<top>\n<num>1\n</top>\n<top>\n<num>1\n</top>", 4, "number-twice"),
        (b"<top>\n<num>1 Foxes\n</top>", 1, "number-with-spaces"),
        (b"<top></top>", 1, "element-without-number"),
        (b"<top>\0</top>", 1, "file-binary"),
    ],
)
def test_topics_that_cannot_be_used(content: bytes, line: int | None, key: str) -> None:
    with pytest.raises(FileError) as caught:
        read_topics(content)
    assert (caught.value.key, caught.value.line) == (key, line)
    assert caught.value.suggestion


@pytest.mark.parametrize(
    ("content", "line", "key"),
    [
        (b"x", None, "no-element"),
        (b"\n<DOC>text</DOC>", 2, "element-without-number"),
        (b"<DOC><DOCNO>1</DOCNO>\n<DOC><DOCNO>1", 2, "number-twice"),
    ],
)
def test_documents_that_cannot_be_used(content: bytes, line: int | None, key: str) -> None:
    with pytest.raises(FileError) as caught:
        read_documents(content)
    assert (caught.value.key, caught.value.line) == (key, line)


tags = st.sampled_from(
    ["<top>", "</top>", "<num>", "</num>", "<title>", "<DOC>", "</DOC>", "<DOCNO>", "<TEXT>", "<", ">"]
)


@given(st.lists(tags | st.sampled_from(["1", " 2 ", "\n", "&amp;", "<!--", "-->"]), max_size=30).map("".join))
@examples(400)
def test_random_markup(content: str) -> None:
    for read in (read_topics, read_documents):
        try:
            found = read(content.encode())
        except InputError:
            continue
        assert found
