"""Topics and documents in the markup of TREC and CLEF, which is SGML where closing tags may be missing.

>>> [topic] = read_topics(b"<top><num> Number: 41 <title> Pesticides in Baby Food <desc> Find reports.</top>")
>>> topic.number, topic.title, topic.description
('41', 'Pesticides in Baby Food', 'Find reports.')
"""

from __future__ import annotations

import html
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

from ireval.trec.reading.source import LIMIT, Source, Text, load

_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*)(?:\s[^<>]*)?>", re.ASCII)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_SPACE = re.compile(r"\s+")
#: What TREC writes before a field's text.
_LEADS = {"num": "number:", "title": "topic:", "desc": "description:", "narr": "narrative:"}
_LANGUAGE = re.compile(r"[a-z]{2}-(?=num|title|desc|narr)")


@dataclass(frozen=True)
class Topic:
    """An information need: its number as in qrels and runs, title, description and narrative (may be empty)."""

    number: str
    title: str = ""
    description: str = ""
    narrative: str = ""


@dataclass(frozen=True)
class Document:
    """A document: its number as in qrels and runs, and its other fields in order, each with its tag in lower case."""

    docno: str
    fields: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """The content of all fields, each as one line."""
        return "\n".join(content for _, content in self.fields)


def read_topics(source: Source, *, limit: int = LIMIT) -> list[Topic]:
    """The topics of a file: ``<top>`` with ``<num>``, ``<title>``, ``<desc>``, ``<narr>``, in either case.

    Closing tags may be missing, and a tag may begin with a language (``<EN-title>``). Raises ``FileError`` with the
    line for a topic without a number and for a number used twice, and ``FileError`` for a file without topics.
    """
    text, content = _load(source, "topics", limit)
    topics: dict[str, Topic] = {}
    for line, fields in _elements(content, "top"):
        by_name: dict[str, str] = {}
        for tag, inside in fields:
            name = _LANGUAGE.sub("", tag)
            by_name.setdefault(name, _without(inside, _LEADS.get(name, "")))
        number = by_name.get("num", "")
        _check_number(text, line, number, "num", "top", topics)
        details = (by_name.get(name, "") for name in ("title", "desc", "narr"))
        topics[number] = Topic(number, *details)
    if not topics:
        raise text.file_error(None, "no-element", element="top", tag="num")
    return list(topics.values())


def read_documents(source: Source, *, limit: int = LIMIT) -> list[Document]:
    """The documents of a file: ``<DOC>`` with ``<DOCNO>`` and other tags such as ``<TEXT>``, in either case.

    Raises ``FileError`` with the line for a document without a number and for a number used twice, and ``FileError``
    for a file without documents.
    """
    text, content = _load(source, "documents", limit)
    documents: dict[str, Document] = {}
    for line, fields in _elements(content, "doc"):
        docno = next((inside for tag, inside in fields if tag == "docno"), "")
        _check_number(text, line, docno, "DOCNO", "DOC", documents)
        documents[docno] = Document(docno, tuple((tag, x) for tag, x in fields if tag != "docno" and x))
    if not documents:
        raise text.file_error(None, "no-element", element="DOC", tag="DOCNO")
    return list(documents.values())


def _load(source: Source, kind: str, limit: int) -> tuple[Text, str]:
    """The file and its text, decoded as UTF-8 or, for old collections, as Latin-1; comments are removed."""
    text = load(source, kind, limit)
    try:
        content = text.data.decode()
    except UnicodeDecodeError:
        content = text.data.decode("latin1")
    return text, _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), content)


def _elements(content: str, wanted: str) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Each element ``wanted``: the line where it begins, and its tags, each with the text up to the next tag."""
    fields: list[tuple[str, str]] | None = None  # of the element that is open
    line, counted, start, place, tag = 1, 0, 1, 0, ""
    for found in _TAG.finditer(content):
        if fields is not None:
            _add(fields, tag, content[place : found.start()])
        closing, name, place = bool(found[1]), found[2].lower(), found.end()
        tag = "" if closing or name == wanted else name
        if name != wanted:
            continue
        if fields is not None:
            yield start, fields
        line, counted = line + content.count("\n", counted, place), place
        start, fields = line, None if closing else []
    if fields is not None:
        _add(fields, tag, content[place:])
        yield start, fields


def _add(fields: list[tuple[str, str]], tag: str, inside: str) -> None:
    plain = _SPACE.sub(" ", html.unescape(inside)).strip()
    if tag or plain:
        fields.append((tag, plain))


def _without(inside: str, lead: str) -> str:
    return inside[len(lead) :].strip() if lead and inside.lower().startswith(lead) else inside


def _check_number(  # noqa: PLR0917 - the place, the number, and the tags that it belongs to
    text: Text, line: int, name: str, tag: str, element: str, known: Container[str]
) -> None:
    if not name:
        raise text.file_error(line, "element-without-number", element=element, tag=tag)
    if " " in name:
        raise text.file_error(line, "number-with-spaces", tag=tag, name=name)
    if name in known:
        raise text.file_error(line, "number-twice", tag=tag, name=name)
