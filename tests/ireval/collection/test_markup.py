"""Topics and documents in the markup of TREC and CLEF."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest

from ireval import InputError
from ireval.collection import Document, Topic, read_documents, read_topics
from ireval.trec import FileError
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
    assert [*read_documents(DOCS)] == [
        Document("LA042794-0167", "Cafés", "One line, another: 3 < 4 & 5."),
        Document("B-2", "", "unclosed"),
        Document("B-3"),
    ]


NEWS = b"""<!-- <DOC> <DOCNO>not this</DOCNO> </DOC>
and not this --> <DOC
 id="1">
<DOCNO> LA1 </DOCNO> <SOURCE><P>Los Angeles Times</P></SOURCE> <DATE> <P> April 27, 1994 </DATE>
<HEADLINE> <P> Cribs </P> <P> and cradles </P> </HEADLINE>
<BYLINE><P>By a reporter</P></BYLINE>
<LEAD>First.</LEAD>
<TEXT> <P> Lines of
a paragraph with a <B>bold</B> word. </P> <P>Another one. </P>

A third <TABLE><ROW>one<ROW>two</TABLE> <HEADLINE>not again</HEADLINE> end
</TEXT>
<GRAPHIC>Photo</GRAPHIC>
</DOC> <DOC><DOCNO>LA2</DOCNO><SOURCE>Times</SOURCE><BODY>Only this.</BODY></DOC>"""


def test_a_document_of_a_newspaper() -> None:
    """Title and text are what a judge reads; dates and sources are the text only where there is no other."""
    first, second = read_documents(NEWS)
    assert (first.docno, first.title) == ("LA1", "Cribs and cradles")
    assert first.text.split("\n") == [
        *("First.", "Lines of a paragraph with a bold word.", "Another one.", "A third", "one", "two"),
        *("not again", "end"),
    ]
    assert second == Document("LA2", "", "Times\nOnly this.")


def test_the_documents_of_the_sources() -> None:
    """As the two lectures show them, with a headline in ``hl`` and a topic of CLEF."""
    [document] = read_documents(
        b"<doc>\n<docno> WSJ880406-0090 </docno>\n<hl> AT&T Unveils </hl>\n<text>\nIt did.\n</text></doc>"
    )
    assert document == Document("WSJ880406-0090", "AT&T Unveils", "It did.")
    [topic] = read_topics(
        b"<top>\n<num> C041 </num>\n<EN-title> Baby Food </EN-title>\n<EN-desc> Find. </EN-desc></top>"
    )
    assert topic == Topic("C041", "Baby Food", "Find.")


def test_latin_1_is_read_for_old_collections() -> None:
    [topic] = read_topics("<top><num>1<title>Café</top>".encode("latin1"))
    assert topic.title == "Café"


def test_fields_in_another_case_and_language() -> None:
    [topic] = read_topics(b'<top lang="de"><num>1</num><DE-title>Baby\n</DE-title><DE-narr>Narrative: x</top>')
    assert topic == Topic("1", "Baby", "", "x")


WEB_TRACK = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE webtrack2009 [ <!ELEMENT topic (query, description, subtopic*)> ]>
<webtrack2009>
<topic number="151" type="faceted">
 <query>403b</query>
 <description>What is a 403b plan?
 </description>
 <subtopic number="1" type="inf">What is it &amp; who can have it?</subtopic>
 <subtopic number="2" type="nav">Find the form of a bank.</subtopic>
</topic>

<topic number = '152' type="ambiguous"><query>seals &amp; nets</query><description>Of the sea.</description></topic>
</webtrack2009>
"""
CLEF = """<?xml version='1.0'?>
<topics>
<topic lang="en">
<identifier>10.2452/451-AH</identifier>
<title>Roman Military in Britain</title>
<description>Find books.</description>
<narrative>Relevant documents tell of forts.</narrative>
</topic>
<topic lang="en"><identifier> 10.2452/452-AH </identifier><title>Caf\xe9s</title></topic>
</topics>
"""
CLINICAL = """<topics task="2014 TREC Clinical Decision Support">
<!-- <topic number="0"><summary>not this</summary></topic> -->
<topic number="1" type="diagnosis">
  <description>A 58-year-old woman has pain in the chest.</description>
  <summary>Woman with pain in the chest.</summary>
</topic>
<topic id="CT-2"><question>Is there a cure?</question><narrative>Trials.</narrative><query>cure</query></topic>
<topic number="3">A text without any tags.</topic>
</topics>
"""


@pytest.mark.parametrize("encode", [lambda text: text.encode(), lambda text: gzip.compress(text.encode("latin1"))])
def test_topics_in_xml(encode: Callable[[str], bytes]) -> None:
    assert read_topics(encode(WEB_TRACK)) == [
        Topic("151", "403b", "What is a 403b plan?"),
        Topic("152", "seals & nets", "Of the sea."),
    ]
    assert read_topics(encode(CLEF)) == [
        Topic("10.2452/451-AH", "Roman Military in Britain", "Find books.", "Relevant documents tell of forts."),
        Topic("10.2452/452-AH", "Cafés"),
    ]
    assert read_topics(encode(CLINICAL)) == [
        Topic("1", "Woman with pain in the chest.", "A 58-year-old woman has pain in the chest."),
        Topic("CT-2", "cure", "Is there a cure?", "Trials."),
        Topic("3", "", "A text without any tags."),
    ]


def test_topics_of_the_microblog_track() -> None:
    [topic] = read_topics(
        b"<top>\n<num> Number: MB051 </num>\n<query> budget cuts </query>\n<querytime> Sat </querytime></top>"
    )
    assert topic == Topic("MB051", "budget cuts")


def test_a_file_has_one_kind_of_topics() -> None:
    """What the first one is called; another tag of the same set is a field."""
    [topic] = read_topics(b"<top><num>1<title>seals<topic>not this</topic></top>")
    assert topic == Topic("1", "seals")
    [topic] = read_topics(b"<topic number='1'><title>seals</title><top>not this</top></topic>")
    assert topic == Topic("1", "seals")


@pytest.mark.parametrize(
    ("content", "line", "key"),
    [
        (b"<topics>\n<topic lang='en'><title>x</title></topic></topics>", 2, "topic-without-number"),
        (b"<topics>\n<topic number=''><title>x</title></topic></topics>", 2, "topic-without-number"),
        (b"<topic number='1'>x</topic>\n<topic number='1'>y</topic>", 2, "number-twice"),
        (b"<topic number='1'>x</topic>\n<topic number='2 3'>y</topic>", 2, "number-with-spaces"),
        (b"<topics></topics>", None, "no-element"),
    ],
)
def test_topics_in_xml_that_cannot_be_used(content: bytes, line: int | None, key: str) -> None:
    with pytest.raises(FileError) as caught:
        read_topics(content)
    assert (caught.value.key, caught.value.line) == (key, line)
    assert caught.value.suggestion
    assert "<num>" not in caught.value.message


@pytest.mark.parametrize(
    ("content", "line", "key"),
    [
        (b"no markup", None, "no-element"),
        (b"<top>\n<num>1\n</top>\n\n<top>\n<title>x\n</top>", 5, "element-without-number"),
        (b"<top>\n<num>1\n</top>\n<top>\n<num>1\n</top>", 4, "number-twice"),
        (b"<top>\n<num>1 Foxes\n</top>", 1, "number-with-spaces"),
        (b"<top></top>", 1, "element-without-number"),
        (b"<top>\n\0</top>", 2, "file-binary"),
        (b"<top>\n<num>1\n</top>\n<!-- <top>", 4, "comment-without-end"),
        (b"<top>\n<num>" + b"1" * 2001 + b"</top>", 1, "name-in-file-too-long"),
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
        list(read_documents(content))
    assert (caught.value.key, caught.value.line) == (key, line)


tags = st.sampled_from(
    ["<top>", "</top>", "<num>", "</num>", "<title>", "<DOC>", "</DOC>", "<DOCNO>", "<TEXT>", "<", ">"]
)


@given(st.lists(tags | st.sampled_from(["1", " 2 ", "\n", "&amp;", "<!--", "-->"]), max_size=30).map("".join))
@examples(150)
def test_random_markup(content: str) -> None:
    for read in (read_topics, read_documents):
        try:
            found = list(read(content.encode()))
        except InputError:
            continue
        assert found
